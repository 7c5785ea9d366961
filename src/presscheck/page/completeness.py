"""Whether a document is all there: it ended, and nothing in it was left out."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser

from presscheck.core.generation import FinishState
from presscheck.core.page import Completeness, Page
from presscheck.page.markup import MarkupState

_COMMENT = re.compile(r"<!--(.*?)-->|/\*(.*?)\*/|(?:^|[\s;{}])//([^\n]*)", re.DOTALL)
_LEFT_OUT = re.compile(
    r"\.\.\.\s*(?:rest|remaining|existing|previous|same|other|more|add|your|etc)\b"
    r"|\b(?:rest|remainder|remaining)\b[^\n]{0,40}\b(?:unchanged|same|code|here|omitted|as before"
    r"|stays?|remains?|goes)\b"
    r"|\b(?:existing|previous|original|same) (?:code|styles?|scripts?|functions?|content)\b"
    r"[^\n]{0,30}(?:\.\.\.|here|unchanged|as before|above|stays?|remains?|goes|omitted)"
    r"|\b(?:code|content|styles?|implementation|logic) (?:goes|omitted|continues|is unchanged)\b"
    r"|\b(?:omitted|truncated|abbreviated) for brevity\b|\bfor brevity\b"
    r"|(?:其余|其他|剩余|余下)[^\n]{0,12}(?:不变|省略|相同|代码|同上|保持)|(?:此处|这里)省略|代码省略|省略[^\n]{0,6}代码",
    re.IGNORECASE,
)
_LONGEST_COMMENT = 300
_UNENDED = re.compile(r"<[a-zA-Z/!][^<>]*\Z")


def judge(html: str, *, closed: bool, finish: FinishState) -> Page:
    """The page with its completeness and, in words, why it is not complete.

    `closed`: its fence or its `</html>` was reached. A missing `</html>` alone is no fault: HTML
    lets it be left out, as long as the answer itself came to its end.
    """
    reasons = _cut_off(html, closed, finish)
    completeness: Completeness = "cut_off" if reasons else "complete"
    if not reasons:
        reasons = _abbreviated(html)
        if reasons:
            completeness = "abbreviated"
    return Page(html=html, completeness=completeness, reasons=reasons)


def _cut_off(html: str, closed: bool, finish: FinishState) -> list[str]:
    state = MarkupState()
    state.feed(html)
    if state.raw is not None:
        what = "a comment" if state.raw == "comment" else f"a <{state.raw}>"
        return [f"the document ends inside {what}"]
    if not state.ended and _UNENDED.search(html[-2000:]):
        return ["the document ends inside a tag"]
    if closed or state.ended:
        return []
    match finish:
        case "length":
            return ["the answer reached its token limit before the document ended"]
        case "incomplete":
            return ["the stream stopped before the document ended"]
        case "cancelled":
            return ["the answer was stopped before the document ended"]
        case "error":
            return ["the server failed before the document ended"]
        case _:
            opened = re.search(r"<(html|body)\b", html, re.IGNORECASE)
            return [f"<{opened[1].lower()}> is opened and never closed"] if opened else []


def _abbreviated(html: str) -> list[str]:
    for match in _COMMENT.finditer(html):
        comment = next((g for g in match.groups() if g), "").strip()
        if len(comment) <= _LONGEST_COMMENT and _LEFT_OUT.search(comment):
            return [f"a comment stands for what was left out: “{comment[:80]}”"]
    body = LexborHTMLParser(html).body
    if body is not None and not body.text(strip=True) and not body.css("*:not(body)"):
        return ["the body is empty"]
    return []
