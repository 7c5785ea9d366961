"""Faults that a person can see or that the page's log tells of."""

from __future__ import annotations

import re

from presscheck.core.scorecard import PageFault
from presscheck.sandbox import PageHung, PageTrouble
from presscheck.scoring.snapshot import Snapshot

_LEAKED = re.compile(r"(?<![\w.])(NaN|undefined|\[object \w+\]|Invalid Date)(?!\w)")
"""What JavaScript shows where a value is missing. Never meant for a person's eyes."""

_CODE_TAGS = frozenset(["code", "pre", "textarea", "script"])


def leaked_values(snapshot: Snapshot) -> dict[str, str]:
    """Leaked values in what can be read: the value, and the text that it stands in.

    Not in code samples, where such words may be meant.
    """
    found: dict[str, str] = {}
    for e in snapshot.shown:
        match = _LEAKED.search(e.text)
        if match is None or e.tag in _CODE_TAGS:
            continue
        if any(a.tag in _CODE_TAGS for a in snapshot.ancestors(e)):
            continue
        found.setdefault(match.group(1), e.text[:80])
    return found


def shown_faults(
    snapshot: Snapshot, when: str, known: frozenset[str] = frozenset()
) -> list[PageFault]:
    """Leaked values as faults, without those known already."""
    return [
        PageFault(kind="shown", text=f"the page shows “{value}”: “{text}”", when=when)
        for value, text in leaked_values(snapshot).items()
        if value not in known
    ]


def trouble_fault(trouble: PageTrouble, when: str) -> PageFault:
    """Hanging or crashing as a fault of the page."""
    if isinstance(trouble, PageHung):
        return PageFault(kind="hang", text=trouble.says, when=when)
    return PageFault(kind="crash", text=trouble.says, when=when)


def merge(faults: list[PageFault]) -> list[PageFault]:
    """The same fault of the same moment once, with its count."""
    kept: dict[tuple[str, str, str], PageFault] = {}
    for f in faults:
        key = (f.kind, f.text, f.when)
        if key in kept:
            kept[key].count += f.count
        else:
            kept[key] = f.model_copy()
    return list(kept.values())
