"""Storage trouble in words that a person can act on."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError

from presscheck.core.errors import PresscheckError

_FULL = {errno.ENOSPC, errno.EDQUOT}
_REFUSED = {errno.EACCES, errno.EPERM, errno.EROFS}

_DATABASE: tuple[tuple[tuple[str, ...], str, str], ...] = (
    (
        ("disk is full", "no space left"),
        "There is no space left for the database at {where}.",
        "Free some space, or set PRESSCHECK_DATA_DIR to a folder on another disk.",
    ),
    (
        ("database is locked", "table is locked"),
        "Another program keeps the database at {where} locked.",
        "Close other programs that have it open, then try again.",
    ),
    (
        ("not a database", "malformed", "disk image"),
        "The database at {where} is damaged.",
        "Move the file away to start afresh, or put back a copy from before.",
    ),
    (
        ("unable to open", "readonly", "read-only", "permission denied"),
        "The database at {where} cannot be written.",
        "Check who owns it, or set PRESSCHECK_DATA_DIR to a folder that you can write.",
    ),
    (
        ("connection refused", "could not connect", "connection failed", "connection to server"),
        "The database server of {where} cannot be reached.",
        "Check PRESSCHECK_DATABASE_URL, and that the server runs.",
    ),
)


def of_files(error: OSError, where: str) -> PresscheckError:
    """What a failed write or read of files at `where` means."""
    if error.errno in _FULL:
        return PresscheckError(
            f"There is no space left at {where}.",
            hint="Free some space, or set PRESSCHECK_DATA_DIR to a folder on another disk.",
        )
    if error.errno in _REFUSED or isinstance(error, FileExistsError | NotADirectoryError):
        return PresscheckError(
            f"The folder {where} cannot be written.",
            hint="Check who owns it, or set PRESSCHECK_DATA_DIR to a folder that you can write.",
        )
    return PresscheckError(
        f"Files at {where} cannot be used: {error.strerror or error}.",
        hint="Check the disk, or set PRESSCHECK_DATA_DIR to another folder.",
    )


@contextmanager
def in_words(where: str) -> Iterator[None]:
    """Raise PresscheckError for what goes wrong with the database at `where`."""
    try:
        yield
    except OSError as error:
        raise of_files(error, where) from error
    except DBAPIError as error:
        said = str(error.orig or error).lower()
        for signs, message, hint in _DATABASE:
            if any(sign in said for sign in signs):
                raise PresscheckError(message.format(where=where), hint=hint) from error
        raise PresscheckError(
            f"The database at {where} failed: {error.orig or error}.",
            hint="`presscheck doctor` looks at what works on this machine.",
        ) from error
