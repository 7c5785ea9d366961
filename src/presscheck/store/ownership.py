"""Who works on a generation: so that what a killed process left behind can be told from what
another one is still doing."""

from __future__ import annotations

import os
import secrets
import socket
from datetime import timedelta

import psutil

LONGEST_SILENCE = timedelta(hours=6)
"""Another machine's work is taken to have ended when nothing was noted of it for so long: no answer
and no scoring takes longer."""

_open: set[str] = set()


def new_owner() -> str:
    """A name for one open store: host, process, when the process began, and a mark of its own."""
    pid = os.getpid()
    owner = f"{socket.gethostname()}|{pid}|{_began(pid)}|{secrets.token_hex(4)}"
    _open.add(owner)
    return owner


def release(owner: str) -> None:
    _open.discard(owner)


def is_gone(owner: str | None, *, idle: timedelta, shared: bool) -> bool:
    """Whether nobody works on it any more.

    `idle`: since it was last noted to go on. `shared`: other machines can have the same database
    open, which cannot be looked at from here; where they cannot, an owner on another machine is
    this one before its name changed, as a container's does.
    """
    parts = (owner or "").split("|")
    if len(parts) != 4:
        return True
    host, pid, began, _ = parts
    if host != socket.gethostname():
        return idle > LONGEST_SILENCE if shared else True
    if int(pid) == os.getpid() and began == _began(os.getpid()):
        return owner not in _open
    return _began(int(pid)) != began


def _began(pid: int) -> str:
    try:
        return f"{psutil.Process(pid).create_time():.2f}"
    except psutil.NoSuchProcess:
        return ""
