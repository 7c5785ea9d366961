// The row that compares the columns: works k of n, middle values over the repeats.
import { number, size } from "./words.js";

const body = document.getElementById("summary");
const middle = (values) => {
  const sorted = values.filter((value) => value !== null && value !== undefined).sort((a, b) => a - b);
  return sorted.length ? sorted[Math.floor((sorted.length - 1) / 2)] : null;
};

export class Summary {
  constructor() {
    this.results = new Map();
  }

  set(id, group, result) {
    this.results.set(id, { group, ...result });
    const row = body?.querySelector(`[data-group="${group}"]`);
    if (!row) return;
    const all = [...this.results.values()].filter((one) => one.group === group);
    const judged = all.filter((one) => one.verdict && one.verdict !== "unscored");
    const show = (key, text) => (row.querySelector(`[data-sum="${key}"]`).textContent = text ?? "–");
    const of = (key, digits) => {
      const value = middle(all.map((one) => one[key]));
      return value === null ? "–" : number(value, digits);
    };
    show("works", judged.length ? `${judged.filter((one) => one.verdict === "works").length} / ${judged.length}` : "–");
    show("score", of("score", 0));
    show("seconds", of("seconds", 1));
    show("speed", of("speed", 1));
    const bytes = middle(all.map((one) => one.bytes));
    show("bytes", bytes ? size(bytes) : "–");
  }
}
