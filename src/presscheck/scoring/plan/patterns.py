"""The small language in which the lexicon names things: phrases, compiled to regular expressions.

drag|move ~the window     words, alternatives with |, a part that may be missing with ~
sort* algorithm           a word's beginning with * (else all endings of the word are meant)
窗口 ... 拖动              ... stands for a few words of the same clause
<n> question              a number in digits or words; <grid> for "4x4" and "4 by 4"
click <x> to read         a phrase of the line, also as <y>; <xs> may hold a list with commas
easy ~+ hard              + for a comma
"""

from __future__ import annotations

import re
from functools import lru_cache

from presscheck.scoring.plan.line import HAN
from presscheck.scoring.plan.stems import stem

NUMBER_WORDS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "fifteen": 15, "sixteen": 16, "twenty": 20,
    "thirty": 30, "forty": 40, "fifty": 50, "hundred": 100, "dozen": 12, "single": 1,
    "一": 1, "两": 2, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9,
    "十": 10, "十二": 12, "十五": 15, "二十": 20, "二十五": 25, "三十": 30, "五十": 50, "一百": 100,
}  # fmt: skip
_STOPS = ",;:.!?。、"
_PHRASE_END = (
    r"(?=\s*(?:$|[,;:.!?。、]|(?<![a-z])(?:and|with|that|which|to|in|on|for|from|by|when|while|then"
    r"|so|as|or|where|through|using|into|plus|is|are|at|step|via|over|under|if|but)(?![a-z])"
    r"|[和与并且及或来可能会时]))"
)
_LIST_END = (
    r"(?=\s*(?:$|[;:.!?。]|(?<![a-z])(?:with|that|which|to|in|on|for|from|by|when|while|then|so"
    r"|as|where|through|using|into|plus|is|are|at|via|but|a|an|the)(?![a-z])|[并且来可能会时]))"
)
_NUMBER = (
    r"(?<![a-z0-9.])(?P<n>\d+(?:\.\d+)?|"
    + "|".join(sorted((w for w in NUMBER_WORDS if w.isascii()), key=len, reverse=True))
    + r")(?![a-z0-9.])"
    + r"|(?P<zn>"
    + "|".join(sorted((w for w in NUMBER_WORDS if not w.isascii()), key=len, reverse=True))
    + r")"
)


def number_of(text: str) -> float | None:
    """The value of digits or of a number word."""
    if text in NUMBER_WORDS:
        return NUMBER_WORDS[text]
    try:
        return float(text)
    except ValueError:
        return None


@lru_cache(maxsize=20_000)
def compile_pattern(pattern: str) -> re.Pattern[str]:
    """A phrase of the lexicon as an expression over the read form of a line.

    Optional parts give one expression each way, longest first, so that a missing word leaves no
    gap behind.
    """
    parts = pattern.replace("-", " ").split()
    pieces: list[str] = []
    for index, part in enumerate(parts):
        optional = part.startswith("~") and len(part) > 1
        piece = _part(part[1:] if optional else part, last=index == len(parts) - 1)
        pieces.append(rf"(?:{piece} ?)?" if optional else piece + (" ?"))
    return re.compile("".join(pieces).removesuffix(" ?"))


def needs(pattern: str) -> tuple[str, ...]:
    """Texts of which a line must hold one for the pattern to match: a cheap test before it."""
    best: tuple[str, ...] = ()
    for part in pattern.replace("-", " ").split():
        if part[0] in "~<+" or part == "...":
            continue
        words = tuple(
            w[:-1] if w.endswith("*") else (stem(w) if w.isascii() else w)
            for w in part.split("|")
            if w
        )
        if not best or min(map(len, words)) > min(map(len, best)):
            best = words
    return best


def literal_words(pattern: str) -> set[str]:
    """The whole Latin words in a phrase, unstemmed: what typing errors are corrected to."""
    plain = re.sub(r"<\w+>", " ", pattern)
    return {w for w in re.findall(r"[a-z]+\*?", plain) if not w.endswith("*")}


def han_words(pattern: str) -> set[str]:
    return set(re.findall(rf"[{HAN}]{{2,}}", pattern))


def _part(part: str, *, last: bool) -> str:
    if part == "...":
        return rf"[^{_STOPS}]{{0,28}}?"
    if part == "+":
        return "[,、]"
    if part == "<grid>":
        return r"(?<![a-z0-9])(?P<rows>\d{1,2}) ?(?:x|by|乘) ?(?P<cols>\d{1,2})(?![a-z0-9])"
    if part == "<n>":
        return f"(?:{_NUMBER})"
    if part in ("<x>", "<y>"):
        return rf"(?P<{part[1]}>[^{_STOPS}]{{1,48}}?)" + (_PHRASE_END if last else "")
    if part == "<xs>":
        return r"(?P<xs>[^;:.!?。]{1,120}?)" + (_LIST_END if last else "")
    return "(?:" + "|".join(_word(word) for word in part.split("|") if word) + ")"


def _word(word: str) -> str:
    if not word.isascii():
        return re.escape(word)
    if word.endswith("*"):
        return rf"(?<![a-z0-9]){re.escape(word[:-1])}[a-z]*"
    return rf"(?<![a-z0-9]){re.escape(stem(word))}(?![a-z0-9])"
