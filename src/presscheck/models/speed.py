"""How fast an answer came, from its raw record. Pure functions; definitions in docs/speed.md.

A chunk is not a token: block-diffusion and speculative servers send many tokens at once. Token
counts are the server's; where there are none, what rests on tokens is None.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Literal

from pydantic import BaseModel, Field, JsonValue

from presscheck.core.generation import Arrival, Generation, TokenSource

BURST_NS = 2_000_000
"""Arrivals closer together than this came in one piece; the network tears pieces apart."""

_PAGE_BEGINS = re.compile(r"<!doctype\s+html|<html[\s>]|<svg[\s>]", re.IGNORECASE)
_INLINE_THOUGHT = re.compile(r"\s*<think(?:ing)?>.*?</think(?:ing)?>", re.IGNORECASE | re.DOTALL)


class Spread(BaseModel):
    """Percentiles by the nearest rank (the smallest value that this share does not exceed)."""

    count: int
    p50: float
    p95: float
    max: float


class Speed(BaseModel):
    """Seconds from sending the request, tokens and characters a second. None: not knowable."""

    ttft_s: float | None = Field(default=None, description="to the first character of any kind")
    ttfo_s: float | None = Field(default=None, description="to the first character of the page")
    seconds: float | None = Field(default=None, description="to the last byte")
    tokens: int | None = None
    token_source: TokenSource = "none"
    tokens_per_s: float | None = Field(
        default=None, description="end to end: all tokens over all seconds; the headline"
    )
    decode_tokens_per_s: float | None = Field(
        default=None, description="after the first arrival, its tokens left out"
    )
    decode: Literal["exact", "approximate", "unknown"] = "unknown"
    chars: int = 0
    chars_per_s: float | None = Field(default=None, description="end to end, text and reasoning")
    arrivals: int = 0
    between_arrivals_s: Spread | None = None
    bursts: int = 0
    between_bursts_s: Spread | None = None
    tokens_per_burst: float | None = None
    chars_per_burst: float | None = None
    longest_stall_s: float | None = Field(default=None, description="between two bursts")
    server_tokens_per_s: float | None = Field(
        default=None, description="decode rate by the server's own clock, where it tells"
    )
    server_discrepancy: float | None = Field(
        default=None, description="our decode rate over the server's, less one"
    )


class Burst(BaseModel):
    """Arrivals that came in one piece."""

    first_ns: int
    last_ns: int
    chars: int
    tokens: int | None = Field(default=None, description="cumulative at its end")


def measure(generation: Generation) -> Speed:
    """All figures of one generation. Failed and cancelled ones are measured as far as they went."""
    arrivals = generation.arrivals
    usage = generation.usage
    tokens = usage.completion_tokens if usage is not None else None
    if tokens is None:
        tokens = next((one.tokens for one in reversed(arrivals) if one.tokens is not None), None)
    chars = sum(one.text_chars + one.reasoning_chars for one in arrivals)
    seconds = generation.seconds or None
    bursts = merge_bursts(arrivals)
    gaps = [(b.first_ns - a.last_ns) / 1e9 for a, b in pairwise(bursts)]
    decode, exactness = decode_rate(arrivals, tokens)
    server = server_decode_rate(generation.server_timings)
    return Speed(
        ttft_s=arrivals[0].at_ns / 1e9 if arrivals else None,
        ttfo_s=time_to_page(generation),
        seconds=seconds,
        tokens=tokens,
        token_source=generation.token_source,
        tokens_per_s=_rate(tokens, seconds),
        decode_tokens_per_s=decode,
        decode=exactness,
        chars=chars,
        chars_per_s=_rate(chars or None, seconds),
        arrivals=len(arrivals),
        between_arrivals_s=spread([(b.at_ns - a.at_ns) / 1e9 for a, b in pairwise(arrivals)]),
        bursts=len(bursts),
        between_bursts_s=spread(gaps),
        tokens_per_burst=tokens / len(bursts) if tokens is not None and bursts else None,
        chars_per_burst=chars / len(bursts) if bursts else None,
        longest_stall_s=max(gaps, default=None),
        server_tokens_per_s=server,
        server_discrepancy=decode / server - 1 if decode and server else None,
    )


def merge_bursts(arrivals: Sequence[Arrival], within_ns: int = BURST_NS) -> list[Burst]:
    """Arrivals at most `within_ns` after the one before them belong to its burst."""
    bursts: list[Burst] = []
    for one in arrivals:
        chars = one.text_chars + one.reasoning_chars
        if bursts and one.at_ns - bursts[-1].last_ns <= within_ns:
            last = bursts[-1]
            last.last_ns = one.at_ns
            last.chars += chars
            last.tokens = one.tokens if one.tokens is not None else last.tokens
        else:
            bursts.append(
                Burst(first_ns=one.at_ns, last_ns=one.at_ns, chars=chars, tokens=one.tokens)
            )
    return bursts


def decode_rate(
    arrivals: Sequence[Arrival], tokens: int | None
) -> tuple[float | None, Literal["exact", "approximate", "unknown"]]:
    """(tokens a second after the first burst, how well it is known).

    The first burst's tokens were made before the clock of this figure starts, hence are left out:
    exactly where the server counts along, by their share of the characters where it does not.
    """
    bursts = merge_bursts(arrivals)
    if len(bursts) < 2 or tokens is None:
        return None, "unknown"
    span = (bursts[-1].last_ns - bursts[0].last_ns) / 1e9
    if span <= 0:
        return None, "unknown"
    counted, last = bursts[0].tokens, bursts[-1].tokens
    if counted is not None and last is not None:
        return (last - counted) / span, "exact"
    chars = sum(burst.chars for burst in bursts)
    if not chars:
        return None, "unknown"
    return tokens * (1 - bursts[0].chars / chars) / span, "approximate"


def time_to_page(generation: Generation) -> float | None:
    """Seconds to the arrival that holds the page's first character; None where there is no page."""
    thought = _INLINE_THOUGHT.match(generation.text)
    begins = _PAGE_BEGINS.search(generation.text, thought.end() if thought else 0)
    if begins is None:
        return None
    seen = 0
    for one in generation.arrivals:
        seen += one.text_chars
        if seen > begins.start():
            return one.at_ns / 1e9
    return None


def server_decode_rate(timings: Mapping[str, JsonValue]) -> float | None:
    """Tokens a second by the server: llama.cpp's `timings`, LM Studio's `stats`."""
    for name in ("predicted_per_second", "tokens_per_second"):
        rate = timings.get(name)
        if isinstance(rate, int | float) and rate > 0:
            return float(rate)
    return None


def spread(values: Sequence[float]) -> Spread | None:
    if not values:
        return None
    ordered = sorted(values)
    return Spread(
        count=len(ordered),
        p50=percentile(ordered, 0.5),
        p95=percentile(ordered, 0.95),
        max=ordered[-1],
    )


def percentile(ordered: Sequence[float], share: float) -> float:
    """Nearest rank, of values in order: no value is made up between two that were seen."""
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def _rate(amount: int | None, seconds: float | None) -> float | None:
    return amount / seconds if amount is not None and seconds else None
