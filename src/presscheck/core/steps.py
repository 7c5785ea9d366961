"""The check language: steps a person could take, and what they would expect to see.

Targets are named in a person's words ("the 7 key", "the timeline"). The scorer's locator resolves
resolve them; a hint narrows the search. Planners get their JSON Schema from the same models.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Target(_Strict):
    """What to operate or look at, in a person's words."""

    words: str = Field(min_length=1, max_length=120)
    role: str | None = Field(default=None, max_length=40, description="ARIA role, where known")
    within: str | None = Field(default=None, max_length=120, description="words naming a container")
    nth: int | None = Field(default=None, ge=1, le=99, description="1 for the first such thing")


class Click(_Strict):
    do: Literal["click"] = "click"
    target: Target


class DoubleClick(_Strict):
    do: Literal["double_click"] = "double_click"
    target: Target


class Hover(_Strict):
    do: Literal["hover"] = "hover"
    target: Target


class Drag(_Strict):
    """Drag `target` by (dx, dy) CSS pixels, or onto another target."""

    do: Literal["drag"] = "drag"
    target: Target
    dx: int = Field(default=0, ge=-2000, le=2000)
    dy: int = Field(default=0, ge=-2000, le=2000)
    onto: Target | None = None


class Type(_Strict):
    do: Literal["type"] = "type"
    target: Target
    text: str = Field(max_length=2000)


class Press(_Strict):
    """Press a key by its DOM name ("ArrowLeft", "Enter", "7")."""

    do: Literal["press"] = "press"
    key: str = Field(min_length=1, max_length=40)
    times: int = Field(default=1, ge=1, le=50)
    target: Target | None = None


class Set(_Strict):
    """Set a slider, spinner, date or colour. With `relative`, 0 to 1 is a share."""

    do: Literal["set"] = "set"
    target: Target
    value: str | float
    relative: bool = False


class Choose(_Strict):
    """Choose an option of a list or a group of radio buttons."""

    do: Literal["choose"] = "choose"
    target: Target
    option: str = Field(max_length=200)


class Scroll(_Strict):
    do: Literal["scroll"] = "scroll"
    target: Target | None = None
    dy: int = Field(default=400, ge=-10_000, le=10_000)


class Wait(_Strict):
    """Let page time pass. The clock is frozen, so this costs next to nothing."""

    do: Literal["wait"] = "wait"
    seconds: float = Field(gt=0, le=86_400)


class Reload(_Strict):
    do: Literal["reload"] = "reload"


Step = Annotated[
    Click | DoubleClick | Hover | Drag | Type | Press | Set | Choose | Scroll | Wait | Reload,
    Field(discriminator="do"),
]


class Expectation(_Strict):
    """What must be seen after the steps, ambient changes set aside.

    `appears`/`disappears`/`changes`/`unchanged`/`moves`/`draws`/`animates`: about `target`.
    `reads`: `target` (or the page) shows `text`. `counts`: `target` is there `count` times.
    `persists`: what was seen before a reload is there after it.
    """

    expect: Literal[
        "appears",
        "disappears",
        "changes",
        "unchanged",
        "moves",
        "reads",
        "counts",
        "draws",
        "animates",
        "persists",
    ]
    target: Target | None = None
    text: str | None = Field(default=None, max_length=400)
    count: int | None = Field(default=None, ge=0, le=10_000)
