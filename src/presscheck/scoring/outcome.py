"""What a probe found out."""

from __future__ import annotations

from dataclasses import dataclass

from presscheck.core.evidence import Outcome


@dataclass(frozen=True, slots=True)
class ProbeOutcome:
    """The outcome of one check with its reason in a person's words.

    `offered` is false where the page has no such thing to try: for an *expected* nicety that is no
    fault, for an *asked* behaviour it is one.
    """

    outcome: Outcome
    reason: str
    offered: bool = True
