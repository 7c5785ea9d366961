"""Background work: generate, extract, store, score. It goes on when the client goes away, and what
was received is kept whatever happens."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from time import monotonic
from typing import TYPE_CHECKING

from presscheck.core.errors import PresscheckError, UsageError
from presscheck.core.generation import Generation, Sampling
from presscheck.core.page import Page
from presscheck.core.plan import Plan
from presscheck.core.requirement import Requirement
from presscheck.core.scorecard import PageSummary, Scorecard
from presscheck.models import Delta, StreamEvent, generate
from presscheck.models.builtin import StartProgress
from presscheck.page import PageExtractor
from presscheck.scoring import SCORER_VERSION, Progress
from presscheck.web.listening import Listener
from presscheck.web.live import Live

if TYPE_CHECKING:
    from presscheck.web.press import Press

log = logging.getLogger(__name__)

AT_ONCE = 4
"""Requests under way at one endpoint; the built-in model serves one at a time."""

MOST_WAITING = 200
_ID_ALPHABET = "abcdefghjkmnpqrstvwxyz0123456789"


def new_id() -> str:
    return "".join(secrets.choice(_ID_ALPHABET) for _ in range(12))


@dataclass
class Job:
    live: Live
    endpoint_id: str
    sampling: Sampling
    started_at: datetime
    stop: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None
    scoring: asyncio.Task[Scorecard] | None = None
    text_before: Generation | None = None


class Jobs:
    """The work under way, by generation."""

    def __init__(self, press: Press) -> None:
        self._press = press
        self._jobs: dict[str, Job] = {}
        self._doors: dict[str, asyncio.Semaphore] = {}
        self._scoring = asyncio.Semaphore(1)

    def live(self, identity: str) -> Live | None:
        job = self._jobs.get(identity)
        return job.live if job else None

    async def start(
        self,
        requirement: str,
        chosen: Sequence[tuple[str, str]],
        *,
        repeats: int = 1,
        sampling: Sampling | None = None,
    ) -> list[str]:
        """Begin `repeats` generations at each chosen (endpoint id, model). Returns their ids."""
        line = Requirement.parse(requirement)
        if len(self._jobs) + len(chosen) * repeats > MOST_WAITING:
            raise UsageError(
                f"{len(self._jobs)} generations are under way already.",
                hint="Wait until some are done, or stop them.",
            )
        named = [await self._press.endpoints.name_of(*choice) for choice in chosen]
        plan = await self._press.plan(line)
        jobs: list[Job] = []
        group = new_id() if len(named) * repeats > 1 else None
        for endpoint_id, endpoint_name, model in named:
            for _ in range(repeats):
                live = Live(
                    id=new_id(),
                    requirement=line.text,
                    endpoint=endpoint_name,
                    model=model,
                    plan=plan,
                )
                job = Job(live, endpoint_id, sampling or Sampling(), datetime.now(UTC))
                await self._press.archive.begin(partial(job), plan, group)
                jobs.append(job)
        for job in jobs:
            self._go(job, self._make(job))
        return [job.live.id for job in jobs]

    async def rescore(self, identity: str) -> None:
        """Score a stored page with its plan."""
        if identity in self._jobs:
            raise UsageError("This generation is under way.", hint="Wait until it is done.")
        kept = await self._press.archive.get(identity)
        if kept.page is None or kept.plan is None:
            raise UsageError("There is no page to score.", hint="Make the page again.")
        live = Live(
            id=kept.id,
            requirement=kept.requirement,
            endpoint=kept.endpoint,
            model=kept.model,
            plan=kept.plan,
            text=[kept.generation.text],
            text_chars=len(kept.generation.text),
            seconds=kept.generation.seconds,
        )
        live.page.append(kept.page.data)
        live.page.finish(kept.page.data)
        job = Job(live, "", kept.generation.sampling, kept.generation.started_at)
        self._go(job, self._finish(job, kept.generation, kept.page))

    def _go(self, job: Job, work: object) -> None:
        self._jobs[job.live.id] = job
        job.task = asyncio.create_task(self._guarded(job, work), name=f"job-{job.live.id}")  # type: ignore[arg-type]

    async def _guarded(self, job: Job, work: asyncio.Future[None]) -> None:
        """A job ends settled and stored, however it ends."""
        live = job.live
        try:
            await work
        except asyncio.CancelledError:
            kept = job.text_before or partial(job)
            await self._press.archive.save(kept, state="interrupted", page=page_of(live))
            live.enter("interrupted")
            raise
        except PresscheckError as error:
            await self._fail(job, error.message, error.hint)
        except Exception:
            log.exception("generation %s failed inside presscheck", live.id)
            await self._fail(
                job, "presscheck itself failed on this one.", "Its log, on the terminal, says how."
            )
        finally:
            live.page.finish(bytes(live.page.data))
            self._jobs.pop(live.id, None)

    async def _fail(self, job: Job, message: str, hint: str) -> None:
        live = job.live
        live.error, live.error_hint = message, hint
        kept = job.text_before or partial(job)
        kept = kept.model_copy(update={"finish": "error", "error": message, "error_hint": hint})
        await self._press.archive.save(kept, state="failed", page=page_of(live))
        live.enter("failed")

    async def _make(self, job: Job) -> None:
        live = job.live
        limit = 1 if job.endpoint_id == "builtin" else AT_ONCE
        door = self._doors.setdefault(job.endpoint_id, asyncio.Semaphore(limit))
        extractor = PageExtractor()
        async with door:
            if job.stop.is_set():
                await self._stopped(job, partial(job), None)
                return
            live.enter("starting")

            async def starting(progress: StartProgress) -> None:
                live.enter("starting", _amount(progress))

            endpoint = await self._press.endpoints.resolve(job.endpoint_id, starting)
            live.enter("waiting")
            live.sent_at = monotonic()
            listener = Listener(live, extractor)

            async def hear(event: StreamEvent) -> None:
                await listener.hear(event)
                if isinstance(event, Delta):
                    await self._press.archive.append(live.id, event.text, event.reasoning)

            generation = await generate(
                endpoint, live.model, live.requirement, job.sampling, on_event=hear, cancel=job.stop
            )
        generation = generation.model_copy(
            update={
                "id": live.id,
                "started_at": job.started_at,
                "endpoint": live.endpoint,
                "requirement": live.requirement,
            }
        )
        live.seconds = generation.seconds
        if generation.usage and generation.usage.completion_tokens is not None:
            live.tokens = generation.usage.completion_tokens
        page = extractor.finish(reasoning=generation.reasoning, finish=generation.finish)
        live.page.finish(page.data)
        job.text_before = generation
        if generation.finish == "cancelled":
            await self._stopped(job, generation, page)
        elif generation.finish == "error":
            live.error, live.error_hint = generation.error, generation.error_hint
            await self._press.archive.save(generation, state="failed", page=page)
            live.enter("failed")
        else:
            await self._finish(job, generation, page)

    async def _finish(self, job: Job, generation: Generation, page: Page) -> None:
        """Store the page, then operate it. One page at a time is scored."""
        live = job.live
        job.text_before = generation
        await self._press.archive.save(generation, state="scoring", page=page)
        live.enter("scoring")
        job.scoring = asyncio.create_task(self._score(live, page, live.plan))
        if job.stop.is_set():
            job.scoring.cancel()
        try:
            card = await job.scoring
        except asyncio.CancelledError:
            if not job.stop.is_set():
                job.scoring.cancel()
                raise
            await self._stopped(job, generation, page)
            return
        live.verdict, live.score, live.has_scorecard = card.verdict, card.score, True
        await self._press.archive.save(generation, state="done", page=page, scorecard=card)
        live.enter("done")

    async def _score(self, live: Live, page: Page, plan: Plan) -> Scorecard:
        """The scorecard; where the tool itself fails, an `unscored` one that says why."""

        async def tell(progress: Progress) -> None:
            live.scored(progress)

        async with self._scoring:
            try:
                scorer = await self._press.scorer()
                return await scorer.score(page, plan, on_progress=tell)
            except PresscheckError as error:
                return unscored(page, plan, str(error))
            except Exception:
                log.exception("scoring %s failed inside presscheck", live.id)
                return unscored(
                    page, plan, "presscheck itself failed while scoring; its log says how."
                )

    async def _stopped(self, job: Job, generation: Generation, page: Page | None) -> None:
        await self._press.archive.save(generation, state="stopped", page=page)
        job.live.enter("stopped")

    async def stop(self, identity: str) -> None:
        """Stop and wait until it is stored. Stopping what is done already is no error."""
        job = self._jobs.get(identity)
        if job is None or job.task is None:
            return
        job.stop.set()
        if job.scoring is not None:
            job.scoring.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.shield(job.task)

    async def close(self) -> None:
        """End everything that is under way; each is stored as interrupted."""
        tasks = [job.task for job in self._jobs.values() if job.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def unscored(page: Page, plan: Plan, reason: str) -> Scorecard:
    return Scorecard(
        verdict="unscored",
        score=None,
        requirement=plan.requirement,
        reason=reason,
        page=PageSummary(
            completeness=page.completeness,
            bytes=len(page.data),
            sha256=page.sha256,
            reasons=page.reasons,
        ),
        plan=plan,
        scorer_version=SCORER_VERSION,
    )


def _amount(progress: StartProgress) -> str:
    """How much of the weights is here, in megabytes; nothing while the model starts."""
    if progress.stage != "fetching" or not progress.done:
        return ""
    whole = f" / {progress.total / 1e6:.0f}" if progress.total else ""
    return f"{progress.done / 1e6:.0f}{whole} MB"


def partial(job: Job) -> Generation:
    """What has arrived so far, as a generation."""
    live = job.live
    return Generation(
        id=live.id,
        requirement=live.requirement,
        endpoint=live.endpoint,
        model=live.model,
        started_at=job.started_at,
        sampling=job.sampling,
        text="".join(live.text),
        reasoning="".join(live.reasoning),
        finish="incomplete",
        seconds=live.elapsed(),
    )


def page_of(live: Live) -> Page | None:
    """What the preview shows of a page that has not been finished."""
    if not live.page.data:
        return None
    return Page(
        html=live.page.data.decode("utf-8", errors="replace"),
        completeness="cut_off",
        reasons=["The page was not finished."],
    )
