import json

import pytest

from presscheck.bench.answers import AnswerLine, BadLine, read_answers, read_done, score_answers
from presscheck.core.errors import UsageError
from presscheck.core.scorecard import PageSummary, Scorecard

PAGE = "```html\n<!doctype html><html><body><p>Hello</p></body></html>\n```"


class CountingScorer:
    """Gives every page the same verdict and keeps count: the loop is under test, not the scorer."""

    def __init__(self, verdict="works", stop_after=None):
        self.verdict, self.stop_after, self.pages = verdict, stop_after, []

    async def score(self, page, plan):
        if self.stop_after is not None and len(self.pages) >= self.stop_after:
            raise KeyboardInterrupt
        self.pages.append(page)
        summary = PageSummary(
            completeness=page.completeness, bytes=len(page.data), sha256=page.sha256
        )
        score = None if self.verdict == "unscored" else 100
        return Scorecard(
            verdict=self.verdict, score=score, requirement=plan.requirement, page=summary
        )


def write(path, *rows):
    path.write_text("\n".join(r if isinstance(r, str) else json.dumps(r) for r in rows) + "\n")
    return path


@pytest.fixture
def answers(tmp_path):
    return write(
        tmp_path / "answers.jsonl",
        {"requirement": "a clock", "answer": PAGE, "model": "m1"},
        "{not json",
        {"requirement": "a clock"},
        {"requirement": "   ", "answer": PAGE},
        "",
        "[1, 2]",
        {"requirement": "一个时钟", "answer": "I cannot do that.", "model": "m2"},
    )


def test_bad_lines_say_their_number_and_why(answers):
    lines = list(read_answers(answers))
    good = [line for line in lines if isinstance(line, AnswerLine)]
    bad = {line.number: line.reason for line in lines if isinstance(line, BadLine)}
    assert [line.number for line in good] == [1, 7]
    assert good[0].rest == {"model": "m1"}
    assert set(bad) == {2, 3, 4, 6}
    assert "JSON" in bad[2] and "'answer'" in bad[3] and "empty" in bad[4] and "object" in bad[6]


def test_a_missing_file_is_a_usage_error(tmp_path):
    with pytest.raises(UsageError, match="cannot be read"):
        list(read_answers(tmp_path / "none.jsonl"))


async def test_one_scorecard_a_line_and_a_rerun_skips_them(answers, tmp_path):
    out = tmp_path / "deep" / "results.jsonl"
    report = await score_answers(answers, out, CountingScorer())
    assert (report.scored, report.skipped, len(report.bad)) == (2, 0, 4)
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert [row["line"] for row in rows] == [1, 7]
    assert rows[0]["input"] == {"model": "m1"}
    assert {"verdict", "score", "requirement", "page", "checks", "controls"} <= set(rows[0])

    again = CountingScorer()
    report = await score_answers(answers, out, again)
    assert (report.scored, report.skipped) == (0, 2)
    assert again.pages == []
    assert len(out.read_text().splitlines()) == 2


async def test_a_line_cut_off_by_a_kill_is_taken_away_and_scored_again(answers, tmp_path):
    out = tmp_path / "results.jsonl"
    await score_answers(answers, out, CountingScorer())
    out.write_bytes(out.read_bytes()[:-40])
    report = await score_answers(answers, out, CountingScorer())
    assert (report.scored, report.skipped) == (1, 1)
    assert len(read_done(out)) == 2
    for line in out.read_text().splitlines():
        json.loads(line)


async def test_unscored_lines_are_tried_again(answers, tmp_path):
    out = tmp_path / "results.jsonl"
    await score_answers(answers, out, CountingScorer(verdict="unscored"))
    report = await score_answers(answers, out, CountingScorer())
    assert (report.scored, report.skipped) == (2, 0)
    assert len(out.read_text().splitlines()) == 2


async def test_a_changed_answer_is_scored_anew(answers, tmp_path):
    out = tmp_path / "results.jsonl"
    await score_answers(answers, out, CountingScorer())
    write(answers, {"requirement": "a clock", "answer": PAGE + "!", "model": "m1"})
    report = await score_answers(answers, out, CountingScorer())
    assert report.scored == 1


async def test_workers_share_the_lines(tmp_path):
    rows = [{"requirement": f"a clock {i}", "answer": PAGE} for i in range(30)]
    answers = write(tmp_path / "answers.jsonl", *rows)
    scorer = CountingScorer()
    report = await score_answers(answers, tmp_path / "out.jsonl", scorer, workers=4)
    assert report.scored == len(scorer.pages) == 30
    assert {row[0] for row in read_done(tmp_path / "out.jsonl")} == set(range(1, 31))
