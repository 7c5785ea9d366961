"""What every part of the store stands on."""

from __future__ import annotations

from datetime import UTC, datetime

from presscheck.store.blobs import Blobs
from presscheck.store.database import Database


class Room:
    """One group of tables, with the database and the blobs beneath it."""

    def __init__(self, database: Database, blobs: Blobs, owner: str) -> None:
        self.blobs = blobs
        self._database = database
        self._owner = owner


def now() -> datetime:
    return datetime.now(UTC)
