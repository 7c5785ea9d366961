"""Things of one kind that stand beside each other: rows, cards, list items, columns."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise

from presscheck.scoring.snapshot import Box, Element, Snapshot


@dataclass(frozen=True)
class Group:
    """Siblings of one make, in document order."""

    members: tuple[Element, ...]

    def __len__(self) -> int:
        return len(self.members)

    @property
    def box(self) -> Box:
        boxes = [m.box for m in self.members]
        x, y = min(b.x for b in boxes), min(b.y for b in boxes)
        return Box(x, y, max(b.right for b in boxes) - x, max(b.bottom for b in boxes) - y)

    @property
    def in_a_row(self) -> bool:
        """Side by side: each starts right of the one before, and they share a height."""
        return all(
            b.box.x >= a.box.right - 4 and b.box.y < a.box.bottom and a.box.y < b.box.bottom
            for a, b in pairwise(sorted(self.members, key=lambda m: m.box.x))
        )


def groups(snapshot: Snapshot, *, least: int = 2) -> list[Group]:
    """Every set of at least `least` shown siblings of the same tag and role, largest area first.

    Class words do not have to agree: rows are striped, cards are coloured, lanes have their own.
    """
    found: list[Group] = []
    for siblings in snapshot.children.values():
        by_make: dict[tuple[str, str], list[Element]] = defaultdict(list)
        for e in siblings:
            if e.shown and e.box.area > 0:
                by_make[e.tag, e.role].append(e)
        found += [Group(tuple(members)) for members in by_make.values() if len(members) >= least]
    return sorted(found, key=lambda g: g.box.area, reverse=True)


def row_holding(snapshot: Snapshot, element: Element, others: list[Element]) -> Element:
    """The largest thing around `element` that holds none of the `others`: its row, card or line."""
    row = element
    for ancestor in snapshot.ancestors(element):
        if any(snapshot.is_inside(other, ancestor) for other in others):
            break
        row = ancestor
    return row
