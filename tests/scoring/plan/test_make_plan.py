"""Lines taken apart: lists, quantities, negations, typing errors, both languages."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from presscheck.core.plan import Check, Plan
from presscheck.core.requirement import Requirement
from presscheck.scoring.plan import make_plan
from presscheck.scoring.plan.catalogue import fits


def plan(line: str) -> Plan:
    return make_plan(Requirement.parse(line))


def asked(line: str) -> set[str]:
    return {c.probe or c.id for c in plan(line).checks if c.kind == "asked"}


def check(line: str, probe: str) -> Check:
    return next(c for c in plan(line).checks if c.probe == probe)


def test_a_list_of_apps_is_one_check_each() -> None:
    line = "desktop with a dock and terminal, notepad, weather, clock and calculator apps"
    assert {"launcher", "text-keeps", "weather", "clock-ticks", "calculator"} <= asked(line)
    assert check(line, "launcher").params["apps"] == [
        "terminal", "notepad", "weather", "clock", "calculator",
    ]  # fmt: skip


def test_chinese_apps_are_opened_and_used() -> None:
    says = [c.says for c in plan("网页桌面,能打开记事本和天气").checks]
    assert "能打开记事本并输入文字" in says
    assert any(s.startswith("能打开天气") for s in says)


def test_quantities_become_parameters() -> None:
    assert check("kanban board with four columns", "columns-shown").params["count"] == 4
    assert check("memory card game 6 by 6", "card-grid").params == {"rows": 6, "cols": 6}
    assert check("a quiz about owls with 12 questions", "quiz-count").params["count"] == 12
    assert check("地理测验,十道题", "quiz-count").params["count"] == 10


def test_what_is_refused_is_not_asked() -> None:
    assert "drag-between" not in asked("kanban board without drag and drop, add cards")
    assert "theme-toggle" not in asked("landing page for a bakery, no dark mode")
    assert "theme-toggle" not in asked("面包店官网,不要深色模式")
    assert "game-keys" in asked("snake game without sound")


def test_what_a_line_says_is_asked_and_what_it_does_not_is_expected() -> None:
    kinds = {c.probe: c.kind for c in plan("tetris").checks}
    assert kinds["game-moves"] == "asked"
    assert kinds["game-restart"] == "expected"
    assert {c.probe: c.kind for c in plan("tetris with restart").checks}["game-restart"] == "asked"


def test_typing_errors_are_forgiven_and_common_words_are_not_mistaken() -> None:
    assert asked("stopwacth with laps") == asked("stopwatch with laps")
    assert "chess" not in str(plan("a page about chest pain").checks)


def test_a_science_that_a_quiz_is_about_is_its_subject() -> None:
    probes = asked("quiz about the solar system")
    assert "quiz-answers" in probes
    assert "bodies-move" not in probes


def test_a_control_and_what_it_drives() -> None:
    drives = check("pendulum: change the length and watch the period", "drives")
    assert drives.params == {"control": "length", "what": "period"}


def test_what_nothing_knows_is_kept() -> None:
    kept = plan("stopwatch with laps and a flamingo")
    assert any("flamingo" in c.says for c in kept.checks)
    assert plan("zzz").checks


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        ("snake game", "贪吃蛇游戏"),
        ("sudoku", "数独"),
        ("piano", "钢琴"),
        ("pomodoro timer", "番茄钟"),
        ("markdown editor", "Markdown 编辑器"),
        ("BMI calculator", "BMI 计算器"),
        ("image carousel", "图片轮播"),
        ("Conway's game of life", "康威生命游戏"),
    ],
)
def test_both_languages_ask_the_same(english: str, chinese: str) -> None:
    assert asked(chinese) - {"language"} == asked(english)


def test_the_same_line_gives_the_same_plan() -> None:
    line = "expense tracker with categories, a pie chart and monthly totals"
    assert plan(line) == plan(line)


@settings(max_examples=150, deadline=None)
@given(st.text(min_size=1, max_size=120).filter(lambda t: t.strip() != ""))
def test_any_line_gives_a_plan_that_probes_can_carry_out(line: str) -> None:
    from presscheck.core.errors import UsageError

    try:
        made = plan(line)
    except UsageError:
        return  # nothing but white space or control characters
    assert made.checks
    assert len({c.id for c in made.checks}) == len(made.checks)
    for c in made.checks:
        assert c.probe is None or fits(c.probe, c.params) == []
