"""Who works on a generation: so that what a killed process left behind can be told from what
another one is still doing."""

from __future__ import annotations

import os
import secrets
import socket

import psutil

_open: set[str] = set()


def new_owner() -> str:
    """A name for one open store: host, process, when the process began, and a mark of its own."""
    pid = os.getpid()
    owner = f"{socket.gethostname()}|{pid}|{_began(pid)}|{secrets.token_hex(4)}"
    _open.add(owner)
    return owner


def release(owner: str) -> None:
    _open.discard(owner)


def is_gone(owner: str | None) -> bool:
    """Whether nobody works on it any more. Another machine's owners are taken to be at work."""
    parts = (owner or "").split("|")
    if len(parts) != 4:
        return True
    host, pid, began, _ = parts
    if host != socket.gethostname():
        return False
    if int(pid) == os.getpid() and began == _began(os.getpid()):
        return owner not in _open
    return _began(int(pid)) != began


def _began(pid: int) -> str:
    try:
        return f"{psutil.Process(pid).create_time():.2f}"
    except psutil.NoSuchProcess:
        return ""
