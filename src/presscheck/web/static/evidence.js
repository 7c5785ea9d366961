// Before and after, one over the other: the slider moves the edge between them.
document.addEventListener("input", (event) => {
  const stage = event.target.closest?.("[data-compare]");
  if (!stage || event.target.type !== "range") return;
  stage.querySelector("[data-after]").style.clipPath = `inset(0 0 0 ${event.target.value}%)`;
});
