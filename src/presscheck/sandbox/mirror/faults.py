"""The two ways in which a file cannot be had."""

from __future__ import annotations

from presscheck.core.errors import PresscheckError


class NotThere(Exception):
    """The registry answered: no such package, version or file. The page asks for nothing real."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class OutOfReach(PresscheckError):
    """Not in the mirror, and the registry cannot be reached. Never the page's fault."""
