// What acting needs to know and cannot be done by raw input alone: scrolling a place into view, the
// point of it that really receives a click, and setting native fields whose own pickers no mouse of
// ours can reach (colour, date, select).
(() => {
  const P = globalThis.__presscheck;

  function offsetOf(el) {
    let x = 0, y = 0, win = el.ownerDocument.defaultView;
    while (win && win !== window && win.frameElement) {
      const r = win.frameElement.getBoundingClientRect();
      x += r.x + win.frameElement.clientLeft; y += r.y + win.frameElement.clientTop;
      win = win.parent;
    }
    return [x, y];
  }
  function topmost(el, x, y) {
    const root = el.getRootNode();
    return (root.elementFromPoint ? root : el.ownerDocument).elementFromPoint(x, y);
  }
  function receives(el, hit) {
    if (!hit) return false;
    if (hit === el || el.contains(hit) || (el.shadowRoot && el.shadowRoot.contains(hit))) return true;
    const label = hit.closest && hit.closest('label');
    return !!(label && label.control === el);
  }
  function describe(el) {
    const text = (el.getAttribute('aria-label') || el.textContent || '').replace(/\s+/g, ' ').trim().slice(0, 40);
    const id = el.id ? '#' + el.id : (el.getAttribute('class') || '').split(/\s+/).filter(Boolean).slice(0, 2).map(c => '.' + c).join('');
    return el.localName + id + (text ? ' “' + text + '”' : '');
  }

  // The point of the element at shares (fx, fy) of its box, scrolled into view. Where something
  // else would receive the event there, the nearest point of a small lattice that does is taken.
  P.aim = ({ id, fx, fy, exact }) => {
    const el = P.element(id);
    if (!el || !el.isConnected) return { gone: true };
    let r = el.getBoundingClientRect();
    let [ox, oy] = offsetOf(el);
    const want = () => [r.x + r.width * fx + ox, r.y + r.height * fy + oy];
    let [x, y] = want();
    const inView = () => x >= 1 && y >= 1 && x <= innerWidth - 1 && y <= innerHeight - 1;
    let scrolled = false;
    if (!inView() || clippedAt(el, x - ox, y - oy)) {
      el.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      r = el.getBoundingClientRect(); [ox, oy] = offsetOf(el); [x, y] = want(); scrolled = true;
      if (!inView()) {
        const dx = x < 1 || x > innerWidth - 1 ? x - innerWidth / 2 : 0, dy = y < 1 || y > innerHeight - 1 ? y - innerHeight / 2 : 0;
        scrollBy({ left: dx, top: dy, behavior: 'instant' });
        r = el.getBoundingClientRect(); [ox, oy] = offsetOf(el); [x, y] = want();
      }
    }
    const box = [r.x + ox, r.y + oy, r.width, r.height];
    if (!inView()) return { x, y, box, scrolled, outside: true };
    let hit = topmost(el, x - ox, y - oy);
    let clear = receives(el, hit);
    if (!clear && !exact) {
      const rects = [...el.getClientRects()].slice(0, 4);
      const spots = [];
      for (const q of rects) for (const a of [0.5, 0.25, 0.75, 0.1, 0.9]) for (const b of [0.5, 0.25, 0.75, 0.1, 0.9]) {
        spots.push([q.x + q.width * a, q.y + q.height * b]);
      }
      spots.sort((p, q) => Math.hypot(p[0] + ox - x, p[1] + oy - y) - Math.hypot(q[0] + ox - x, q[1] + oy - y));
      for (const [sx, sy] of spots) {
        if (sx + ox < 1 || sy + oy < 1 || sx + ox > innerWidth - 1 || sy + oy > innerHeight - 1) continue;
        if (receives(el, topmost(el, sx, sy))) { x = sx + ox; y = sy + oy; clear = true; break; }
      }
    }
    const other = !clear && hit && !hit.contains(el) ? describe(hit) : '';
    return { x, y, box, scrolled, covered: !clear && !!other, other, passes: !clear && !other };
  };
  function clippedAt(el, x, y) {
    for (let n = el.parentElement; n && n !== el.ownerDocument.body; n = n.parentElement) {
      if (n.scrollHeight > n.clientHeight + 1 || n.scrollWidth > n.clientWidth + 1) {
        const s = getComputedStyle(n);
        if (s.overflowX === 'visible' && s.overflowY === 'visible') continue;
        const r = n.getBoundingClientRect();
        if (x < r.x || y < r.y || x > r.right || y > r.bottom) return true;
      }
    }
    return false;
  }

  // Set a native field as its own picker would: value, then input and change events. The isolated
  // world's value setter is the browser's own, so frameworks that patch it see a real change.
  P.setNative = ({ id, value }) => {
    const el = P.element(id);
    if (!el || !el.isConnected) return false;
    if (el.localName === 'select') {
      const i = [...el.options].findIndex(o => o.text === value || o.value === value);
      if (i < 0) return false;
      el.selectedIndex = i;
    } else el.value = value;
    el.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    el.dispatchEvent(new Event('change', { bubbles: true }));
    return true;
  };
  P.focus = ({ id }) => {
    const el = P.element(id);
    if (!el || !el.isConnected) return false;
    el.focus({ preventScroll: false });
    return el.ownerDocument.activeElement === el;
  };
  P.select = ({ id }) => {
    const el = P.element(id);
    if (!el) return false;
    if (typeof el.select === 'function') { el.select(); return true; }
    const range = document.createRange();
    range.selectNodeContents(el);
    const s = getSelection();
    s.removeAllRanges(); s.addRange(range);
    return true;
  };
  P.optionValue = ({ id, text }) => {
    const el = P.element(id);
    const o = el && [...(el.options || [])].find(v => v.text === text || v.value === text);
    return o ? o.value : null;
  };
  P.at = ({ x, y }) => {
    const el = document.elementFromPoint(x, y);
    return el ? P.idOf(el) : 0;
  };
})();
