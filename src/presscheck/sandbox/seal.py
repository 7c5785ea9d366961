"""How a browser is sealed on this machine: the ways, from the strongest, and which of them works.

Measured: a browser in an empty network namespace, as an unprivileged user, with its own sandbox on,
reaches nothing at all; Playwright speaks to it over a pipe and still serves it pages.
"""

from __future__ import annotations

import functools
import os
import shlex
import shutil
import stat
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from presscheck.core.scorecard import Seal

UNPRIVILEGED_ID = 65534
"""`nobody` and `nogroup` on Debian and most others; any unprivileged number serves."""

MEMORY_LIMIT_KIB = 2 * 1024 * 1024
"""RLIMIT_DATA of each browser process. V8 reserves much more, uncounted."""


@dataclass(frozen=True)
class SealMethod:
    """One way to seal: a command that is put before the browser's own."""

    name: str
    level: Seal
    prefix: tuple[str, ...]
    says: str
    drops_to: int | None = None


@dataclass(frozen=True)
class SealReport:
    """The seal that is reached, how, and why no stronger one."""

    level: Seal
    how: str
    notes: tuple[str, ...] = field(default=())


_DROP = (
    "setpriv",
    f"--reuid={UNPRIVILEGED_ID}",
    f"--regid={UNPRIVILEGED_ID}",
    "--clear-groups",
    "--bounding-set=-all",
    "--no-new-privs",
    "--",
)

_METHODS_ROOT = (
    SealMethod(
        "namespace",
        "kernel",
        ("unshare", "--net", "--", *_DROP),
        "an empty network namespace, an unprivileged user, Chromium's own sandbox",
        UNPRIVILEGED_ID,
    ),
    SealMethod(
        "user",
        "browser",
        _DROP,
        "an unprivileged user, Chromium's own sandbox, a dead proxy and request interception",
        UNPRIVILEGED_ID,
    ),
)
_METHODS_USER = (
    SealMethod(
        "user-namespace",
        "kernel",
        ("unshare", "--user", "--map-current-user", "--net", "--"),
        "an empty network namespace inside a user namespace, Chromium's own sandbox",
    ),
    SealMethod(
        "bubblewrap",
        "kernel",
        ("bwrap", "--unshare-net", "--dev-bind", "/", "/", "--"),
        "an empty network namespace by bubblewrap, Chromium's own sandbox",
    ),
    SealMethod(
        "plain",
        "browser",
        (),
        "Chromium's own sandbox, a dead proxy and request interception",
    ),
)
UNSEALED = SealMethod("unsealed", "none", (), "no sandbox at all: only for pages that are trusted")


@functools.cache
def working_methods() -> tuple[tuple[SealMethod, ...], tuple[str, ...]]:
    """The ways whose command runs here, the strongest first, and why the others do not."""
    methods = _METHODS_ROOT if os.geteuid() == 0 else _METHODS_USER
    works: list[SealMethod] = []
    notes: list[str] = []
    for method in methods:
        why = _why_not(method)
        if why:
            notes.append(f"{method.name}: {why}")
        else:
            works.append(method)
    return tuple(works), tuple(notes)


def _why_not(method: SealMethod) -> str:
    if not method.prefix:
        return ""
    missing = [c for c in ("unshare", "setpriv", "bwrap") if c in method.prefix]
    missing = [c for c in missing if shutil.which(c) is None]
    if missing:
        return f"{missing[0]} is not installed"
    try:
        run = subprocess.run([*method.prefix, "true"], capture_output=True, text=True, timeout=10)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return "" if run.returncode == 0 else run.stderr.strip().splitlines()[-1] or "it fails"


_ENVIRONMENT = (
    "PATH",
    "LANG",
    "LC_ALL",
    "TMPDIR",
    "LD_LIBRARY_PATH",
    "FONTCONFIG_FILE",
    "FONTCONFIG_PATH",
)


def browser_environment() -> dict[str, str | float | bool]:
    """All that the browser is told of ours: no key that stands in the environment reaches it."""
    return {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}


def closed_folder(program: Path) -> Path | None:
    """The first folder on the way to a program that another user may not enter."""
    for folder in reversed(program.resolve().parents):
        if not folder.stat().st_mode & stat.S_IXOTH:
            return folder
    return None


def write_launcher(folder: Path, chromium: Path, method: SealMethod) -> Path:
    """A small program that Playwright starts in the browser's place: it hands over the profile,
    limits memory, and becomes the sealed browser."""
    home = folder / "home"
    home.mkdir(mode=0o700, exist_ok=True)
    if method.drops_to is not None:
        os.chown(home, method.drops_to, method.drops_to)
        folder.chmod(0o711)
    own = ""
    if method.drops_to is not None:
        own = (
            'for a in "$@"; do case "$a" in --user-data-dir=*) chown -R '
            f'{method.drops_to}:{method.drops_to} "${{a#--user-data-dir=}}" ;; esac; done\n'
        )
    script = folder / "launch"
    script.write_text(
        "#!/bin/sh\n"
        f"{own}"
        f"ulimit -c 0\nulimit -d {MEMORY_LIMIT_KIB} 2>/dev/null\n"
        f"export HOME={shlex.quote(str(home))} XDG_CONFIG_HOME={shlex.quote(str(home))} "
        f"XDG_CACHE_HOME={shlex.quote(str(home))}\n"
        "unset DBUS_SESSION_BUS_ADDRESS\n"
        f'exec {shlex.join([*method.prefix, str(chromium)])} "$@"\n'
    )
    script.chmod(0o755)
    return script
