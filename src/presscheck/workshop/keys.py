"""Keys of model servers: in memory, or, when the person asks, in a file only they can read.

Never in the database, a log, a report or a page.
"""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

from pydantic import SecretStr

from presscheck.core.errors import PresscheckError


class KeyRing:
    """Keys by endpoint id."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._remembered: dict[str, str] = {}
        self._for_now: dict[str, str] = {}

    @classmethod
    def open(cls, data_dir: Path) -> KeyRing:
        ring = cls(data_dir / "keys.json")
        ring._load()
        return ring

    def _load(self) -> None:
        try:
            mode = self._path.stat().st_mode
            text = self._path.read_text()
        except FileNotFoundError:
            return
        except OSError as error:
            raise PresscheckError(
                f"The key file {self._path} cannot be read: {error.strerror}.",
                hint="Make it readable for you alone (chmod 600), or delete it.",
            ) from error
        if stat.S_IMODE(mode) & 0o077:
            self._path.chmod(0o600)
        try:
            data = json.loads(text)
            self._remembered = {str(key): str(value) for key, value in dict(data).items()}
        except (ValueError, TypeError) as error:
            raise PresscheckError(
                f"The key file {self._path} is damaged.", hint="Delete it and enter the keys again."
            ) from error

    def get(self, endpoint_id: str) -> SecretStr | None:
        value = self._for_now.get(endpoint_id) or self._remembered.get(endpoint_id)
        return SecretStr(value) if value else None

    def set(self, endpoint_id: str, key: str, *, remember: bool) -> None:
        self._for_now[endpoint_id] = key
        if remember:
            self._remembered[endpoint_id] = key
            self._write()

    def forget(self, endpoint_id: str) -> None:
        self._for_now.pop(endpoint_id, None)
        if self._remembered.pop(endpoint_id, None) is not None:
            self._write()

    def _write(self) -> None:
        fresh = self._path.with_name(self._path.name + ".part")
        fresh.unlink(missing_ok=True)
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            json.dump(self._remembered, file)
        fresh.replace(self._path)
