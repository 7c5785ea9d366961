// The columns of one sheet: one event stream feeds them all, and picks up where it was cut.
import { Column } from "./column.js";
import { Summary } from "./summary.js";
import { call, say } from "./words.js";

const sheet = document.getElementById("proofs");
const summary = new Summary();
const columns = new Map();
for (const article of sheet.querySelectorAll(".proof")) {
  const column = new Column(article, summary);
  columns.set(column.id, column);
}

function follow() {
  const source = new EventSource(sheet.dataset.events);
  source.addEventListener("update", (event) => {
    const update = JSON.parse(event.data);
    columns.get(update.id)?.update(update);
    if ([...columns.values()].every((column) => column.settled)) source.close();
  });
  source.addEventListener("open", () => columns.forEach((column) => column.lost("")));
  source.addEventListener("error", () => columns.forEach((column) => column.settled || column.lost(say("reconnecting"))));
}
follow();

document.querySelector("[data-delete]")?.addEventListener("click", async (event) => {
  if (!confirm(say("sure_to_delete"))) return;
  await call("DELETE", `/api/generations/${event.target.dataset.delete}`);
  location.assign("/history");
});

setInterval(() => columns.forEach((column) => column.tick()), 100);
