// Runs in the page's own world before its first script: seeds randomness, and keeps what the page
// cannot be asked for later (errors, sounds). A page that tampers with this only hides its own faults.
((secret, seed) => {
  if (secret in globalThis) return; // some frames are given their scripts twice
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
  // What a page says is capped: a flood would drown the channel to the browser.
  let said = 0;
  for (const name of ["log", "info", "debug", "warn", "error", "trace", "table", "dir", "group",
    "groupCollapsed", "groupEnd", "assert", "count", "time", "timeEnd", "timeLog"]) {
    const real = console[name];
    if (typeof real !== "function") continue;
    console[name] = (...values) => {
      if (name === "error") keep("console", values.map(words).join(" "));
      if (said++ < 300) real.apply(console, values);
    };
  }

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
  Crypto.prototype.randomUUID = function () {
    let hex = "";
    for (let i = 0; i < 32; i++) hex += ((next() * 16) | 0).toString(16);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
  };

  const heard = (prototype, name, kind = "sound", words = name) => {
    const real = prototype && prototype[name];
    if (typeof real !== "function") return;
    prototype[name] = function (...values) {
      keep(kind, words);
      return real.apply(this, values);
    };
  };
  heard(globalThis.OscillatorNode?.prototype, "start");
  heard(globalThis.AudioBufferSourceNode?.prototype, "start");
  heard(globalThis.AudioScheduledSourceNode?.prototype, "start");
  heard(globalThis.HTMLMediaElement?.prototype, "play");
  heard(globalThis.SpeechSynthesis?.prototype, "speak");

  // What a page asks the machine for: recorded, and harmless. A page's own clipboard works.
  globalThis.print = () => keep("asked", "print");
  heard(globalThis.Element?.prototype, "requestFullscreen", "asked", "full screen");
  heard(globalThis.Element?.prototype, "requestPointerLock", "asked", "pointer lock");
  heard(globalThis.Notification, "requestPermission", "asked", "notifications");
  heard(globalThis.Geolocation?.prototype, "getCurrentPosition", "asked", "position");
  heard(globalThis.MediaDevices?.prototype, "getUserMedia", "asked", "camera or microphone");
  if (globalThis.Clipboard) {
    let held = "";
    Clipboard.prototype.writeText = async (text) => {
      keep("asked", "clipboard");
      held = String(text).slice(0, 1_000_000);
    };
    Clipboard.prototype.readText = async () => held;
  }

  Object.defineProperty(globalThis, secret, { value: () => kept.splice(0) });
})("__SECRET__", __SEED__);
