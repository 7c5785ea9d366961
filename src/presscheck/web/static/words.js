// Words in the person's language, numbers in their form; filled in by the server.
export const words = JSON.parse(document.getElementById("words").textContent);
const locale = document.documentElement.lang;

export function say(key, values = {}) {
  return (words[key] ?? key).replace(/%\((\w+)\)s/g, (_, name) => values[name] ?? "");
}

export function number(value, digits = 0) {
  return new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
}

export function size(bytes) {
  return bytes < 1000 ? `${bytes} B` : bytes < 1e6 ? `${number(bytes / 1000, 1)} kB` : `${number(bytes / 1e6, 1)} MB`;
}

// JSON over HTTP; a problem+json answer becomes an Error with `message` and `hint`.
export async function call(method, url, body) {
  let answer;
  try {
    answer = await fetch(url, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw Object.assign(new Error(say("unreachable")), { hint: say("unreachable_hint") });
  }
  const text = await answer.text();
  const isJson = (answer.headers.get("content-type") ?? "").includes("json");
  const data = isJson && text ? JSON.parse(text) : text;
  if (!answer.ok) throw Object.assign(new Error(data.title ?? text), { hint: data.detail ?? "", status: answer.status });
  return data;
}

export function showError(note, error) {
  note.replaceChildren(
    Object.assign(document.createElement("strong"), { textContent: error.message }),
    ` ${error.hint ?? ""}`,
  );
  note.hidden = false;
}
