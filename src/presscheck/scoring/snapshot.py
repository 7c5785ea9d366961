"""What a person could notice on the page at one moment.

Taken by one in-page pass (js/snapshot.js) and kept as plain, immutable data. An element keeps its
`id` from snapshot to snapshot for as long as the page keeps the node; after a reload ids are new.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

CHILD = "\x01"
"""Stands in an element's raw text for a child element, so that texts join in reading order."""

_NUMBER = re.compile(r"(?<![\w.])[-−–]?\d[\d,  ]*(?:\.\d+)?(?:[eE][-+]?\d+)?|(?<![\w.])[-−]?\.\d+")
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in CSS pixels of the viewport."""

    x: float
    y: float
    w: float
    h: float

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.w / 2, self.y + self.h / 2

    @property
    def area(self) -> float:
        return self.w * self.h

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    def at(self, fx: float, fy: float) -> tuple[float, float]:
        """The point at shares (0 to 1) of width and height."""
        return self.x + self.w * fx, self.y + self.h * fy

    def holds(self, x: float, y: float) -> bool:
        return self.x <= x <= self.right and self.y <= y <= self.bottom

    def encloses(self, other: Box, slack: float = 2) -> bool:
        return (
            self.x - slack <= other.x
            and self.y - slack <= other.y
            and self.right + slack >= other.right
            and self.bottom + slack >= other.bottom
        )

    def shared(self, other: Box) -> float:
        """The area that both cover, in square pixels."""
        w = min(self.right, other.right) - max(self.x, other.x)
        h = min(self.bottom, other.bottom) - max(self.y, other.y)
        return w * h if w > 0 and h > 0 else 0.0

    def gap(self, other: Box) -> float:
        """The shortest distance between the two, 0 where they touch."""
        dx = max(self.x - other.right, other.x - self.right, 0)
        dy = max(self.y - other.bottom, other.y - self.bottom, 0)
        return float((dx * dx + dy * dy) ** 0.5)


@dataclass(frozen=True, slots=True)
class Canvas:
    """The pixels of one canvas: an exact hash and a coarse grid of mean colours.

    `read` is false where the pixels cannot be had in the page (WebGL after it was shown, pixels of
    another origin): a picture of the region tells instead.
    """

    width: int
    height: int
    digest: str
    grid: str
    blank: bool
    read: bool

    def cells(self) -> NDArray[np.int16]:
        """The grid as an array of rows × columns × (red, green, blue, alpha)."""
        raw = np.frombuffer(base64.b64decode(self.grid), dtype=np.uint8).astype(np.int16)
        if raw.size == 0:
            return np.zeros((GRID_ROWS, GRID_COLUMNS, 4), dtype=np.int16)
        return raw.reshape(GRID_ROWS, GRID_COLUMNS, 4)


GRID_COLUMNS = 32
GRID_ROWS = 24


@dataclass(frozen=True, slots=True)
class Element:
    """One rendered element.

    `shown` is what a person could see of it: rendered, not transparent, not clipped away, not
    turned to its back, not outside of what scrolling reaches. `states` holds words such as
    checked, selected, expanded, collapsed, disabled, pressed, focused, readonly, required, invalid,
    covered (something else lies on its centre), outside, clipped, transparent, faint (its text has
    the colour of what is behind it), pointer (hand cursor), draggable, editable, scrollable, below
    (outside of the viewport, reachable by scrolling), inline, live.
    """

    id: int
    parent: int
    tag: str
    type: str
    role: str
    name: str
    raw: str
    value: str | None
    hint: str
    words: str
    box: Box
    states: frozenset[str]
    style: tuple[str, ...]
    shown: bool
    scroll: tuple[float, float] = (0.0, 0.0)
    geometry: str = ""
    canvas: Canvas | None = None
    span: tuple[float, float, float] | None = None
    options: tuple[str, ...] = ()
    order: int = 0

    @property
    def text(self) -> str:
        """The element's own text, without that of its children."""
        return _SPACE.sub(" ", self.raw.replace(CHILD, " ")).strip()

    @property
    def label(self) -> str:
        """What a person would call it: its name, else its text, else its hint, else its words."""
        return self.name or self.text or self.hint or self.words.split(" ")[0] or self.role

    @property
    def enabled(self) -> bool:
        return "disabled" not in self.states

    @property
    def takes_text(self) -> bool:
        return "editable" in self.states and "disabled" not in self.states

    def has(self, state: str) -> bool:
        return state in self.states

    def css(self, name: str) -> str:
        """A computed style by its name; "" where the page has the default."""
        return self.style[STYLES.index(name)] if self.style else ""

    def __str__(self) -> str:
        label = self.label
        short = label if len(label) <= 40 else label[:39] + "…"
        kind = self.role if self.role not in ("", "generic", "text") else self.tag
        return f"the {kind} “{short}”" if short and short != kind else f"the {kind}"


