"""How long the parts of a page's operation may take in real time. Page time is free of this."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Viewport:
    """The size of the page's window in CSS pixels."""

    width: int
    height: int


DESKTOP = Viewport(1280, 800)
PHONE = Viewport(390, 844)


@dataclass(frozen=True)
class Budget:
    """Seconds of real time. A page that takes longer has hung: it is told so, and is left.

    `advance` is for a second of page time or less; longer stretches get more, up to `advance_most`.
    """

    load: float = 6.0
    call: float = 3.0
    advance: float = 4.0
    advance_most: float = 12.0
    requests: float = 10.0
    close: float = 3.0
    memory_mib: int = 1_800
    dialogs: int = 25
    """Dialogs that one action may open."""
