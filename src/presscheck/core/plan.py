"""A plan: what a requirement asks for, as checks. Made before any page exists."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from presscheck.core.requirement import Language
from presscheck.core.steps import Expectation, Step

PLAN_VERSION = 1

CheckKind = Literal["asked", "expected"]
"""`asked`: the line says it, or the thing asked for is not that thing without it (a memory game
whose cards do not turn is no memory game). `expected`: what everyone would expect though the line
does not say it; weighs less, and never alone makes a page broken."""


class Check(BaseModel):
    """One behaviour, in words and in a form that can be carried out.

    Bound to a named `probe` with `params`, or to `steps` with `expectations`; bound to neither, the
    check cannot be verified by operation and is left to a judge or a person.
    """

    model_config = ConfigDict(extra="forbid")

    id: str = Field(pattern=r"^[a-z0-9][a-z0-9-]{0,59}$")
    says: str = Field(min_length=1, max_length=300)
    kind: CheckKind = "asked"
    probe: str | None = None
    params: dict[str, JsonValue] = Field(default_factory=dict)
    steps: list[Step] = Field(default_factory=list, max_length=20)
    expectations: list[Expectation] = Field(default_factory=list, max_length=8)
    because: str = Field(default="", description="the words of the line that ask for it")

    @property
    def verifiable(self) -> bool:
        return self.probe is not None or bool(self.expectations)


class Plan(BaseModel):
    """The checks of one requirement, the same for every model and every repeat."""

    model_config = ConfigDict(extra="forbid")

    version: int = PLAN_VERSION
    requirement: str
    lang: Language
    planner: str = Field(default="lexical", description="`lexical`, a model's name, or `person`")
    checks: list[Check] = Field(default_factory=list, max_length=40)
    notes: list[str] = Field(default_factory=list, description="what the planner could not use")
