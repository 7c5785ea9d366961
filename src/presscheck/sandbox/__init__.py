"""Sealed Chromium, the frozen clock, the watchdog, the library mirror, the preview's seal."""

from presscheck.sandbox.budget import DESKTOP, PHONE, Budget, Viewport
from presscheck.sandbox.chromium import find_chromium
from presscheck.sandbox.libraries import LibraryAnswer, LibrarySource, NoLibraries
from presscheck.sandbox.log import PageLog
from presscheck.sandbox.sandbox import Sandbox
from presscheck.sandbox.seal import SealReport
from presscheck.sandbox.sealed_page import SealedPage
from presscheck.sandbox.trouble import PageCrashed, PageHung, PageTrouble, SandboxError

__all__ = [
    "DESKTOP",
    "PHONE",
    "Budget",
    "LibraryAnswer",
    "LibrarySource",
    "NoLibraries",
    "PageCrashed",
    "PageHung",
    "PageLog",
    "PageTrouble",
    "Sandbox",
    "SandboxError",
    "SealReport",
    "SealedPage",
    "Viewport",
    "find_chromium",
]
