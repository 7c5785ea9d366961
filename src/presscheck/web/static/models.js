// Add, test and remove model servers.
import { call, number, say, showError } from "./words.js";

const form = document.getElementById("add-endpoint");
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const data = new FormData(form);
  const note = form.querySelector("[data-error]");
  note.hidden = true;
  try {
    await call("POST", "/api/endpoints", {
      base_url: data.get("base_url"),
      name: data.get("name") || null,
      api_key: data.get("api_key") || null,
      remember_key: data.get("remember") === "on",
    });
    location.reload();
  } catch (problem) {
    showError(note, problem);
  }
});

function report(result, answer) {
  const lines = document.createElement("p");
  lines.textContent = answer.ok
    ? say("test_ok", { count: number(answer.models.length), seconds: number(answer.seconds, 2) })
    : `${answer.message} ${answer.hint}`;
  result.replaceChildren(lines);
  if (!answer.models.length) return;
  const list = document.createElement("ul");
  for (const model of answer.models.slice(0, 60)) list.append(Object.assign(document.createElement("li"), { textContent: model }));
  result.append(list);
}

for (const item of document.querySelectorAll(".endpoint")) {
  const result = item.querySelector("[data-result]");
  item.querySelector("[data-test]").addEventListener("click", async (event) => {
    event.target.disabled = true;
    result.textContent = say("testing");
    try {
      report(result, await call("POST", `/api/endpoints/${item.dataset.id}/test`));
    } catch (problem) {
      showError(result, problem);
    }
    event.target.disabled = false;
  });
  item.querySelector("[data-delete]")?.addEventListener("click", async () => {
    try {
      await call("DELETE", `/api/endpoints/${item.dataset.id}`);
      item.remove();
    } catch (problem) {
      showError(result, problem);
    }
  });
}
