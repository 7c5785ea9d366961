"""`presscheck doctor`: what works on this machine, and what to do about what does not."""

from __future__ import annotations

import typer

from presscheck.cli.output import Exit, print_json
from presscheck.core.settings import Settings
from presscheck.workshop.doctor import examine

_SIGNS = {"ok": "✓", "warn": "!", "fail": "✗"}


async def run_doctor(*, as_json: bool) -> int:
    findings = await examine(Settings())
    if as_json:
        print_json({"findings": [finding.model_dump() for finding in findings]})
    else:
        for finding in findings:
            typer.echo(f"{_SIGNS[finding.state]} {finding.title}: {finding.says}")
            if finding.hint:
                typer.echo(f"    {finding.hint}")
    failed = any(finding.state == "fail" for finding in findings)
    return Exit.NOT_WORKING if failed else Exit.WORKS
