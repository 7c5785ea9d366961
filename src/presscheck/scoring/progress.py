"""What the scorer tells while it works."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Literal

from pydantic import BaseModel

from presscheck.core.scorecard import CheckResult

Stage = Literal["load", "explore", "plan", "done"]


class Progress(BaseModel):
    """One step of progress: `done` of `total` in this stage, and what is being tried, in words.

    `check` is the result of a check that has just ended.
    """

    stage: Stage
    done: int = 0
    total: int = 0
    says: str = ""
    check: CheckResult | None = None


ProgressCallback = Callable[[Progress], Awaitable[None]]
