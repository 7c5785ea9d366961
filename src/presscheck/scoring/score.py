"""Scores one page against a plan: load, explore, check, judge."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from presscheck.core.errors import PresscheckError
from presscheck.core.evidence import Outcome, Picture
from presscheck.core.page import Page
from presscheck.core.plan import Check, Plan
from presscheck.core.scorecard import (
    CheckResult,
    LibraryPolicy,
    Observation,
    PageFault,
    PageSummary,
    Scorecard,
)
from presscheck.sandbox import PageTrouble, Sandbox
from presscheck.scoring.check import run_check
from presscheck.scoring.desk import Desk
from presscheck.scoring.explore import explore
from presscheck.scoring.faults import merge, trouble_fault
from presscheck.scoring.load import observe, observe_phone
from presscheck.scoring.pictures import Pictures, PictureSink
from presscheck.scoring.progress import Progress, ProgressCallback
from presscheck.scoring.verdict import SCORER_VERSION, judge, withheld

MAX_FILMSTRIP = 24

PAGE_SECONDS = 25.0
"""Real time for one page. Only extremely slow pages reach it: what is left of the plan is then
`unsure`, and is said to be."""

LEAST_SECONDS = 1.0


class Scorer:
    """Operates pages in a sandbox and says what works. Safe for concurrent `score`."""

    def __init__(
        self,
        sandbox: Sandbox,
        *,
        pictures: PictureSink | None = None,
        library_policy: LibraryPolicy = "mirror",
    ) -> None:
        self._sandbox = sandbox
        self._sink = pictures
        self._library_policy: LibraryPolicy = library_policy

    async def score(
        self, page: Page, plan: Plan, *, on_progress: ProgressCallback | None = None
    ) -> Scorecard:
        """The scorecard of a page. What the page does wrong is evidence; where the tool itself
        fails the verdict is `unscored` with the reason."""
        card = Scorecard(
            verdict="unscored",
            score=None,
            requirement=plan.requirement,
            page=PageSummary(
                completeness=page.completeness,
                bytes=len(page.data),
                sha256=page.sha256,
                reasons=page.reasons,
            ),
            plan=plan,
            library_policy=self._library_policy,
            scorer_version=SCORER_VERSION,
        )
        scoring = _Scoring(self._sandbox, Pictures(self._sink), page, plan, card, on_progress)
        try:
            await scoring.run()
        except PresscheckError as error:
            card.verdict, card.score = "unscored", None
            card.reason = f"The page could not be scored: {error}"
        finally:
            await scoring.desk.drop()
        card.blocked = list(scoring.desk.blocked.values())
        card.libraries = list(scoring.desk.libraries.values())
        card.seal = self._sandbox.seal
        card.browser = self._sandbox.browser_version
        return card


class _Scoring:
    """One page on its way to a scorecard."""

    def __init__(
        self,
        sandbox: Sandbox,
        pictures: Pictures,
        page: Page,
        plan: Plan,
        card: Scorecard,
        on_progress: ProgressCallback | None,
    ) -> None:
        self.desk = Desk(sandbox, page, pictures, plan.lang)
        self.pictures = pictures
        self.page = page
        self.plan = plan
        self.card = card
        self.faults: list[PageFault] = []
        self._on_progress = on_progress
        self._started = time.perf_counter()

    async def run(self) -> None:
        if self.page.completeness == "none" or not self.page.html.strip():
            self.card.observation = Observation(blank=True)
            self.card.checks = [_untried(c, "there is no page") for c in self.plan.checks]
        else:
            with self._timed("load"):
                loaded = await self._load()
            if loaded:
                with self._timed("explore"):
                    await self._explore()
                with self._timed("plan"):
                    await self._check()
            else:
                reason = "the page does not survive loading"
                self.card.checks = [_untried(c, reason) for c in self.plan.checks]
        # What the page asked for is known in full once it is given up.
        await self.desk.drop()
        self._settle()
        await self._tell(Progress(stage="done", done=1, total=1, says=self.card.reason))

    async def _load(self) -> bool:
        await self._tell(Progress(stage="load", total=1, says="loading the page"))
        try:
            session = await self.desk.fresh()
            loaded = await observe(session)
        except PageTrouble as trouble:
            self._trouble(trouble, "load")
            await self.desk.drop()
            return False
        self.card.observation = loaded.observation
        self.card.page.title = loaded.snapshot.title
        self.faults.extend(loaded.faults)
        await self._tell(Progress(stage="load", done=1, total=1, says="the page has loaded"))
        return True

    async def _explore(self) -> None:
        await self._tell(Progress(stage="explore", total=1, says="trying every control"))
        session = await self.desk.as_it_is()
        explored = await explore(session)
        self.card.controls = explored.controls
        self.faults.extend(explored.faults)
        if explored.lost:
            await self.desk.drop()
        try:
            session = await self.desk.fresh()
            await observe_phone(session, self.card.observation)
        except PageTrouble as trouble:
            self._trouble(trouble, "loading at a phone's size")
            await self.desk.drop()
        says = f"{explored.controls.found} controls were tried"
        await self._tell(Progress(stage="explore", done=1, total=1, says=says))

    async def _check(self) -> None:
        total = len(self.plan.checks)
        first = self.card.observation.desktop
        for number, check in enumerate(self.plan.checks):
            await self._tell(Progress(stage="plan", done=number, total=total, says=check.says))
            result = await self._one(check, first)
            self.card.checks.append(result)
            tell = Progress(
                stage="plan", done=number + 1, total=total, says=check.says, check=result
            )
            await self._tell(tell)

    async def _one(self, check: Check, first: Picture | None) -> CheckResult:
        left = PAGE_SECONDS - (time.perf_counter() - self._started)
        if left < LEAST_SECONDS:
            return _unsure(check, f"not tried: the page took {PAGE_SECONDS:.0f} s before it")
        try:
            session = await self.desk.fresh()
        except PageTrouble as trouble:
            self._trouble(trouble, "loading anew")
            await self.desk.drop()
            return _untried(check, f"the page does not load anew: {trouble.says}")
        checked = await run_check(session, check, self.plan, first=first, seconds=left)
        if checked.fault is not None:
            self.faults.append(checked.fault)
        if checked.lost:
            await self.desk.drop()
        return checked.result

    def _settle(self) -> None:
        card = self.card
        card.errors = merge(self.faults)
        ruling = judge(
            completeness=card.page.completeness,
            observation=card.observation,
            checks=card.checks,
            controls=card.controls,
            faults=card.errors,
        )
        card.verdict, card.score, card.reason = ruling.verdict, ruling.score, ruling.reason
        libraries = list(self.desk.libraries.values())
        if (reason := withheld(ruling, card.checks, libraries)) is not None:
            card.verdict, card.score, card.reason = "unscored", None, reason
        card.filmstrip = _filmstrip(card)

    def _trouble(self, trouble: PageTrouble, when: str) -> None:
        self.faults.append(trouble_fault(trouble, when))

    async def _tell(self, progress: Progress) -> None:
        if self._on_progress is not None:
            await self._on_progress(progress)

    @contextmanager
    def _timed(self, stage: str) -> Iterator[None]:
        start = time.perf_counter()
        try:
            yield
        finally:
            self.card.timings[stage] = round(time.perf_counter() - start, 3)


def _untried(check: Check, reason: str) -> CheckResult:
    """A check that could not be tried since the page cannot be had: failed, if it is verifiable."""
    return _bare(check, "fail" if check.verifiable else "unsure", reason)


def _unsure(check: Check, reason: str) -> CheckResult:
    """A check that was not come to."""
    return _bare(check, "unsure", reason)


def _bare(check: Check, outcome: Outcome, reason: str) -> CheckResult:
    return CheckResult(
        id=check.id,
        says=check.says,
        outcome=outcome,
        reason=reason,
        kind=check.kind,
        probe=check.probe,
        verifiable=check.verifiable,
    )


def _filmstrip(card: Scorecard) -> list[Picture]:
    """The session in pictures, each once, in the order of the events."""
    strip: dict[str, Picture] = {}
    observed = [card.observation.desktop, card.observation.phone]
    acted = [p for c in card.checks for a in c.evidence.actions for p in (a.before, a.after) if p]
    for picture in [*filter(None, observed), *acted]:
        strip.setdefault(picture.ref, picture)
    return list(strip.values())[:MAX_FILMSTRIP]
