// One to four models side by side. What was chosen last time is chosen again.
import { say } from "./words.js";

const MOST = 4;
const TYPED = "typed";
const KEPT = "presscheck.models";

const valueOf = (endpoint, model) => JSON.stringify([endpoint, model]);

function kept() {
  try {
    const list = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(list) ? list.slice(0, MOST) : [];
  } catch {
    return []; // the storage is closed or holds something else: start afresh
  }
}

export class Slips {
  constructor(endpoints) {
    this.list = document.getElementById("slips");
    this.template = document.getElementById("slip-template");
    this.addButton = document.getElementById("add-slip");
    this.endpoints = endpoints;
    const before = kept();
    for (const one of before.length ? before : [null]) this.add(one);
    this.addButton.addEventListener("click", () => {
      this.add(null);
      this.list.lastElementChild.querySelector("select").focus();
    });
  }

  add(choice) {
    if (this.list.children.length >= MOST) return;
    const slip = this.template.content.firstElementChild.cloneNode(true);
    const select = slip.querySelector("select");
    slip.dataset.wanted = choice ? JSON.stringify(choice) : "";
    select.addEventListener("change", () => {
      slip.dataset.wanted = "";
      slip.dataset.chosen = "yes";
      this.describe(slip);
      if (this.isTyped(slip)) slip.querySelector(".typed").focus();
    });
    slip.querySelector(".remove").addEventListener("click", () => {
      slip.remove();
      this.letters();
      this.addButton.focus();
    });
    this.list.append(slip);
    this.fill(slip);
    this.letters();
  }

  // The servers have answered (or not): fill the lists anew, keep what is chosen.
  offer(endpoints) {
    this.endpoints = endpoints;
    for (const slip of this.list.children) {
      // What nobody chose may give way to a better first choice.
      if (!slip.dataset.wanted && slip.dataset.chosen) {
        const { endpoint, model } = this.read(slip);
        slip.dataset.wanted = JSON.stringify({ endpoint, model, typed: this.isTyped(slip) });
      }
      this.fill(slip);
    }
  }

  fill(slip) {
    const select = slip.querySelector("select");
    const wanted = slip.dataset.wanted ? JSON.parse(slip.dataset.wanted) : null;
    select.replaceChildren(
      ...this.endpoints.map((endpoint) => {
        const group = document.createElement("optgroup");
        group.label = endpoint.name;
        for (const model of endpoint.models) group.append(new Option(model, valueOf(endpoint.id, model)));
        if (!endpoint.builtin) group.append(new Option(say("type_a_name"), valueOf(endpoint.id, TYPED + ":")));
        return group;
      }),
    );
    const values = [...select.options].map((option) => option.value);
    if (wanted) {
      const value = valueOf(wanted.endpoint, wanted.model);
      const typedValue = valueOf(wanted.endpoint, TYPED + ":");
      if (!wanted.typed && values.includes(value)) select.value = value;
      else if (values.includes(typedValue) && wanted.model) {
        select.value = typedValue;
        slip.querySelector(".typed").value = wanted.model;
      }
    } else {
      const taken = new Set([...this.list.children].filter((one) => one !== slip).map((one) => one.querySelector("select").value));
      select.value = values.find((value) => !taken.has(value) && !value.includes(TYPED + ":")) ?? values[0];
    }
    this.describe(slip);
  }

  isTyped(slip) {
    const value = slip.querySelector("select").value;
    return value !== "" && JSON.parse(value)[1] === TYPED + ":";
  }

  describe(slip) {
    const value = slip.querySelector("select").value;
    const endpoint = value ? this.endpoints.find((one) => one.id === JSON.parse(value)[0]) : undefined;
    slip.querySelector(".typed").hidden = !this.isTyped(slip);
    slip.querySelector(".slip-note").textContent = endpoint?.error || endpoint?.note || "";
  }

  letters() {
    [...this.list.children].forEach((slip, index) => (slip.querySelector(".letter").textContent = "ABCD"[index]));
    this.addButton.hidden = this.list.children.length >= MOST;
  }

  read(slip) {
    const value = slip.querySelector("select").value;
    if (!value) return { endpoint: "", model: "" };
    const [endpoint, model] = JSON.parse(value);
    return this.isTyped(slip) ? { endpoint, model: slip.querySelector(".typed").value.trim() } : { endpoint, model };
  }

  chosen() {
    const all = [...this.list.children].map((slip) => {
      const one = this.read(slip);
      const typed = this.isTyped(slip);
      return { ...one, typed, unnamed: typed && !one.model, field: slip.querySelector(".typed") };
    });
    const keep = all.map(({ endpoint, model, typed }) => ({ endpoint, model, typed }));
    try {
      localStorage.setItem(KEPT, JSON.stringify(keep));
    } catch {
      // Storage is closed: the choice holds for this time only.
    }
    return all;
  }
}
