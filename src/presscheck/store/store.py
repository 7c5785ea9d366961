"""The store: everything that is kept, behind one object."""

from __future__ import annotations

import os
from pathlib import Path

import anyio.to_thread

from presscheck.core.settings import Settings
from presscheck.store.blobs import Blobs
from presscheck.store.configured import Configured
from presscheck.store.database import Database
from presscheck.store.history import History
from presscheck.store.opinions import Opinions
from presscheck.store.ownership import new_owner, release
from presscheck.store.plans import Plans
from presscheck.store.troubles import of_files


class Store(History, Plans, Opinions, Configured):
    """Open with `Store.open(settings)`; an async context manager that closes itself.

    Several processes can have the same store open.
    """

    @classmethod
    async def open(cls, settings: Settings, *, blobs: Blobs | None = None) -> Store:
        """Make the data folder where there is none, bring the database up to date, and mark what
        ended processes left under way as interrupted."""
        await anyio.to_thread.run_sync(_make_folder, settings.data_dir)
        database = await Database.open(settings.resolved_database_url)
        store = cls(database, blobs or Blobs(settings.blob_dir), new_owner())
        try:
            await store.mark_interrupted()
        except BaseException:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        """Write what is pending and let go of the database."""
        try:
            await self._flush_all()
        finally:
            release(self._owner)
            await self._database.close()

    async def __aenter__(self) -> Store:
        return self

    async def __aexit__(self, *_exc: object) -> None:
        await self.close()


def _make_folder(folder: Path) -> None:
    """The data folder, for its owner alone."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(13, "not writable")
    except OSError as error:
        raise of_files(error, str(folder)) from error
