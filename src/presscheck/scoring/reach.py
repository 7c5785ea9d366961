"""Getting to a thing that is not in view yet: through launchers, tabs, menus and start buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from presscheck.scoring import actions
from presscheck.scoring.locate import find, find_all
from presscheck.scoring.session import Session
from presscheck.scoring.snapshot import Element, Snapshot, is_operable

T = TypeVar("T")

OPENERS = ("start menu", "menu", "apps", "launcher", "more", "open")
"""What a person looks behind when the thing itself is not in sight."""

MAX_TRIES = 3
MIN_CONFIDENCE = 0.55


async def bring(
    session: Session, words: str | Sequence[str], looks: Callable[[Snapshot], T | None]
) -> T | None:
    """What `looks` finds, opening what stands before it; see ProbeContext.bring."""
    seen = looks(await session.snapshot())
    if seen is not None:
        return seen
    names = [words] if isinstance(words, str) else list(words)
    seen = await _through(session, names, looks)
    if seen is not None:
        return seen
    for opener in OPENERS:
        door = find(await session.snapshot(), opener, role=("button", "menuitem", "link", "tab"))
        if not door or door.confidence < 0.8:
            continue
        effect = await actions.click(session, door)
        if not effect.any:
            continue
        seen = looks(effect.after)
        if seen is None:
            seen = await _through(session, names, looks)
        if seen is not None:
            return seen
    return None


async def _through(
    session: Session, names: Sequence[str], looks: Callable[[Snapshot], T | None]
) -> T | None:
    tried: set[int] = set()
    for name in names:
        for entry in entries(await session.snapshot(), name)[:MAX_TRIES]:
            if entry.id in tried:
                continue
            tried.add(entry.id)
            effect = await actions.click(session, entry)
            seen = looks(effect.after)
            if seen is None and not effect.blocked and not effect.any:
                effect = await actions.click(session, entry, count=2)
                seen = looks(effect.after)
            if seen is not None:
                return seen
    return None


def entries(snapshot: Snapshot, name: str) -> list[Element]:
    """What a person would click to get to a thing of that name, the likeliest first."""
    ranked = [f for f in find_all(snapshot, name) if f.confidence >= MIN_CONFIDENCE]
    operable = [f.element for f in ranked if is_operable(f.element)]
    for f in ranked:
        up = next((a for a in snapshot.ancestors(f.element) if is_operable(a)), None)
        if up is not None and up.shown and up not in operable:
            operable.append(up)
    plain = [f.element for f in ranked if f.element not in operable and f.element.role != "heading"]
    return [*operable, *plain]
