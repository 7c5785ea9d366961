"""Generations: saved while they come in and when they are done, and opened again."""

from __future__ import annotations

from typing import Any

import anyio.to_thread
from pydantic import TypeAdapter
from sqlalchemy import Row, select
from sqlalchemy.ext.asyncio import AsyncConnection

from presscheck.core.errors import UsageError
from presscheck.core.generation import Arrival, Generation
from presscheck.core.page import Page
from presscheck.core.plan import Plan
from presscheck.core.requirement import detect_language
from presscheck.core.scorecard import Scorecard
from presscheck.store import schema
from presscheck.store.answers import Answers, drop_pieces, pieces_of, to_bytes, to_text
from presscheck.store.blob_uses import claim, pictures_in
from presscheck.store.ownership import is_gone
from presscheck.store.plans import keep_plan
from presscheck.store.records import (
    UNDER_WAY,
    GenerationRow,
    State,
    StoredGeneration,
    StoredScorecard,
)
from presscheck.store.room import now

_ARRIVALS = TypeAdapter(list[Arrival])
_table = schema.generations


class Generations(Answers):
    async def begin_generation(
        self,
        generation: Generation,
        *,
        plan: Plan | None = None,
        group_id: str | None = None,
        parent_id: str | None = None,
        state: State = "waiting",
    ) -> None:
        """Note a generation that is about to be asked for. With a parent it is the next version."""
        async with self._database.writing() as connection:
            version = 1
            if parent_id is not None:
                query = select(_table.c.version).where(_table.c.id == parent_id)
                version = (await connection.scalar(query) or 0) + 1
            plan_id = None if plan is None else await keep_plan(connection, plan)
            await connection.execute(
                _table.insert().values(
                    id=generation.id,
                    lang=detect_language(generation.requirement),
                    group_id=group_id,
                    parent_id=parent_id,
                    version=version,
                    plan_id=plan_id,
                    page_reasons=[],
                    created_at=generation.started_at,
                    **self._columns(generation, state),
                )
            )

    async def save_generation(
        self,
        generation: Generation,
        *,
        state: State,
        page: Page | None = None,
        plan: Plan | None = None,
        scorecard: Scorecard | None = None,
    ) -> None:
        """Keep a generation as it is now; one that was not begun is begun.

        While it is `waiting` or `streaming` only what is new of its text is appended. In any other
        state its text is taken to be all there, and moves to the blobs with its page.
        """
        if not await self._exists(generation.id):
            await self.begin_generation(generation, plan=plan, state=state)
        if state in ("waiting", "streaming"):
            await self._save_progress(generation, state)
            return
        await self._forget_pending(generation.id)
        values = self._columns(generation, state)
        values["text_ref"] = await self.blobs.put(to_bytes(generation.text), "text/plain")
        values["reasoning_ref"] = await self.blobs.put(to_bytes(generation.reasoning), "text/plain")
        arrivals = await anyio.to_thread.run_sync(_ARRIVALS.dump_json, generation.arrivals)
        values["arrivals_ref"] = await self.blobs.put(arrivals, "application/json")
        if page is not None:
            values["page_ref"] = await self.blobs.put(page.data, "text/html")
            values["completeness"] = page.completeness
            values["page_reasons"] = page.reasons
        refs = {value for name, value in values.items() if name.endswith("_ref")}
        async with self._database.writing() as connection:
            if plan is not None:
                values["plan_id"] = await keep_plan(connection, plan)
            await connection.execute(
                _table.update().where(_table.c.id == generation.id).values(**values)
            )
            await claim(connection, generation.id, refs)
            await drop_pieces(connection, generation.id)
            if scorecard is not None:
                refs |= await _add_scorecard(connection, generation.id, scorecard)
        self.blobs.unclaimed -= refs

    async def _save_progress(self, generation: Generation, state: State) -> None:
        await self.flush_answer(generation.id)
        async with self._database.writing() as connection:
            written = await pieces_of(connection, generation.id) or ("", "")
            await connection.execute(
                _table.update()
                .where(_table.c.id == generation.id)
                .values(**self._columns(generation, state))
            )
        text, reasoning = (
            generation.text[len(written[0]) :],
            generation.reasoning[len(written[1]) :],
        )
        if text or reasoning:
            await self.append_answer(generation.id, text, reasoning)
            await self.flush_answer(generation.id)

    async def set_state(self, generation_id: str, state: State) -> None:
        async with self._database.writing() as connection:
            await connection.execute(
                _table.update()
                .where(_table.c.id == generation_id)
                .values(state=state, owner=self._owner_of(state), updated_at=now())
            )

    async def save_plan_of(self, generation_id: str, plan: Plan) -> None:
        """Set the plan that this generation is scored with from now on."""
        async with self._database.writing() as connection:
            plan_id = await keep_plan(connection, plan)
            await connection.execute(
                _table.update().where(_table.c.id == generation_id).values(plan_id=plan_id)
            )

    async def save_scorecard(self, generation_id: str, card: Scorecard) -> None:
        """Add a scorecard; the newest is the one that counts. Earlier ones are kept."""
        if not await self._exists(generation_id):
            raise _unknown(generation_id)
        async with self._database.writing() as connection:
            refs = await _add_scorecard(connection, generation_id, card)
        self.blobs.unclaimed -= refs

    async def scorecards(self, generation_id: str) -> list[StoredScorecard]:
        """Every scorecard of a generation, newest first."""
        table = schema.scorecards
        query = (
            select(table).where(table.c.generation_id == generation_id).order_by(table.c.id.desc())
        )
        async with self._database.reading() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return [StoredScorecard.model_validate(dict(row)) for row in rows]

    async def get_generation(self, generation_id: str) -> StoredGeneration:
        """Everything about one generation. Raises UsageError where there is none of this name."""
        cards, plans = schema.scorecards, schema.plans
        async with self._database.reading() as connection:
            row = (
                await connection.execute(select(_table).where(_table.c.id == generation_id))
            ).one_or_none()
            if row is None:
                raise _unknown(generation_id)
            pieces = await pieces_of(connection, generation_id)
            plan = await connection.scalar(select(plans.c.plan).where(plans.c.id == row.plan_id))
            card = await connection.scalar(
                select(cards.c.card)
                .where(cards.c.generation_id == generation_id)
                .order_by(cards.c.id.desc())
                .limit(1)
            )
        if row.text_ref is None:
            text, reasoning = pieces or ("", "")
        else:
            text = to_text(await self._bytes(row.text_ref))
            reasoning = to_text(await self._bytes(row.reasoning_ref))
        arrivals = await self._bytes(row.arrivals_ref)
        generation = Generation.model_validate(
            row.meta
            | {
                "text": text,
                "reasoning": reasoning,
                "arrivals": _ARRIVALS.validate_json(arrivals) if arrivals else [],
            }
        )
        page = None
        if row.page_ref is not None:
            page = Page(
                html=to_text(await self._bytes(row.page_ref)),
                completeness=row.completeness,
                reasons=row.page_reasons,
            )
        return StoredGeneration(
            row=as_row(row),
            generation=generation,
            page=page,
            plan=None if plan is None else Plan.model_validate(plan),
            scorecard=None if card is None else Scorecard.model_validate(card),
        )

    async def mark_interrupted(self) -> int:
        """Mark what ended processes left under way; returns how many. What had arrived is kept."""
        async with self._database.writing() as connection:
            rows = await connection.execute(
                select(_table.c.id, _table.c.owner, _table.c.updated_at).where(
                    _table.c.state.in_(UNDER_WAY)
                )
            )
            shared = connection.dialect.name != "sqlite"
            left = [
                r.id for r in rows if is_gone(r.owner, idle=now() - r.updated_at, shared=shared)
            ]
            for generation_id in left:
                await connection.execute(
                    _table.update()
                    .where(_table.c.id == generation_id)
                    .values(state="interrupted", owner=None, updated_at=now())
                )
        return len(left)

    async def _exists(self, generation_id: str) -> bool:
        async with self._database.reading() as connection:
            query = select(_table.c.id).where(_table.c.id == generation_id)
            return await connection.scalar(query) is not None

    async def _bytes(self, ref: str | None) -> bytes:
        return b"" if ref is None else await self.blobs.get(ref)

    def _columns(self, generation: Generation, state: State) -> dict[str, Any]:
        usage = generation.usage
        return {
            "requirement": generation.requirement,
            "endpoint": generation.endpoint,
            "model": generation.model,
            "state": state,
            "owner": self._owner_of(state),
            "meta": generation.model_dump(mode="json", exclude={"text", "reasoning", "arrivals"}),
            "seconds": generation.seconds,
            "tokens": None if usage is None else usage.completion_tokens,
            "updated_at": now(),
        }

    def _owner_of(self, state: State) -> str | None:
        return self._owner if state in UNDER_WAY else None


async def _add_scorecard(
    connection: AsyncConnection, generation_id: str, card: Scorecard
) -> set[str]:
    """Returns the pictures that the scorecard refers to."""
    dumped = card.model_dump(mode="json")
    await connection.execute(
        schema.scorecards.insert().values(
            generation_id=generation_id,
            scorer_version=card.scorer_version,
            verdict=card.verdict,
            score=card.score,
            card=dumped,
            created_at=now(),
        )
    )
    await connection.execute(
        _table.update()
        .where(_table.c.id == generation_id)
        .values(verdict=card.verdict, score=card.score, updated_at=now())
    )
    refs = set(pictures_in(dumped))
    await claim(connection, generation_id, refs)
    return refs


def as_row(row: Row[Any]) -> GenerationRow:
    return GenerationRow.model_validate(
        {name: getattr(row, name) for name in GenerationRow.model_fields}
    )


def _unknown(generation_id: str) -> UsageError:
    return UsageError(
        f"There is no generation {generation_id[:80]!r}.", hint="It may have been deleted."
    )
