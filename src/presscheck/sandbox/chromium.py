"""Finds a Chromium. `python -m presscheck.sandbox.chromium` prints the one that is used."""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

from presscheck.core.settings import Settings
from presscheck.sandbox.trouble import SandboxError

ROOT_BROWSERS = Path("/var/cache/presscheck/browsers")
"""Where Playwright's own download is put for root: root's home is closed to the sealed browser."""

_SYSTEM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_WRAPPED = Path("/usr/lib/chromium/chromium")
"""Debian's `chromium` is a shell script around this program, reading the user's own flags."""

HINT = (
    "Install one with `sudo apt-get install chromium` or "
    "`python -m playwright install --with-deps chromium`, or name one in PRESSCHECK_CHROMIUM."
)


def find_chromium(settings: Settings | None = None) -> Path:
    """The browser named in the settings, else Playwright's own download, else the system's.

    Raises SandboxError where none is found.
    """
    named = (settings or Settings()).chromium
    if named is not None:
        if not os.access(named, os.X_OK):
            raise SandboxError(f"{named}, named as the browser, cannot be run.", hint=HINT)
        return named
    for candidate in (*_downloads(), *_system()):
        if os.access(candidate, os.X_OK):
            return candidate
    raise SandboxError("No Chromium was found on this machine.", hint=HINT)


def _downloads() -> list[Path]:
    """Playwright's own builds, the newest first."""
    folders = [ROOT_BROWSERS] if os.geteuid() == 0 else []
    if named := os.environ.get("PLAYWRIGHT_BROWSERS_PATH"):
        folders.insert(0, Path(named))
    if os.geteuid() != 0:
        folders.append(Path.home() / ".cache" / "ms-playwright")
    found: list[tuple[int, Path]] = []
    for folder in folders:
        for build in folder.glob("chromium-*/chrome-linux*/chrome"):
            revision = re.search(r"chromium-(\d+)", str(build))
            found.append((int(revision[1]) if revision else 0, build))
    return [path for _, path in sorted(found, reverse=True)]


def _system() -> list[Path]:
    found = [_WRAPPED]
    found += [Path(path) for name in _SYSTEM_NAMES if (path := shutil.which(name))]
    return found


if __name__ == "__main__":
    try:
        print(find_chromium())
    except SandboxError as error:
        sys.exit(str(error))
