// What exploring needs beside snapshots: emptying storage, letting go of the focus, and the ids of
// nodes that the debugger found listeners on.
(() => {
  const P = globalThis.__presscheck;
  P.wipe = () => {
    for (const get of [() => localStorage, () => sessionStorage]) {
      try { get().clear(); } catch { continue; }
    }
    return true;
  };
  P.blur = () => {
    const el = document.activeElement;
    if (el && el !== document.body && typeof el.blur === 'function') el.blur();
    return true;
  };
})();
