"""Plans as YAML: read back as written, and mistakes named by their place."""

from __future__ import annotations

import pytest

from presscheck.core.errors import UsageError
from presscheck.core.requirement import Requirement
from presscheck.scoring.plan import make_plan, match_labels, plan_from_yaml, plan_to_yaml


@pytest.mark.parametrize("line", ["todo list with filters", "番茄钟,带待办清单", "a spinning cube"])
def test_a_plan_is_read_back_as_it_was_written(line: str) -> None:
    plan = make_plan(Requirement.parse(line))
    assert plan_from_yaml(plan_to_yaml(plan)) == plan


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("checks: [", "line 1"),
        ("- a\n- b", "no keys"),
        ("version: 99\nrequirement: x\nchecks: []", "version 99"),
        ("requirement: x\nchecks:\n- {id: a, says: b}\n- {id: c}", "check 2 (c), says"),
        ("requirement: x\nchecks:\n- {id: a, says: b}\n- {id: a, says: c}", "Two checks"),
        ("requirement: x\nchecks:\n- {id: a, says: b, prob: c}", "check 1 (a), prob"),
        ("requirement: [1]\nchecks: []", "requirement"),
    ],
)
def test_a_wrong_plan_is_refused_with_its_place(text: str, says: str) -> None:
    with pytest.raises(UsageError) as caught:
        plan_from_yaml(text)
    assert says in str(caught.value)


def test_labels_find_their_checks_by_words() -> None:
    plan = make_plan(Requirement.parse("shopping list: add, tick off and delete items"))
    labels = {
        "put": "something new can be put on the list (added)",
        "gone": "an item can be removed, the others stay",
        "tick": "an item can be ticked as done",
        "moon": "the moon rises over the mountains",
    }
    probes = {c.id: c.probe for c in plan.checks}
    matched = {label: probes[c] for label, c in match_labels(plan, labels).items()}
    assert matched == {"put": "item-add", "gone": "item-delete", "tick": "item-complete"}
