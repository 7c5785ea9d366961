"""Storage for previews whose browser denies it to framed pages.

A browser that blocks third-party cookies also closes localStorage and sessionStorage to the page in
the preview's frame; a page that reads them would die there of something that is not its fault. A
small script in front of the page stands in for them, and does nothing where they are open.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

# Works like Storage for what pages do with it; what is kept lasts as long as the frame.
SCRIPT = b"""<script>(function () {
  ["localStorage", "sessionStorage"].forEach(function (name) {
    try { window[name].length; return; } catch (denied) { /* stand in for it below */ }
    var kept = new Map();
    var methods = {
      getItem: function (key) { key = String(key); return kept.has(key) ? kept.get(key) : null; },
      setItem: function (key, value) { kept.set(String(key), String(value)); },
      removeItem: function (key) { kept.delete(String(key)); },
      clear: function () { kept.clear(); },
      key: function (index) { return Array.from(kept.keys())[index] ?? null; }
    };
    var storage = new Proxy(methods, {
      get: function (_, key) {
        return key === "length" ? kept.size : key in methods ? methods[key] : kept.get(key);
      },
      set: function (_, key, value) { kept.set(String(key), String(value)); return true; },
      has: function (_, key) { return key in methods || kept.has(key); },
      deleteProperty: function (_, key) { kept.delete(key); return true; },
      ownKeys: function () { return Array.from(kept.keys()); },
      getOwnPropertyDescriptor: function (_, key) {
        return kept.has(key)
          ? { value: kept.get(key), writable: true, enumerable: true, configurable: true }
          : undefined;
      }
    });
    Object.defineProperty(window, name, { value: storage, configurable: true });
  });
  document.currentScript.remove();
})();</script>"""

_PROLOGUE = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<!--.*?-->\s*|<\?.*?>\s*)*(?:<!doctype[^>]*>)?", re.I | re.S
)
_UNDECIDED = re.compile(rb"<(?:!(?:-(?:-.*)?|d\w*[^>]*)?|\?.*)?\Z", re.I | re.S)
_BOM = b"\xef\xbb\xbf"
_LONGEST_PROLOGUE = 4096


def place_of_script(start: bytes, *, all_there: bool) -> int | None:
    """Where the script goes: after the doctype, so that the page keeps its rendering mode (the
    parser makes `html` and `head` around the script and merges what follows). None: wait for more.
    """
    if not all_there and len(start) < len(_BOM) and _BOM.startswith(start):
        return None
    match = _PROLOGUE.match(start)
    end = match.end() if match else 0
    rest = start[end:]
    undecided = not rest or _UNDECIDED.match(rest) is not None
    if undecided and not all_there and len(start) < _LONGEST_PROLOGUE:
        has_doctype = (
            match is not None
            and match.group().rstrip().endswith(b">")
            and re.search(rb"<!doctype[^>]*>\Z", match.group(), re.I)
        )
        return end if has_doctype else None
    return end


async def with_storage(page: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """The page as it streams, with the script at its place."""
    start = b""
    placed = False
    async for piece in page:
        if placed:
            yield piece
            continue
        start += piece
        place = place_of_script(start, all_there=False)
        if place is not None:
            placed = True
            yield start[:place] + SCRIPT + start[place:]
    if not placed and start:
        place = place_of_script(start, all_there=True) or 0
        yield start[:place] + SCRIPT + start[place:]
