"""Bodies of the HTTP API."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, SecretStr

from presscheck.core.generation import Sampling


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Line(_Body):
    requirement: str


class ModelChoice(_Body):
    endpoint: str = Field(description="an endpoint's id, from /api/models")
    model: str = Field("", max_length=300, description="empty: the endpoint's only model")


class NewGenerations(_Body):
    """One line to one to four models, each `repeats` times."""

    requirement: str
    models: Annotated[list[ModelChoice], Field(min_length=1, max_length=4)]
    repeats: int = Field(1, ge=1, le=10)
    sampling: Sampling | None = None


class Made(BaseModel):
    ids: list[str]
    url: str = Field(description="the screen that shows them side by side")


class NewEndpoint(_Body):
    base_url: str = Field(min_length=1, max_length=2000)
    name: str | None = Field(None, max_length=80)
    api_key: SecretStr | None = None
    remember_key: bool = Field(
        False, description="keep the key in a file that only its owner can read"
    )


class EndpointTest(BaseModel):
    ok: bool
    seconds: float
    models: list[str]
    message: str = ""
    hint: str = ""


class Preview(BaseModel):
    url: str
    beat: str = Field(description="a page of the same origin that posts a sign of life")
