"""What happens while a model answers, in order. Exactly one StreamEnd or Failed comes last."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from presscheck.core.generation import FinishState, Usage


class _Event(BaseModel):
    """`at_ns`: nanoseconds from sending the request to reading the bytes that told this."""

    model_config = ConfigDict(frozen=True)

    at_ns: int


class Answering(_Event):
    """The server accepted the request and has sent the head of its answer."""

    kind: Literal["answering"] = "answering"
    request_id: str = ""


class Delta(_Event):
    """A piece of the answer, of the reasoning, or of both."""

    kind: Literal["delta"] = "delta"
    text: str = ""
    reasoning: str = ""
    tokens: int | None = Field(default=None, description="cumulative, where the server tells")


class UsageUpdate(_Event):
    """Token counts by the server, so far or final."""

    kind: Literal["usage"] = "usage"
    usage: Usage


class TimingsUpdate(_Event):
    """The server's own figures, in its own names."""

    kind: Literal["timings"] = "timings"
    timings: dict[str, JsonValue]


class StreamEnd(_Event):
    """The stream ended. `message` and `hint` say what a person should know about the end."""

    kind: Literal["end"] = "end"
    finish: FinishState
    reason: str | None = Field(default=None, description="the server's own word")
    message: str = ""
    hint: str = ""


class Failed(_Event):
    """The server, or the way to it, failed. What was received before stays."""

    kind: Literal["failed"] = "failed"
    message: str
    hint: str = ""
    reason: str | None = Field(default=None, description="the server's own word, where it gave one")
    status: int | None = Field(default=None, description="HTTP status, where there was one")


StreamEvent = Answering | Delta | UsageUpdate | TimingsUpdate | StreamEnd | Failed
