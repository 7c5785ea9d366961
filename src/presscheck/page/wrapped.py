"""Answers that are JSON with the page in one of its strings."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from pydantic import JsonValue

from presscheck.page.documents import Document

_MARKUP = re.compile(r"\s*<(?:!doctype\s|html\b|head\b|body\b|svg\b|div\b|style\b|!--)", re.I)
_STRING = re.compile(r'"((?:[^"\\]++|\\.)*+)(?:(")|\\?\Z)', re.DOTALL)
MAY_BE_JSON = re.compile(r'\s{0,100}[{\[]\s{0,100}["{\[]')


def document_in_json(text: str) -> Document | None:
    """The longest string of markup in `text`; where the JSON stops early, the string it stops in.

    None where `text` is no JSON, or holds no markup.
    """
    try:
        value: JsonValue = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return _stopped_string(text)
    found = max((s for s in _strings(value) if _MARKUP.match(s)), key=len, default=None)
    return None if found is None else Document(pieces=[found], closed=True)


def _stopped_string(text: str) -> Document | None:
    if not MAY_BE_JSON.match(text):
        return None
    stopped = next((match[1] for match in _STRING.finditer(text) if not match[2]), None)
    if stopped is None:
        return None
    raw = re.sub(r"\\u[0-9a-fA-F]{0,3}\Z", "", stopped)
    try:
        string = json.loads(f'"{raw}"', strict=False)
    except ValueError:
        return None
    return Document(pieces=[string]) if _MARKUP.match(string) else None


def _strings(value: JsonValue) -> Iterator[str]:
    pending: list[JsonValue] = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, list):
            pending += item
        elif isinstance(item, dict):
            pending += item.values()
