"""Errors that a person can act on: what happened, and what to do about it."""

from __future__ import annotations


class PresscheckError(Exception):
    """The tool, or something it depends on, could not do its job.

    `message` says what happened in one sentence; `hint` says what to do about it.
    Never raised for a fault of the page under test: those are evidence.
    """

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()


class UsageError(PresscheckError):
    """The caller's input is wrong: an empty line, an unknown name, a file that is no page."""
