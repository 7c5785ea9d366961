"""What was done to a page, and what was seen."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

Outcome = Literal["pass", "fail", "unsure"]


class Mark(BaseModel):
    """A place on a picture, in CSS pixels of the viewport: where a click or a drag went."""

    x: float
    y: float
    to_x: float | None = None
    to_y: float | None = None


class Picture(BaseModel):
    """A picture kept elsewhere: `ref` is the SHA-256 of its bytes, hexadecimal."""

    ref: str
    media_type: str = "image/webp"
    width: int
    height: int
    scale: float = Field(default=1.0, gt=0, description="pixels of the picture for a CSS pixel")
    says: str = ""


class Action(BaseModel):
    """One thing that was done, and what changed because of it (ambient changes set aside)."""

    did: str
    saw: list[str] = Field(default_factory=list)
    mark: Mark | None = None
    before: Picture | None = None
    after: Picture | None = None
    errors: list[str] = Field(default_factory=list)


class Evidence(BaseModel):
    """The actions of one check in order, and a script that replays them."""

    actions: list[Action] = Field(default_factory=list)
    notes: list[str] = Field(default_factory=list)
    replay: str = Field(default="", description="Playwright (Python) statements against the file")
