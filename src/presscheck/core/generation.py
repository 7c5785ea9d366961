"""What a model answered to a requirement, when each piece of it arrived, and how it ended."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

TokenSource = Literal["usage", "continuous_usage", "client_tokenizer", "none"]
"""Where a token count comes from. Chunks are never counted as tokens: block-diffusion and
speculative servers send many tokens at once."""

FinishState = Literal["stop", "length", "incomplete", "cancelled", "error"]
"""`incomplete`: the stream ended without a finish reason. What was received is always kept."""


class Arrival(BaseModel):
    """One delta as it arrived. Times are nanoseconds since the request was sent."""

    model_config = ConfigDict(frozen=True)

    at_ns: int
    text_chars: int = 0
    reasoning_chars: int = 0
    tokens: int | None = Field(default=None, description="cumulative, where the server tells")


class Usage(BaseModel):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    reasoning_tokens: int | None = None


class Sampling(BaseModel):
    """What is asked of the server beside the messages. None leaves the server's default."""

    max_tokens: int | None = 16_384
    temperature: float | None = None
    top_p: float | None = None
    seed: int | None = None
    extra_body: dict[str, JsonValue] = Field(default_factory=dict)


class Generation(BaseModel):
    """One request and all that came of it."""

    id: str
    requirement: str
    endpoint: str
    model: str
    started_at: datetime
    sampling: Sampling = Field(default_factory=Sampling)
    text: str = ""
    reasoning: str = ""
    arrivals: list[Arrival] = Field(default_factory=list)
    finish: FinishState = "incomplete"
    finish_reason: str | None = Field(default=None, description="the server's own word")
    error: str | None = None
    error_hint: str | None = None
    usage: Usage | None = None
    token_source: TokenSource = "none"
    server_timings: dict[str, JsonValue] = Field(default_factory=dict)
    seconds: float | None = Field(default=None, description="request sent to last byte")
