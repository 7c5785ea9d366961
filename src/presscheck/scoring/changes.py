"""One difference between two snapshots, typed and in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from presscheck.scoring.snapshot import Element

ChangeKind = Literal[
    "appeared",
    "disappeared",
    "text",
    "value",
    "state",
    "moved",
    "resized",
    "restyled",
    "redrawn",
    "scrolled",
    "title",
    "url",
    "storage",
]


@dataclass(frozen=True, slots=True)
class Change:
    """One difference.

    kind     what          was / now
    -------- ------------- -----------------------------------------------------------
    appeared               now: its text          (disappeared: was)
    text                   the own text of the element
    value                  of a field, a range, a select, a player
    state    the state     "" or the state (checked, disabled, covered, …)
    moved                  dx, dy in CSS pixels
    resized                dx, dy: by how much wider and higher
    restyled the style     computed values (color, background, transform, …); "shape" for SVG
    redrawn                share: how much of the canvas, 0 to 1
    scrolled               dx, dy; element None: the page
    title, url             the page's
    storage  the key       "" where there was nothing

    `element` is the element as it is after (disappeared: as it was before); None for the page.
    `inside` counts further elements in it that changed in the same way and are not listed.
    """

    kind: ChangeKind
    element: Element | None = None
    what: str = ""
    was: str = ""
    now: str = ""
    dx: float = 0.0
    dy: float = 0.0
    share: float = 0.0
    inside: int = 0

    @property
    def says(self) -> str:
        """The difference in words."""
        return _words(self)


def _clip(text: str, length: int = 60) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"


def _way(dx: float, dy: float) -> str:
    parts = []
    if round(dx):
        parts.append(f"{abs(dx):.0f} px {'right' if dx > 0 else 'left'}")
    if round(dy):
        parts.append(f"{abs(dy):.0f} px {'down' if dy > 0 else 'up'}")
    return " and ".join(parts) or "a little"


_STATE_WORDS = {
    "shown": ("came into view", "went out of view"),
    "covered": ("was covered", "was uncovered"),
    "expanded": ("opened", "closed"),
    "focused": ("got the focus", "lost the focus"),
    "faint": ("became unreadable", "became readable"),
}


def _words(c: Change) -> str:
    e = c.element
    name = str(e) if e else "the page"
    match c.kind:
        case "appeared":
            return f"{name} appeared" + (
                f": “{_clip(c.now)}”" if c.now and c.now not in name else ""
            )
        case "disappeared":
            return f"{name} disappeared"
        case "text":
            return f"the text “{_clip(c.was)}” became “{_clip(c.now)}”"
        case "value":
            return f"the value of {name} went from “{_clip(c.was)}” to “{_clip(c.now)}”"
        case "state":
            if c.what in _STATE_WORDS:
                return f"{name} {_STATE_WORDS[c.what][0 if c.now else 1]}"
            return f"{name} is {'now' if c.now else 'no longer'} {c.what}"
        case "moved":
            return f"{name} moved {_way(c.dx, c.dy)}"
        case "resized":
            return f"{name} became {c.dx:+.0f} px wide and {c.dy:+.0f} px high"
        case "restyled":
            return f"the {c.what} of {name} changed"
        case "redrawn":
            share = c.share * 100
            figure = f"{share:.0f} %" if share >= 1 else "a small part"
            return f"{figure} of {name} was drawn anew"
        case "scrolled":
            return f"{name} scrolled {_way(c.dx, c.dy)}"
        case "title":
            return f"the page's title became “{_clip(c.now)}”"
        case "url":
            return f"the address became “{_clip(c.now)}”"
        case "storage":
            verb = "was stored" if not c.was else ("was removed" if not c.now else "was changed")
            return f"“{_clip(c.what, 40)}” {verb} in the page's storage"
