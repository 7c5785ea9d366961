// The line: earlier lines with ↑, its plan while it is typed, the models beside each other.
import { call, number, say, showError } from "./words.js";
import { Slips } from "./slips.js";

const form = document.getElementById("compose");
const line = document.getElementById("line");
const count = document.getElementById("line-count");
const error = document.getElementById("line-error");
const plan = document.getElementById("plan");
const go = document.getElementById("go");
const repeats = document.getElementById("repeats");
const LIMIT = 4000;
const emptyPlan = plan.innerHTML;

// --- the plan, made from the line alone
let planTimer;
let planFor = "";
async function showPlan() {
  const text = line.value.trim();
  if (text === planFor) return;
  planFor = text;
  if (!text || text.length > LIMIT) {
    plan.innerHTML = emptyPlan;
    return;
  }
  try {
    const html = await call("POST", "/fragments/plan", { requirement: text });
    if (planFor === text) plan.innerHTML = html;
  } catch (problem) {
    if (planFor === text) plan.textContent = `${problem.message} ${problem.hint ?? ""}`;
  }
}

function typed() {
  const length = line.value.trim().length;
  count.textContent = length > LIMIT * 0.8 ? `${number(length)} / ${number(LIMIT)}` : "";
  count.classList.toggle("over", length > LIMIT);
  error.hidden = true;
  clearTimeout(planTimer);
  planTimer = setTimeout(showPlan, 250);
}
line.addEventListener("input", typed);

// --- earlier lines
const earlier = JSON.parse(document.getElementById("earlier").textContent);
let place = -1;
let draft = "";
function recall(step) {
  const next = place + step;
  if (next < -1 || next >= earlier.length) return;
  if (place === -1) draft = line.value;
  place = next;
  line.value = place === -1 ? draft : earlier[place];
  line.setSelectionRange(line.value.length, line.value.length);
  typed();
}
line.addEventListener("keydown", (event) => {
  if (event.isComposing) return;
  const before = line.value.slice(0, line.selectionStart);
  const after = line.value.slice(line.selectionEnd);
  if (event.key === "Enter" && !event.shiftKey) {
    event.preventDefault();
    form.requestSubmit();
  } else if (event.key === "ArrowUp" && !before.includes("\n") && (place >= 0 || !line.value || !before)) {
    event.preventDefault();
    recall(1);
  } else if (event.key === "ArrowDown" && !after.includes("\n") && place >= 0) {
    event.preventDefault();
    recall(-1);
  }
});
for (const button of document.querySelectorAll(".example"))
  button.addEventListener("click", () => {
    line.value = button.textContent;
    typed();
    line.focus();
  });

// --- the models, and off
const slips = new Slips(JSON.parse(document.getElementById("choices").textContent));
call("GET", "/api/models").then((found) => slips.offer(found.endpoints), (problem) => showError(error, problem));

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const models = slips.chosen();
  const missing = models.find((one) => one.unnamed);
  if (missing) {
    missing.field.focus();
    showError(error, new Error(say("name_the_model")));
    return;
  }
  go.disabled = true;
  try {
    const made = await call("POST", "/api/generations", {
      requirement: line.value,
      models: models.map(({ endpoint, model }) => ({ endpoint, model })),
      repeats: Number(repeats.value) || 1,
    });
    location.assign(made.url);
  } catch (problem) {
    showError(error, problem);
    line.focus();
  } finally {
    go.disabled = false;
  }
});
addEventListener("pageshow", () => (go.disabled = false));
typed();
showPlan();
