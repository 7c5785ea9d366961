"""Reading npm tarballs without trusting them: nothing is ever extracted to a path of theirs."""

from __future__ import annotations

import base64
import binascii
import hashlib
import tarfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

FILE_CAP = 60 * 1024 * 1024
"""Bytes of one file."""
COUNT_CAP = 50_000
"""Files of one package."""

READ_ERRORS = (tarfile.TarError, EOFError, zlib.error, OSError)


class Damaged(Exception):
    """Bytes that are not those that were stated."""


def integrity_of(dist: Mapping[str, Any]) -> str:
    """Subresource integrity of a release; made from the older SHA-1 sum where there is no other."""
    stated = dist.get("integrity")
    if stated:
        return str(stated)
    return "sha1-" + base64.b64encode(bytes.fromhex(dist["shasum"])).decode()


def check_integrity(body: bytes, integrity: str, what: str) -> None:
    """Raises Damaged where no digest that the integrity names fits; unknown kinds never do."""
    if not fits(body, integrity):
        raise Damaged(f"{what} does not match its stated integrity")


_STRENGTH = ("sha512", "sha384", "sha256", "sha1")


def fits(body: bytes, integrity: str) -> bool:
    """Whether the bytes match the strongest kind of hash that is stated (Subresource Integrity,
    W3C, section 3.3.4): a weaker one that matches excuses nothing."""
    stated: dict[str, list[bytes]] = {}
    for part in integrity.split():
        kind, _, rest = part.partition("-")
        if kind not in _STRENGTH:
            continue
        try:
            stated.setdefault(kind, []).append(base64.b64decode(rest.split("?")[0], validate=True))
        except binascii.Error:
            return False
    for kind in _STRENGTH:
        if kind in stated:
            return hashlib.new(kind, body).digest() in stated[kind]
    return False


def names(path: Path) -> list[str]:
    """Paths inside the package, without the folder that all npm tarballs begin with."""
    with tarfile.open(path, "r:gz") as tar:
        return [name for name, _ in _files(tar)]


def read(path: Path, wanted: str) -> bytes | None:
    """One file's bytes; None where the package lacks it."""
    with tarfile.open(path, "r:gz") as tar:
        for name, member in _files(tar):
            if name == wanted:
                file = tar.extractfile(member)
                return file.read() if file is not None else None
    return None


def _files(tar: tarfile.TarFile) -> Iterator[tuple[str, tarfile.TarInfo]]:
    """Regular files only: links, devices, outward paths and oversized files do not exist for us."""
    for count, member in enumerate(tar):
        if count >= COUNT_CAP:
            return
        path = PurePosixPath(member.name)
        if (
            member.isreg()
            and member.size <= FILE_CAP
            and len(path.parts) > 1
            and not path.is_absolute()
            and ".." not in path.parts
        ):
            yield "/".join(path.parts[1:]), member
