"""Follows markup just far enough to know where text is no markup: in scripts, styles, comments,
quoted attributes.

Every pattern here matches a bounded stretch, so that whoever scans a growing text knows how much
of it must be there before a match, or its absence, can be relied on.
"""

from __future__ import annotations

import re

Place = str
"""Where a text stands: `data` (plain markup), `tag`, `double` or `single` (an attribute's quotes),
`comment`, or the name of a raw element."""

RAW_ELEMENTS = ("script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes")

_WHOLE_TAG = r"(?=[^<>\n]{0,64}>)[^\"'<>]*+(?:\"[^\"<>]*+\"[^\"'<>]*+|'[^'<>]*+'[^\"'<>]*+)*+>"
"""A short tag with its quotes closed, which leads nowhere and need not be followed."""

PLACES: dict[str, str] = {
    "data": (
        r"(?P<comment><!--(?:-?>)?)|(?P<end></html\s{0,8}>)"
        rf"|<(?P<tag>(?:{'|'.join(RAW_ELEMENTS)})(?=[\s/>])|[a-zA-Z](?!{_WHOLE_TAG})[^\s/>]{{0,31}})"
    ),
    "tag": r"""(?P<value>=\s{0,8}["'])|(?P<tag_end>>)""",
    "double": r'(?P<quote>")',
    "single": r"(?P<quote>')",
    "comment": r"(?P<uncomment>--!?>)",
    **{name: rf"(?P<close></{name}(?=[\s/>]))" for name in RAW_ELEMENTS},
}
"""For each place, the pattern of what leads out of it."""


def is_raw(place: Place) -> bool:
    """Whether text at `place` can hold anything and still be the page's own."""
    return place == "comment" or place in RAW_ELEMENTS


class Markup:
    """The place that the text read so far leads to."""

    def __init__(self) -> None:
        self.place: Place = "data"
        self._element = ""

    def enter(self, token: re.Match[str]) -> bool:
        """Follow one token of `PLACES[place]`. True where it is `</html>` in plain markup."""
        kind = token.groupdict()
        if kind.get("comment"):
            self.place = "data" if token["comment"].endswith(">") else "comment"
        elif kind.get("tag"):
            self._element = token["tag"].lower()
            self.place = "tag"
        elif kind.get("value"):
            self.place = "double" if token["value"][-1] == '"' else "single"
        elif kind.get("tag_end"):
            self.place = self._element if self._element in RAW_ELEMENTS else "data"
        elif kind.get("quote"):
            self.place = "tag"
        elif kind.get("uncomment"):
            self.place = "data"
        elif kind.get("close"):
            self._element = "/" + self.place
            self.place = "tag"
        return bool(kind.get("end"))
