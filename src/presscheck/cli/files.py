"""Files that a command reads and writes, with errors a person can act on."""

from __future__ import annotations

import sys
from pathlib import Path

from presscheck.core.errors import UsageError


def read_bytes(path: Path) -> bytes:
    """The file's bytes; `-` is standard input."""
    if str(path) == "-":
        return sys.stdin.buffer.read()
    try:
        return path.read_bytes()
    except OSError as error:
        raise UsageError(
            f"{path} cannot be read: {error.strerror or error}.", hint="Name a file that exists."
        ) from error


def write_bytes(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise UsageError(
            f"{path} cannot be written: {error.strerror or error}.",
            hint="Name another file with -o.",
        ) from error


def write_text(path: Path, text: str) -> None:
    write_bytes(path, text.encode())
