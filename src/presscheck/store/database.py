"""The connection to SQLite (default) or PostgreSQL: set up, migrated, its troubles in words."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import Connection, event, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from presscheck.core.errors import PresscheckError, UsageError
from presscheck.store.migrate import migrate
from presscheck.store.troubles import in_words

BUSY_TIMEOUT_S = 15
"""How long SQLite waits for another process that writes."""

_WRITES = "presscheck_writes"


class Database:
    """Short transactions: `reading` sees one moment; `writing` takes its turn and commits."""

    def __init__(self, engine: AsyncEngine, where: str) -> None:
        self.engine = engine
        self.where = where

    @classmethod
    async def open(cls, url: str) -> Database:
        """Connect, and bring the schema up to date. Safe when several processes do so at once."""
        address = _address(url)
        where = address.database or "" if _is_sqlite(address) else address.render_as_string()
        try:
            engine = create_async_engine(address, **_options(address))
        except ImportError as error:
            raise PresscheckError(
                "The driver for PostgreSQL is not installed.",
                hint="Install presscheck with its extra: presscheck[postgresql].",
            ) from error
        if _is_sqlite(address):
            event.listen(engine.sync_engine, "connect", _set_up_sqlite)
            event.listen(engine.sync_engine, "begin", _begin_sqlite)
        database = cls(engine, where)
        try:
            async with database.writing() as connection:
                await connection.run_sync(migrate)
        except BaseException:
            await database.close()
            raise
        return database

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        with in_words(self.where):
            async with self.engine.connect() as connection, connection.begin():
                yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        with in_words(self.where):
            async with self.engine.connect() as plain:
                connection = await plain.execution_options(**{_WRITES: True})
                async with connection.begin():
                    yield connection

    async def close(self) -> None:
        await asyncio.shield(self.engine.dispose())


def _address(url: str) -> URL:
    try:
        address = make_url(url)
    except ArgumentError as error:
        raise UsageError(
            "PRESSCHECK_DATABASE_URL is no database address.",
            hint="It looks like postgresql://user@host/name or sqlite:///path/to/file.db.",
        ) from error
    drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg"}
    name = address.get_backend_name()
    if name not in drivers:
        raise UsageError(
            f"presscheck keeps its data in SQLite or PostgreSQL, not in {name}.",
            hint="Leave PRESSCHECK_DATABASE_URL unset for SQLite.",
        )
    return address.set(drivername=drivers[name])


def _is_sqlite(address: URL) -> bool:
    return address.get_backend_name() == "sqlite"


def _options(address: URL) -> dict[str, Any]:
    if _is_sqlite(address):
        return {"connect_args": {"timeout": BUSY_TIMEOUT_S}}
    return {"pool_pre_ping": True, "connect_args": {"connect_timeout": 10}}


def _set_up_sqlite(connection: Any, _record: object) -> None:
    # Transactions are begun by hand below, so that those that write take the lock at once.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (
        f"busy_timeout = {BUSY_TIMEOUT_S * 1000}",
        "journal_mode = WAL",
        "synchronous = NORMAL",
        "foreign_keys = ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get(_WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
