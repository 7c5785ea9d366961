"""`presscheck score`: operate one page and say whether it works."""

from __future__ import annotations

from pathlib import Path

import typer
from pydantic import ValidationError

from presscheck.cli.files import read_bytes
from presscheck.cli.output import print_json
from presscheck.cli.report import scorecard_text
from presscheck.cli.scoring import exit_code, open_scorer
from presscheck.core.errors import UsageError
from presscheck.core.plan import Plan
from presscheck.core.requirement import Requirement
from presscheck.page import extract_page
from presscheck.scoring import FolderSink, NullSink, PictureSink
from presscheck.scoring.plan import make_plan


async def run_score(
    page_file: Path,
    line: str,
    *,
    as_json: bool,
    evidence: Path | None,
    plan_file: Path | None,
    allow_unsealed: bool,
) -> int:
    requirement = Requirement.parse(line)
    page = extract_page(read_bytes(page_file).decode("utf-8", errors="replace"))
    plan = read_plan(plan_file) if plan_file else make_plan(requirement)
    sink: PictureSink = FolderSink(evidence) if evidence else NullSink()
    async with open_scorer(sink, allow_unsealed=allow_unsealed) as scorer:
        card = await scorer.score(page, plan)
    if as_json:
        print_json(card)
    else:
        typer.echo(scorecard_text(card))
    return exit_code(card)


def read_plan(path: Path) -> Plan:
    try:
        return Plan.model_validate_json(read_bytes(path))
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "the document"
        raise UsageError(
            f"{path} is no plan: {first['msg']} (at {place}).",
            hint="`presscheck plan LINE -o plan.json` writes one.",
        ) from error
