"""What an answer is cut up by: thoughts, fences, the starts of documents.

No pattern looks further than `AHEAD` characters (inside a document, `AHEAD_IN_DOCUMENT`) from where
it begins to match, and none further back than `BEHIND`.
"""

from __future__ import annotations

import re

from presscheck.page.markup import PLACES

AHEAD = 256
AHEAD_IN_DOCUMENT = 96
BEHIND = 8
_FLAGS = re.IGNORECASE | re.DOTALL

_THINK = r"<(?:think|thinking)[ \t]{0,4}>"
_UNTHINK = r"</(?:think|thinking)[ \t]{0,4}>"
_NOT_QUOTED = r"(?<!(?<!`)`)"
_RUN = r"(?P<run>`{3,16}(?!`)|~{3,16}(?!~))"
_LINE = r"(?<![^\n])[ \t]{0,8}"
_ROOTED = r"(?:<!doctype\s{1,8}html|<html[\s>])"

IN_PROSE = re.compile(
    rf"{_NOT_QUOTED}(?P<think>{_THINK})|{_NOT_QUOTED}(?P<unthink>{_UNTHINK})"
    rf"|(?P<opening>(?:(?<!`)(?=`)|{_LINE}(?=~)){_RUN}[ \t]{{0,4}}(?P<lang>[\w+.#-]{{0,24}})"
    rf"(?P<info>[^\n<`]{{0,120}})(?:\n|(?=<)|\Z))"
    rf"|(?<![`\"'\w])(?P<bare>{_ROOTED})",
    _FLAGS,
)
IN_THOUGHT = re.compile(_UNTHINK, _FLAGS)
LINE_FENCE = re.compile(rf"{_LINE}{_RUN}(?P<word>[ \t]?\w)?", _FLAGS)
OPENS_ANOTHER = re.compile(
    r"[ \t]{0,8}(?:`{3,16}|~{3,16})[ \t]{0,4}\w{0,12}[ \t]{0,8}\r?\n\s{0,16}" + _ROOTED,
    _FLAGS,
)
IN_DOCUMENT = {
    place: re.compile(
        rf"(?P<mark>{_LINE}{_RUN}(?P<word>[A-Za-z0-9])?)|(?P<unthink>{_UNTHINK})|{pattern}", _FLAGS
    )
    for place, pattern in PLACES.items()
}
UNTHINK_LINE = re.compile(rf"(?<![^\n])[ \t]{{0,8}}{_UNTHINK}[ \t]{{0,8}}(?:\r?\n|\Z)", _FLAGS)

HTML = frozenset(["html", "htm", "xhtml"])
PERHAPS_HTML = frozenset(["", "svg", "markup"])
TRANSPARENT = frozenset(["", "md", "markdown", "text", "txt", "plaintext", "plain"])
"""Fences of these can hold prose with further fences in it; those of code cannot."""

ROOT = re.compile(_ROOTED, _FLAGS)
ANY_ROOT = re.compile(_ROOTED + r"|<\?xml|<svg[\s>]", _FLAGS)
ELEMENT = re.compile(r"<[a-zA-Z!?]")
THINK_TAG = re.compile(rf"{_THINK}|{_UNTHINK}", _FLAGS)
AFTER_FENCED = re.compile(r"<[a-zA-Z!/]")
AFTER_BARE = re.compile(r"<(?:script|style|link|template)\b|<!--", re.IGNORECASE)
NON_SPACE = re.compile(r"\S")
