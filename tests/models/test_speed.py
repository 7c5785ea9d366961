"""Figures from raw records, against what can be worked out by hand."""

import math
from datetime import UTC, datetime
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from presscheck.core.generation import Arrival, Generation, Usage
from presscheck.models import measure
from presscheck.models.speed import decode_rate, merge_bursts, percentile, spread, time_to_page

MS = 1_000_000


def made(arrivals: list[Arrival], text: str = "", **more) -> Generation:
    return Generation(
        id="g",
        requirement="r",
        endpoint="e",
        model="m",
        started_at=datetime(2026, 1, 1, tzinfo=UTC),
        text=text,
        arrivals=arrivals,
        **more,
    )


def steady(count: int, every_ms: int, tokens: int | None = None, chars: int = 4) -> list[Arrival]:
    """`count` arrivals, the first after `every_ms`, `tokens` in each where the server counts."""
    return [
        Arrival(
            at_ns=n * every_ms * MS,
            text_chars=chars,
            tokens=None if tokens is None else n * tokens,
        )
        for n in range(1, count + 1)
    ]


def test_a_steady_stream_that_is_counted_along():
    speed = measure(
        made(
            steady(11, 100, tokens=1),
            usage=Usage(completion_tokens=11),
            token_source="continuous_usage",
            seconds=1.1,
        )
    )
    assert speed.ttft_s == pytest.approx(0.1)
    assert speed.tokens_per_s == pytest.approx(10)
    assert (speed.decode_tokens_per_s, speed.decode) == (pytest.approx(10), "exact")
    assert speed.bursts == speed.arrivals == 11
    assert speed.between_arrivals_s is not None
    assert speed.between_arrivals_s.p50 == pytest.approx(0.1)
    assert speed.longest_stall_s == pytest.approx(0.1)
    assert speed.chars_per_s == pytest.approx(40)


def test_blocks_of_32_are_not_taken_for_tokens():
    blocks = steady(10, 200, tokens=32, chars=100)
    speed = measure(made(blocks, usage=Usage(completion_tokens=320), seconds=2.0))
    assert speed.tokens_per_s == pytest.approx(160)
    assert speed.decode_tokens_per_s == pytest.approx(160)
    assert speed.tokens_per_burst == pytest.approx(32)


def test_with_the_final_count_alone_the_decode_rate_is_approximate():
    speed = measure(
        made(steady(10, 100), usage=Usage(completion_tokens=30), token_source="usage", seconds=1.0)
    )
    assert (speed.decode_tokens_per_s, speed.decode) == (pytest.approx(30), "approximate")


def test_without_counts_nothing_is_made_up():
    speed = measure(made(steady(10, 100), seconds=1.0))
    assert speed.tokens is speed.tokens_per_s is speed.decode_tokens_per_s is None
    assert (speed.decode, speed.token_source) == ("unknown", "none")
    assert speed.chars_per_s == pytest.approx(40)


def test_one_arrival_has_no_decode_rate():
    assert decode_rate(steady(1, 100, tokens=50), 50) == (None, "unknown")
    at_once = [Arrival(at_ns=100, text_chars=1, tokens=n) for n in range(1, 9)]
    assert decode_rate(at_once, 8) == (None, "unknown")


def test_no_arrival_has_no_figures():
    speed = measure(made([], seconds=0.5))
    assert speed.ttft_s is None and speed.bursts == 0 and speed.longest_stall_s is None


def test_arrivals_within_two_milliseconds_are_one_burst():
    times = [0, 1, 3, 10, 12, 15]
    bursts = merge_bursts([Arrival(at_ns=t * MS, text_chars=2, tokens=t) for t in times])
    assert [(b.first_ns // MS, b.last_ns // MS, b.chars, b.tokens) for b in bursts] == [
        (0, 3, 6, 3),
        (10, 12, 4, 12),
        (15, 15, 2, 15),
    ]


@pytest.mark.parametrize(
    ("text", "page_at"),
    [
        ("Here:```html\n<!DOCTYPE html><html>", 3),
        ("<think>an <html> tag</think><html>", 5),
        ("no page at all, sorry, none", None),
    ],
)
def test_time_to_the_pages_first_character(text, page_at):
    arrivals = [
        Arrival(at_ns=n * 1000 * MS, text_chars=len(text[(n - 1) * 6 : n * 6])) for n in range(1, 9)
    ]
    assert time_to_page(made(arrivals, text)) == page_at


def test_the_servers_own_rate_stands_beside_ours():
    speed = measure(
        made(
            steady(11, 100, tokens=1),
            usage=Usage(completion_tokens=11),
            seconds=1.1,
            server_timings={"predicted_per_second": 12.5},
        )
    )
    assert speed.server_tokens_per_s == 12.5
    assert speed.server_discrepancy == pytest.approx(10 / 12.5 - 1)


@given(st.lists(st.floats(0, 1e6), min_size=1, max_size=200))
def test_percentiles_are_values_that_were_seen(values):
    found = spread(values)
    assert found is not None
    assert {found.p50, found.p95, found.max} <= set(values)
    assert found.p50 <= found.p95 <= found.max == max(values)
    assert sum(v <= found.p95 for v in values) >= math.ceil(0.95 * len(values))
    assert percentile(sorted(values), 0) == min(values)


@given(st.lists(st.integers(0, 50 * MS), max_size=100))
def test_bursts_lose_nothing(gaps):
    at, arrivals = 0, []
    for gap in gaps:
        at += gap
        arrivals.append(Arrival(at_ns=at, text_chars=3, reasoning_chars=1))
    bursts = merge_bursts(arrivals)
    assert sum(burst.chars for burst in bursts) == 4 * len(arrivals)
    assert all(b.first_ns - a.last_ns > 2 * MS for a, b in pairwise(bursts))
