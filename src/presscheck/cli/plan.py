"""`presscheck plan`: what would be checked."""

from __future__ import annotations

from pathlib import Path

import typer

from presscheck.cli.files import write_text
from presscheck.cli.output import Exit, print_json
from presscheck.core.requirement import Requirement
from presscheck.scoring.plan import make_plan


def run_plan(line: str, *, as_json: bool, output: Path | None) -> int:
    plan = make_plan(Requirement.parse(line))
    if output is not None:
        write_text(output, plan.model_dump_json(indent=2) + "\n")
    if as_json:
        print_json(plan)
    elif output is None:
        for check in plan.checks:
            tags = [] if check.kind == "asked" else ["expected"]
            tags += [] if check.verifiable else ["by eye"]
            typer.echo(f"- {check.says}" + (f"  ({', '.join(tags)})" if tags else ""))
        for note in plan.notes:
            typer.echo(note, err=True)
    return Exit.WORKS
