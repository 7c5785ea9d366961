"""Rows of data as a person reads them: of a table, a grid, a list of cards."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from presscheck.scoring.repeats import groups
from presscheck.scoring.snapshot import Element, Snapshot

SPOILED = re.compile(r"\bNaN\b|\bundefined\b|\[object Object\]|\bnull\b|Invalid Date|\bInfinity\b")
"""What a page shows where a value went wrong."""

_SCALES = {
    "k": 1e3,
    "m": 1e6,
    "b": 1e9,
    "t": 1e12,
    "thousand": 1e3,
    "million": 1e6,
    "billion": 1e9,
    "trillion": 1e12,
    "万": 1e4,
    "亿": 1e8,
}
_FIGURE = re.compile(
    r"([-−]?\d[\d,\u00a0\u202f ]*(?:\.\d+)?)\s*"
    r"(thousand|million|billion|trillion|[kmbtKMBT](?![a-zA-Z²2])|万|亿)?"
)


def figure(text: str) -> float | None:
    """The first number of a cell with its scale: "1.4 billion", "8,450万", "$12,300"."""
    match = _FIGURE.search(text)
    if match is None:
        return None
    digits = re.sub(r"[,\u00a0\u202f ]", "", match[1]).replace("−", "-")
    return float(digits) * _SCALES.get((match[2] or "").lower(), 1)


@dataclass(frozen=True)
class Rows:
    """Rows of data with their cells' texts, and the headings above them where there are any."""

    elements: tuple[Element, ...]
    cells: tuple[tuple[str, ...], ...]
    headings: tuple[Element, ...] = ()

    def __len__(self) -> int:
        return len(self.elements)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        return tuple(" ".join(c for c in row if c) for row in self.cells)

    def column(self, index: int) -> list[str]:
        """One cell of each row; rows that are too short are left out."""
        return [row[index] for row in self.cells if index < len(row)]


def data_rows(snapshot: Snapshot) -> Rows | None:
    """The page's main rows: those of the table with the most, else the largest list of like things.

    None where nothing repeats at least three times.
    """
    return _table_rows(snapshot) or _listed_rows(snapshot)


def _table_rows(snapshot: Snapshot) -> Rows | None:
    best: Rows | None = None
    tables = [e for e in snapshot if e.tag == "table" or e.role in ("table", "grid")]
    for table in tables:
        rows: list[Element] = []
        cells: list[tuple[str, ...]] = []
        headings: tuple[Element, ...] = ()
        for e in snapshot.inside(table):
            if not e.shown or not (e.tag == "tr" or e.role == "row"):
                continue
            inner = [c for c in snapshot.children.get(e.id, []) if c.shown]
            heads = [c for c in inner if c.tag == "th" or c.role == "columnheader"]
            if inner and len(heads) > 1 and len(heads) >= len(inner) - 1 and not rows:
                headings = headings or tuple(inner)
            elif len(inner) > 1:
                rows.append(e)
                cells.append(tuple(snapshot.text_of(c) for c in inner))
        if rows and (best is None or len(rows) > len(best)):
            best = Rows(tuple(rows), tuple(cells), headings)
    return best


def _listed_rows(snapshot: Snapshot) -> Rows | None:
    # The list with the most members counts; of equals, the one that covers more.
    candidates = [
        g
        for g in groups(snapshot, least=3)
        if sum(bool(snapshot.text_of(m)) for m in g.members) >= len(g) - 1
        and not all(m.tag in ("option", "button", "a", "label", "span") for m in g.members)
    ]
    if not candidates:
        return None
    group = max(candidates, key=lambda g: (len(g) if len(g) > 4 else 0, g.box.area))
    return Rows(
        group.members,
        tuple(
            tuple(
                text
                for c in snapshot.children.get(m.id, [])
                if c.shown and (text := snapshot.text_of(c))
            )
            or (snapshot.text_of(m),)
            for m in group.members
        ),
    )
