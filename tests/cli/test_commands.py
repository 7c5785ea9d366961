"""The contract of the command line: names, JSON keys, exit codes, what goes where."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.conftest import Presscheck
from tests.models.scripted import ScriptedServer
from tests.web.model_server import CALCULATOR

KEYS = {
    "verdict",
    "score",
    "requirement",
    "page",
    "checks",
    "controls",
    "errors",
    "blocked",
    "timings",
    "scorer_version",
}
DEAD = CALCULATOR.replace("button.onclick = () => press(key);", "").replace("press(key);", ";")


@pytest.fixture
def calculator(tmp_path: Path) -> Path:
    path = tmp_path / "page.html"
    path.write_text(CALCULATOR)
    return path


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as server:
        yield server


def test_help_comes_without_loading_the_rooms() -> None:
    code = "import sys, presscheck.cli.main; print([m for m in sys.modules if 'playwright' in m])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


@pytest.mark.browser
def test_score_prints_one_json_document(presscheck: Presscheck, calculator: Path) -> None:
    run = presscheck("score", calculator, "--requirement", "a calculator", "--json")
    card = json.loads(run.stdout)
    assert card.keys() >= KEYS
    assert card["page"].keys() >= {"completeness", "bytes", "sha256"}
    assert card["controls"].keys() >= {
        "found",
        "responds",
        "dead",
        "throws",
        "unreachable",
        "items",
    }
    assert card["checks"]
    for check in card["checks"]:
        assert check.keys() >= {"id", "says", "outcome", "reason", "evidence"}
    assert run.returncode == {"works": 0, "partly": 1, "broken": 1}[card["verdict"]]


@pytest.mark.browser
def test_a_dead_page_is_not_said_to_work(
    presscheck: Presscheck, tmp_path: Path, calculator: Path
) -> None:
    calculator.write_text(DEAD)
    pictures = tmp_path / "pictures"
    run = presscheck("score", calculator, "-r", "a calculator", "--evidence", pictures)
    assert run.returncode == 1
    assert run.stdout.startswith(("broken", "partly"))
    assert list(pictures.iterdir())


def test_wrong_use_is_told_and_exits_with_2(presscheck: Presscheck, calculator: Path) -> None:
    for args in (
        ("score", calculator),
        ("score", calculator, "--requirement", "  "),
        ("score", calculator, "--requirement", "x" * 100_000),
        ("score", calculator.with_name("missing.html"), "--requirement", "a clock"),
        ("score", calculator, "--requirement", "a clock", "--plan", calculator),
        ("plan", ""),
        ("nonsense",),
    ):
        run = presscheck(*args)
        assert run.returncode == 2, args
        assert run.stdout == ""
        assert "Traceback" not in run.stderr
        assert run.stderr.strip()


def test_a_missing_browser_is_the_tool_s_failure(
    presscheck: Presscheck, calculator: Path, tmp_path: Path
) -> None:
    env = {"PRESSCHECK_CHROMIUM": str(tmp_path / "no-such-browser")}
    run = presscheck("score", calculator, "-r", "a clock", "--json", env=env)
    assert run.returncode == 3
    assert "no-such-browser" in run.stderr
    assert "Traceback" not in run.stderr


def test_plan_shows_checks_before_any_page(presscheck: Presscheck, tmp_path: Path) -> None:
    run = presscheck("plan", "a stopwatch with laps", "--json")
    plan = json.loads(run.stdout)
    assert run.returncode == 0
    assert plan["checks"]
    file = tmp_path / "plan.json"
    assert presscheck("plan", "a stopwatch with laps", "-o", file).stdout == ""
    assert json.loads(file.read_text()) == plan
    assert presscheck("plan", "带计圈功能的秒表").stdout.startswith("- ")


def test_make_asks_a_server_and_writes_the_page(
    presscheck: Presscheck, server: ScriptedServer, tmp_path: Path
) -> None:
    page = tmp_path / "page.html"
    args = ("make", "a counter", "--endpoint", server.base_url, "--model", "ok")
    run = presscheck(*args, "-o", page, "--json")
    made = json.loads(run.stdout)
    assert run.returncode == 0, run.stderr
    assert made["page"]["completeness"] == "complete"
    assert page.read_text().lower().startswith("<!doctype html>")
    to_stdout = presscheck(*args)
    assert to_stdout.stdout.lower().startswith("<!doctype html>")


def test_make_tells_what_a_failing_server_said(
    presscheck: Presscheck, server: ScriptedServer
) -> None:
    gone = presscheck("make", "a counter", "--endpoint", "http://127.0.0.1:9/v1", "--model", "m")
    assert gone.returncode == 3
    assert "127.0.0.1:9" in gone.stderr
    assert "Traceback" not in gone.stderr


@pytest.mark.browser
def test_score_answers_goes_on_where_it_was(presscheck: Presscheck, tmp_path: Path) -> None:
    answers, results = tmp_path / "answers.jsonl", tmp_path / "results.jsonl"
    good = {"requirement": "a calculator", "answer": f"```html\n{CALCULATOR}```", "model": "m"}
    lines = [json.dumps(good), "not json", json.dumps({**good, "answer": "no page"})]
    answers.write_text("\n".join(lines) + "\n")
    run = presscheck("score-answers", answers, "-o", results)
    assert run.returncode == 1, run.stderr
    assert run.stdout == ""
    assert "line 2" in run.stderr
    rows = [json.loads(line) for line in results.read_text().splitlines()]
    assert [row["line"] for row in rows] == [1, 3]
    assert all(row.keys() >= KEYS for row in rows)
    before = results.read_bytes()
    again = presscheck("score-answers", answers, "-o", results)
    assert results.read_bytes() == before
    assert "2 done before" in again.stderr


@pytest.mark.browser
def test_doctor_says_what_works(presscheck: Presscheck) -> None:
    run = presscheck("doctor", "--json")
    findings = {finding["id"]: finding for finding in json.loads(run.stdout)["findings"]}
    assert findings.keys() >= {"browser", "seal", "data", "model"}
    assert findings["browser"]["state"] == "ok"
    env = {"PRESSCHECK_CHROMIUM": "/no/such/browser"}
    broken = presscheck("doctor", env=env)
    assert broken.returncode == 1
    assert "/no/such/browser" in broken.stdout