STYLES = (
    "color",
    "background",
    "image",
    "opacity",
    "transform",
    "font",
    "border",
    "filter",
    "decoration",
    "z",
)
"""The computed styles of a snapshot, in the order of `Element.style`."""


@dataclass(frozen=True)
class Snapshot:
    """All rendered elements in document order, and what belongs to the page as a whole."""

    elements: dict[int, Element]
    title: str = ""
    url: str = ""
    scroll: tuple[float, float] = (0.0, 0.0)
    size: tuple[float, float] = (0.0, 0.0)
    viewport: tuple[float, float] = (0.0, 0.0)
    focus: int | None = None
    storage: dict[str, str] = field(default_factory=dict)
    at_ms: float = 0.0
    capped: bool = False

    def __iter__(self) -> Iterator[Element]:
        return iter(self.elements.values())

    def get(self, element_id: int) -> Element | None:
        return self.elements.get(element_id)

    @cached_property
    def children(self) -> dict[int, list[Element]]:
        kids: dict[int, list[Element]] = {}
        for e in self.elements.values():
            kids.setdefault(e.parent, []).append(e)
        return kids

    @cached_property
    def shown(self) -> list[Element]:
        return [e for e in self.elements.values() if e.shown]

    def inside(self, element: Element | int) -> list[Element]:
        """The element and all that is in it, in document order."""
        top = element if isinstance(element, int) else element.id
        found: list[Element] = []
        stack = [self.elements[top]] if top in self.elements else []
        while stack:
            e = stack.pop()
            found.append(e)
            stack.extend(reversed(self.children.get(e.id, ())))
        return found

    def ancestors(self, element: Element) -> Iterator[Element]:
        """From the parent upwards."""
        e = self.elements.get(element.parent)
        while e is not None:
            yield e
            e = self.elements.get(e.parent)

    def is_inside(self, inner: Element, outer: Element) -> bool:
        return inner.id == outer.id or any(a.id == outer.id for a in self.ancestors(inner))

    def text_of(self, element: Element | int, *, hidden: bool = False) -> str:
        """The text of an element and of all in it, as it reads; what is not shown is left out."""
        e = self.elements.get(element) if isinstance(element, int) else element
        return _SPACE.sub(" ", self._gather(e, hidden)).strip() if e else ""

    def _gather(self, e: Element, hidden: bool) -> str:
        kids = self.children.get(e.id, [])
        own = e.raw if e.shown or hidden else CHILD * e.raw.count(CHILD)
        pieces = own.split(CHILD)
        if len(pieces) - 1 != len(kids):
            pieces = [" ".join(p for p in pieces if p)] + [""] * len(kids)
        parts = [pieces[0]]
        for kid, after in zip(kids, pieces[1:], strict=True):
            inner = self._gather(kid, hidden)
            parts.append(inner if "inline" in kid.states else f" {inner} ")
            parts.append(after)
        return "".join(parts)

    @cached_property
    def text(self) -> str:
        """All that can be read on the page."""
        tops = [e for e in self.elements.values() if e.parent not in self.elements]
        return _SPACE.sub(" ", " ".join(self._gather(e, False) for e in tops)).strip()

    def numbers(self, element: Element | int | None = None) -> list[float]:
        """The numbers that can be read in an element, or on the page."""
        return numbers_in(self.text if element is None else self.text_of(element))

    def where(self, test: Callable[[Element], bool]) -> list[Element]:
        return [e for e in self.elements.values() if e.shown and test(e)]

    def by_role(self, *roles: str) -> list[Element]:
        return self.where(lambda e: e.role in roles)

    def controls(self) -> list[Element]:
        """The elements that look operable: by role, by being editable or by the hand cursor."""
        return [e for e in self.elements.values() if e.shown and is_operable(e)]

    def box_of(self, elements: Iterable[Element]) -> Box | None:
        """The smallest rectangle around the elements."""
        boxes = [e.box for e in elements]
        if not boxes:
            return None
        x, y = min(b.x for b in boxes), min(b.y for b in boxes)
        return Box(x, y, max(b.right for b in boxes) - x, max(b.bottom for b in boxes) - y)


