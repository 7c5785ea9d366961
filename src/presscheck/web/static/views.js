// Preview, code, raw answer, reasoning: tabs with an address, filled when they are looked at.
import { call } from "./words.js";

export class Views {
  constructor(article, id) {
    this.article = article;
    this.id = id;
    this.streams = {};
    this.tabs = [...article.querySelectorAll('[role="tab"]')];
    this.isLive = false;
    for (const tab of this.tabs) {
      tab.addEventListener("click", () => this.select(tab));
      tab.addEventListener("keydown", (event) => this.steer(event, tab));
    }
    const current = this.tabs.find((tab) => tab.getAttribute("aria-selected") === "true");
    this.current = current.dataset.view;
    this.load();
  }

  panel(view) {
    return this.article.querySelector(`#view-${view}-${this.id}`);
  }

  select(chosen) {
    for (const tab of this.tabs) {
      const on = tab === chosen;
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
      this.panel(tab.dataset.view).hidden = !on;
    }
    this.current = chosen.dataset.view;
    const address = new URL(location.href);
    if (this.current === "preview") address.searchParams.delete("view");
    else address.searchParams.set("view", this.current);
    history.replaceState(null, "", address);
    this.load();
  }

  steer(event, tab) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = this.tabs.at((this.tabs.indexOf(tab) + step) % this.tabs.length);
    next.focus();
    this.select(next);
  }

  live() {
    this.isLive = true;
    for (const view of ["answer", "reasoning"]) {
      const pre = Object.assign(document.createElement("pre"), { className: "plain" });
      this.panel(view).replaceChildren(pre);
      this.streams[view] = pre;
    }
  }

  // Keeps the end in sight only for someone who is already there.
  append(view, text) {
    const pre = this.streams[view];
    if (!pre) return;
    const panel = this.panel(view);
    const atEnd = panel.scrollHeight - panel.scrollTop - panel.clientHeight < 40;
    pre.append(text);
    if (atEnd) panel.scrollTop = panel.scrollHeight;
  }

  settled() {
    this.isLive = false;
    this.streams = {};
    for (const view of ["code", "answer", "reasoning"]) this.panel(view).dataset.filled = "";
    this.load();
  }

  async load() {
    const panel = this.panel(this.current);
    const streams = this.isLive && this.streams[this.current];
    if (!panel.dataset.fragment || streams || (panel.dataset.filled && !this.isLive)) return;
    panel.dataset.filled = "yes";
    try {
      panel.innerHTML = await call("GET", `/fragments/${this.id}/${this.current}`);
    } catch (problem) {
      panel.dataset.filled = "";
      panel.textContent = `${problem.message} ${problem.hint ?? ""}`;
    }
  }
}
