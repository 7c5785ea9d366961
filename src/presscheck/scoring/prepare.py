"""What a person does before a control can answer: fields filled in, a sum keyed in."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from presscheck.scoring import actions
from presscheck.scoring.locate import find
from presscheck.scoring.operate import SETTLE_MS, sample_text
from presscheck.scoring.session import Session
from presscheck.scoring.snapshot import Element
from presscheck.scoring.words import fold, synonyms

Prepare = Callable[[Session, Element], Awaitable[bool]]
"""Prepares for a control; false where there was nothing to prepare."""

MAX_FIELDS = 4
_EQUALS = frozenset(["equals", *synonyms("equals")])
_SUM = ("7", "+", "3")


async def fill_beside(session: Session, element: Element) -> bool:
    """Fill the empty fields around the control, as before pressing "Add"."""
    snapshot = await session.snapshot()
    for a in snapshot.ancestors(element):
        fields = [e for e in snapshot.inside(a) if e.takes_text and e.shown and e.id != element.id]
        if fields:
            empty = [f for f in fields[:MAX_FIELDS] if not f.value]
            for f in empty:
                await actions.type_text(session, f, sample_text(f), settle=SETTLE_MS)
            return bool(empty)
    return False


async def sum_first(session: Session, element: Element) -> bool:
    """Key in a sum before the equals key."""
    if fold(element.label) not in _EQUALS:
        return False
    for key in _SUM:
        place = find(await session.snapshot(), key, role="button")
        if not place:
            return False
        await actions.click(session, place, settle=SETTLE_MS)
    return True
