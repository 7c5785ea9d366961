"""Content-addressed bytes: answers, pages, pictures. A blob's name is the SHA-256 of its bytes."""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio.to_thread
import fsspec

from presscheck.core.errors import PresscheckError
from presscheck.store.troubles import of_files

_REF = re.compile(r"[0-9a-f]{64}")
_URL = re.compile(r"[a-z][a-z0-9+.-]+://", re.IGNORECASE)


@dataclass(frozen=True)
class BlobInfo:
    """`size` in bytes, `age` in seconds since the bytes were last put (0 where unknown)."""

    ref: str
    size: int
    age: float


class Blobs:
    """A folder, or any fsspec URL (s3://, gs://, memory://, ...).

    `unclaimed` are the blobs put by this process that nothing in the database refers to yet: they
    are about to be, so pruning leaves them alone.
    """

    def __init__(self, place: Path | str) -> None:
        self.place = str(place)
        self.unclaimed: set[str] = set()
        self._shelf: _Folder | _Remote = (
            _Remote(self.place) if _URL.match(self.place) else _Folder(Path(place))
        )

    async def put(self, data: bytes, media_type: str = "application/octet-stream") -> str:
        """Keep `data`; returns its name. Putting the same bytes twice keeps them once.

        `media_type` is not kept here: whoever refers to a blob says what it is.
        """
        ref = hashlib.sha256(data).hexdigest()
        self.unclaimed.add(ref)
        try:
            await anyio.to_thread.run_sync(self._shelf.put, ref, data)
        except OSError as error:
            self.unclaimed.discard(ref)
            raise of_files(error, self.place) from error
        return ref

    async def get(self, ref: str) -> bytes:
        """The bytes, checked against their name."""
        try:
            data = await anyio.to_thread.run_sync(self._shelf.get, checked_ref(ref))
        except FileNotFoundError as error:
            raise PresscheckError(
                f"The stored file {ref[:12]} is missing from {self.place}.",
                hint="It was deleted by hand, or the folder belongs to another database.",
            ) from error
        except OSError as error:
            raise of_files(error, self.place) from error
        if hashlib.sha256(data).hexdigest() != ref:
            raise PresscheckError(
                f"The stored file {ref[:12]} in {self.place} is damaged.",
                hint="Check the disk; put the file back from a copy, or make the page again.",
            )
        return data

    async def delete(self, ref: str) -> int | None:
        """Forget the bytes; how many they were, None where there were none of this name."""
        self.unclaimed.discard(ref)
        try:
            return await anyio.to_thread.run_sync(self._shelf.delete, checked_ref(ref))
        except OSError as error:
            raise of_files(error, self.place) from error

    async def listed(self) -> list[BlobInfo]:
        """Everything that is kept."""
        try:
            return await anyio.to_thread.run_sync(self._shelf.listed)
        except OSError as error:
            raise of_files(error, self.place) from error


def checked_ref(ref: str) -> str:
    """`ref` where it is one: it becomes part of a path."""
    if not _REF.fullmatch(ref):
        raise PresscheckError(f"{ref[:80]!r} names no stored file.")
    return ref


def _fanned(ref: str) -> str:
    return f"{ref[:2]}/{ref[2:4]}/{ref}"


class _Folder:
    """A local folder. A blob appears whole or not at all: written beside, then renamed."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def put(self, ref: str, data: bytes) -> None:
        path = self._root / _fanned(ref)
        if path.exists() and path.stat().st_size == len(data):
            os.utime(path)
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise

    def get(self, ref: str) -> bytes:
        return (self._root / _fanned(ref)).read_bytes()

    def delete(self, ref: str) -> int | None:
        path = self._root / _fanned(ref)
        try:
            size = path.stat().st_size
            path.unlink()
        except FileNotFoundError:
            return None
        return size

    def listed(self) -> list[BlobInfo]:
        now = time.time()
        found = []
        for path in self._root.glob("??/??/*"):
            if _REF.fullmatch(path.name):
                stat = path.stat()
                found.append(BlobInfo(path.name, stat.st_size, max(0.0, now - stat.st_mtime)))
        return found


class _Remote:
    """Anything that fsspec reaches. Object stores write an object whole or not at all."""

    def __init__(self, url: str) -> None:
        try:
            filesystem, root = fsspec.core.url_to_fs(url)
        except (ImportError, ValueError) as error:
            raise PresscheckError(
                f"Files cannot be kept at {url}: {error}.",
                hint="Install the fsspec driver for this kind of address, or use a folder.",
            ) from error
        self._files: Any = filesystem
        self._root = str(root).rstrip("/")

    def put(self, ref: str, data: bytes) -> None:
        path = f"{self._root}/{_fanned(ref)}"
        self._files.makedirs(path.rsplit("/", 1)[0], exist_ok=True)
        self._files.pipe_file(path, data)

    def get(self, ref: str) -> bytes:
        return bytes(self._files.cat_file(f"{self._root}/{_fanned(ref)}"))

    def delete(self, ref: str) -> int | None:
        path = f"{self._root}/{_fanned(ref)}"
        try:
            size = int(self._files.size(path) or 0)
            self._files.rm_file(path)
        except FileNotFoundError:
            return None
        return size

    def listed(self) -> list[BlobInfo]:
        if not self._files.exists(self._root):
            return []
        found = []
        for path, info in self._files.find(self._root, detail=True).items():
            ref = path.rsplit("/", 1)[-1]
            if _REF.fullmatch(ref):
                found.append(BlobInfo(ref, int(info.get("size") or 0), _age(info)))
        return found


def _age(info: dict[str, Any]) -> float:
    moment = info.get("LastModified") or info.get("mtime") or info.get("created")
    if isinstance(moment, int | float):
        return max(0.0, time.time() - moment)
    stamp = getattr(moment, "timestamp", None)
    return max(0.0, time.time() - stamp()) if stamp is not None else 0.0
