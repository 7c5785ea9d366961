"""Brings a database's schema up to date, inside the transaction that it is handed."""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from presscheck.core.errors import PresscheckError

_LOCK = 0x70726573
"""Any fixed number: PostgreSQL's name for the lock under which one process migrates at a time."""


def migrate(connection: Connection) -> None:
    """Run the migrations that are missing. Raises where the schema is newer than this version."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
    config = Config()
    config.set_main_option("script_location", "presscheck.store:migrations")
    config.attributes["connection"] = connection
    script = ScriptDirectory.from_config(config)
    current = MigrationContext.configure(connection).get_current_revision()
    if current == script.get_current_head():
        return
    if current is not None and current not in {one.revision for one in script.walk_revisions()}:
        raise PresscheckError(
            "The database was made by a newer version of presscheck.",
            hint="Update presscheck, or set PRESSCHECK_DATA_DIR to another folder.",
        )
    command.upgrade(config, "head")
