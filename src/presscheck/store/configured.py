"""What a person has set up: endpoints, without their keys, and settings by name."""

from __future__ import annotations

import re

from pydantic import JsonValue
from sqlalchemy import delete, select

from presscheck.core.errors import PresscheckError
from presscheck.store import schema
from presscheck.store.records import StoredEndpoint
from presscheck.store.room import Room, now

_KEYISH = re.compile(r"api.?key|authorization|secret|password|access.?token", re.IGNORECASE)


class Configured(Room):
    async def list_endpoints(self) -> list[StoredEndpoint]:
        """In the order in which they were added."""
        table = schema.endpoints
        query = select(table).order_by(table.c.created_at, table.c.id)
        async with self._database.reading() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return [StoredEndpoint.model_validate(dict(row)) for row in rows]

    async def save_endpoint(self, endpoint: StoredEndpoint) -> None:
        """Add an endpoint, or replace the one of this id. Refuses what looks like a key."""
        _refuse_keys(endpoint.config)
        table = schema.endpoints
        values = endpoint.model_dump(mode="json")
        async with self._database.writing() as connection:
            known = await connection.scalar(select(table.c.id).where(table.c.id == endpoint.id))
            if known is None:
                await connection.execute(table.insert().values(**values, created_at=now()))
            else:
                await connection.execute(
                    table.update().where(table.c.id == endpoint.id).values(**values)
                )

    async def delete_endpoint(self, endpoint_id: str) -> None:
        table = schema.endpoints
        async with self._database.writing() as connection:
            await connection.execute(delete(table).where(table.c.id == endpoint_id))

    async def get_setting(self, key: str, default: JsonValue = None) -> JsonValue:
        table = schema.settings
        async with self._database.reading() as connection:
            row = (
                await connection.execute(select(table.c.value).where(table.c.key == key))
            ).one_or_none()
        return default if row is None else row.value

    async def set_setting(self, key: str, value: JsonValue) -> None:
        table = schema.settings
        async with self._database.writing() as connection:
            await connection.execute(delete(table).where(table.c.key == key))
            await connection.execute(table.insert().values(key=key, value=value))


def _refuse_keys(config: dict[str, JsonValue]) -> None:
    pending: list[JsonValue] = [config]
    while pending:
        item = pending.pop()
        if isinstance(item, list):
            pending += item
        elif isinstance(item, dict):
            for name, value in item.items():
                if _KEYISH.search(name) and value not in (None, ""):
                    raise PresscheckError(
                        f"An endpoint's {name!r} would be written to the database.",
                        hint="Keys are kept outside of it; enter this one as the endpoint's key.",
                    )
                pending.append(value)
