"""The documents that an answer holds, and which of them is its page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

ROOT = re.compile(
    r"\s*+(?:<\?xml[^>]*+>\s*+)?+(?:<!--(?:(?!-->).)*+-->\s*+)*+<(?:!doctype|html\b)",
    re.IGNORECASE | re.DOTALL,
)
"""Possessive throughout: a document that begins with a thousand comments is read once."""


@dataclass(eq=False)
class Document:
    """One document as far as it has been read.

    `ended`: `</html>` was read. `closed`: so was what ends it, its fence or the prose behind it.
    """

    fence: str = ""
    pieces: list[str] = field(default_factory=list)
    ended: bool = False
    closed: bool = False

    @property
    def text(self) -> str:
        return "".join(self.pieces)


@dataclass(frozen=True)
class _Candidate:
    document: Document
    rooted: bool
    size: int


def choose(documents: Sequence[Document]) -> Document | None:
    """Documents with a doctype or <html> come before fragments; closed ones before those that stop.

    Among several the last, since models correct themselves, unless it is less than half as long as
    the longest: then it is an excerpt that explains, and the last of the long ones is the page.
    """
    candidates: list[_Candidate] = []
    for document in documents:
        text = document.text
        if text.strip():
            candidates.append(_Candidate(document, bool(ROOT.match(text)), len(text)))
    for wanted in (
        [c for c in candidates if c.rooted and c.document.closed],
        [c for c in candidates if c.rooted],
        [c for c in candidates if c.document.closed],
        candidates,
    ):
        if wanted:
            longest = max(c.size for c in wanted)
            return [c for c in wanted if c.size * 2 >= longest][-1].document
    return None


_FRAGMENT_START = re.compile(
    r"^[ \t]*<(?:head|body|style|script|link|meta|main|header|nav|section|article|div|canvas|svg"
    r"|form|table|h[1-6]|button|p|ul|ol)\b[^<>]*>",
    re.IGNORECASE | re.MULTILINE,
)
_FRAGMENT_END = re.compile(r"(?:</[a-zA-Z][\w-]*\s*>|/>)[ \t]*$", re.MULTILINE)


def fragment_in(prose: str) -> str:
    """Markup that stands bare in `prose`: from an element that begins a line to the last one that
    ends a line. Empty where there is none; markup merely mentioned in a sentence is none."""
    start = _FRAGMENT_START.search(prose)
    if start is None:
        return ""
    end = -1
    for match in _FRAGMENT_END.finditer(prose, start.end()):
        end = match.end()
    return prose[start.start() : end].strip() if end >= 0 else ""
