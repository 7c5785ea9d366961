"""The processes of one browser: how much memory they take, and how they are ended for sure."""

from __future__ import annotations

import contextlib
import shutil
from pathlib import Path
from typing import Self

import psutil


class BrowserProcesses:
    """A browser's main process and all below it."""

    def __init__(self, main: psutil.Process | None) -> None:
        self._main = main

    @classmethod
    def started_by(cls, launcher: Path) -> Self:
        """The browser that a launcher became: it carries the launcher's own home folder."""
        home = str(launcher.parent / "home")
        for process in psutil.Process().children(recursive=True):
            with contextlib.suppress(psutil.Error):
                if process.environ().get("HOME") == home:
                    return cls(process)
        return cls(None)

    def tree(self) -> list[psutil.Process]:
        if self._main is None:
            return []
        with contextlib.suppress(psutil.Error):
            return [self._main, *self._main.children(recursive=True)]
        return []

    def memory_mib(self) -> float:
        """What the processes hold for themselves alone, in MiB."""
        total = 0
        for process in self.tree():
            with contextlib.suppress(psutil.Error):
                memory = process.memory_info()
                total += memory.rss - getattr(memory, "shared", 0)
        return total / 2**20

    def kill(self) -> None:
        """End them all at once, and take away the profile that a killed browser leaves."""
        profile = self._profile()
        tree = self.tree()
        for process in reversed(tree):
            with contextlib.suppress(psutil.Error):
                process.kill()
        psutil.wait_procs(tree, timeout=2)
        if profile is not None:
            shutil.rmtree(profile, ignore_errors=True)

    def _profile(self) -> Path | None:
        if self._main is None:
            return None
        with contextlib.suppress(psutil.Error):
            for argument in self._main.cmdline():
                if argument.startswith("--user-data-dir="):
                    return Path(argument.partition("=")[2])
        return None
