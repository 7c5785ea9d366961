// The sealed preview: a frame at a name of its own. It shows the page while it is being written,
// at the width of a desk, a tablet or a phone, and can be stopped when the page hangs.
import { call, say } from "./words.js";

const SILENT_AFTER = 4000; // ms without a heartbeat

export class Bed {
  constructor(bed, article, id) {
    this.bed = bed;
    this.id = id;
    this.blank = bed.querySelector(".blank-sheet");
    this.note = article.querySelector("[data-beat]");
    this.sizes = article.querySelectorAll("[data-size-to]");
    this.stopButton = article.querySelector("[data-stop-page]");
    this.tabLink = article.querySelector("[data-open-tab]");
    this.shown = "";
    for (const button of this.sizes) button.addEventListener("click", () => this.resize(button.dataset.sizeTo));
    this.stopButton.addEventListener("click", () => this.stop(say("page_stopped")));
    article.querySelector("[data-reload-page]").addEventListener("click", () => this.open());
    addEventListener("message", (event) => {
      if (this.beatFrame && event.source === this.beatFrame.contentWindow) this.heard();
    });
    new ResizeObserver(() => this.fit()).observe(bed);
    setInterval(() => this.listen(), 1000);
  }

  // Open the frame once there is something to see; open it anew when the page turns out to
  // be another one.
  show(update) {
    if (this.stopped || !update.bytes) return;
    if (update.page_version !== this.shown) this.open();
    this.shown = update.page_version;
  }

  settled(update) {
    if (!update.bytes) this.blank.querySelector("[data-blank]").textContent = say("no_page");
  }

  async open() {
    this.stopped = false;
    let preview;
    try {
      preview = await call("POST", `/api/generations/${this.id}/preview`);
    } catch (problem) {
      this.stop(`${problem.message} ${problem.hint ?? ""}`);
      return;
    }
    this.close();
    this.frame = this.makeFrame(preview.url, say("preview_of_page"));
    this.beatFrame = this.makeFrame(preview.beat, "");
    this.beatFrame.className = "beat-frame";
    this.beatFrame.tabIndex = -1;
    this.beatFrame.setAttribute("aria-hidden", "true");
    this.blank.hidden = true;
    this.bed.append(this.frame, this.beatFrame);
    this.lastBeat = null;
    this.note.textContent = "";
    this.tabLink.href = preview.url;
    this.tabLink.hidden = false;
    this.fit();
  }

  makeFrame(url, title) {
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", this.bed.dataset.sandbox);
    frame.setAttribute("referrerpolicy", "no-referrer");
    frame.setAttribute("allow", this.bed.dataset.allow);
    frame.title = title;
    frame.src = url;
    return frame;
  }

  close() {
    this.frame?.remove();
    this.beatFrame?.remove();
    this.frame = this.beatFrame = undefined;
  }

  stop(text) {
    this.close();
    this.stopped = true;
    this.blank.querySelector("[data-blank]").textContent = text;
    this.blank.hidden = false;
    this.note.textContent = "";
  }

  heard() {
    this.lastBeat = performance.now();
    if (this.note.textContent) this.note.textContent = "";
  }

  // Throttled background tabs are silent too: only a visible page is said to hang.
  listen() {
    if (!this.beatFrame || this.lastBeat === null || document.hidden) {
      if (document.hidden && this.lastBeat !== null) this.lastBeat = performance.now();
      return;
    }
    if (performance.now() - this.lastBeat > SILENT_AFTER) this.note.textContent = say("page_hangs");
  }

  resize(to) {
    this.bed.dataset.size = to;
    for (const button of this.sizes) button.setAttribute("aria-pressed", String(button.dataset.sizeTo === to));
    this.fit();
  }

  fit() {
    if (!this.frame) return;
    const wanted = this.bed.dataset.size;
    const room = this.bed.clientWidth;
    const width = wanted === "fit" ? room : Number(wanted);
    const scale = Math.min(1, room / width);
    this.frame.style.width = `${width}px`;
    this.frame.style.height = `${this.bed.clientHeight / scale}px`;
    this.frame.style.transform = scale < 1 ? `scale(${scale})` : "";
    this.frame.style.marginInline = width < room ? "auto" : "";
  }
}
