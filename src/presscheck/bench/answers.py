"""Raw model answers in, one scorecard a line out: resumable, and bad lines cost only themselves."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from presscheck.core.errors import PresscheckError, UsageError
from presscheck.core.page import Page
from presscheck.core.plan import Plan
from presscheck.core.requirement import Requirement
from presscheck.core.scorecard import Scorecard
from presscheck.page import extract_page
from presscheck.scoring.plan import make_plan


class ScoresPages(Protocol):
    """What is needed of a scorer."""

    async def score(self, page: Page, plan: Plan) -> Scorecard: ...


@dataclass(frozen=True)
class AnswerLine:
    """One answer of the file. `key` tells on a rerun whether this very answer was scored."""

    number: int
    key: str
    requirement: Requirement
    answer: str
    rest: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class BadLine:
    number: int
    reason: str


@dataclass
class AnswersReport:
    """How a run over a file of answers went."""

    scored: int = 0
    skipped: int = 0
    bad: list[BadLine] = field(default_factory=list)
    verdicts: dict[str, int] = field(default_factory=dict)


def read_answers(
    path: Path, *, requirement_field: str = "requirement", answer_field: str = "answer"
) -> Iterator[AnswerLine | BadLine]:
    """Read JSON Lines one by one; blank lines are passed over, unusable ones say why."""
    try:
        file = path.open("rb")
    except OSError as error:
        raise UsageError(
            f"{path} cannot be read: {error.strerror}.", hint="Name a JSON Lines file."
        ) from error
    with file:
        for number, raw in enumerate(file, start=1):
            if raw.strip():
                yield _parse(number, raw, requirement_field, answer_field)


def _parse(
    number: int, raw: bytes, requirement_field: str, answer_field: str
) -> AnswerLine | BadLine:
    try:
        data = json.loads(raw)
    except (ValueError, RecursionError) as error:
        return BadLine(number, f"not valid JSON ({error})")
    if not isinstance(data, dict):
        return BadLine(number, "not a JSON object")
    for name in (requirement_field, answer_field):
        if not isinstance(data.get(name), str):
            return BadLine(number, f"has no text in the field {name!r}")
    try:
        requirement = Requirement.parse(data[requirement_field])
    except PresscheckError as error:
        return BadLine(number, error.message)
    answer = data[answer_field]
    key = hashlib.sha256(json.dumps([requirement.text, answer]).encode()).hexdigest()[:16]
    rest = {k: v for k, v in data.items() if k not in (requirement_field, answer_field)}
    return AnswerLine(number, key, requirement, answer, rest)


def read_done(out: Path) -> set[tuple[int, str]]:
    """What an earlier run has written. A last line that was cut off is taken away.

    An `unscored` line counts as not done: the tool failed there, so a rerun tries again.
    """
    if not out.exists():
        return set()
    done: set[tuple[int, str]] = set()
    whole: list[bytes] = []
    raw_lines = out.read_bytes().splitlines(keepends=True)
    for raw in raw_lines:
        try:
            row = json.loads(raw)
            number, key, verdict = row["line"], row["key"], row["verdict"]
        except (ValueError, KeyError, TypeError):
            continue
        if raw.endswith(b"\n") and verdict != "unscored":
            done.add((number, key))
            whole.append(raw)
    if len(whole) != len(raw_lines):
        fresh = out.with_name(out.name + ".part")
        fresh.write_bytes(b"".join(whole))
        fresh.replace(out)
    return done


async def score_answers(
    path: Path,
    out: Path,
    scorer: ScoresPages,
    *,
    requirement_field: str = "requirement",
    answer_field: str = "answer",
    workers: int = 1,
    on_line: Callable[[AnswerLine | BadLine, Scorecard | None], None] | None = None,
) -> AnswersReport:
    """Score every answer of `path` into `out`, one scorecard a line, written as each is done.

    Each line of `out` holds the scorecard's keys, `line` (the number in `path`), `key`, and `input`
    (the answer's other fields). Lines that an earlier run finished are skipped.
    """
    report = AnswersReport()
    done = read_done(out)
    lines = read_answers(path, requirement_field=requirement_field, answer_field=answer_field)
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        sink = out.open("ab")
    except OSError as error:
        raise UsageError(
            f"{out} cannot be written: {error.strerror}.", hint="Name another file with -o."
        ) from error

    def tell(line: AnswerLine | BadLine, card: Scorecard | None) -> None:
        if on_line is not None:
            on_line(line, card)

    async def work() -> None:
        # One shared iterator: each worker takes the next line when it is free.
        for line in lines:
            if isinstance(line, BadLine):
                report.bad.append(line)
                tell(line, None)
            elif (line.number, line.key) in done:
                report.skipped += 1
                tell(line, None)
            else:
                card = await score_answer(line.answer, line.requirement, scorer)
                row = {"line": line.number, "key": line.key, "input": line.rest}
                row |= card.model_dump(mode="json")
                sink.write(json.dumps(row, ensure_ascii=False).encode() + b"\n")
                sink.flush()
                report.scored += 1
                report.verdicts[card.verdict] = report.verdicts.get(card.verdict, 0) + 1
                tell(line, card)

    with sink:
        async with asyncio.TaskGroup() as group:
            for _ in range(max(1, workers)):
                group.create_task(work())
    return report


async def score_answer(answer: str, requirement: Requirement, scorer: ScoresPages) -> Scorecard:
    """Take the page out of a raw answer and score it against the plan of its line."""
    page = await asyncio.to_thread(extract_page, answer)
    plan = await asyncio.to_thread(make_plan, requirement)
    return await scorer.score(page, plan)
