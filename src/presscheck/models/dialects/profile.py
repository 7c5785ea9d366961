"""How one kind of server departs from the common chat API: plain data, one file for each kind."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from pydantic import JsonValue

TokenLimitField = Literal["max_tokens", "max_completion_tokens", "n_predict"]


@dataclass(frozen=True, slots=True)
class Signature:
    """How a server is known: an answer to GET `path` (from its root) that shows `mark`.

    `where`: `key`: the JSON answer has something at this key (dots lead deeper;
    `data.0.owned_by=vllm` asks for that value); `header`: the answer has this header; `body`: the
    answer is this text.
    """

    path: str
    where: Literal["key", "header", "body"]
    mark: str


@dataclass(frozen=True, slots=True)
class Place:
    """A figure that the server tells: GET `path` (from its root), then `key` (dots lead deeper).

    Where the answer is a list, the figures of its entries are added up (true counts as one).
    """

    path: str
    key: str


@dataclass(frozen=True, slots=True)
class Dialect:
    name: str
    label: str
    token_limit_field: TokenLimitField = "max_tokens"
    stream_options: bool = True
    """Whether `stream_options` is accepted; without it usage comes by itself or not at all."""
    refused_fields: frozenset[str] = frozenset()
    """Body fields that make the server refuse the whole request."""
    without_effect: frozenset[str] = frozenset()
    """Sampling parameters that are accepted and ignored: to be said wherever they can be set."""
    added_body: dict[str, JsonValue] = field(default_factory=dict)
    timing_fields: tuple[str, ...] = ()
    """Keys of a chunk that hold the server's own figures."""
    version: Place | None = None
    slots: Place | None = None
    """How many requests it works on at a time."""
    busy: Place | None = None
    """How many requests it works on now."""
    ports: tuple[int, ...] = ()
    """Where it listens unless told otherwise."""
    hosts: tuple[str, ...] = ()
    """Host names (and their subdomains) by which a hosted service is known without asking."""
    signatures: tuple[Signature, ...] = ()
    """Any one of them is enough."""
    notes: tuple[str, ...] = ()
