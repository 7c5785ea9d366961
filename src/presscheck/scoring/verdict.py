"""From evidence to a verdict and a score. One pure function; read it from top to bottom.

The verdict answers one question: does the page do what was asked?

- `works`: every asked check that can be verified passed, at least one of them by operating the
  page, and nothing that was offered beyond it is broken.
- `partly`: something asked was shown to work by operating it, but not all: a check failed, could
  not be told, or an expected nicety that the page offers does not work.
- `broken`: nothing asked was shown to work by operating the page, or the page is blank, is no
  page, or hangs or crashes at load.
- `unscored` is for the tool's own failures, and never the page's. One of them is told here: a
  library that the page needs could not be fetched, and something failed.

Why "by operating": an empty shell that repeats the words of the line beside dead buttons passes
every check that only looks. So what only looks never decides alone, and earns nothing alone.

The score (0 to 100) is the share of what was asked that was shown to work, less faults, kept within
the bounds of its verdict, so that a page that works always scores higher than one that does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from presscheck.core.page import Completeness
from presscheck.core.scorecard import (
    CheckResult,
    Controls,
    Library,
    Observation,
    PageFault,
    Verdict,
)

SCORER_VERSION = "1.1"
"""Raised whenever the same page may get another verdict or score than before."""

LOOKING_PROBES = frozenset(
    [
        "bodies-shown",
        "card-grid",
        "chart-drawn",
        "columns-shown",
        "data-panel",
        "date-shown",
        "fields-filled",
        "has-control",
        "language",
        "not-blank",
        "quiz-count",
        "responsive",
        "row-count",
        "shows",
        "subject",
        "weather",
    ]
)
"""Probes that look without operating. They can fail a page, and never alone make one work."""

WEIGHT_OPERATED = 1.0
WEIGHT_LOOKED = 0.4
WEIGHT_EXPECTED = 0.25
"""A behaviour weighs most, a thing being there less, a nicety that the line does not name least."""

BOUNDS: dict[str, tuple[float, float]] = {
    "works": (80.0, 100.0),
    "partly": (8.0, 78.0),
    "broken": (0.0, 5.0),
}
"""`broken` ends at 5: a page without any asked behaviour is worth next to nothing, however fine it
looks. `partly` ends below `works`: one missing behaviour weighs more than any polish."""

FAULT_COST = {
    "exception": 3.0,
    "rejection": 3.0,
    "shown": 3.0,
    "layout": 3.0,
    "hang": 15.0,
    "crash": 15.0,
    "console": 0.5,
}
MAX_FAULT_COST = 15.0
DEAD_COST = 10.0
"""A page whose every control is dead loses this much; one of ten, a tenth of it."""

OVERFLOW_COST = 2.0


@dataclass(frozen=True, slots=True)
class Ruling:
    verdict: Verdict
    score: float
    reason: str


def judge(
    *,
    completeness: Completeness,
    observation: Observation,
    checks: Sequence[CheckResult],
    controls: Controls,
    faults: Sequence[PageFault],
) -> Ruling:
    """The verdict, the score and one sentence that says why."""
    # A page that cannot be had at all.
    if completeness == "none":
        return Ruling("broken", 0.0, "The answer holds no page.")
    fatal = next((f for f in faults if f.kind in ("hang", "crash") and f.when == "load"), None)
    if fatal is not None:
        return Ruling("broken", 0.0, f"The page does not survive loading: {fatal.text}.")
    if observation.blank:
        return Ruling("broken", 0.0, "The page is blank.")

    # What was asked, and how it went.
    asked = [c for c in checks if c.kind == "asked" and c.verifiable]
    failed = [c for c in asked if c.outcome == "fail"]
    unsure = [c for c in asked if c.outcome == "unsure"]
    shown = [c for c in asked if c.outcome == "pass" and operates(c)]
    spoiled = [c for c in checks if c.kind == "expected" and c.offered and c.outcome == "fail"]

    score = _share(checks, anything_shown=bool(shown)) - _cost(controls, faults, observation)
    if not shown:
        score = 5.0 * _share_of_controls(controls)

    if not asked:
        reason = "Nothing that was asked can be verified by operating the page."
        return _ruling("partly" if controls.responds else "broken", score, reason)
    if not shown:
        return _ruling("broken", score, _nothing_shown(failed, unsure))
    if failed:
        reason = f"{len(failed)} of {len(asked)} asked behaviours do not work: {_names(failed)}."
        return _ruling("partly", score, reason)
    if unsure:
        reason = (
            f"{len(unsure)} of {len(asked)} asked behaviours could not be told: {_names(unsure)}."
        )
        return _ruling("partly", score, reason)
    if spoiled:
        reason = f"All that was asked works, but this does not: {_names(spoiled)}."
        return _ruling("partly", score, reason)
    hung = next((f for f in faults if f.kind in ("hang", "crash")), None)
    if hung is not None:
        reason = f"All that was asked works, but the page does not survive this: {hung.when}."
        return _ruling("partly", score, reason)
    return _ruling(
        "works", score, f"All {len(asked)} asked behaviours that could be verified work."
    )


def withheld(
    ruling: Ruling, checks: Sequence[CheckResult], libraries: Sequence[Library]
) -> str | None:
    """Why the page is not judged although it was tried; None where the ruling stands. A page that
    works without a library that could not be fetched works all the same."""
    missing = [lib for lib in libraries if lib.unavailable and not lib.decorative]
    failed = ruling.verdict == "broken" or any(c.outcome == "fail" for c in checks)
    if not missing or not failed:
        return None
    urls = ", ".join(lib.url for lib in missing[:3])
    more = f" and {len(missing) - 3} more" if len(missing) > 3 else ""
    return (
        f"A library that the page needs could not be fetched ({urls}{more}); "
        "the page was not judged."
    )


def operates(check: CheckResult) -> bool:
    """Whether the check acts on the page or moves its time, rather than only looking."""
    return check.probe not in LOOKING_PROBES and bool(check.probe or check.evidence.actions)


def _share(checks: Sequence[CheckResult], *, anything_shown: bool) -> float:
    total = gained = 0.0
    for c in checks:
        if not c.verifiable or (c.kind == "expected" and not c.offered):
            continue
        weight = WEIGHT_OPERATED if operates(c) else WEIGHT_LOOKED
        if c.kind == "expected":
            weight *= WEIGHT_EXPECTED
        total += weight
        if c.outcome == "pass" and (operates(c) or anything_shown):
            gained += weight
    return 100 * gained / total if total else 0.0


def _cost(controls: Controls, faults: Sequence[PageFault], observation: Observation) -> float:
    cost = min(MAX_FAULT_COST, sum(FAULT_COST[f.kind] for f in faults))
    cost += DEAD_COST * _share_dead(controls)
    cost += OVERFLOW_COST * observation.overflow_desktop
    cost += OVERFLOW_COST * observation.overflow_phone
    return cost


def _share_dead(controls: Controls) -> float:
    tried = controls.responds + controls.dead + controls.throws + controls.unreachable
    return (controls.dead + controls.throws + controls.unreachable) / tried if tried else 0.0


def _share_of_controls(controls: Controls) -> float:
    tried = controls.responds + controls.dead + controls.throws + controls.unreachable
    return controls.responds / tried if tried else 0.0


def _ruling(verdict: Verdict, score: float, reason: str) -> Ruling:
    low, high = BOUNDS[verdict]
    return Ruling(verdict, round(min(high, max(low, score)), 1), reason)


def _nothing_shown(failed: list[CheckResult], unsure: list[CheckResult]) -> str:
    if failed:
        return f"Nothing that was asked was shown to work; {_names(failed)}: {failed[0].reason}"
    if unsure:
        return f"Nothing that was asked could be shown to work: {_names(unsure)}."
    return "The page shows what was asked, but nothing asked was shown to work by operating it."


def _names(checks: Sequence[CheckResult]) -> str:
    names = "; ".join(c.says for c in checks[:3])
    return names + (f" and {len(checks) - 3} more" if len(checks) > 3 else "")
