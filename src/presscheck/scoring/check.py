"""Runs one check of a plan on a page, within its time, and puts the result together."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from presscheck.core.errors import UsageError
from presscheck.core.evidence import Evidence, Picture
from presscheck.core.plan import Check, Plan
from presscheck.core.scorecard import CheckResult, PageFault
from presscheck.sandbox import PageTrouble
from presscheck.scoring.camera import shoot
from presscheck.scoring.context import ProbeContext
from presscheck.scoring.faults import trouble_fault
from presscheck.scoring.outcome import ProbeOutcome
from presscheck.scoring.probes import get_probe
from presscheck.scoring.session import Session
from presscheck.scoring.steps import run_steps

CHECK_SECONDS = 20.0
"""Real time that one check may take. Page time is free; this only bounds heavy pages."""


@dataclass
class Checked:
    """The result of a check; `fault` where the page hung or crashed in it, and `lost` where the
    page cannot be used further."""

    result: CheckResult
    fault: PageFault | None = None
    lost: bool = False


async def run_check(
    session: Session,
    check: Check,
    plan: Plan,
    *,
    first: Picture | None = None,
    seconds: float = CHECK_SECONDS,
) -> Checked:
    """Carry out the check. The session must stand on a fresh page.

    Page trouble is an outcome; only the tool's own failure is raised.
    """
    if not check.verifiable:
        outcome = ProbeOutcome("unsure", "this cannot be verified by operating the page")
        return Checked(_result(check, outcome, Evidence()))
    session.begin()
    ctx = ProbeContext(session, check, requirement=plan.requirement, lang=plan.lang)
    fault, lost = None, False
    try:
        async with asyncio.timeout(min(seconds, CHECK_SECONDS)):
            outcome = await _carry_out(ctx, check)
            await _last_picture(session, first)
    except PageTrouble as trouble:
        doing = session.page.log.doing
        session.record.note(f"{trouble.says} ({doing})")
        outcome = ProbeOutcome("fail", f"{doing}: {trouble.says}")
        fault, lost = trouble_fault(trouble, doing), True
    except TimeoutError:
        doing = session.page.log.doing
        outcome = ProbeOutcome("unsure", f"the page was too slow to tell (at: {doing})")
        lost = True
    return Checked(_result(check, outcome, session.record.evidence()), fault, lost)


async def _carry_out(ctx: ProbeContext, check: Check) -> ProbeOutcome:
    if check.probe is None:
        return await run_steps(ctx, check)
    probe = get_probe(check.probe)
    if probe is None:
        return ctx.unsure(f"there is no probe named “{check.probe}”")
    try:
        return await probe(ctx, check.params)
    except UsageError as error:
        return ctx.unsure(str(error))


async def _last_picture(session: Session, first: Picture | None) -> None:
    """Frame the evidence with the page before everything and after the last action."""
    if session.record.empty or not session.pictures.wanted:
        return
    last = await session.pictures.keep(await shoot(session.page))
    session.record.frame(first=first, last=last)


def _result(check: Check, outcome: ProbeOutcome, evidence: Evidence) -> CheckResult:
    return CheckResult(
        id=check.id,
        says=check.says,
        outcome=outcome.outcome,
        reason=outcome.reason,
        evidence=evidence,
        kind=check.kind,
        probe=check.probe,
        verifiable=check.verifiable,
        offered=outcome.offered,
    )
