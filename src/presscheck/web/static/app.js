// On every screen: the theme switch without a reload, "/" to the line, and evidence that is looked at.
import { say } from "./words.js";
import "./evidence.js";

const root = document.documentElement;
const dark = matchMedia("(prefers-color-scheme: dark)");
const themeSwitch = document.querySelector("[data-theme-switch]");
const theme = () => root.dataset.theme ?? (dark.matches ? "dark" : "light");

themeSwitch.addEventListener("click", (event) => {
  event.preventDefault();
  const next = theme() === "dark" ? "light" : "dark";
  root.dataset.theme = next;
  fetch("/preferences", { method: "POST", body: new URLSearchParams({ theme: next }), redirect: "manual" });
});

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
  if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const field = document.querySelector("#line, #q");
  if (field) field.focus();
  else location.assign("/");
});

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-copy]");
  if (!button) return;
  await navigator.clipboard.writeText(button.parentElement.querySelector("pre").textContent);
  button.textContent = say("copied");
});