OPERABLE_ROLES = frozenset(
    [
        "button",
        "link",
        "checkbox",
        "radio",
        "switch",
        "slider",
        "spinbutton",
        "textbox",
        "searchbox",
        "combobox",
        "listbox",
        "option",
        "tab",
        "menuitem",
        "menuitemcheckbox",
        "menuitemradio",
        "treeitem",
        "colour",
        "date",
        "file",
    ]
)


def is_operable(e: Element) -> bool:
    """Whether a person would take it for something to operate."""
    if e.role in OPERABLE_ROLES or "editable" in e.states or "draggable" in e.states:
        return True
    return "pointer" in e.states


def numbers_in(text: str) -> list[float]:
    """Numbers as they are written in English and Chinese pages: 1,234.5, −3, 12 000."""
    found = []
    for match in _NUMBER.findall(text):
        plain = match.replace("−", "-").replace("–", "-")
        plain = re.sub(r"[,  ]", "", plain)
        try:
            found.append(float(plain))
        except ValueError:
            continue
    return found


def decode(previous: Snapshot | None, wire: dict[str, Any], at_ms: float = 0.0) -> Snapshot:
    """A snapshot from what the in-page pass sent: all elements, or those that differ.

    `wire["order"]` lists the ids in document order, or is absent where it did not change.
    """
    known: dict[int, Element] = {} if wire["full"] or previous is None else previous.elements
    changed = {row[0]: _element(row) for row in wire["rows"]}
    order = wire.get("order")
    if order is None:
        elements = dict(known)
        elements.update(changed)
    else:
        elements = {i: changed.get(i) or known[i] for i in order}
    page = wire["page"]
    return Snapshot(
        elements=elements,
        title=page["title"],
        url=page["url"],
        scroll=(page["sx"], page["sy"]),
        size=(page["w"], page["h"]),
        viewport=(page["vw"], page["vh"]),
        focus=page["focus"],
        storage=page["storage"],
        at_ms=at_ms,
        capped=page["capped"],
    )


def _element(row: list[Any]) -> Element:
    extra: dict[str, Any] = row[16] or {}
    canvas = extra.get("canvas")
    states = frozenset(row[14].split(" ")) if row[14] else frozenset()
    return Element(
        id=row[0],
        parent=row[1],
        tag=row[2],
        type=row[3],
        role=row[4],
        name=row[5],
        raw=row[6],
        value=row[7],
        hint=row[8],
        words=row[9],
        box=Box(row[10], row[11], row[12], row[13]),
        states=states - {"shown"},
        style=tuple(row[15].split("|")) if row[15] else (),
        shown="shown" in states,
        scroll=tuple(extra.get("scroll", (0.0, 0.0))),
        geometry=extra.get("geometry", ""),
        canvas=Canvas(**canvas) if canvas else None,
        span=tuple(extra["span"]) if "span" in extra else None,
        options=tuple(extra.get("options", ())),
    )
