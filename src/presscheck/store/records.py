"""What the store hands out and takes in."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from presscheck.core.evidence import Outcome
from presscheck.core.generation import Generation
from presscheck.core.page import Completeness, Page
from presscheck.core.plan import Plan
from presscheck.core.requirement import Language
from presscheck.core.scorecard import Scorecard, Verdict

State = Literal["waiting", "streaming", "scoring", "done", "failed", "stopped", "interrupted"]
"""`waiting`, `streaming` and `scoring` are under way; `interrupted`: their process ended first."""

UNDER_WAY: tuple[State, ...] = ("waiting", "streaming", "scoring")


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True)


class GenerationRow(_Record):
    """One line of the history: what is listed without opening a blob."""

    id: str
    requirement: str
    lang: Language
    endpoint: str
    model: str
    group_id: str | None
    parent_id: str | None
    version: int
    state: State
    completeness: Completeness | None
    verdict: Verdict | None
    score: float | None
    seconds: float | None
    tokens: int | None
    created_at: datetime
    updated_at: datetime


class StoredGeneration(_Record):
    """A generation with everything that came of it."""

    row: GenerationRow
    generation: Generation
    page: Page | None
    plan: Plan | None
    scorecard: Scorecard | None = Field(description="the newest")


class Search(_Record):
    """What to list. Words are looked for in the requirement, all of them, in any order."""

    words: str = ""
    model: str | None = None
    verdict: Verdict | None = None
    state: State | None = None
    requirement: str | None = Field(default=None, description="this very line")
    group_id: str | None = None
    parent_id: str | None = None


class Listing(_Record):
    """One page of a list, newest first. `after`: hand it back for the next; None at the end."""

    rows: list[GenerationRow]
    after: str | None


class StoredScorecard(_Record):
    id: int
    generation_id: str
    scorer_version: str
    card: Scorecard
    created_at: datetime


class StoredEndpoint(_Record):
    """An endpoint without its key. `config` is whatever else is kept about it."""

    id: str
    name: str
    base_url: str
    config: dict[str, JsonValue] = Field(default_factory=dict)


class Label(_Record):
    """A person's own word on one check of one generation."""

    generation_id: str
    check_id: str
    says: str
    outcome: Outcome
    note: str = ""
    created_at: datetime | None = None


class Vote(_Record):
    """A person liked this generation best among those of its group."""

    group_id: str
    generation_id: str
    created_at: datetime | None = None


class Pruned(_Record):
    """What pruning removed."""

    files: int
    bytes: int
