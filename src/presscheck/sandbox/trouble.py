"""What can go wrong with a page under operation, and what can go wrong with the tool."""

from __future__ import annotations

from presscheck.core.errors import PresscheckError


class SandboxError(PresscheckError):
    """The tool's own failure: no browser, no seal, a browser that died for no fault of the page."""


class PageTrouble(Exception):
    """The page did something that ended its operation. Evidence about the page, never an error of
    the tool. `says` puts it in words."""

    def __init__(self, says: str) -> None:
        super().__init__(says)
        self.says = says


class PageHung(PageTrouble):
    """The page no longer answers: an endless loop, or a flood of dialogs or timers."""


class PageCrashed(PageTrouble):
    """The page's process died or was ended for using too much memory."""
