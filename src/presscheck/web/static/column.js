// One generation: its phases, its figures, its page as it grows, its scorecard when it is done.
import { Bed } from "./bed.js";
import { Views } from "./views.js";
import { call, number, say, size } from "./words.js";

const PHASES = ["waiting", "thinking", "writing", "scoring"];

export class Column {
  constructor(article, summary) {
    this.article = article;
    this.id = article.dataset.id;
    this.summary = summary;
    this.settled = article.dataset.settled === "yes";
    this.loaded = this.settled;
    this.bed = new Bed(article.querySelector("[data-bed]"), article, this.id);
    this.views = new Views(article, this.id);
    this.state = {};
    this.find("[data-stop]").addEventListener("click", () => this.stop());
    this.find("[data-score-again]").addEventListener("click", () => this.score());
    if (!this.settled) this.views.live();
  }

  find(selector) {
    return this.article.querySelector(selector);
  }

  metric(name, text) {
    this.find(`[data-metric="${name}"]`).textContent = text ?? "–";
  }

  update(update) {
    const before = this.state;
    this.state = update;
    this.receivedAt = performance.now();
    if (update.phase !== before.phase || update.note !== before.note) this.phase(update);
    if (update.progress) this.progress(update.progress);
    this.outcomes(update.outcomes ?? {});
    if (update.text_delta) this.views.append("answer", update.text_delta);
    if (update.reasoning_delta) this.views.append("reasoning", update.reasoning_delta);
    this.metric("tokens", update.tokens === null ? undefined : number(update.tokens));
    this.metric("speed", update.speed === null ? undefined : number(update.speed, 1));
    this.metric("first", update.first === null ? undefined : `${number(update.first, 2)} s`);
    this.metric("bytes", update.bytes ? size(update.bytes) : undefined);
    this.metric("seconds", update.seconds === null ? undefined : `${number(update.seconds, 1)} s`);
    if (update.bytes || update.settled) this.bed.show(update);
    this.summary.set(this.id, this.article.dataset.group, update);
    if (update.error) {
      const note = this.find("[data-error]");
      note.querySelector("strong").textContent = update.error;
      note.querySelector("span").textContent = update.error_hint ?? "";
      note.hidden = false;
    }
    if (update.settled) this.settle();
  }

  phase(update) {
    this.article.className = `proof is-${update.phase}`;
    this.find(".phase").textContent = update.phase_word;
    const reached = PHASES.indexOf(update.phase);
    for (const patch of this.article.querySelectorAll(".strip li")) {
      const place = PHASES.indexOf(patch.dataset.phase);
      const skipped = patch.dataset.phase === "thinking" && !update.thought && !update.settled && reached > 1;
      patch.className = update.settled ? (update.reached.includes(patch.dataset.phase) ? "full" : "") : place < reached && !skipped ? "full" : place === reached ? "now" : "";
    }
    if (update.phase !== "scoring") this.find("[data-progress]").textContent = update.note ?? "";
  }

  progress({ stage, stage_word, says, share }) {
    if (stage !== "done") this.find("[data-progress]").textContent = [stage_word, says].filter(Boolean).join(": ");
    if (share === null || this.state.settled) return;
    const patch = this.find('.strip [data-phase="scoring"]');
    patch.className = "share";
    patch.firstElementChild.style.transform = `scaleX(${share})`;
  }

  // Checks are ticked off in the plan as they are done.
  outcomes(outcomes) {
    for (const [id, outcome] of Object.entries(outcomes)) {
      const glyph = this.find(`[data-check="${id}"] .glyph`);
      if (!glyph || glyph.classList.contains(`is-${outcome}`)) continue;
      glyph.setAttribute("class", `glyph is-${outcome}`);
      glyph.setAttribute("aria-label", say(outcome));
      glyph.querySelector("use").setAttribute("href", `#${outcome}`);
    }
  }

  // Seconds count on between two updates.
  tick() {
    if (this.settled || this.state.seconds === undefined || !this.state.counting) return;
    const seconds = this.state.seconds + (performance.now() - this.receivedAt) / 1000;
    this.metric("seconds", `${number(seconds, 1)} s`);
  }

  lost(text) {
    if (!this.settled) this.find("[data-progress]").textContent = text || (this.state.note ?? "");
  }

  async stop() {
    this.find("[data-stop]").disabled = true;
    try {
      await call("POST", `/api/generations/${this.id}/stop`);
    } catch (problem) {
      this.lost(problem.message);
      this.find("[data-stop]").disabled = false;
    }
  }

  async score() {
    try {
      await call("POST", `/api/generations/${this.id}/score`);
      location.reload();
    } catch (problem) {
      this.find("[data-progress]").textContent = `${problem.message} ${problem.hint ?? ""}`;
    }
  }

  async settle() {
    this.settled = true;
    this.find("[data-stop]").hidden = true;
    this.find("[data-progress]").textContent = this.state.note ?? "";
    this.find("[data-download]").hidden = !this.state.bytes || Boolean(this.find(".whole"));
    for (const patch of this.article.querySelectorAll(".strip i")) patch.style.transform = "";
    const again = this.find("[data-score-again]");
    again.hidden = !this.state.bytes;
    if (this.state.has_scorecard) again.textContent = say("score_again");
    this.bed.settled(this.state);
    if (this.loaded) return;
    this.loaded = true;
    this.views.settled();
    if (this.state.has_scorecard) this.find("[data-scorecard]").innerHTML = await call("GET", `/fragments/${this.id}/scorecard`);
  }
}
