// Runs in the page's own world before its first script: seeds randomness, and keeps what the page
// cannot be asked for later (errors, sounds). A page that tampers with this only hides its own faults.
((secret, seed) => {
  const kept = [];
  const keep = (kind, text) => {
    if (kept.length < 100) kept.push([kind, text]);
  };
  const words = (value) => {
    try {
      if (value instanceof Error) return `${value.name}: ${value.message}`;
      return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
    } catch {
      return "(a value that cannot be shown)";
    }
  };
  addEventListener("error", (e) => {
    if (e instanceof ErrorEvent) {
      keep("exception", `${e.message}${e.lineno ? ` (line ${e.lineno}:${e.colno})` : ""}`);
    }
  }, true);
  addEventListener("unhandledrejection", (e) => keep("rejection", words(e.reason)), true);
  const said = console.error.bind(console);
  console.error = (...values) => {
    keep("console", values.map(words).join(" "));
    said(...values);
  };

  let state = seed >>> 0;
  const next = () => {
    // mulberry32 (Tommy Ettinger, public domain): small, fast, and good enough for a page.
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  Math.random = next;
  Crypto.prototype.getRandomValues = function (array) {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let i = 0; i < bytes.length; i++) bytes[i] = next() * 256;
    return array;
  };

  const heard = (prototype, name) => {
    const real = prototype && prototype[name];
    if (typeof real !== "function") return;
    prototype[name] = function (...values) {
      keep("sound", name);
      return real.apply(this, values);
    };
  };
  heard(globalThis.OscillatorNode?.prototype, "start");
  heard(globalThis.AudioBufferSourceNode?.prototype, "start");
  heard(globalThis.AudioScheduledSourceNode?.prototype, "start");
  heard(globalThis.HTMLMediaElement?.prototype, "play");
  heard(globalThis.SpeechSynthesis?.prototype, "speak");
  globalThis.print = () => keep("dialog", "print");

  Object.defineProperty(globalThis, secret, { value: () => kept.splice(0) });
})("__SECRET__", __SEED__);
