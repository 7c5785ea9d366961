"""The list of generations: searched, counted, paged, deleted, pruned."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, and_, delete, func, or_, select

from presscheck.core.errors import UsageError
from presscheck.store import schema
from presscheck.store.blob_uses import chunks, refs_of, still_used
from presscheck.store.generations import Generations, as_row
from presscheck.store.records import GenerationRow, Listing, Pruned, Search

MOST_ROWS = 500
PRUNE_AFTER_S = 3_600
"""Files younger than this may belong to work of another process that is about to refer to them."""

_table = schema.generations
_SHOWN = [_table.c[name] for name in GenerationRow.model_fields]


class History(Generations):
    async def list_generations(
        self, search: Search | None = None, *, limit: int = 50, after: str | None = None
    ) -> Listing:
        """Newest first, `limit` at a time; `after` is what the previous listing handed out.

        Found by index from where the previous one ended: the thousandth page is as quick as the
        first.
        """
        if not 1 <= limit <= MOST_ROWS:
            raise UsageError(f"A list shows 1 to {MOST_ROWS} generations at a time.")
        conditions = _conditions(search or Search())
        if after is not None:
            moment, identity = _read_mark(after)
            conditions.append(
                or_(
                    _table.c.created_at < moment,
                    and_(_table.c.created_at == moment, _table.c.id < identity),
                )
            )
            # Said again so that every database starts at the right place of its index.
            conditions.append(_table.c.created_at <= moment)
        query = (
            select(*_SHOWN)
            .where(*conditions)
            .order_by(_table.c.created_at.desc(), _table.c.id.desc())
            .limit(limit + 1)
        )
        async with self._database.reading() as connection:
            found = (await connection.execute(query)).all()
        rows = [as_row(row) for row in found[:limit]]
        more = len(found) > limit
        return Listing(rows=rows, after=_mark(rows[-1]) if more else None)

    async def count_generations(self, search: Search | None = None) -> int:
        query = select(func.count()).select_from(_table).where(*_conditions(search or Search()))
        async with self._database.reading() as connection:
            return await connection.scalar(query) or 0

    async def models(self) -> list[str]:
        """Every model that a generation came from, by name."""
        async with self._database.reading() as connection:
            query = select(_table.c.model).distinct().order_by(_table.c.model)
            return list((await connection.scalars(query)).all())

    async def delete_generations(self, generation_ids: Sequence[str]) -> Pruned:
        """Delete generations with all that came of them, and the files only they referred to.

        What does not exist is passed over. Returns what was freed.
        """
        for generation_id in generation_ids:
            await self._forget_pending(generation_id)
        async with self._database.writing() as connection:
            refs = await refs_of(connection, generation_ids)
            for some in chunks(generation_ids):
                await connection.execute(delete(_table).where(_table.c.id.in_(some)))
            refs -= await still_used(connection, refs)
            # Inside the transaction: nobody can claim one of these files in between.
            return await self._remove(refs - self.blobs.unclaimed)

    async def prune(self, *, older_than_s: float = PRUNE_AFTER_S) -> Pruned:
        """Remove files that no generation refers to, and plans that none uses."""
        plans = schema.plans
        kept = await self.blobs.listed()
        old = {blob.ref for blob in kept if blob.age >= older_than_s} - self.blobs.unclaimed
        async with self._database.writing() as connection:
            used = select(_table.c.plan_id).where(_table.c.plan_id.is_not(None))
            await connection.execute(delete(plans).where(plans.c.id.not_in(used)))
            return await self._remove(old - await still_used(connection, old))

    async def _remove(self, refs: set[str]) -> Pruned:
        sizes = [await self.blobs.delete(ref) for ref in sorted(refs)]
        gone = [size for size in sizes if size is not None]
        return Pruned(files=len(gone), bytes=sum(gone))


def _conditions(search: Search) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = [
        _table.c.requirement.icontains(word, autoescape=True) for word in search.words.split()
    ]
    for name in ("model", "verdict", "state", "requirement", "group_id", "parent_id"):
        value = getattr(search, name)
        if value is not None:
            conditions.append(_table.c[name] == value)
    return conditions


def _mark(row: GenerationRow) -> str:
    return f"{row.created_at.isoformat()}~{row.id}"


def _read_mark(mark: str) -> tuple[datetime, str]:
    moment, _, identity = mark.partition("~")
    try:
        parsed = datetime.fromisoformat(moment)
        if parsed.tzinfo is None or not identity:
            raise ValueError(mark)
    except ValueError as error:
        raise UsageError("The place to go on from in this list is not valid.") from error
    return parsed, identity
