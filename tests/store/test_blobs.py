"""Bytes are kept once, whole, and checked when they are read."""

from __future__ import annotations

import asyncio
import errno
import hashlib
import os
from pathlib import Path

import pytest

from presscheck.core.errors import PresscheckError
from presscheck.store import Blobs
from presscheck.store import blobs as blobs_module


@pytest.fixture(params=["folder", "memory"])
def blobs(request: pytest.FixtureRequest, tmp_path: Path) -> Blobs:
    place = tmp_path / "blobs" if request.param == "folder" else f"memory://{tmp_path}"
    return Blobs(place)


async def test_bytes_come_back(blobs: Blobs) -> None:
    for data in (b"", b"page", b"\0" * 1_000_000):
        ref = await blobs.put(data)
        assert ref == hashlib.sha256(data).hexdigest()
        assert await blobs.get(ref) == data
    assert sorted(blob.size for blob in await blobs.listed()) == [0, 4, 1_000_000]
    await blobs.delete(ref)
    await blobs.delete(ref)
    assert len(await blobs.listed()) == 2
    with pytest.raises(PresscheckError, match="missing"):
        await blobs.get(ref)


async def test_the_same_bytes_are_kept_once_even_when_put_at_the_same_time(blobs: Blobs) -> None:
    refs = await asyncio.gather(*(blobs.put(b"same") for _ in range(20)))
    assert len(set(refs)) == 1
    assert len(await blobs.listed()) == 1


@pytest.mark.parametrize("ref", ["", "../../etc/passwd", "A" * 64, "0" * 63, "0" * 64 + "\n"])
async def test_only_names_of_blobs_are_looked_up(blobs: Blobs, ref: str) -> None:
    with pytest.raises(PresscheckError, match="names no stored file"):
        await blobs.get(ref)
    with pytest.raises(PresscheckError, match="names no stored file"):
        await blobs.delete(ref)


async def test_a_damaged_file_is_noticed_and_can_be_put_again(tmp_path: Path) -> None:
    blobs = Blobs(tmp_path)
    ref = await blobs.put(b"as it was")
    path = tmp_path / ref[:2] / ref[2:4] / ref
    path.write_bytes(b"as it is")
    with pytest.raises(PresscheckError, match="damaged"):
        await blobs.get(ref)
    await blobs.put(b"as it was")
    assert await blobs.get(ref) == b"as it was"


def files_in(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


async def test_a_full_disk_is_said_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    blobs = Blobs(tmp_path)
    monkeypatch.setattr(blobs_module.os, "fsync", full)
    with pytest.raises(PresscheckError, match="no space left") as raised:
        await blobs.put(b"too much")
    assert "Free some space" in raised.value.hint
    assert files_in(tmp_path) == []
    assert blobs.unclaimed == set()


async def test_a_place_that_is_no_folder_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(PresscheckError, match="cannot be written"):
        await Blobs(tmp_path / "file").put(b"x")


async def test_an_address_without_a_driver_is_said() -> None:
    with pytest.raises(PresscheckError, match="cannot be kept"):
        Blobs("nosuchthing://bucket/x")
