"""One generation under way, as the event stream tells of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Literal

from presscheck.core.plan import Plan
from presscheck.scoring import Progress
from presscheck.web.growing import Bell, GrowingPage

Phase = Literal[
    "queued",
    "starting",
    "waiting",
    "thinking",
    "writing",
    "scoring",
    "done",
    "stopped",
    "failed",
    "interrupted",
]
SETTLED: frozenset[Phase] = frozenset({"done", "stopped", "failed", "interrupted"})
STRIP: tuple[Phase, ...] = ("waiting", "thinking", "writing", "scoring")


_STAGES = {"load": (0.0, 0.15), "explore": (0.15, 0.55), "plan": (0.55, 1.0), "done": (1.0, 1.0)}
"""Where each stage of scoring lies in its whole, roughly, for a bar that only moves forward."""


def _progress(progress: Progress | None) -> dict[str, Any] | None:
    if progress is None:
        return None
    begin, end = _STAGES[progress.stage]
    within = min(1.0, progress.done / progress.total) if progress.total else 0.0
    return {
        "stage": progress.stage,
        "says": progress.says,
        "share": begin + (end - begin) * within,
    }


@dataclass
class Live:
    """What is known so far. Every change rings the bell; readers keep their own places."""

    id: str
    requirement: str
    endpoint: str
    model: str
    plan: Plan
    phase: Phase = "queued"
    note: str = ""
    text: list[str] = field(default_factory=list)
    text_chars: int = 0
    reasoning: list[str] = field(default_factory=list)
    reasoning_chars: int = 0
    tokens: int | None = None
    first_ns: int | None = None
    last_ns: int | None = None
    seconds: float | None = None
    sent_at: float | None = None
    progress: Progress | None = None
    outcomes: dict[str, str] = field(default_factory=dict)
    error: str | None = None
    error_hint: str | None = None
    verdict: str | None = None
    score: float | None = None
    has_scorecard: bool = False
    reached: list[Phase] = field(default_factory=list)
    page: GrowingPage = field(default_factory=GrowingPage)
    bell: Bell = field(default_factory=Bell)

    @property
    def settled(self) -> bool:
        return self.phase in SETTLED

    def enter(self, phase: Phase, note: str = "") -> None:
        if phase == self.phase and note == self.note:
            return
        self.phase, self.note = phase, note
        if phase in STRIP and phase not in self.reached:
            self.reached.append(phase)
        self.bell.ring()

    def scored(self, progress: Progress) -> None:
        """The scorer has come a step further."""
        self.progress = progress
        if progress.check is not None:
            self.outcomes[progress.check.id] = progress.check.outcome
        self.bell.ring()

    def received(self, text: str, reasoning: str, at_ns: int) -> None:
        if self.first_ns is None:
            self.first_ns = at_ns
        self.last_ns = at_ns
        if text:
            self.text.append(text)
            self.text_chars += len(text)
        if reasoning:
            self.reasoning.append(reasoning)
            self.reasoning_chars += len(reasoning)
        self.bell.ring()

    @property
    def speed(self) -> float | None:
        """Tokens a second from sending the request on, as models/speed.py has it at the end."""
        if self.tokens is None:
            return None
        seconds = self.seconds or (self.last_ns / 1e9 if self.last_ns else None)
        return self.tokens / seconds if seconds else None

    def elapsed(self) -> float | None:
        if self.seconds is not None:
            return self.seconds
        return monotonic() - self.sent_at if self.sent_at is not None else None

    def figures(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "phase": self.phase,
            "note": self.note,
            "settled": self.settled,
            "counting": self.seconds is None and self.sent_at is not None,
            "thought": self.reasoning_chars > 0 or "thinking" in self.reached,
            "reached": list(self.reached),
            "tokens": self.tokens,
            "speed": self.speed,
            "first": self.first_ns / 1e9 if self.first_ns is not None else None,
            "seconds": self.elapsed(),
            "bytes": len(self.page.data),
            "page_version": f"v{self.page.version}",
            "progress": _progress(self.progress) if self.phase == "scoring" else None,
            "outcomes": dict(self.outcomes),
            "error": self.error,
            "error_hint": self.error_hint,
            "verdict": self.verdict,
            "score": self.score,
            "has_scorecard": self.has_scorecard,
        }
