"""Finding the module specifiers in JavaScript: `import "x"`, `export … from "x"`, `import("x")`.

A tokeniser, not a parser: it knows strings, templates, comments and regular expressions well enough
never to take their content for code. A slash is a division after a value, else it begins a regular
expression.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

_TOKEN = re.compile(
    r"""
      (?P<space>[\s\ufeff]+|//[^\n\r\u2028\u2029]*|/\*.*?(?:\*/|\Z)|\#![^\n]*)
    | (?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    | (?P<word>[\w$\u0080-\uffff]+)
    | (?P<mark>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_REGEX = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[A-Za-z]*")
_TEMPLATE = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*(`|\$\{|\Z)", re.DOTALL)
_BEFORE_REGEX = frozenset(
    [
        "return",
        "typeof",
        "case",
        "do",
        "else",
        "in",
        "instanceof",
        "new",
        "delete",
        "void",
        "throw",
        "yield",
        "await",
        "of",
    ]
)
_PAREN_WORDS = frozenset(["if", "while", "for", "with"])
_IN_CLAUSE = frozenset(["{", "}", ",", "*"])


class _Token(NamedTuple):
    kind: str
    text: str
    start: int


class Specifier(NamedTuple):
    """`start` and `end` are where the string is, without its quotes."""

    text: str
    start: int
    end: int
    dynamic: bool


def specifiers(source: str) -> list[Specifier]:
    """All specifiers that are plain strings, in order."""
    return list(_find(list(_tokens(source))))


def is_module(source: str) -> bool:
    """Whether the source has a static import or an export, so that it must run as a module."""
    tokens = list(_tokens(source))
    for index, token in enumerate(tokens):
        if token.kind != "word" or token.text not in ("import", "export"):
            continue
        before = tokens[index - 1].text if index else ";"
        after = tokens[index + 1] if index + 1 < len(tokens) else _Token("mark", "", 0)
        if before in (".", "?.") or after.text in ("(", ".", ":", ")", ",", "=", "}"):
            if token.text == "import" and after.text == "." and before != ".":
                return True  # import.meta
            continue
        return True
    return False


def rewrite(source: str, replace: Callable[[Specifier], str | None]) -> str:
    """Put what `replace` gives in the place of each specifier; None leaves it."""
    pieces: list[str] = []
    at = 0
    for found in specifiers(source):
        new = replace(found)
        if new is not None:
            pieces += [source[at : found.start], new]
            at = found.end
    return "".join([*pieces, source[at:]])


def _find(tokens: list[_Token]) -> Iterator[Specifier]:
    for index, token in enumerate(tokens):
        if token.kind != "word" or token.text not in ("import", "export"):
            continue
        if index and tokens[index - 1].text == ".":
            continue
        follow = tokens[index + 1 : index + 3]
        if not follow:
            continue
        if token.text == "import" and follow[0].text == "(":
            if len(follow) > 1 and follow[1].kind == "string":
                yield _specifier(follow[1], dynamic=True)
        elif token.text == "import" and follow[0].kind == "string":
            yield _specifier(follow[0], dynamic=False)
        elif found := _after_from(tokens, index + 1):
            yield _specifier(found, dynamic=False)


def _after_from(tokens: list[_Token], index: int) -> _Token | None:
    """The string after `from`, where only an import or export clause lies between."""
    depth = 0
    while index + 1 < len(tokens):
        token, following = tokens[index], tokens[index + 1]
        depth += (token.text == "{") - (token.text == "}")
        if depth == 0 and token.text in ("import", "export"):
            return None  # the next statement: the one before ended without a semicolon
        if token.text == "from" and following.kind == "string":
            return following
        if token.kind == "mark" and token.text not in _IN_CLAUSE:
            return None
        index += 1
    return None


def _specifier(token: _Token, *, dynamic: bool) -> Specifier:
    return Specifier(token.text[1:-1], token.start + 1, token.start + len(token.text) - 1, dynamic)


def _tokens(source: str) -> Iterator[_Token]:
    at, size = 0, len(source)
    value_before = False
    parens: list[bool] = []
    braces: list[bool] = []
    last_word = ""
    last_sign = ("", -1, False)
    while at < size:
        match = _TOKEN.match(source, at)
        if match is None:
            return
        kind, text, start = match.lastgroup or "mark", match[0], at
        at = match.end()
        if kind == "space":
            continue
        if kind == "word":
            value_before = text not in _BEFORE_REGEX
            last_word = text
        elif kind == "string":
            value_before = True
        elif text == "/" and not value_before and (regex := _REGEX.match(source, start)):
            kind, text, at = "regex", regex[0], regex.end()
            value_before = True
        elif text == "`":
            at, opened = _template(source, at)
            braces += [True] if opened else []
            value_before = not opened
            kind = "template"
        elif text == "(":
            parens.append(last_word in _PAREN_WORDS)
            value_before = False
        elif text == ")":
            value_before = not (parens.pop() if parens else False)
        elif text == "{":
            braces.append(False)
            value_before = False
        elif text == "}":
            if braces and braces.pop():
                at, opened = _template(source, at)
                braces += [True] if opened else []
                kind = "template"
                value_before = not opened
            else:
                value_before = False
        elif text in "+-":
            # `a++ / b` divides, `a + /b/` does not.
            sign, place, after_value = last_sign
            last_sign = (text, start, value_before)
            value_before = sign == text and place == start - 1 and after_value
        else:
            value_before = text == "]"
        if kind != "word":
            last_word = ""
        yield _Token(kind, text, start)


def _template(source: str, at: int) -> tuple[int, bool]:
    """Where the text of a template goes to, and whether a `${` ended it."""
    match = _TEMPLATE.match(source, at)
    if match is None:
        return len(source), False
    return match.end(), match[1] == "${"
