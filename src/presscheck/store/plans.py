"""Plans, each kept once however many generations use it."""

from __future__ import annotations

import hashlib

from sqlalchemy import desc, select
from sqlalchemy.ext.asyncio import AsyncConnection

from presscheck.core.plan import Plan
from presscheck.store import schema
from presscheck.store.room import Room, now


class Plans(Room):
    async def save_plan(self, plan: Plan) -> str:
        """Keep `plan`; returns its id, the SHA-256 of its JSON."""
        async with self._database.writing() as connection:
            return await keep_plan(connection, plan)

    async def latest_plan(self, requirement: str, *, planner: str | None = None) -> Plan | None:
        """The plan last made for this very line."""
        table = schema.plans
        query = select(table.c.plan).where(table.c.requirement == requirement)
        if planner is not None:
            query = query.where(table.c.planner == planner)
        query = query.order_by(desc(table.c.created_at), table.c.id).limit(1)
        async with self._database.reading() as connection:
            found = await connection.scalar(query)
        return None if found is None else Plan.model_validate(found)


async def keep_plan(connection: AsyncConnection, plan: Plan) -> str:
    identity = hashlib.sha256(plan.model_dump_json().encode()).hexdigest()
    table = schema.plans
    known = await connection.scalar(select(table.c.id).where(table.c.id == identity))
    if known is None:
        await connection.execute(
            table.insert().values(
                id=identity,
                requirement=plan.requirement,
                planner=plan.planner,
                plan=plan.model_dump(mode="json"),
                created_at=now(),
            )
        )
    return identity
