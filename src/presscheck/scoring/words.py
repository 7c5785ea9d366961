"""Words as people write them and as code spells them: folded, split, with their synonyms."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from importlib import resources

import yaml

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z])(?=\d)")
_SEPARATORS = re.compile(r"[\s_\-./,;:|()\[\]{}“”\"'`#&!。，、；：！（）【】《》「」…]+")
_VARIATION = re.compile("[\ufe0e\ufe0f]")
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
_WORD_CHARACTER = re.compile(r"\w")

FILLER = frozenset(
    [
        "the",
        "a",
        "an",
        "of",
        "to",
        "its",
        "this",
        "that",
        "some",
        "any",
        "please",
        "app",
        "application",
    ]
)

KINDS: dict[str, str] = {
    "button": "button",
    "key": "button",
    "icon": "button",
    "link": "link",
    "tab": "tab",
    "slider": "slider",
    "field": "textbox",
    "box": "textbox",
    "input": "textbox",
    "textarea": "textbox",
    "checkbox": "checkbox",
    "dropdown": "combobox",
    "select": "combobox",
    "menu": "menu",
    "window": "window",
    "canvas": "canvas",
    "chart": "chart",
    "table": "table",
    "按钮": "button",
    "键": "button",
    "图标": "button",
    "链接": "link",
    "标签页": "tab",
    "选项卡": "tab",
    "滑块": "slider",
    "滑动条": "slider",
    "输入框": "textbox",
    "文本框": "textbox",
    "复选框": "checkbox",
    "下拉框": "combobox",
    "下拉菜单": "combobox",
    "菜单": "menu",
    "窗口": "window",
    "画布": "canvas",
    "图表": "chart",
    "表格": "table",
}
"""Words that say what kind of thing is meant, and the role they stand for."""


@lru_cache(maxsize=20_000)
def fold(text: str) -> str:
    """Compatibility form, lower case, without variation selectors, white space squeezed."""
    plain = unicodedata.normalize("NFKC", _VARIATION.sub("", text)).casefold()
    return " ".join(plain.split())


@lru_cache(maxsize=20_000)
def tokens(text: str) -> tuple[str, ...]:
    """The words of a text or of an identifier: `startGameBtn` gives start, game, btn."""
    spread = _CAMEL.sub(" ", _VARIATION.sub("", text))
    return tuple(t for t in _SEPARATORS.split(fold(spread)) if t)


def has_han(text: str) -> bool:
    return bool(_HAN.search(text))


def core_words(text: str) -> tuple[str, str | None]:
    """The words without filler, and the role that a kind word at the end stands for."""
    role = None
    folded = fold(text)
    for kind in sorted(KINDS, key=len, reverse=True):
        if has_han(kind) and folded.endswith(kind) and len(folded) > len(kind):
            return folded[: -len(kind)].rstrip("的 "), KINDS[kind]
    words = [w for w in folded.split(" ") if w not in FILLER] or folded.split(" ")
    if len(words) > 1 and words[-1] in KINDS:
        role = KINDS[words[-1]]
        words = words[:-1]
    elif len(words) > 1 and words[0] in KINDS and words[0] != "key":
        role = KINDS[words[0]]
        words = words[1:]
    return " ".join(words), role


@cache
def _groups() -> dict[str, frozenset[str]]:
    text = (resources.files("presscheck.scoring") / "data" / "synonyms.yaml").read_text("utf-8")
    by_word: dict[str, set[str]] = {}
    for group in yaml.safe_load(text):
        folded = [fold(str(word)) for word in group]
        # the first word names the group: it gives all, the others give the first and their peers
        for word in folded:
            by_word.setdefault(word, set()).update(folded)
    return {word: frozenset(peers - {word}) for word, peers in by_word.items()}


def synonyms(word: str) -> frozenset[str]:
    """Other words and signs for the same thing."""
    return _groups().get(fold(word), frozenset())


def same_word(a: str, b: str) -> bool:
    """Equal but for a plural or verb ending."""
    if a == b:
        return True
    if len(a) < 3 or len(b) < 3 or not (a.isascii() and b.isascii()):
        return False
    return _stem(a) == _stem(b)


@lru_cache(maxsize=20_000)
def _stem(word: str) -> str:
    for ending in ("ies", "ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            base = word[: -len(ending)]
            return base + "y" if ending == "ies" else base.rstrip("e")
    return word.rstrip("e") if len(word) > 3 else word


@lru_cache(maxsize=100_000)
def likeness(query: str, text: str) -> float:
    """How well a folded text answers to a folded query, 0 to 1.

    1 for equal; less where the query is only a part of the text (the longer the text, the less);
    single signs must stand alone, since "x" is in every other word.
    """
    if not query or not text:
        return 0.0
    if query == text:
        return 1.0
    if len(query) == 1 and not has_han(query):
        return _sign(query, text)
    if has_han(query):
        if query in text:
            return 0.62 + 0.35 * len(query) / len(text)
        return 0.6 * len(text) / len(query) if len(text) > 1 and text in query else 0.0
    asked, given = tokens(query), tokens(text)
    if not asked:
        return 0.9 if query in text and len(text) <= len(query) + 4 else 0.0
    hits = sum(any(same_word(a, g) for g in given) for a in asked)
    if not hits:
        return 0.0
    recall = hits / len(asked)
    precision = min(1.0, len(asked) / max(len(given), 1))
    if recall == 1.0:
        return 0.66 + 0.31 * precision
    return 0.62 * recall * (0.6 + 0.4 * precision)


def _sign(query: str, text: str) -> float:
    if len(text) <= 3 and query in text and not _WORD_CHARACTER.search(text.replace(query, "", 1)):
        return 0.95
    parts = text.split(" ")
    return 0.72 if query in parts and len(parts) <= 3 else 0.0
