// Runs before the page's first script, in every frame: time in the page stands still, and moves only
// when `advance` is called. Date, timers, animation frames, performance.now, CSS and Web animations
// and SVG animations all follow the one clock. Built-ins are taken at the start, so that a page that
// replaces them deceives only itself.
((key, start) => {
  if (key in globalThis) return; // some frames are given their scripts twice
  const FRAME = 1000 / 60;
  const CLAMP = 4; // milliseconds between deeply nested timers (HTML standard, "timer nesting level")
  const MOST_PENDING = 50_000;
  const MOST_REAL_FRAMES = 60;
  const FINE_HEAD = 2_000; // every frame in the first so many milliseconds of a stretch
  const FINE_TAIL = 500; // and in the last
  const COARSE_FRAMES = 240; // so many between them, as a browser gives few to a page in the back
  const COARSE_TURN = 50; // there, so many milliseconds pass between two turns of the event loop

  const { apply, construct, defineProperty, getOwnPropertyDescriptor } = Reflect;
  const RealDate = Date;
  const realNow = performance.now.bind(performance);
  const realFrame = requestAnimationFrame.bind(globalThis);
  const realTimeout = setTimeout.bind(globalThis);
  const report = reportError.bind(globalThis);
  const run = eval;
  const { max, min, trunc, floor } = Math;
  const isFinite = Number.isFinite;
  const getter = (prototype, name) => getOwnPropertyDescriptor(prototype, name)?.get;

  let epoch = start; // wall time of the navigation, milliseconds since 1970
  let now = 0; // milliseconds since the navigation
  const wall = () => epoch + floor(now);

  // A queue ordered by due time, then by order of calling.
  const heap = [];
  const live = new Map();
  const liveGet = live.get.bind(live);
  const liveSet = live.set.bind(live);
  const liveDelete = live.delete.bind(live);
  const before = (a, b) => a.at < b.at || (a.at === b.at && a.seq < b.seq);
  let count = 0;
  const push = (timer) => {
    let i = count++;
    for (let up; i > 0 && before(timer, heap[(up = (i - 1) >> 1)]); i = up) heap[i] = heap[up];
    heap[i] = timer;
  };
  const pop = () => {
    const top = heap[0];
    const last = heap[--count];
    heap.length = count;
    if (count > 0) {
      let i = 0;
      for (;;) {
        let down = 2 * i + 1;
        if (down >= count) break;
        if (down + 1 < count && before(heap[down + 1], heap[down])) down++;
        if (!before(heap[down], last)) break;
        heap[i] = heap[down];
        i = down;
      }
      heap[i] = last;
    }
    return top;
  };

  /** Takes cancelled timers out; says whether there are still too many. */
  const tidy = () => {
    const kept = [];
    for (let i = 0; i < count; i++) if (heap[i].call !== null) kept[kept.length] = heap[i];
    heap.length = count = 0;
    for (let i = 0; i < kept.length; i++) push(kept[i]);
    return count + frames.length > MOST_PENDING / 2;
  };

  let ids = 0;
  let seq = 0;
  let depth = 0;
  // Never nothing: a page that awaits one empty timer after the other would stop the clock.
  const wait = (ms, level) => max(ms, level > 5 ? CLAMP : 1);
  const add = (call, delay, values, repeats) => {
    let ms = trunc(+delay) || 0;
    if (ms < 0 || ms > 0x7fffffff) ms = 0;
    const level = depth + 1;
    const id = ++ids;
    const timer = { id, call, values, ms, repeats, level, seq: ++seq, at: now + wait(ms, level) };
    liveSet(id, timer);
    push(timer);
    return id;
  };
  const drop = (id) => {
    const timer = liveGet(+id);
    if (timer) {
      timer.call = null;
      liveDelete(timer.id);
    }
  };
  const guarded = (call, self, values) => {
    try {
      apply(call, self, values);
    } catch (error) {
      report(error);
    }
  };
  const fire = (timer) => {
    if (timer.call === null) return;
    if (!timer.repeats) liveDelete(timer.id);
    depth = timer.level;
    if (typeof timer.call === "function") guarded(timer.call, globalThis, timer.values);
    else guarded(run, undefined, [`${timer.call}`]);
    if (timer.repeats && timer.call !== null) {
      timer.level++;
      timer.at += wait(timer.ms, timer.level);
      timer.seq = ++seq;
      push(timer);
    }
  };

  let frames = [];
  let frameIds = 0;
  const frameAfter = (ms) => (floor(ms / FRAME + 1e-6) + 1) * FRAME;

  const put = (target, name, value) =>
    defineProperty(target, name, { value, writable: true, configurable: true, enumerable: true });
  put(globalThis, "setTimeout", function setTimeout(call, ms, ...values) {
    return add(call, ms, values, false);
  });
  put(globalThis, "setInterval", function setInterval(call, ms, ...values) {
    return add(call, ms, values, true);
  });
  put(globalThis, "clearTimeout", function clearTimeout(id) { drop(id); });
  put(globalThis, "clearInterval", function clearInterval(id) { drop(id); });
  put(globalThis, "requestAnimationFrame", function requestAnimationFrame(call) {
    if (typeof call !== "function") throw new TypeError("The callback is not a function.");
    frames[frames.length] = { id: ++frameIds, call };
    return frameIds;
  });
  put(globalThis, "cancelAnimationFrame", function cancelAnimationFrame(id) {
    for (let i = 0; i < frames.length; i++) if (frames[i].id === +id) frames[i].call = null;
    for (let i = 0; i < running.length; i++) if (running[i].id === +id) running[i].call = null;
  });
  put(globalThis, "requestIdleCallback", function requestIdleCallback(call) {
    if (typeof call !== "function") throw new TypeError("The callback is not a function.");
    return add(() => {
      const began = realNow();
      call({ didTimeout: false, timeRemaining: () => max(0, 10 - (realNow() - began)) });
    }, 1, [], false);
  });
  put(globalThis, "cancelIdleCallback", function cancelIdleCallback(id) { drop(id); });

  function PageDate(...values) {
    if (!new.target) return new RealDate(wall()).toString();
    return construct(RealDate, values.length ? values : [wall()], new.target);
  }
  PageDate.prototype = RealDate.prototype;
  put(PageDate, "now", function now() { return wall(); });
  put(PageDate, "parse", RealDate.parse);
  put(PageDate, "UTC", RealDate.UTC);
  defineProperty(PageDate, "name", { value: "Date" });
  defineProperty(PageDate, "length", { value: 7 });
  defineProperty(RealDate.prototype, "constructor", {
    value: PageDate, writable: true, configurable: true,
  });
  defineProperty(globalThis, "Date", { value: PageDate, writable: true, configurable: true });

  const Format = Intl.DateTimeFormat.prototype;
  const format = getter(Format, "format");
  defineProperty(Format, "format", {
    configurable: true,
    get() {
      const bound = apply(format, this, []);
      return (date) => bound(date === undefined ? wall() : date);
    },
  });
  const parts = Format.formatToParts;
  put(Format, "formatToParts", function formatToParts(date) {
    return apply(parts, this, [date === undefined ? wall() : date]);
  });
  if (globalThis.Temporal?.Now) {
    const instant = () => Temporal.Instant.fromEpochMilliseconds(wall());
    const zoned = (zone = "UTC") => instant().toZonedDateTimeISO(zone);
    put(Temporal.Now, "instant", instant);
    put(Temporal.Now, "zonedDateTimeISO", zoned);
    put(Temporal.Now, "plainDateTimeISO", (zone) => zoned(zone).toPlainDateTime());
    put(Temporal.Now, "plainDateISO", (zone) => zoned(zone).toPlainDate());
    put(Temporal.Now, "plainTimeISO", (zone) => zoned(zone).toPlainTime());
  }

  put(Performance.prototype, "now", function () { return now; });
  defineProperty(Performance.prototype, "timeOrigin", { configurable: true, get: () => epoch });
  const stamps = new WeakMap();
  const stampOf = stamps.get.bind(stamps);
  const stamp = stamps.set.bind(stamps);
  defineProperty(Event.prototype, "timeStamp", {
    configurable: true,
    get() {
      let at = stampOf(this);
      if (at === undefined) stamp(this, (at = now));
      return at;
    },
  });
  put(AbortSignal, "timeout", function timeout(ms) {
    const controller = new AbortController();
    const error = new DOMException("signal timed out", "TimeoutError");
    add(() => controller.abort(error), ms, [], false);
    return controller.signal;
  });

  // Animations. Their own timeline stands still (the browser's playback rate is 0): they move here.
  const animations = Document.prototype.getAnimations;
  const A = Animation.prototype;
  const stateOf = getter(A, "playState");
  const rateOf = getter(A, "playbackRate");
  const effectOf = getter(A, "effect");
  const timelineOf = getter(A, "timeline");
  const timeOf = getOwnPropertyDescriptor(A, "currentTime");
  const timing = AnimationEffect.prototype.getComputedTiming;
  const ownTimeline = getter(Document.prototype, "timeline");
  const query = Document.prototype.querySelectorAll;
  const svgPause = SVGSVGElement.prototype.pauseAnimations;
  const svgTo = SVGSVGElement.prototype.setCurrentTime;
  const owner = getter(SVGElement.prototype, "ownerSVGElement");

  /** Moves all animations on; says whether one of them came to its end. */
  const move = (ms) => {
    let ended = false;
    // A frame's window may outlive its first document; nothing can replace `document` itself.
    const list = apply(animations, document, []);
    const rests = apply(ownTimeline, document, []);
    for (let i = 0; i < list.length; i++) {
      const one = list[i];
      if (apply(stateOf, one, []) !== "running" || apply(timelineOf, one, []) !== rests) continue;
      const effect = apply(effectOf, one, []);
      if (!effect) continue;
      const end = apply(timing, effect, []).endTime;
      const rate = apply(rateOf, one, []);
      let to = (apply(timeOf.get, one, []) ?? 0) + ms * rate;
      if (rate > 0 && to >= end) [to, ended] = [end, true];
      if (rate < 0 && to <= 0) [to, ended] = [0, true];
      apply(timeOf.set, one, [to]);
    }
    return ended;
  };
  /** SVG's own animations (SMIL) have a clock for each outermost picture. */
  const svg = () => {
    const inside = apply(query, document, ["svg animate, svg animateTransform, svg animateMotion, svg set"]);
    const seen = [];
    for (let i = 0; i < inside.length && seen.length < 50; i++) {
      let root = null;
      for (let up = apply(owner, inside[i], []); up; up = apply(owner, up, [])) root = up;
      if (!root || seen[seen.length - 1] === root) continue;
      seen[seen.length] = root;
      apply(svgPause, root, []);
      apply(svgTo, root, [now / 1000]);
    }
  };
  const addListener = EventTarget.prototype.addEventListener;
  apply(addListener, document, ["DOMContentLoaded", svg]);

  const channel = new MessageChannel();
  const post = channel.port2.postMessage.bind(channel.port2);
  let resume = null;
  channel.port1.onmessage = () => resume();
  const turn = () => new Promise((done) => { resume = done; post(0); });
  const drawn = () => new Promise((done) => { realFrame(done); realTimeout(done, 100); });

  let running = [];
  let busy = false;
  /** Lets `ms` pass. Answers null, or in words why it gave up. `patience` is in real milliseconds:
      a page that draws slowly gets fewer frames rather than the blame. `elapsed` is the page time
      that has passed since the first load. */
  const advance = async (ms, patience, elapsed) => {
    if (busy) return null;
    busy = true;
    epoch = start + elapsed - now; // a page that has loaded itself anew does not fall back in time
    try {
      const began = realNow();
      const from = now;
      const to = now + ms;
      const coarse = max(FRAME, (ms - FINE_HEAD - FINE_TAIL) / COARSE_FRAMES);
      let realFrames = 0;
      let moved = now;
      let turned = now;
      for (;;) {
        const fine = now - from < FINE_HEAD || to - now < FINE_TAIL;
        const slow = realNow() - began > patience / 2;
        const frame = frameAfter(moved + (slow ? 1000 : fine ? 0 : coarse - FRAME));
        const due = count > 0 ? heap[0].at : Infinity;
        const next = min(due, frame);
        if (next > to + 1e-6) break;
        if (!fine && next - turned >= COARSE_TURN && turned !== now) {
          await turn(); // whatever is under way is done before time goes far
          turned = now;
          continue;
        }
        now = max(now, next);
        if (due <= frame) {
          fire(pop());
        } else {
          const ended = move(now - moved);
          moved = now;
          running = frames;
          frames = [];
          for (let i = 0; i < running.length; i++) {
            const call = running[i].call;
            if (call !== null) guarded(call, undefined, [now]);
          }
          running = [];
          // The browser tells of an animation's end when it draws.
          if (ended && realFrames++ < MOST_REAL_FRAMES) await drawn();
        }
        if (count + frames.length > MOST_PENDING && tidy()) return "it sets more and more timers";
        if (fine && !slow) {
          await turn();
          turned = now;
        } else {
          for (let i = 0; i < 4; i++) await undefined;
        }
        depth = 0;
      }
      await turn();
      depth = 0;
      now = to;
      if (move(now - moved)) await drawn();
      svg();
      return null;
    } finally {
      busy = false;
    }
  };

  defineProperty(globalThis, key, {
    value: Object.freeze({ advance, begin: (ms) => { epoch = start + ms; } }),
  });
})("__CLOCK__", __START__);
