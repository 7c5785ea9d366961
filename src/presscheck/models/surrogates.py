"""Characters that a server tore apart while it escaped them."""

from __future__ import annotations

import re

_HIGH_AT_END = re.compile(r"[\ud800-\udbff]\Z")
_SURROGATE = re.compile(r"[\ud800-\udfff]")


class WholeCharacters:
    r"""Joins halves of a character (`\ud83d` in one event, `\ude00` in the next).

    A half without its other half becomes U+FFFD: no such text could be stored or shown.
    """

    def __init__(self) -> None:
        self._high = ""

    def feed(self, text: str) -> str:
        if not text:
            return ""
        if not self._high and (text.isascii() or not _SURROGATE.search(text)):
            return text
        text = self._high + text
        half = _HIGH_AT_END.search(text)
        self._high = half.group() if half else ""
        if half:
            text = text[:-1]
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
