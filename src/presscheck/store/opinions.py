"""What people say: their own outcome of a check, and which of several pages they liked best."""

from __future__ import annotations

from sqlalchemy import delete, select

from presscheck.store import schema
from presscheck.store.records import Label, Vote
from presscheck.store.room import Room, now


class Opinions(Room):
    async def save_label(self, label: Label) -> None:
        """Keep a person's word on a check; a later word replaces an earlier one."""
        table = schema.labels
        values = label.model_dump() | {"created_at": label.created_at or now()}
        async with self._database.writing() as connection:
            await connection.execute(
                delete(table).where(
                    table.c.generation_id == label.generation_id,
                    table.c.check_id == label.check_id,
                )
            )
            await connection.execute(table.insert().values(**values))

    async def delete_label(self, generation_id: str, check_id: str) -> None:
        table = schema.labels
        async with self._database.writing() as connection:
            await connection.execute(
                delete(table).where(
                    table.c.generation_id == generation_id, table.c.check_id == check_id
                )
            )

    async def labels(self, generation_id: str | None = None) -> list[Label]:
        """The labels of one generation, or all of them, oldest first."""
        table = schema.labels
        query = select(table).order_by(table.c.id)
        if generation_id is not None:
            query = query.where(table.c.generation_id == generation_id)
        async with self._database.reading() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return [Label.model_validate(dict(row)) for row in rows]

    async def save_vote(self, vote: Vote) -> None:
        """Keep a vote; a later one in the same group replaces it."""
        table = schema.votes
        async with self._database.writing() as connection:
            await connection.execute(delete(table).where(table.c.group_id == vote.group_id))
            await connection.execute(
                table.insert().values(
                    group_id=vote.group_id,
                    generation_id=vote.generation_id,
                    created_at=vote.created_at or now(),
                )
            )

    async def votes(self) -> list[Vote]:
        table = schema.votes
        async with self._database.reading() as connection:
            rows = (await connection.execute(select(table).order_by(table.c.id))).mappings().all()
        return [Vote.model_validate(dict(row)) for row in rows]
