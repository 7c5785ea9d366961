"""From a person's words to elements: ranked, with confidence and reasons."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from presscheck.core.steps import Target
from presscheck.scoring.snapshot import Box, Element, Snapshot


@dataclass(frozen=True, slots=True)
class Found:
    """An element that the words mean. True in a condition."""

    element: Element
    confidence: float
    reasons: tuple[str, ...] = ()
    others: tuple[Element, ...] = ()

    def __bool__(self) -> Literal[True]:
        return True

    @property
    def box(self) -> Box:
        return self.element.box

    def __str__(self) -> str:
        return str(self.element)


@dataclass(frozen=True, slots=True)
class NotFound:
    """Nothing fits the words. False in a condition; `says` tells a person why."""

    says: str
    close: tuple[Element, ...] = ()

    def __bool__(self) -> Literal[False]:
        return False


def find(
    snapshot: Snapshot,
    words: str | Target,
    *,
    role: str | Sequence[str] | None = None,
    within: str | Element | Found | None = None,
    among: Iterable[Element] | None = None,
    hidden: bool = False,
) -> Found | NotFound:
    """The likeliest element, or what came close."""
    raise NotImplementedError


def find_all(
    snapshot: Snapshot,
    words: str | Target,
    *,
    role: str | Sequence[str] | None = None,
    within: str | Element | Found | None = None,
    among: Iterable[Element] | None = None,
    hidden: bool = False,
) -> list[Found]:
    """All elements that the words could mean, the likeliest first."""
    raise NotImplementedError
