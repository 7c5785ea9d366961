"""What one action did: the changes after it, less what was changing anyway."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from presscheck.core.scorecard import PageFault
from presscheck.scoring.changes import Change, ChangeKind
from presscheck.scoring.snapshot import Element, Snapshot

QUIET = frozenset({"focused", "pointer", "pressed-by-mouse"})
"""State changes that any click brings about by itself: no answer of the page."""


@dataclass(frozen=True)
class Effect:
    """The effect of one action under frozen time.

    `changes`: what changed because of the action (collapsed: an appeared panel is one change).
    `ambient`: what changed in the same stretch of time before it, without acting.
    `stopped`: ambient changes that no longer happened after the action (a pause button).
    `before`, `after`: the snapshots on both sides.
    `faults`: exceptions, rejections and console errors that the action raised; `errors`: in words.
    `opened`: popups, other pages and network addresses that it asked for (all are blocked).
    `dialogs`: texts of alert/confirm/prompt that it opened. `sounds`: how many sounds it started.
    `blocked`: why a person could not act there (covered, out of reach, gone); "" where they could.
    `stretch`: the page time in ms that passed before and after the action.
    `pixels`: share (0 to 1) of changed pixels in the watched region; None where none was watched.
    """

    did: str
    before: Snapshot
    after: Snapshot
    changes: tuple[Change, ...] = ()
    ambient: tuple[Change, ...] = ()
    stopped: tuple[Change, ...] = ()
    faults: tuple[PageFault, ...] = ()
    dialogs: tuple[str, ...] = ()
    downloads: tuple[str, ...] = ()
    opened: tuple[str, ...] = ()
    sounds: int = 0
    stretch: float = 0.0
    pixels: float | None = None
    target: Element | None = None
    notes: tuple[str, ...] = field(default=())
    blocked: str = ""

    @property
    def errors(self) -> tuple[str, ...]:
        return tuple(f.text for f in self.faults)

    @property
    def threw(self) -> bool:
        """Whether it raised an exception or an unhandled rejection (a console error is neither)."""
        return any(f.kind in ("exception", "rejection") for f in self.faults)

    @property
    def any(self) -> bool:
        """Whether a person would notice that something happened."""
        return bool(
            [c for c in self.changes if not (c.kind == "state" and c.what in QUIET)]
            or self.dialogs
            or self.downloads
            or self.opened
            or self.sounds
            or (self.pixels is not None and self.pixels > NOTICEABLE_PIXELS)
        )

    @property
    def saw(self) -> list[str]:
        """The effect in words, the weightiest first, at most eight lines."""
        lines = [c.says for c in sorted(self.changes, key=_weight) if c.what not in QUIET]
        lines += [f"a dialog said “{d}”" for d in self.dialogs]
        lines += [f"a download of “{d}” started" for d in self.downloads]
        lines += [f"it asked for {o}" for o in self.opened]
        if self.sounds:
            lines.append("a sound started")
        if self.pixels is not None and self.pixels > NOTICEABLE_PIXELS and not lines:
            lines.append(f"{self.pixels * 100:.1f} % of the picture changed")
        lines += [f"error: {e}" for e in self.errors]
        if not lines:
            return [f"not possible: {self.blocked}" if self.blocked else "nothing changed"]
        more = len(lines) - 8
        return [*lines[:8], f"and {more} more changes"] if more > 0 else lines

    def of(self, *kinds: ChangeKind) -> list[Change]:
        """The changes of these kinds."""
        return [c for c in self.changes if c.kind in kinds]

    def within(self, element: Element) -> list[Change]:
        """The changes in an element: of itself or of anything inside it."""
        return self.where(
            lambda c: (
                c.element is not None
                and (
                    self.after.is_inside(c.element, element)
                    or self.before.is_inside(c.element, element)
                )
            )
        )

    def outside(self, element: Element) -> list[Change]:
        """The changes elsewhere: neither in the element nor of the page's focus."""
        inner = {id(c) for c in self.within(element)}
        return self.where(
            lambda c: id(c) not in inner and not (c.kind == "state" and c.what in QUIET)
        )

    def where(self, test: Callable[[Change], bool]) -> list[Change]:
        return [c for c in self.changes if test(c)]

    def move_of(self, element: Element) -> tuple[float, float]:
        """How far the element moved (dx, dy), measured from snapshot to snapshot."""
        was, now = self.before.get(element.id), self.after.get(element.id)
        if was is None or now is None:
            return 0.0, 0.0
        return now.box.x - was.box.x, now.box.y - was.box.y

    @property
    def new_text(self) -> str:
        """All text that can be read now and could not before."""
        return " ".join(
            c.now for c in self.changes if c.kind in ("appeared", "text", "value") and c.now
        )


NOTICEABLE_PIXELS = 0.0004
"""Share of changed pixels below which a person would see nothing: 20 × 20 px of a full screen."""

_ORDER: dict[str, int] = {
    "appeared": 0,
    "disappeared": 1,
    "text": 0,
    "value": 2,
    "moved": 2,
    "redrawn": 3,
    "state": 3,
    "restyled": 4,
    "resized": 4,
    "scrolled": 5,
    "title": 5,
    "url": 5,
    "storage": 6,
}


def _weight(change: Change) -> int:
    return _ORDER[change.kind]
