"""English words without their endings: sorts, sorted, sorting and sortable are one word.

Lighter than Porter's stemmer on purpose: the lexicon is stemmed by the same rules, so only words
that people use for one another have to meet, and words that differ must not ("set", "settings").
"""

from __future__ import annotations

import re
from functools import lru_cache

_KEPT = frozenset(
    [
        "lives", "settings",
        "setting", "landing", "string", "spring", "wedding", "building", "meeting",
        "rating", "billing", "pricing", "during", "nothing", "something", "morning", "evening",
        "canvas", "lens", "news", "series", "always", "table", "cable", "css", "js", "pong",
        "ping", "king", "ring", "sing", "wing", "this", "his", "its", "is", "was", "has", "as",
        "us", "bus", "plus", "gas", "yes", "less", "glass", "boss", "cross", "press", "process",
        "address", "progress", "class", "grass", "physics", "mathematics", "chess", "tennis",
        "bed", "red", "led", "feed", "speed", "seed", "need", "weed", "unlimited", "animated",
        "timed", "three", "five", "seven", "eight", "nine", "twelve", "fifteen", "twenty",
        "thirty", "forty", "fifty", "hundred", "single",
    ]
)  # fmt: skip
_SAME = {
    "setting": "settings",
    "settings": "settings",
    "rating": "rating",
    "ratings": "rating",
    "theme": "theme",
    "themes": "theme",
}
_VOWEL = re.compile(r"[aeiouy]")
_SHORT_CVC = re.compile(r"^[^aeiou]*[aeiouy][^aeiouwxy]$")


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """The stem of a lower-case word; words that are not Latin stay as they are."""
    if len(word) < 4 or not word.isascii() or not word.isalpha():
        return word
    if word in _SAME:
        return _SAME[word]
    if word in _KEPT:
        return word
    return _verb(_plural(word))


def _plural(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if re.search(r"(?:ss|x|z|ch|sh)es$", word):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _verb(word: str) -> str:
    for ending in ("able", "ing", "ed"):
        base = word.removesuffix(ending)
        if base == word or len(base) < 3 or not _VOWEL.search(base):
            continue
        if len(base) > 3 and base[-1] == base[-2] and base[-1] not in "lsz":
            return base[:-1]
        if len(base) == 3 and _SHORT_CVC.match(base):
            return base + "e"
        return base.removesuffix("e") if len(base) > 4 else base
    return word[:-1] if word.endswith("e") and len(word) > 4 else word
