"""`presscheck calibrate`: the scorer set against labels that people gave."""

from __future__ import annotations

import sys
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from presscheck.bench.calibration import (
    Calibration,
    PageResult,
    calibrate,
    find_labelled_pages,
    to_json,
)
from presscheck.cli.output import Exit
from presscheck.cli.scoring import open_scorer
from presscheck.scoring import NullSink


async def run_calibrate(
    folder: Path, *, as_json: bool, workers: int, only: list[str], allow_unsealed: bool
) -> int:
    pages = find_labelled_pages(folder)
    if only:
        pages = [p for p in pages if any(word in f"{p.folder.name}/{p.name}" for word in only)]
    errors = Console(stderr=True)
    columns = (
        TextColumn("calibrating"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[last]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=errors, disable=not errors.is_terminal) as bar:
        task = bar.add_task("calibrating", total=len(pages), last="")

        def tell(result: PageResult) -> None:
            name = f"{result.page.folder.name}/{result.page.name}"
            bar.update(task, advance=1, last=f"{name}: {result.card.verdict}")

        async with open_scorer(
            NullSink(), workers=workers, allow_unsealed=allow_unsealed
        ) as scorer:
            calibration = await calibrate(pages, scorer, workers=workers, on_page=tell)
    if as_json:
        sys.stdout.write(to_json(calibration) + "\n")
    else:
        show(calibration, Console())
    return Exit.UNSCORED if calibration.unscored else Exit.WORKS


def show(calibration: Calibration, console: Console) -> None:
    """The figures as a person reads them, each disagreement with its evidence last."""
    works = calibration.works
    matrix = Table("", "scorer: works", "scorer: does not", title="Does the page work?")
    matrix.add_row("label: works", str(works.both_yes), str(works.only_label))
    matrix.add_row("label: does not", str(works.only_scorer), str(works.both_no))
    console.print(matrix)
    figures = Table("", "n", "accuracy", "kappa", title="Agreement")
    for name, table in (("works", works), ("asked behaviours", calibration.behaviours)):
        figures.add_row(name, str(table.n), _figure(table.accuracy), _figure(table.kappa))
    console.print(figures)
    data = calibration.as_dict()
    console.print(
        f"behaviours without a check: {calibration.unmatched}; unsure: {calibration.unsure}; "
        f"pages unscored: {calibration.unscored}; seconds a page: {data['seconds']}"
    )
    for d in calibration.disagreements:
        console.print(
            f"{d.page}: {d.about}: label {d.label}, scorer {d.scorer}",
            style="bold",
            markup=False,
            highlight=False,
        )
        console.print(f"    {d.reason}", markup=False, highlight=False)
        if d.fault:
            console.print(f"    labelled fault: {d.fault}", markup=False, highlight=False)


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"
