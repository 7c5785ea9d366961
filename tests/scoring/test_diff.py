"""Differences between snapshots, without a browser."""

from __future__ import annotations

from dataclasses import replace

from presscheck.scoring.diff import canvas_share, collapse, diff, subtract
from presscheck.scoring.snapshot import (
    CHILD,
    Box,
    Canvas,
    Element,
    Snapshot,
    numbers_in,
)


def element(number: int, parent: int = 1, **over: object) -> Element:
    plain = Element(
        id=number,
        parent=parent,
        tag="div",
        type="",
        role="",
        name="",
        raw="",
        value=None,
        hint="",
        words="",
        box=Box(0, 0, 50, 20),
        states=frozenset(),
        style=(),
        shown=True,
    )
    return replace(plain, **over)  # type: ignore[arg-type]


def page(*elements: Element, **over: object) -> Snapshot:
    root = element(1, 0, tag="body", raw=CHILD * len(elements), states=frozenset(["fixed"]))
    return Snapshot({e.id: e for e in [root, *elements]}, **over)  # type: ignore[arg-type]


def kinds(before: Snapshot, after: Snapshot) -> list[str]:
    return [c.kind for c in diff(before, after)]


def test_no_difference() -> None:
    assert diff(page(element(2)), page(element(2))) == []


def test_text_value_and_state() -> None:
    before = page(element(2, raw="one", value="1"))
    after = page(element(2, raw="two", value="2", states=frozenset(["checked"])))
    assert kinds(before, after) == ["text", "value", "state"]


def test_growing_on_one_side_is_no_move() -> None:
    before, after = page(element(2)), page(element(2, box=Box(0, 0, 80, 20)))
    assert kinds(before, after) == ["resized"]


def test_scrolling_the_page_moves_nothing() -> None:
    before = page(element(2, box=Box(0, 300, 50, 20)))
    after = page(element(2, box=Box(0, 100, 50, 20)), scroll=(0, 200))
    assert kinds(before, after) == ["scrolled"]


def test_a_list_drawn_anew_is_the_same_list() -> None:
    before = page(*(element(i, raw=f"item {i}") for i in (2, 3, 4)))
    after = page(*(element(i + 10, raw=f"item {i}") for i in (2, 4)))
    changes = diff(before, after)
    assert [(c.kind, c.was) for c in changes] == [("disappeared", "item 3")]


def test_a_panel_that_appears_is_one_change() -> None:
    inner = [element(3, 2, raw="Hello"), element(4, 2, raw="there")]
    panel = element(2, raw=CHILD * 2)
    before, after = page(), page(panel, *inner)
    changes = collapse(diff(before, after), before, after)
    assert [(c.kind, c.inside) for c in changes] == [("appeared", 2)]
    assert "Hello there" in changes[0].now


def test_ambient_changes_are_set_aside_but_a_jump_is_not() -> None:
    first, second = page(element(2)), page(element(2, box=Box(3, 0, 50, 20)))
    ambient = diff(first, second)
    drift = diff(second, page(element(2, box=Box(6, 0, 50, 20))))
    jump = diff(second, page(element(2, box=Box(200, 0, 50, 20))))
    assert subtract(drift, ambient) == []
    assert [c.kind for c in subtract(jump, ambient)] == ["moved"]


def test_a_running_count_that_is_set_back_is_an_effect() -> None:
    at = [page(element(2, raw=t)) for t in ("24:58", "24:57", "24:56", "25:00")]
    ambient = diff(at[0], at[1])
    assert subtract(diff(at[1], at[2]), ambient) == []
    assert [c.now for c in subtract(diff(at[1], at[3]), ambient)] == ["25:00"]


def test_a_canvas_that_differs_by_a_hair_still_differs() -> None:
    one = Canvas(10, 10, "a", "AAAA" * 1024, blank=True, read=True)
    assert canvas_share(one, replace(one, digest="b")) > 0
    assert canvas_share(one, one) == 0


def test_numbers_as_people_write_them() -> None:
    assert numbers_in("−3.5 and 1,234.50 m²; 12:05") == [-3.5, 1234.5, 12, 5]
    assert numbers_in("v2a, 7") == [7] or numbers_in("7") == [7]
