"""What the mirror has: tarballs as the registry gave them, files taken from them, an index.

A tarball is kept whole, so its integrity can be checked again at any time, and every file of a
package is there offline once one of them was asked for. Files that were served are kept beside it
by their SHA-256. All are written aside and moved into place, so processes can share a folder.
All methods block; the mirror calls them in threads.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from presscheck.sandbox.mirror import tarball

CAP = 2 * 1024**3
"""Bytes on disk; what was not used for longest goes first."""
FORGET = 24 * 3600.0
"""Seconds until an answer "there is no such thing" is asked for anew."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS pin (
  package TEXT, spec TEXT, version TEXT, at REAL, PRIMARY KEY (package, spec));
CREATE TABLE IF NOT EXISTS package (
  package TEXT, version TEXT, integrity TEXT, names TEXT, size INTEGER, used REAL,
  PRIMARY KEY (package, version));
CREATE TABLE IF NOT EXISTS file (
  package TEXT, version TEXT, path TEXT, sha256 TEXT, size INTEGER,
  PRIMARY KEY (package, version, path));
"""


@dataclass(frozen=True)
class Held:
    """One package in the store."""

    package: str
    version: str
    integrity: str
    size: int
    used: float


class MirrorStore:
    """A folder with an SQLite index (write-ahead log: readers never wait for writers)."""

    def __init__(self, folder: Path, *, cap: int = CAP) -> None:
        self._folder = folder
        self._cap = cap
        for part in ("tarballs", "files", "incoming"):
            (folder / part).mkdir(parents=True, exist_ok=True)
        with self._open() as db:
            db.execute("PRAGMA journal_mode=WAL")
            db.executescript(_SCHEMA)

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        db = sqlite3.connect(self._folder / "index.db", timeout=30)
        try:
            with db:
                yield db
        finally:
            db.close()

    def incoming(self) -> Path:
        """A new file that nobody else writes to."""
        handle, name = tempfile.mkstemp(dir=self._folder / "incoming")
        with contextlib.closing(open(handle, "wb")):  # noqa: PTH123
            return Path(name)

    def pinned(self, package: str, spec: str) -> str | None:
        """The version that a spec was resolved to; "" where there was none, None if not known."""
        with self._open() as db:
            row = db.execute(
                "SELECT version, at FROM pin WHERE package=? AND spec=?", (package, spec)
            ).fetchone()
        if row is None or (row[0] == "" and time.time() - row[1] > FORGET):
            return None
        return str(row[0])

    def pin(self, package: str, spec: str, version: str) -> None:
        with self._open() as db:
            db.execute(
                "INSERT OR REPLACE INTO pin VALUES (?,?,?,?)", (package, spec, version, time.time())
            )

    def names(self, package: str, version: str) -> frozenset[str] | None:
        """The files of a package that is held; None where it is not."""
        with self._open() as db:
            row = db.execute(
                "SELECT names FROM package WHERE package=? AND version=?", (package, version)
            ).fetchone()
        return None if row is None else frozenset(json.loads(row[0]))

    def keep(self, package: str, version: str, integrity: str, body: bytes) -> None:
        """Take in a checked tarball, then make room."""
        incoming = self.incoming()
        try:
            incoming.write_bytes(body)
            listing = json.dumps(tarball.names(incoming))
            incoming.replace(self._tarball(integrity))
        finally:
            incoming.unlink(missing_ok=True)
        with self._open() as db:
            db.execute(
                "INSERT OR REPLACE INTO package VALUES (?,?,?,?,?,?)",
                (package, version, integrity, listing, len(body), time.time()),
            )
        self._make_room(keep=(package, version))

    def read(self, package: str, version: str, path: str) -> bytes | None:
        """A file's bytes, checked; None where they are not held or no longer whole, in which case
        the damaged package is dropped so that it is fetched anew."""
        with self._open() as db:
            row = db.execute(
                "SELECT integrity FROM package WHERE package=? AND version=?", (package, version)
            ).fetchone()
            if row is None:
                return None
            db.execute(
                "UPDATE package SET used=? WHERE package=? AND version=?",
                (time.time(), package, version),
            )
            known = db.execute(
                "SELECT sha256 FROM file WHERE package=? AND version=? AND path=?",
                (package, version, path),
            ).fetchone()
        if known is not None:
            with contextlib.suppress(FileNotFoundError):
                body = self._blob(known[0]).read_bytes()
                if hashlib.sha256(body).hexdigest() == known[0]:
                    return body
        return self._extract(package, version, str(row[0]), path)

    def _extract(self, package: str, version: str, integrity: str, path: str) -> bytes | None:
        place = self._tarball(integrity)
        if not _whole(place, integrity):
            self.drop(package, version)
            return None
        body = tarball.read(place, path)
        if body is None:
            return None
        digest = hashlib.sha256(body).hexdigest()
        blob = self._blob(digest)
        blob.parent.mkdir(exist_ok=True)
        incoming = self.incoming()
        incoming.write_bytes(body)
        incoming.replace(blob)
        with self._open() as db:
            db.execute(
                "INSERT OR REPLACE INTO file VALUES (?,?,?,?,?)",
                (package, version, path, digest, len(body)),
            )
        return body

    def held(self) -> list[Held]:
        """All packages, the longest unused first."""
        with self._open() as db:
            rows = db.execute(
                "SELECT package, version, integrity, size, used FROM package ORDER BY used"
            ).fetchall()
        return [Held(*row) for row in rows]

    def whole(self, held: Held) -> bool:
        """Whether the tarball is still what the registry gave."""
        return _whole(self._tarball(held.integrity), held.integrity)

    def drop(self, package: str, version: str) -> None:
        key = (package, version)
        with self._open() as db:
            rows = db.execute(
                "SELECT sha256 FROM file WHERE package=? AND version=?", key
            ).fetchall()
            row = db.execute(
                "SELECT integrity FROM package WHERE package=? AND version=?", key
            ).fetchone()
            db.execute("DELETE FROM file WHERE package=? AND version=?", key)
            db.execute("DELETE FROM package WHERE package=? AND version=?", key)
            needed = {
                digest
                for (digest,) in rows
                if db.execute("SELECT 1 FROM file WHERE sha256=? LIMIT 1", (digest,)).fetchone()
            }
        for (digest,) in rows:
            if digest not in needed:
                self._blob(digest).unlink(missing_ok=True)
        if row is not None:
            self._tarball(row[0]).unlink(missing_ok=True)

    def size(self) -> int:
        """Bytes of tarballs and files."""
        with self._open() as db:
            row = db.execute(
                "SELECT (SELECT COALESCE(SUM(size),0) FROM package)"
                " + (SELECT COALESCE(SUM(size),0) FROM file)"
            ).fetchone()
        return int(row[0])

    def _make_room(self, keep: tuple[str, str]) -> None:
        for old in self.held():
            if self.size() <= self._cap:
                return
            if (old.package, old.version) != keep:
                self.drop(old.package, old.version)

    def _tarball(self, integrity: str) -> Path:
        name = hashlib.sha256(integrity.encode()).hexdigest()
        return self._folder / "tarballs" / f"{name}.tgz"

    def _blob(self, digest: str) -> Path:
        return self._folder / "files" / digest[:2] / digest


def _whole(place: Path, integrity: str) -> bool:
    return place.is_file() and tarball.fits(place.read_bytes(), integrity)
