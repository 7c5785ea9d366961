"""Follows markup just far enough to know when text is no markup: scripts, styles, comments."""

from __future__ import annotations

import re

_OPENS = re.compile(r"<!--|<(script|style|textarea|title|xmp)\b|(</html\s*>)", re.IGNORECASE)
_CLOSES = {
    "script": re.compile(r"</script", re.IGNORECASE),
    "style": re.compile(r"</style", re.IGNORECASE),
    "textarea": re.compile(r"</textarea", re.IGNORECASE),
    "title": re.compile(r"</title", re.IGNORECASE),
    "xmp": re.compile(r"</xmp", re.IGNORECASE),
    "comment": re.compile(r"-->"),
}
LONGEST_TOKEN = 16


class MarkupState:
    """Fed with a document piece by piece; each character is looked at once.

    `raw` names the element (or "comment") whose text is open, None in plain markup. `ended` is set
    once `</html>` stood in plain markup.
    """

    def __init__(self) -> None:
        self.raw: str | None = None
        self.ended = False

    def feed(self, text: str) -> int | None:
        """Take in text that no token straddles; the index after `</html>` where it ends there."""
        at = 0
        end: int | None = None
        while at < len(text):
            pattern = _OPENS if self.raw is None else _CLOSES[self.raw]
            match = pattern.search(text, at)
            if match is None:
                break
            at = match.end()
            if self.raw is not None:
                self.raw = None
            elif match[0] == "<!--":
                self.raw = "comment"
            elif match[1]:
                self.raw = match[1].lower()
            else:
                self.ended = True
                end = at
        return end
