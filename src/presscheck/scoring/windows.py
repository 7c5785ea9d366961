"""Windows that a page draws itself: which there are, their title bars, which one lies on top."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from presscheck.scoring.context import ProbeContext
from presscheck.scoring.snapshot import Box, Element, Snapshot

CLOSE = re.compile(r"^\s*[×✕✖✗⨯xX❌⊗]\ufe0f?\s*$|\bclose\b|关闭|关掉", re.I)
MINIMISE = re.compile(r"^\s*[-–—_−▁🗕]\s*$|\bmin(imi[sz]e)?\b|最小化", re.I)
MAXIMISE = re.compile(r"^\s*[□▢◻⬜🗖+⤢⛶❐]\s*$|\bmax(imi[sz]e)?\b|\bzoom\b|全屏|最大化", re.I)
_WINDOW_WORDS = re.compile(r"\b(window|win|dialog|frame)\b", re.I)
_PART_WORDS = re.compile(
    r"\b(title|bar|header|head|body|content|btn|button|control|dot|icon)s?\b", re.I
)
_BAR_HEIGHT = 64

_TOPMOST = """([x, y]) => {
  let e = document.elementFromPoint(x, y);
  while (e && e.shadowRoot) {
    const inner = e.shadowRoot.elementFromPoint(x, y);
    if (!inner || inner === e) break;
    e = inner;
  }
  const boxes = [];
  for (let n = e; n; n = n.parentElement || n.getRootNode().host) {
    const b = n.getBoundingClientRect();
    boxes.push([b.x, b.y, b.width, b.height]);
  }
  return boxes;
}"""


@dataclass(frozen=True)
class Frame:
    """One window: its element, its title bar, and its buttons."""

    element: Element
    bar: Box
    close: Element | None
    minimise: Element | None
    maximise: Element | None
    title: str

    @property
    def box(self) -> Box:
        return self.element.box

    def __str__(self) -> str:
        return f"the window “{self.title}”" if self.title else "the window"


def frames(snapshot: Snapshot) -> list[Frame]:
    """The windows that are shown. A window has a button to close it in its upper part, or calls
    itself one; it is smaller than the page and larger than a button."""
    width, height = snapshot.viewport
    found: dict[int, Frame] = {}
    for e in snapshot.controls():
        if not (CLOSE.search(e.label) or re.search(r"\bclose\b", e.words)) or e.box.w > 70:
            continue
        for ancestor in snapshot.ancestors(e):
            box = ancestor.box
            if box.w >= 0.98 * width and box.h >= 0.9 * height:
                break
            if box.w >= 140 and box.h >= 90 and e.box.y - box.y < _BAR_HEIGHT:
                # The outermost box of about this place and size is the window.
                found[ancestor.id] = _frame(snapshot, ancestor, e)
                break
    for e in snapshot.shown:
        if e.id in found or not 140 <= e.box.w < 0.98 * width or e.box.h < 90:
            continue
        named = e.role == "dialog" or (
            _WINDOW_WORDS.search(e.words) and not _PART_WORDS.search(e.words)
        )
        inner = any(snapshot.is_inside(f.element, e) for f in found.values())
        outer = any(snapshot.is_inside(e, f.element) for f in found.values())
        if named and not inner and not outer:
            found[e.id] = _frame(snapshot, e, None)
    return [
        f
        for f in found.values()
        if not any(
            g.element.id != f.element.id and snapshot.is_inside(f.element, g.element)
            for g in found.values()
        )
    ]


def _frame(snapshot: Snapshot, window: Element, close: Element | None) -> Frame:
    box = window.box
    upper = [
        e
        for e in snapshot.inside(window)
        if e.id != window.id and e.shown and e.box.y - box.y < _BAR_HEIGHT
    ]
    bars = [
        e
        for e in upper
        if e.box.w >= 0.8 * box.w and 14 <= e.box.h <= _BAR_HEIGHT and e.box.y - box.y < 12
    ]
    bar = bars[0].box if bars else Box(box.x, box.y, box.w, min(30.0, box.h / 3))
    buttons = [e for e in upper if e.role == "button" or e.has("pointer") or e.box.w <= 40]
    texts = [e.text for e in upper if len(e.text) > 1 and not CLOSE.search(e.text)]
    return Frame(
        window,
        bar,
        close or _button(buttons, CLOSE, "close"),
        _button(buttons, MINIMISE, "min"),
        _button(buttons, MAXIMISE, "max"),
        texts[0][:40] if texts else window.name[:40],
    )


def _button(buttons: list[Element], pattern: re.Pattern[str], word: str) -> Element | None:
    for e in buttons:
        if pattern.search(e.label) or re.search(rf"\b{word}", e.words, re.I):
            return e
    return None


def grip(snapshot: Snapshot, frame: Frame) -> tuple[float, float]:
    """A point of the title bar where nothing but the bar is: where a person takes hold of it."""
    inner = [e.box for e in snapshot.inside(frame.element) if e.role == "button" or e.box.w <= 40]
    for share in (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8):
        x, y = frame.bar.at(share, 0.5)
        if not any(box.holds(x, y) for box in inner if box.w < frame.bar.w / 2):
            return x, y
    return frame.bar.at(0.5, 0.3)


async def on_top(ctx: ProbeContext, frame: Frame, x: float, y: float) -> bool:
    """Whether the window is what is seen at a point of the viewport."""
    boxes: list[list[float]] = await ctx.evaluate(_TOPMOST, [x, y])
    want = frame.box
    return any(_same(want, box) for box in boxes)


def _same(box: Box, other: list[Any]) -> bool:
    return all(abs(a - b) < 2 for a, b in zip((box.x, box.y, box.w, box.h), other, strict=True))


def again(snapshot: Snapshot, frame: Frame) -> Frame | None:
    """The same window now; None where it is gone."""
    for f in frames(snapshot):
        if f.element.id == frame.element.id:
            return f
    element = snapshot.get(frame.element.id)
    if element is not None and element.shown and element.box.area > 0:
        return _frame(snapshot, element, None)
    return None
