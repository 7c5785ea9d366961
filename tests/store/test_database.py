"""Opening a database: its schema, several at once, and every trouble in words."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError
from tests.store.conftest import finished

from presscheck.core.errors import PresscheckError, UsageError
from presscheck.core.settings import Settings
from presscheck.store import Search, Store, database, schema
from presscheck.store.database import Database
from presscheck.store.troubles import in_words


def differences(connection: Connection) -> list[object]:
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    return list(compare_metadata(context, schema.metadata))


async def test_the_migrations_lead_to_the_schema(store: Store) -> None:
    async with store._database.reading() as connection:
        assert await connection.run_sync(differences) == []


async def test_sqlite_is_set_up(store: Store) -> None:
    async with store._database.reading() as connection:
        for pragma, value in (("journal_mode", "wal"), ("foreign_keys", 1), ("synchronous", 1)):
            found = (await connection.exec_driver_sql(f"PRAGMA {pragma}")).scalar()
            assert found == value


async def test_the_data_folder_is_its_owners_alone(settings: Settings) -> None:
    async with await Store.open(settings):
        assert settings.data_dir.stat().st_mode & 0o077 == 0


async def test_several_open_the_same_new_database(settings: Settings) -> None:
    stores = await asyncio.gather(*(Store.open(settings) for _ in range(4)))
    await asyncio.gather(
        *(one.save_generation(finished(), state="done") for one in stores for _ in range(5))
    )
    assert [await one.count_generations() for one in stores] == [20] * 4
    for one in stores:
        await one.close()


OPENS = """
import asyncio, sys
from pathlib import Path
from presscheck.core.settings import Settings
from presscheck.store import Store

async def main():
    await (await Store.open(Settings(data_dir=Path(sys.argv[1])))).close()

asyncio.run(main())
"""


def test_several_processes_open_the_same_new_database(settings: Settings) -> None:
    running = [
        subprocess.Popen([sys.executable, "-c", OPENS, settings.data_dir], stderr=subprocess.PIPE)
        for _ in range(3)
    ]
    said = [process.communicate()[1].decode() for process in running]
    assert [process.returncode for process in running] == [0, 0, 0], said


async def test_a_newer_schema_is_left_alone(settings: Settings) -> None:
    async with await Store.open(settings):
        pass
    path = settings.data_dir / "presscheck.db"
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(PresscheckError, match="newer version"):
        await Store.open(settings)


async def test_a_damaged_database_is_said(settings: Settings) -> None:
    settings.data_dir.mkdir()
    (settings.data_dir / "presscheck.db").write_bytes(b"this is no database " * 500)
    with pytest.raises(PresscheckError, match="damaged"):
        await Store.open(settings)


async def test_a_locked_database_is_said(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with await Store.open(settings):
        pass
    monkeypatch.setattr(database, "BUSY_TIMEOUT_S", 0)
    path = settings.data_dir / "presscheck.db"
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    try:
        with pytest.raises(PresscheckError, match="locked"):
            await Store.open(settings)
    finally:
        holder.close()


async def test_a_data_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(PresscheckError, match="cannot be written") as raised:
        await Store.open(Settings(data_dir=tmp_path / "file"))
    assert "PRESSCHECK_DATA_DIR" in raised.value.hint


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_data_folder_that_may_not_be_written_is_said(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(PresscheckError, match="cannot be written"):
        asyncio.run(Store.open(Settings(data_dir=tmp_path)))


async def test_a_full_database_is_said(store: Store) -> None:
    """SQLite's own limit on pages answers as a full disk does."""
    async with store._database.engine.connect() as connection:
        pages = (await connection.exec_driver_sql("PRAGMA page_count")).scalar()
    with pytest.raises(PresscheckError, match="no space left"):
        async with store._database.writing() as connection:
            await connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
            await connection.execute(
                schema.settings.insert().values(key="big", value="x" * 1_000_000)
            )
    assert await store.get_setting("big") is None


def test_other_troubles_are_passed_on_in_the_databases_words() -> None:
    with pytest.raises(PresscheckError, match="odd trouble"), in_words("here"):
        raise OperationalError("SELECT 1", {}, Exception("odd trouble"))


@pytest.mark.parametrize("url", ["mysql://x/y", "nothing"])
async def test_other_databases_are_refused(url: str) -> None:
    with pytest.raises(UsageError):
        await Database.open(url)


async def test_a_server_that_is_not_there_is_said() -> None:
    pytest.importorskip("psycopg")
    with pytest.raises(PresscheckError, match="cannot be reached") as raised:
        await Database.open("postgresql://me:hush@127.0.0.1:9/x")
    assert "hush" not in str(raised.value)


async def test_postgresql(postgresql: str, tmp_path: Path) -> None:
    pytest.importorskip("psycopg")
    settings = Settings(data_dir=tmp_path / "data", database_url=postgresql)
    stores = await asyncio.gather(*(Store.open(settings) for _ in range(3)))
    first, second, third = stores
    try:
        made = finished(text="a \x00 and a \ud83d", requirement="100% of a page")
        await asyncio.gather(
            *(one.save_generation(finished(), state="done") for one in stores for _ in range(4))
        )
        await first.begin_generation(made)
        await first.append_answer(made.id, "a \x00")
        await first.flush_answer(made.id)
        assert (await second.get_generation(made.id)).generation.text == "a \x00"
        await first.save_generation(made, state="done")
        kept = await second.get_generation(made.id)
        assert kept.generation == made
        assert kept.row.created_at == made.started_at
        listing = await third.list_generations(limit=10)
        rest = await third.list_generations(limit=10, after=listing.after)
        assert len({row.id for row in [*listing.rows, *rest.rows]}) == 13
        assert await third.count_generations(Search(words="100% PAGE")) == 1
        async with third._database.reading() as connection:
            assert await connection.run_sync(differences) == []
        await second.delete_generations([row.id for row in [*listing.rows, *rest.rows]])
        assert await first.count_generations() == 0
    finally:
        for one in stores:
            await one.close()
