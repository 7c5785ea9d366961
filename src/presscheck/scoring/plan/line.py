"""A line as the lexicon reads it: folded, stemmed, with every piece traceable to its words."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass

from presscheck.scoring.plan.stems import stem

HAN = r"\u3400-\u9fff\uf900-\ufaff"
_TOKEN = re.compile(rf"[{HAN}]+|\d+(?:\.\d+)?(?:x\d+)?|[a-zà-öø-ÿ]+|\S")
_IS_HAN = re.compile(rf"[{HAN}]")
_JOINERS = frozenset("-_'’‘`/\"“”「」『』《》()（）[]【】*·•")
"""Signs that part words without parting demands."""

_FOLDED = str.maketrans(
    {"，": ",", "；": ";", "：": ":", "！": "!", "？": "?", "×": "x", "＋": "+"}
)


@dataclass(frozen=True, slots=True)
class Token:
    """One word, run of Han characters, number or sign, in the source and in the read form."""

    norm: str
    start: int
    end: int
    at: int

    @property
    def is_word(self) -> bool:
        return self.norm[0].isalnum()

    @property
    def is_han(self) -> bool:
        return bool(_IS_HAN.match(self.norm))


class Line:
    """The read form is one string: stems parted by single spaces, Han runs whole, signs alone."""

    def __init__(self, text: str, correct: Callable[[str], str] = str) -> None:
        self.text = text
        self.tokens: list[Token] = []
        parts: list[str] = []
        at = 1
        for match in _TOKEN.finditer(_fold(text)):
            word = match.group()
            if word in _JOINERS:
                continue
            norm = stem(correct(word)) if word.isascii() and word.isalpha() else word
            self.tokens.append(Token(norm, match.start(), match.end(), at))
            parts.append(norm)
            at += len(norm) + 1
        self.norm = " " + " ".join(parts) + " "
        self._starts = [token.at for token in self.tokens]

    def source(self, start: int, end: int) -> str:
        """The words of the line behind a stretch of the read form."""
        first, last = self._token(start), self._token(max(start, end - 1))
        if first is None or last is None:
            return ""
        begin = first.start + (start - first.at if first.is_han and start > first.at else 0)
        stop = last.start + (end - last.at) if last.is_han else last.end
        return self.text[begin : min(stop, last.end)].strip()

    def _token(self, at: int) -> Token | None:
        index = bisect_right(self._starts, at) - 1
        return self.tokens[max(index, 0)] if self.tokens else None


def _fold(text: str) -> str:
    """Lower case and half-width, every character still at its own place.

    A character whose folding is longer than itself stays, so that places keep meaning the source.
    """
    folded = []
    for char in text:
        plain = unicodedata.normalize("NFKC", char).casefold()
        folded.append(plain if len(plain) == 1 else char)
    return re.sub(r"(?<=[a-z])['’](?=[a-z]{1,2}\b)", "'", "".join(folded)).translate(_FOLDED)
