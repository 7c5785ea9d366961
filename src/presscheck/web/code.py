"""A page's source with its parts told apart, for reading: markup comes from Pygments, never from
the page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup, escape
from pygments.lexers.html import HtmlLexer
from pygments.token import Comment, Error, Keyword, Literal, Name, _TokenType

MOST_CHARS = 300_000
"""Highlighting more than this takes seconds, and nobody reads it; the download has it all."""

_CLASSES: tuple[tuple[_TokenType, str], ...] = (
    (Comment, "hl-c"),
    (Keyword, "hl-k"),
    (Name.Tag, "hl-k"),
    (Literal.String, "hl-s"),
    (Literal.Number, "hl-m"),
    (Name.Attribute, "hl-m"),
    (Error, "hl-n"),
)


@dataclass(frozen=True)
class Source:
    html: Markup
    lines: int
    clipped: bool


def _pieces(text: str) -> Iterator[str]:
    for token, value in HtmlLexer(stripnl=False, ensurenl=False).get_tokens(text):
        name = next((name for kind, name in _CLASSES if kind in token.split()), None)
        for index, line in enumerate(value.split("\n")):
            if index:
                yield "\n"
            if line:
                shown = escape(line)
                yield f'<span class="{name}">{shown}</span>' if name else str(shown)


def highlight_page(text: str) -> Source:
    clipped = len(text) > MOST_CHARS
    shown = text[:MOST_CHARS] if clipped else text
    if not shown:
        return Source(Markup(""), 0, False)
    lines = "".join(_pieces(shown)).split("\n")
    numbers = "\n".join(str(n) for n in range(1, len(lines) + 1))
    table = Markup(
        '<table><tr><td class="linenos"><pre aria-hidden="true">{}</pre></td>'
        "<td><pre><code>{}</code></pre></td></tr></table>"
    ).format(Markup(numbers), Markup("\n".join(lines)))
    return Source(table, text.count("\n") + 1, clipped)
