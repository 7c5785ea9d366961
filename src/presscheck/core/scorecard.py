"""The scorecard: a verdict, a score, and everything that they rest on. Its keys are a contract."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from presscheck.core.evidence import Evidence, Mark, Outcome, Picture
from presscheck.core.page import Completeness
from presscheck.core.plan import CheckKind, Plan

Verdict = Literal["works", "partly", "broken", "unscored"]
Seal = Literal["kernel", "browser", "none"]
LibraryPolicy = Literal["none", "mirror"]


class CheckResult(BaseModel):
    id: str
    says: str
    outcome: Outcome
    reason: str
    evidence: Evidence = Field(default_factory=Evidence)
    kind: CheckKind = "asked"
    probe: str | None = None
    verifiable: bool = True
    offered: bool = Field(default=True, description="false: the page has no such thing to try")
    judged: bool = Field(default=False, description="settled by a judge, not by operation")


ControlState = Literal["responds", "dead", "throws", "unreachable"]


class ControlItem(BaseModel):
    """One control that was found, and how it answered."""

    name: str
    role: str
    state: ControlState
    how: str = Field(description="click, drag, type, ...")
    saw: list[str] = Field(default_factory=list)
    reason: str = ""
    box: tuple[float, float, float, float] | None = Field(
        default=None, description="x, y, width, height in CSS pixels of the page"
    )
    like: int = Field(default=1, description="how many controls like this one it stands for")


class Controls(BaseModel):
    found: int = 0
    responds: int = 0
    dead: int = 0
    throws: int = 0
    unreachable: int = 0
    items: list[ControlItem] = Field(default_factory=list)


ErrorKind = Literal["exception", "rejection", "console", "shown", "hang", "crash", "layout"]


class PageFault(BaseModel):
    """Something wrong that the page itself did, and when."""

    kind: ErrorKind
    text: str
    when: str = Field(description="`load`, or the action that brought it about")
    count: int = 1


class BlockedRequest(BaseModel):
    url: str
    kind: str = Field(description="script, style, image, fetch, websocket, navigation, ...")
    reason: str


class Library(BaseModel):
    url: str
    state: Literal["served", "not_found", "refused", "dead_host"]
    resolved: str = Field(default="", description="package@version/file")
    note: str = Field(default="", description="why it is missing, or how it differs from the CDN's")
    unavailable: bool = Field(
        default=False, description="the mirror could not get it: not the page's fault"
    )
    decorative: bool = Field(
        default=False, description="a font, a picture or a sound: the page does its work without"
    )


class PageSummary(BaseModel):
    completeness: Completeness
    bytes: int
    sha256: str
    title: str = ""
    reasons: list[str] = Field(default_factory=list)


class Observation(BaseModel):
    """What loading the page showed, before anything was operated."""

    blank: bool = False
    doctype: bool = True
    lang: str = ""
    text_chars: int = 0
    overflow_desktop: bool = False
    overflow_phone: bool = False
    dialogs: list[str] = Field(default_factory=list)
    popups: list[str] = Field(default_factory=list)
    desktop: Picture | None = None
    phone: Picture | None = None


class Scorecard(BaseModel):
    verdict: Verdict
    score: float | None = Field(ge=0, le=100, description="None when unscored")
    requirement: str
    reason: str = Field(default="", description="one sentence that says why this verdict")
    page: PageSummary
    plan: Plan | None = None
    checks: list[CheckResult] = Field(default_factory=list)
    controls: Controls = Field(default_factory=Controls)
    errors: list[PageFault] = Field(default_factory=list)
    blocked: list[BlockedRequest] = Field(default_factory=list)
    libraries: list[Library] = Field(default_factory=list)
    observation: Observation = Field(default_factory=Observation)
    filmstrip: list[Picture] = Field(default_factory=list)
    timings: dict[str, float] = Field(default_factory=dict, description="seconds by stage")
    seal: Seal = "none"
    library_policy: LibraryPolicy = "mirror"
    browser: str = ""
    scorer_version: str = ""


__all__ = [
    "BlockedRequest",
    "CheckResult",
    "ControlItem",
    "Controls",
    "Library",
    "Mark",
    "Observation",
    "PageFault",
    "PageSummary",
    "Scorecard",
    "Verdict",
]
