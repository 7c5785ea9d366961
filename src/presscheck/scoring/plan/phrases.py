"""Phrases of a line: lists taken apart, articles and trailing verbs taken off."""

from __future__ import annotations

import logging
import re
from contextlib import suppress
from functools import cache
from typing import Any

from presscheck.core.settings import Settings
from presscheck.scoring.plan.lexicon import load_lexicon
from presscheck.scoring.plan.stems import stem

_SEPARATOR = re.compile(
    r"\s*(?:[,;，；、/&]|(?<![A-Za-z])(?:and|or|plus|as well as)(?![A-Za-z])|[和与及或])\s*", re.I
)
_LEADING = re.compile(
    r"^(?:(?:a|an|the|its|their|your|my|each|every|all|some|any|how|that|this|of|for|with|to|in|on"
    r"|by|from|live|current|own|which|shows?|see|view|display|whole)\s+)+|^[的其各每该个]",
    re.I,
)
_TRAILING_VERB = re.compile(
    r"\s+(?:go|goes|move|moves|moving|change|changes|changing|rotate|rotates|turn|turns|orbit"
    r"|orbits|follow|follows|update|updates|respond|responds|react|swing|swings|fall|falls|fly"
    r"|flies|grow|grows|travel|spin|bounce|evolve|evolves|shift|shifts|appear|run|runs|happen"
    r"|happens|is|are|live|round|around|affects?)(?:\s.*)?$",
    re.I,
)
_TRAILING_HAN = re.compile(
    r"(?:的?(?:变化|运动|移动|转动|旋转|改变|更新|情况|过程)|的|时|会|随之)+$"
)


def split_list(text: str) -> list[str]:
    """ "sun, earth and moon" as three; each without article. Empty pieces are left out."""
    pieces = [trim(piece) for piece in _SEPARATOR.split(text)]
    return [piece for piece in pieces if piece]


def trim(text: str) -> str:
    """A noun phrase without articles before and without the verb behind it."""
    plain = text.strip(" ,.;:!?，。；：！？、\"'“”()（）")
    plain = _LEADING.sub("", plain)
    plain = _TRAILING_VERB.sub("", " " + plain).strip()
    return _TRAILING_HAN.sub("", plain).strip()


def content_words(text: str) -> list[str]:
    """The words that carry the subject, Chinese ones by jieba, in order and once each."""
    words: list[str] = []
    for piece in re.findall(r"[A-Za-zÀ-ÿ][A-Za-zÀ-ÿ']*|[\u3400-\u9fff]+", text):
        found = [piece] if piece[0] < "\u3400" else segment(piece)
        words += [w for w in found if not is_stop(w)]
    return list(dict.fromkeys(words))


def is_stop(word: str) -> bool:
    return word.lower() in _stops() or stem(word.lower()) in _stops() or len(word) < 2


def segment(text: str) -> list[str]:
    return [str(word) for word in _tokenizer().lcut(text)]


@cache
def _stops() -> frozenset[str]:
    words = load_lexicon().words
    return frozenset([*words.stop_en, *(stem(w) for w in words.stop_en), *words.stop_zh])


@cache
def _tokenizer() -> Any:
    """jieba with the words of the lexicon; its cache lies in our own folder, not in a shared one.

    Loaded on first use: reading the dictionary takes a second or two once, then its cache is fast.
    """
    import jieba

    jieba.setLogLevel(logging.CRITICAL)
    tokenizer = jieba.Tokenizer()
    folder = Settings().cache_dir / "jieba"
    with suppress(OSError):  # without a place for its cache, jieba reads its dictionary each time
        folder.mkdir(parents=True, exist_ok=True)
    tokenizer.tmp_dir = str(folder)
    tokenizer.initialize()
    for word in sorted(load_lexicon().han_vocabulary()):
        tokenizer.add_word(word)
    return tokenizer
