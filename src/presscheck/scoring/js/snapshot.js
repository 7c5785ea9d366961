// One pass over the page: what a person could notice. Runs in an isolated world, so the page's own
// patches of built-ins do not reach it. Sends all elements the first time, later those that differ.
// Row: id, parent, tag, type, role, name, raw text, value, hint, words, x, y, w, h, states, style,
// extra. The order and the meaning are those of snapshot.py.
(() => {
  const CHILD = '\u0001';
  const CAP = 5000;
  const TEXT_CAP = 4000;
  const MAX_DEPTH = 300;
  const GRID_W = 32, GRID_H = 24;
  const SKIP = new Set(['script', 'style', 'head', 'meta', 'link', 'template', 'noscript', 'title', 'br',
    'wbr', 'defs', 'base', 'param', 'source', 'track', 'clippath', 'mask', 'lineargradient',
    'radialgradient', 'filter', 'marker', 'pattern', 'symbol', 'desc', 'metadata', 'option', 'optgroup',
    'datalist', 'area']);
  const ROLES = {
    a: e => e.hasAttribute('href') ? 'link' : '', button: () => 'button', summary: () => 'button',
    textarea: () => 'textbox', select: e => e.multiple || e.size > 1 ? 'listbox' : 'combobox',
    h1: () => 'heading', h2: () => 'heading', h3: () => 'heading', h4: () => 'heading',
    h5: () => 'heading', h6: () => 'heading', img: () => 'img', ul: () => 'list', ol: () => 'list',
    li: () => 'listitem', table: () => 'table', tr: () => 'row', td: () => 'cell',
    th: () => 'columnheader', nav: () => 'navigation', main: () => 'main', header: () => 'banner',
    footer: () => 'contentinfo', aside: () => 'complementary', form: () => 'form',
    dialog: () => 'dialog', progress: () => 'progressbar', meter: () => 'meter', output: () => 'status',
    canvas: () => 'canvas', svg: () => 'graphic', video: () => 'video', audio: () => 'audio',
    details: () => 'group', fieldset: () => 'group', article: () => 'article', section: () => 'region',
    label: () => 'label', iframe: () => 'frame', hr: () => 'separator',
  };
  const INPUT_ROLES = {
    button: 'button', submit: 'button', reset: 'button', image: 'button', checkbox: 'checkbox',
    radio: 'radio', range: 'slider', number: 'spinbutton', search: 'searchbox', color: 'colour',
    date: 'date', time: 'date', 'datetime-local': 'date', month: 'date', week: 'date', file: 'file',
  };
  const CONTENT_NAMED = new Set(['button', 'link', 'tab', 'option', 'menuitem', 'menuitemcheckbox',
    'menuitemradio', 'checkbox', 'radio', 'switch', 'heading', 'treeitem', 'cell', 'columnheader',
    'gridcell', 'tooltip', 'label']);
  const TEXT_INPUTS = new Set(['text', 'search', 'email', 'url', 'tel', 'password', 'number', '']);
  const SHAPES = ['d', 'points', 'cx', 'cy', 'r', 'rx', 'ry', 'x', 'y', 'x1', 'y1', 'x2', 'y2', 'width',
    'height', 'transform', 'offset', 'viewBox', 'href', 'startOffset'];
  const SVG_NS = 'http://www.w3.org/2000/svg';

  const ids = new WeakMap();
  // ids of one load never meet those of another: `epoch` is given by inpage.py
  let nextId = (typeof epoch === 'number' ? epoch : 0) * 1000000 + 1;
  let sent = new Map();
  let sentOrder = '';
  let live = new Map();
  let scratch = null;
  const squeeze = s => s.replace(/[ \t\r\n\f\u00a0]+/g, ' ');
  const r1 = v => Math.round(v * 10) / 10;

  function idOf(el) {
    let id = ids.get(el);
    if (!id) { id = nextId++; ids.set(el, id); }
    return id;
  }

  function roleOf(el, tag) {
    const given = el.getAttribute('role');
    if (given) return given.trim().split(/\s+/)[0].toLowerCase();
    if (tag === 'input') {
      if (el.hasAttribute('list')) return 'combobox';
      return INPUT_ROLES[el.type] || 'textbox';
    }
    const by = ROLES[tag];
    if (by) return by(el);
    return '';
  }

  function nameOf(el, tag, role) {
    const by = el.getAttribute('aria-labelledby');
    if (by) {
      const text = by.trim().split(/\s+/).map(i => el.getRootNode().getElementById?.(i)?.textContent || '').join(' ');
      if (text.trim()) return squeeze(text).trim().slice(0, 200);
    }
    const label = el.getAttribute('aria-label');
    if (label && label.trim()) return label.trim().slice(0, 200);
    if (el.labels && el.labels.length) {
      const text = [...el.labels].map(l => labelText(l, el)).join(' ');
      if (text.trim()) return squeeze(text).trim().slice(0, 200);
    }
    if (tag === 'input' && (role === 'button')) {
      const v = el.value || el.alt || '';
      if (v) return v.slice(0, 200);
    }
    if (tag === 'img' || tag === 'area') { if (el.alt) return el.alt.slice(0, 200); }
    if (tag === 'svg') {
      const t = el.querySelector(':scope > title');
      if (t && t.textContent.trim()) return squeeze(t.textContent).trim().slice(0, 200);
    }
    if (tag === 'fieldset') { const l = el.querySelector(':scope > legend'); if (l) return squeeze(l.textContent).trim().slice(0, 200); }
    if (CONTENT_NAMED.has(role)) {
      const text = squeeze(readText(el)).trim();
      if (text) return text.slice(0, 200);
    }
    const title = el.getAttribute('title');
    if (title && title.trim()) return title.trim().slice(0, 200);
    return '';
  }

  function labelText(label, field) {
    let out = '';
    for (const n of label.childNodes) {
      if (n.nodeType === 3) out += n.data;
      else if (n.nodeType === 1 && n !== field && !/^(select|textarea|input|output|script|style)$/i.test(n.tagName)) {
        out += n.contains(field) ? labelText(n, field) : ' ' + n.textContent;
      }
    }
    return out;
  }

  function readText(el) {
    // textContent with alt texts, without script and style; cheap, since names are short
    let out = '';
    for (const n of el.childNodes) {
      if (n.nodeType === 3) out += n.data;
      else if (n.nodeType === 1) {
        const t = n.localName;
        if (t === 'img') out += ' ' + (n.alt || '') + ' ';
        else if (t === 'svg') { const s = n.querySelector('title'); if (s) out += ' ' + s.textContent + ' '; }
        else if (t !== 'script' && t !== 'style') out += (n.childElementCount || n.firstChild) ? readText(n) : '';
      }
      if (out.length > 240) break;
    }
    return out;
  }

  function wordsOf(el) {
    let out = el.id || '';
    const cls = el.getAttribute('class');
    if (cls) out += ' ' + cls;
    const name = el.getAttribute('name');
    if (name) out += ' ' + name;
    if (el.dataset) for (const k in el.dataset) out += ' ' + k + ' ' + el.dataset[k];
    const tip = el.getAttribute('aria-controls');
    if (tip) out += ' ' + tip;
    const inline = el.getAttribute('onclick');
    if (inline) out += ' ' + inline.replace(/[^A-Za-z\u3400-\u9fff'"]+/g, ' ').slice(0, 80);
    return squeeze(out).trim().slice(0, 200);
  }

  function valueOf(el, tag, role) {
    if (tag === 'input') {
      const t = el.type;
      if (t === 'checkbox' || t === 'radio' || t === 'button' || t === 'submit' || t === 'reset' || t === 'image') return null;
      if (t === 'file') return el.files.length ? el.files[0].name : '';
      return el.value;
    }
    if (tag === 'textarea') return el.value;
    if (tag === 'select') return [...el.selectedOptions].map(o => o.text).join(', ');
    if (tag === 'progress' || tag === 'meter') return String(el.value);
    if (tag === 'video' || tag === 'audio') return el.paused ? 'paused' : 'playing';
    const now = el.getAttribute('aria-valuetext') || el.getAttribute('aria-valuenow');
    if (now !== null) return now;
    if (tag === 'img') return (el.currentSrc || el.src || '').slice(-120);
    return null;
  }

  const colours = new Map();
  function colour(text) {
    let c = colours.get(text);
    if (c === undefined) {
      const m = /^rgba?\(([\d.]+),\s*([\d.]+),\s*([\d.]+)(?:,\s*([\d.]+))?\)$/.exec(text);
      c = m ? [+m[1], +m[2], +m[3], m[4] === undefined ? 1 : +m[4]] : null;
      if (colours.size > 4000) colours.clear();
      colours.set(text, c);
    }
    return c;
  }
  function luminance(c) {
    const f = v => { v /= 255; return v <= 0.03928 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4); };
    return 0.2126 * f(c[0]) + 0.7152 * f(c[1]) + 0.0722 * f(c[2]);
  }
  function blend(top, under) {
    if (!under) return null;
    const a = top[3];
    return [0, 1, 2].map(i => top[i] * a + under[i] * (1 - a)).concat(1);
  }
  function contrast(text, behind) {
    const t = text[3] < 1 ? blend(text, behind) : text;
    const a = luminance(t), b = luminance(behind);
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  }

  function meet(a, b) {
    if (!a) return b;
    if (!b) return a;
    return [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
  }

  function canvasOf(el) {
    const W = el.width, H = el.height;
    const none = { width: W, height: H, digest: '', grid: '', blank: true, read: false };
    if (!W || !H) return { ...none, read: true, grid: emptyGrid() };
    const k = W * H > 2500000 ? Math.sqrt(2500000 / (W * H)) : 1;
    const w = Math.max(1, Math.round(W * k)), h = Math.max(1, Math.round(H * k));
    try {
      if (!scratch) scratch = new OffscreenCanvas(w, h);
      if (scratch.width !== w || scratch.height !== h) { scratch.width = w; scratch.height = h; }
      const g = scratch.getContext('2d', { willReadFrequently: true });
      g.clearRect(0, 0, w, h);
      g.drawImage(el, 0, 0, w, h);
      const bytes = g.getImageData(0, 0, w, h).data;
      const px = new Uint32Array(bytes.buffer);
      let hash = 0x811c9dc5, any = 0, same = true;
      const first = px[0];
      for (let i = 0; i < px.length; i++) {
        const v = px[i];
        any |= v;
        if (v !== first) same = false;
        hash = Math.imul(hash ^ v, 0x01000193);
        hash ^= hash >>> 15;
      }
      if (!any) return { ...none, grid: emptyGrid() };
      return { width: W, height: H, digest: (hash >>> 0).toString(36) + '.' + px.length, grid: gridOf(bytes, w, h), blank: same, read: true };
    } catch { return none; }
  }
  let empty = '';
  function emptyGrid() { return empty || (empty = btoa('\0'.repeat(GRID_W * GRID_H * 4))); }
  function gridOf(bytes, w, h) {
    const out = new Uint8Array(GRID_W * GRID_H * 4);
    for (let gy = 0; gy < GRID_H; gy++) {
      const y0 = Math.floor(gy * h / GRID_H), y1 = Math.max(y0 + 1, Math.floor((gy + 1) * h / GRID_H));
      for (let gx = 0; gx < GRID_W; gx++) {
        const x0 = Math.floor(gx * w / GRID_W), x1 = Math.max(x0 + 1, Math.floor((gx + 1) * w / GRID_W));
        let r = 0, g = 0, b = 0, a = 0, n = 0;
        for (let y = y0; y < y1 && y < h; y++) {
          let p = (y * w + x0) * 4;
          for (let x = x0; x < x1 && x < w; x++, p += 4) {
            const al = bytes[p + 3];
            r += bytes[p] * al; g += bytes[p + 1] * al; b += bytes[p + 2] * al; a += al; n++;
          }
        }
        const o = (gy * GRID_W + gx) * 4;
        if (a) { out[o] = r / a; out[o + 1] = g / a; out[o + 2] = b / a; }
        out[o + 3] = n ? a / n : 0;
      }
    }
    return btoa(String.fromCharCode(...out));
  }

  function snap(full) {
    full = full || sent.size === 0;
    const rows = [];
    const order = [];
    const seen = new Map();
    const elements = new Map();
    const hitLater = [];
    let capped = false;
    const root = document.documentElement;
    const view = document.scrollingElement || root;
    const vw = innerWidth, vh = innerHeight;

    function frameOf(doc, ox, oy, clip) {
      const de = doc.documentElement, se = doc.scrollingElement || de;
      const win = doc.defaultView;
      const hs = s => s === 'hidden' || s === 'clip';
      const rs = win.getComputedStyle(de), bs = doc.body ? win.getComputedStyle(doc.body) : rs;
      const lockX = hs(rs.overflowX) || (rs.overflowX === 'visible' && hs(bs.overflowX));
      const lockY = hs(rs.overflowY) || (rs.overflowY === 'visible' && hs(bs.overflowY));
      return { doc, win, ox, oy, clip,
        left: -win.scrollX, top: -win.scrollY,
        right: (lockX ? win.innerWidth : Math.max(se.scrollWidth, win.innerWidth) - win.scrollX),
        bottom: (lockY ? win.innerHeight : Math.max(se.scrollHeight, win.innerHeight) - win.scrollY),
        active: doc.activeElement };
    }

    // c: what an element inherits: parent id, opacity, background behind it, clip, clip of the
    // containing block for absolutely placed ones, hand cursor, 3D matrix, whether fixed
    function walk(el, c, f, depth) {
      const tag = el.localName;
      if (SKIP.has(tag) || depth > MAX_DEPTH) return false;
      if (order.length >= CAP) { capped = true; return false; }
      const cs = f.win.getComputedStyle(el);
      const display = cs.display;
      if (display === 'none') return false;
      const id = idOf(el);
      const isSvg = el.namespaceURI === SVG_NS;
      const rect = el.getBoundingClientRect();
      const x = rect.x + f.ox, y = rect.y + f.oy, w = rect.width, h = rect.height;
      const states = [];
      const position = cs.position;
      const fixed = position === 'fixed' || c.fixed;
      const role = roleOf(el, tag);
      const opacity = c.opacity * (cs.opacity === '1' ? 1 : parseFloat(cs.opacity));
      let clip = position === 'fixed' ? f.clip : position === 'absolute' ? c.absClip : c.clip;
      let soft = position === 'fixed' ? null : c.soft;

      let shown = true;
      if (cs.visibility !== 'visible') { shown = false; states.push('invisible'); }
      if (opacity < 0.05) { shown = false; states.push('transparent'); }
      if (display === 'contents') { shown = shown && true; } else if (w < 1.5 && h < 1.5 || w === 0 || h === 0) {
        if (!(isSvg && (w > 2 || h > 2))) { shown = false; states.push('empty-box'); }
      }
      // 3D: turned to its back
      let matrix = c.matrix;
      const transform = cs.transform;
      if (transform !== 'none' || matrix) {
        const own = transform !== 'none' && transform.startsWith('matrix3d') ? new DOMMatrixReadOnly(transform) : null;
        if (own || matrix) matrix = matrix && own ? matrix.multiply(own) : own || matrix;
      }
      let facing = c.facing;
      if (cs.backfaceVisibility === 'hidden' && matrix && matrix.m33 < 0) facing = false;
      if (!facing) { shown = false; states.push('turned'); }
      const passMatrix = cs.transformStyle === 'preserve-3d' ? matrix : null;

      if (display !== 'contents') {
        const cx0 = x, cy0 = y, cx1 = x + w, cy1 = y + h;
        if (clip && (Math.min(cx1, clip[2]) - Math.max(cx0, clip[0]) < 1 || Math.min(cy1, clip[3]) - Math.max(cy0, clip[1]) < 1)) {
          if (soft) states.push('below'); else { shown = false; states.push('clipped'); }
        } else {
          const l = rect.x, t = rect.y;
          const R = fixed ? f.win.innerWidth : f.right, B = fixed ? f.win.innerHeight : f.bottom;
          const L = fixed ? 0 : f.left, T = fixed ? 0 : f.top;
          if (l + w <= L + 0.5 || t + h <= T + 0.5 || l >= R - 0.5 || t >= B - 0.5) {
            if (w && h) { shown = false; states.push('outside'); }
          } else if (x + w <= 0 || y + h <= 0 || x >= vw || y >= vh) states.push('below');
        }
      }

      // background behind its text
      let behind = c.behind;
      if (position === 'absolute' || position === 'fixed') behind = null;
      const bg = isSvg ? cs.fill : cs.backgroundColor;
      const image = isSvg ? 'none' : cs.backgroundImage;
      if (!isSvg) {
        const col = colour(bg);
        if (image !== 'none') behind = null;
        else if (col && col[3] >= 0.98) behind = col;
        else if (col && col[3] > 0) behind = blend(col, behind);
        else if (!col) behind = null;
      } else behind = null;

      // states
      if (role === 'checkbox' || role === 'radio' || role === 'switch' || role.startsWith('menuitem')) {
        if (el.checked === true || el.getAttribute('aria-checked') === 'true') states.push('checked');
        if (el.indeterminate) states.push('mixed');
      }
      const aria = n => el.getAttribute(n);
      if (aria('aria-selected') === 'true') states.push('selected');
      const exp = aria('aria-expanded');
      if (exp === 'true') states.push('expanded'); else if (exp === 'false') states.push('collapsed');
      if (aria('aria-pressed') === 'true') states.push('pressed');
      if (aria('aria-current') && aria('aria-current') !== 'false') states.push('current');
      if (aria('aria-disabled') === 'true' || (el.disabled === true) || (tag !== 'fieldset' && /^(button|input|select|textarea)$/.test(tag) && el.matches(':disabled'))) states.push('disabled');
      if (tag === 'details') states.push(el.open ? 'expanded' : 'collapsed');
      if (el === f.active && tag !== 'body' && tag !== 'html') states.push('focused');
      let editable = false;
      if (tag === 'textarea' || (tag === 'input' && TEXT_INPUTS.has(el.type))) {
        editable = !el.readOnly;
        if (el.readOnly) states.push('readonly');
        if (el.required) states.push('required');
        if (aria('aria-invalid') === 'true' || el.matches(':user-invalid')) states.push('invalid');
      } else if (el.isContentEditable && !(el.parentElement && el.parentElement.isContentEditable)) editable = true;
      if (editable) states.push('editable');
      if (el.draggable === true && tag !== 'img' && !(tag === 'a')) states.push('draggable');
      const cursor = cs.cursor;
      if (cursor !== c.cursor) {
        if (cursor === 'pointer') states.push('pointer');
        else if (cursor === 'grab' || cursor === 'grabbing' || cursor === 'move') states.push('grab');
        else if (cursor.endsWith('resize')) states.push('resize');
        else if (cursor === 'not-allowed') states.push('not-allowed');
        else if (cursor === 'crosshair') states.push('crosshair');
      }
      if (display.startsWith('inline') && !/^(button|input|select|textarea)$/.test(tag)) states.push('inline');
      if (display === 'contents') states.push('inline');
      if (aria('aria-live') || role === 'status' || role === 'alert') states.push('live');
      if (fixed) states.push('fixed');
      if (el.inert) states.push('inert');

      const extra = {};
      let hasExtra = false;
      const hard = cs.overflowX !== 'visible' || cs.overflowY !== 'visible';
      let childClip = clip, childSoft = soft, absClip = c.absClip;
      if (hard && tag !== 'body' && tag !== 'html' && !isSvg) {
        const scrolls = (cs.overflowY === 'auto' || cs.overflowY === 'scroll' || cs.overflowX === 'auto' || cs.overflowX === 'scroll')
          && (el.scrollHeight > el.clientHeight + 1 || el.scrollWidth > el.clientWidth + 1);
        if (scrolls) {
          states.push('scrollable');
          extra.scroll = [r1(el.scrollLeft), r1(el.scrollTop)]; hasExtra = true;
        }
        const was = childClip;
        childClip = meet(childClip, [x, y, x + w, y + h]);
        // inside a scroller, what is out of sight can be scrolled to; unless the scroller itself
        // is clipped away
        childSoft = scrolls ? !states.includes('clipped') : (was === childClip ? soft : false);
      }
      if (position !== 'static' || transform !== 'none') absClip = childClip;

      if (tag === 'canvas' && shown) { extra.canvas = canvasOf(el); hasExtra = true; }
      if (isSvg && tag !== 'svg' && tag !== 'g' || tag === 'svg' || tag === 'g') {
        let g = '';
        for (const a of SHAPES) { const v = el.getAttribute(a); if (v) g += a + '=' + (v.length > 120 ? v.slice(0, 100) + '#' + digest(v) : v) + ';'; }
        if (isSvg && cs.strokeDashoffset && cs.strokeDashoffset !== '0px') g += 'dash=' + cs.strokeDashoffset;
        if (g) { extra.geometry = g; hasExtra = true; }
      }
      if (role === 'slider' || role === 'spinbutton') {
        const lo = el.min !== undefined && el.min !== '' ? +el.min : aria('aria-valuemin') !== null ? +aria('aria-valuemin') : role === 'slider' ? 0 : NaN;
        const hi = el.max !== undefined && el.max !== '' ? +el.max : aria('aria-valuemax') !== null ? +aria('aria-valuemax') : role === 'slider' ? 100 : NaN;
        const step = el.step && el.step !== 'any' ? +el.step : el.step === 'any' ? 0 : 1;
        if (Number.isFinite(lo) && Number.isFinite(hi)) { extra.span = [lo, hi, Number.isFinite(step) ? step : 1]; hasExtra = true; }
      }
      if (tag === 'select') { extra.options = [...el.options].slice(0, 80).map(o => o.text.slice(0, 80)); hasExtra = true; }

      const background = isSvg ? bg : bg === 'rgba(0, 0, 0, 0)' ? '' : bg;
      const style = [cs.color, background, image === 'none' ? '' : image.length > 80 ? image.slice(0, 60) + '#' + digest(image) : image,
        cs.opacity === '1' ? '' : cs.opacity, transform === 'none' ? '' : transform,
        cs.fontSize + ' ' + cs.fontWeight + ' ' + digest(cs.fontFamily) + (cs.fontStyle === 'normal' ? '' : ' ' + cs.fontStyle),
        isSvg ? cs.stroke + ' ' + cs.strokeWidth : cs.borderTopWidth === '0px' && cs.borderBottomWidth === '0px' ? '' : cs.borderTopColor + cs.borderTopWidth + cs.borderBottomColor,
        (cs.filter === 'none' ? '' : cs.filter) + (cs.boxShadow === 'none' ? '' : digest(cs.boxShadow)),
        cs.textDecorationLine === 'none' ? '' : cs.textDecorationLine,
        cs.zIndex === 'auto' ? '' : cs.zIndex].join('|');

      // emit in document order: reserve the row, then the children, then fill in the raw text
      const slot = rows.length;
      rows.push(null);
      order.push(id);
      elements.set(id, el);
      const inherit = { parent: id, opacity, behind, clip: childClip, soft: childSoft, absClip, cursor, matrix: passMatrix, facing, fixed };
      let raw = '';
      const shut = tag === 'details' && !el.open;
      if (cs.contentVisibility !== 'hidden') {
        let kids = el.shadowRoot ? el.shadowRoot.childNodes : el.childNodes;
        if (tag === 'slot') { const given = el.assignedNodes({ flatten: true }); if (given.length) kids = given; }
        if (tag !== 'textarea' && tag !== 'select' && tag !== 'canvas' && tag !== 'iframe' && tag !== 'video' && tag !== 'audio') {
          for (const n of kids) {
            if (n.nodeType === 3) { if (!shut && raw.length < TEXT_CAP) raw += n.data; }
            else if (n.nodeType === 1) {
              if (shut && n.localName !== 'summary') continue;
              if (n.localName === 'br') raw += ' ';
              else if (walk(n, inherit, f, depth + 1)) raw += CHILD;
            }
          }
        }
      }
      if (tag === 'iframe') {
        let doc = null;
        try { doc = el.contentDocument; } catch { doc = null; }
        if (doc && doc.body && w > 1 && h > 1) {
          const ff = frameOf(doc, x + el.clientLeft, y + el.clientTop, meet(childClip, [x, y, x + w, y + h]));
          if (walk(doc.body, { ...inherit, behind: [255, 255, 255, 1], clip: ff.clip, absClip: ff.clip, fixed: false, cursor: 'auto' }, ff, depth + 1)) raw += CHILD;
        }
      }
      if (!raw && el.childElementCount === 0 && !isSvg) {
        for (const p of ['::before', '::after']) {
          const content = f.win.getComputedStyle(el, p).content;
          if (content && content[0] === '"' && content.length > 2) raw += content.slice(1, -1);
        }
      }
      raw = raw.length > 1 ? squeeze(raw).slice(0, TEXT_CAP) : raw;
      const ownWords = raw.replaceAll(CHILD, '').trim();
      const ownText = ownWords.length > 0;
      // Emoji bring colours of their own.
      const coloured = /^[\p{Extended_Pictographic}\u{FE0F}\u{200D}\s]+$/u.test(ownWords);
      if (ownText && !coloured && behind && shown && opacity > 0.3) {
        const col = colour(cs.color);
        if (col && cs.webkitBackgroundClip !== 'text' && cs.textShadow === 'none' && (col[3] < 0.06 || contrast(col, behind) < 1.12)) states.push('faint');
      }
      const operable = CONTENT_NAMED.has(role) && role !== 'heading' && role !== 'cell' && role !== 'label' || editable || states.includes('pointer') || states.includes('grab') || role === 'slider' || tag === 'input' || tag === 'select' || tag === 'canvas';
      const hint = squeeze([el.getAttribute('placeholder'), el.getAttribute('title'), el.getAttribute('alt'), el.getAttribute('data-tooltip'), el.getAttribute('aria-description')].filter(Boolean).join(' ')).slice(0, 160);
      if (shown) states.push('shown');
      const row = [id, c.parent, tag, tag === 'input' || tag === 'button' ? el.type || '' : '', role, nameOf(el, tag, role), raw,
        valueOf(el, tag, role), hint, wordsOf(el), r1(x), r1(y), r1(w), r1(h), states, style, hasExtra ? extra : null];
      rows[slot] = row;
      if (shown && (ownText || operable) && w > 0 && x + w / 2 >= 0 && y + h / 2 >= 0 && x + w / 2 < vw && y + h / 2 < vh) hitLater.push([row, el, f]);
      return true;
    }

    const f = frameOf(document, 0, 0, null);
    const base = { parent: 0, opacity: 1, behind: [255, 255, 255, 1], clip: null, soft: false, absClip: null, cursor: 'auto', matrix: null, facing: true, fixed: false };
    if (root) {
      const rootBg = colour(getComputedStyle(root).backgroundColor);
      if (rootBg && rootBg[3] > 0.98) base.behind = rootBg;
      if (document.body) walk(document.body, base, f, 0);
      else if (root.namespaceURI === SVG_NS) walk(root, base, f, 0);
    }
    for (const [row, el, ff] of hitLater) markCovered(row, el, ff);

    const out = [];
    for (const row of rows) {
      if (!row) continue;
      row[14] = row[14].join(' ');
      const text = JSON.stringify(row);
      if (full || sent.get(row[0]) !== text) out.push(row);
      seen.set(row[0], text);
    }
    const orderKey = order.join();
    const sendOrder = full || orderKey !== sentOrder;
    sent = seen; sentOrder = orderKey; live = elements;
    const active = document.activeElement;
    return { full: !!full, rows: out, order: sendOrder ? order : null,
      page: { title: document.title.slice(0, 300), url: location.hash.slice(0, 200) || location.pathname.slice(0, 200),
        sx: r1(scrollX), sy: r1(scrollY), w: view ? view.scrollWidth : 0, h: view ? view.scrollHeight : 0, vw, vh,
        focus: active && ids.get(active) || null, storage: storage(), capped } };
  }

  function markCovered(row, el, f) {
    const rootNode = el.getRootNode();
    const px = row[10] + row[12] / 2 - f.ox, py = row[11] + row[13] / 2 - f.oy;
    const hit = (rootNode.elementFromPoint ? rootNode : f.doc).elementFromPoint(px, py);
    if (!hit || hit === el || el.contains(hit) || hit.contains(el)) return;
    if (el.shadowRoot && el.shadowRoot.contains(hit)) return;
    if (hit.localName === 'label' && hit.control === el) return;
    const lab = el.closest('label');
    if (lab && lab.contains(hit)) return;
    row[14].push('covered');
    for (let n = hit; n && !n.contains(el); n = n.parentElement) {
      const s = f.win.getComputedStyle(n);
      const col = colour(s.backgroundColor);
      if (parseFloat(s.opacity) >= 0.9 && (/^(img|canvas|video)$/.test(n.localName) || s.backgroundImage !== 'none' || (col && col[3] >= 0.85))) { row[14].push('behind'); return; }
    }
  }

  function digest(text) {
    let h = 0x811c9dc5;
    for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
    return (h >>> 0).toString(36);
  }
  function storage() {
    const out = {};
    for (const [mark, get] of [['', () => localStorage], ['session:', () => sessionStorage]]) {
      let s;
      try { s = get(); } catch { continue; }
      for (let i = 0; i < s.length && i < 60; i++) {
        const k = s.key(i), v = s.getItem(k) || '';
        out[mark + k.slice(0, 80)] = v.length > 120 ? v.slice(0, 100) + '#' + v.length + digest(v) : v;
      }
    }
    return out;
  }

  // The caret blinks in real time: without it pictures are the same every time.
  const quiet = new CSSStyleSheet();
  quiet.replaceSync('*, *::before, *::after { caret-color: transparent !important; }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, quiet];

  globalThis.__presscheck = {
    snap,
    element: id => live.get(id),
    idOf: el => ids.get(el) || 0,
    forget: () => { sent = new Map(); sentOrder = ''; },
  };
})();
