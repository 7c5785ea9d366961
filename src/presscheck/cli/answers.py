"""`presscheck score-answers`: raw model answers in, one scorecard a line out."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from presscheck.bench.answers import AnswerLine, BadLine, read_answers, read_done, score_answers
from presscheck.cli.output import Exit, complain
from presscheck.cli.scoring import open_scorer
from presscheck.core.scorecard import Scorecard
from presscheck.scoring import NullSink


async def run_score_answers(
    answers: Path,
    output: Path,
    *,
    requirement_field: str,
    answer_field: str,
    workers: int,
    allow_unsealed: bool,
) -> int:
    total = _lines_to_score(answers, output, requirement_field, answer_field)
    console = Console(stderr=True)
    columns = (
        TextColumn("scoring"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[last]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("scoring", total=total, last="")

        def tell(line: AnswerLine | BadLine, card: Scorecard | None) -> None:
            if isinstance(line, BadLine):
                bar.console.print(
                    f"presscheck: line {line.number} is skipped: {line.reason}",
                    markup=False,
                    highlight=False,
                    soft_wrap=True,
                )
            elif card is not None:
                bar.update(task, advance=1, last=f"line {line.number}: {card.verdict}")

        async with open_scorer(
            NullSink(), workers=workers, allow_unsealed=allow_unsealed
        ) as scorer:
            report = await score_answers(
                answers,
                output,
                scorer,
                requirement_field=requirement_field,
                answer_field=answer_field,
                workers=workers,
                on_line=tell,
            )
    verdicts = ", ".join(f"{count} {verdict}" for verdict, count in sorted(report.verdicts.items()))
    complain(
        f"{report.scored} scored, {report.skipped} done before, {len(report.bad)} bad lines.",
        verdicts,
    )
    if report.verdicts.get("unscored"):
        return Exit.UNSCORED
    return Exit.NOT_WORKING if report.bad else Exit.WORKS


def _lines_to_score(answers: Path, output: Path, requirement_field: str, answer_field: str) -> int:
    """How many lines are left for the progress bar to count."""
    done = read_done(output)
    lines = read_answers(answers, requirement_field=requirement_field, answer_field=answer_field)
    return sum(
        isinstance(line, AnswerLine) and (line.number, line.key) not in done for line in lines
    )
