"""The verdict is a pure function: each rule by itself."""

from __future__ import annotations

import pytest

from presscheck.core.scorecard import CheckResult, Controls, Library, Observation, PageFault
from presscheck.scoring.verdict import BOUNDS, Ruling, judge, withheld


def check(
    outcome: str, *, probe: str = "tabs", kind: str = "asked", offered: bool = True
) -> CheckResult:
    return CheckResult.model_validate(
        {
            "id": f"{probe}-{kind}",
            "says": f"{probe} works",
            "outcome": outcome,
            "reason": "because",
            "kind": kind,
            "probe": probe,
            "offered": offered,
        }
    )


def ruling(*checks: CheckResult, **over: object) -> Ruling:
    given: dict[str, object] = {
        "completeness": "complete",
        "observation": Observation(),
        "checks": checks,
        "controls": Controls(found=4, responds=4),
        "faults": [],
    }
    return judge(**(given | over))  # type: ignore[arg-type]


def test_all_asked_pass_works() -> None:
    got = ruling(check("pass"), check("pass", probe="subject"))
    assert got.verdict == "works"
    assert got.score == 100


def test_one_failed_asked_is_partly() -> None:
    got = ruling(check("pass"), check("fail", probe="modal"))
    assert got.verdict == "partly"
    assert "modal works" in got.reason


def test_unsure_never_counts_as_passed() -> None:
    got = ruling(check("pass"), check("unsure", probe="modal"))
    assert got.verdict == "partly"
    assert got.score < BOUNDS["works"][0]


@pytest.mark.parametrize("probe", ["subject", "shows", "has-control", "weather"])
def test_looking_alone_is_worth_next_to_nothing(probe: str) -> None:
    got = ruling(check("pass", probe=probe), check("fail", probe="modal"))
    assert got.verdict == "broken"
    assert got.score <= 5


def test_an_expected_nicety_that_fails_is_partly_never_broken() -> None:
    got = ruling(check("pass"), check("fail", probe="game-restart", kind="expected"))
    assert got.verdict == "partly"


def test_an_expected_nicety_that_is_not_offered_is_left_out() -> None:
    absent = check("unsure", probe="game-restart", kind="expected", offered=False)
    got = ruling(check("pass"), absent)
    assert got.verdict == "works"
    assert got.score == 100


def test_no_page_and_blank_page_are_broken() -> None:
    assert ruling(completeness="none") == Ruling("broken", 0.0, "The answer holds no page.")
    assert ruling(check("fail"), observation=Observation(blank=True)).score == 0


def test_a_hang_at_load_is_broken_and_a_later_one_partly() -> None:
    at_load = PageFault(kind="hang", text="it never ends", when="load")
    later = PageFault(kind="hang", text="it never ends", when="click the button “Go”")
    assert ruling(check("pass"), faults=[at_load]).verdict == "broken"
    assert ruling(check("pass"), faults=[later]).verdict == "partly"


def test_faults_and_dead_controls_cost_but_never_below_the_floor() -> None:
    faults = [PageFault(kind="exception", text=str(i), when="load") for i in range(20)]
    got = ruling(check("pass"), faults=faults, controls=Controls(found=2, dead=2))
    assert got.verdict == "works"
    assert got.score == BOUNDS["works"][0]


def test_a_page_that_works_scores_above_any_that_does_not() -> None:
    checks = [check("pass", probe=f"p{i}") for i in range(30)]
    almost = ruling(*checks, check("fail", probe="modal"))
    assert almost.score < BOUNDS["works"][0]


MISSING = Library(url="https://cdn.example/a.js", state="not_found", unavailable=True)


def test_a_page_is_not_judged_where_the_mirror_could_not_fetch_its_library() -> None:
    checks = [check("pass"), check("fail", probe="modal")]
    reason = withheld(ruling(*checks), checks, [MISSING])
    assert reason is not None
    assert MISSING.url in reason
    blank = ruling(observation=Observation(blank=True))
    assert withheld(blank, [], [MISSING]) is not None


@pytest.mark.parametrize(
    "library",
    [
        MISSING.model_copy(update={"decorative": True}),
        MISSING.model_copy(update={"unavailable": False}),
        Library(url=MISSING.url, state="served"),
    ],
)
def test_a_failure_stands_where_every_needed_library_was_answered_for(library: Library) -> None:
    checks = [check("fail")]
    assert withheld(ruling(*checks), checks, [library]) is None


def test_a_page_that_works_without_its_library_works() -> None:
    checks = [check("pass")]
    assert withheld(ruling(*checks), checks, [MISSING]) is None
