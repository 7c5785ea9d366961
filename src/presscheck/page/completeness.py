"""Whether a document is all there: it ended, and nothing in it was left out."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser

from presscheck.core.generation import FinishState
from presscheck.core.page import Completeness, Page
from presscheck.page.abbreviation import left_out

_TAIL = "presscheck-tail"
_MAY_STAY_OPEN = frozenset(
    ["html", "body", "p", "li", "dt", "dd", "option", "optgroup", "tbody", "tr", "td", "th"]
)
"""Elements whose end tag HTML lets a writer leave out, as far as they end a document."""

_ENDED = re.compile(r"</html\s*>\s*\Z", re.IGNORECASE)
_OPENED = re.compile(r"<(?:html|body)\b", re.IGNORECASE)
_STOPPED: dict[FinishState, str] = {
    "length": "the answer reached its token limit before the document ended",
    "incomplete": "the stream stopped before the document ended",
    "cancelled": "the answer was stopped before the document ended",
    "error": "the server failed before the document ended",
}


def judge(html: str, *, closed: bool, finish: FinishState) -> Page:
    """The page with its completeness and, in words, why it is not complete.

    `closed`: its fence or its `</html>` was reached. A missing `</html>` alone is no fault: HTML
    lets it be left out, as long as the answer itself came to its end.
    """
    reasons = _cut_off(html, closed, finish)
    completeness: Completeness = "cut_off" if reasons else "complete"
    if not reasons:
        reasons = left_out(html)
        if reasons:
            completeness = "abbreviated"
    return Page(html=html, completeness=completeness, reasons=reasons)


def _cut_off(html: str, closed: bool, finish: FinishState) -> list[str]:
    inside = _open_at_the_end(html)
    if inside is None:
        return [f"the document ends inside {_unfinished(html)}"]
    if closed or _ENDED.search(html[-1000:]):
        return []
    if finish != "stop":
        return [_STOPPED[finish]]
    still_open = [tag for tag in inside if tag not in _MAY_STAY_OPEN]
    if still_open and _OPENED.search(html):
        return [f"the answer ends while <{still_open[0]}> is open"]
    return []


def _open_at_the_end(html: str) -> list[str] | None:
    """The elements that are open where `html` ends, innermost first, as an HTML parser sees it.

    An element of our own is put behind the text: where it comes out as an element, the text ended
    in plain markup. None where it was swallowed by a tag, a comment, a script or the like.
    """
    tree = LexborHTMLParser(f"{html}<{_TAIL}></{_TAIL}>")
    tail = tree.css_first(_TAIL)
    if tail is None:
        # A frame set has no place for other elements; it swallows ours though nothing is open.
        return [] if tree.css_first("frameset") is not None else None
    tags: list[str] = []
    node = tail.parent
    while node is not None and node.tag and not node.tag.startswith("-"):
        tags.append(node.tag)
        node = node.parent
    return tags


def _unfinished(html: str) -> str:
    """What swallowed the end, in words."""
    if html.rfind("<!--") > html.rfind("-->"):
        return "a comment"
    tree = LexborHTMLParser(f"{html}<{_TAIL}></{_TAIL}>")
    for name in ("script", "style", "textarea", "title", "iframe"):
        nodes = tree.css(name)
        if nodes and _TAIL in (nodes[-1].text() or ""):
            return f"a <{name}>"
    return "a tag"
