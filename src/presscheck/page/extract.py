"""An answer's text to its one HTML file, while it is still being written.

A document begins at a fence that holds HTML, or at a bare `<!doctype html>` or `<html`. It ends at
its fence, or, where it stands bare, at `</html>`. Backticks and `</html>` inside a script, a style
or a comment of the page are the page's own. `<think>` sections are reasoning, whether they are
closed or not; a closing tag without an opening one makes everything before it reasoning.

Each character is looked at once, however the answer is split.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from presscheck.core.generation import FinishState
from presscheck.core.page import Page
from presscheck.page.completeness import judge
from presscheck.page.markup import LONGEST_TOKEN, MarkupState

_HOLD = 48
"""Characters kept back until more is known: longer than any token that could begin there."""

_OUTSIDE = re.compile(
    r"(?P<think><think(?:ing)?>)|(?P<unthink></think(?:ing)?>)"
    r"|(?P<fence>`{3,}|~{3,})(?P<lang>[ \t]*[\w+.#-]*)(?P<info>[^\n`<]{0,24})"
    r"|(?P<bare><!doctype\s+html|<html[\s>])",
    re.IGNORECASE,
)
_UNTHINK = re.compile(r"</think(?:ing)?>", re.IGNORECASE)
_HTML_LANGS = frozenset(["", "html", "htm", "xhtml", "xml", "svg", "vue", "markup"])
_FRAGMENT = re.compile(
    r"<(?:head|body|style|script|link|meta|main|header|nav|section|article|div|canvas|svg|form|table"
    r"|h1|button|p|ul)\b[^>]*>",
    re.IGNORECASE,
)
_ROOT = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*(?:<!doctype|<html)", re.I | re.S)


@dataclass
class _Document:
    fence: str = ""
    html: list[str] = field(default_factory=list)
    closed: bool = False

    @property
    def text(self) -> str:
        return "".join(self.html)


class PageExtractor:
    """Fed with the answer as it comes. `feed` gives HTML for the live preview; `finish` the page.

    What `feed` has given is the beginning of the page, unless `restarted` was raised: then what it
    gave before belongs to reasoning or to an earlier document, and the preview starts over.
    """

    def __init__(self) -> None:
        self.restarted = False
        self._buffer = ""
        self._last = "\n"
        self._outside: list[str] = []
        self._documents: list[_Document] = []
        self._document: _Document | None = None
        self._markup = MarkupState()
        self._skipping = ""
        self._thinking = False
        self._maybe_end: list[str] | None = None
        self._given = False

    def feed(self, text: str) -> str:
        """Take in more of the answer; the HTML that is now known to belong to the page."""
        self.restarted = False
        self._buffer += text
        return self._work(final=False)

    def finish(self, *, reasoning: str = "", finish: FinishState = "stop") -> Page:
        """The page of the whole answer. `reasoning` from a field of its own is never a page."""
        self._work(final=True)
        if self._document is not None:
            self._end_document(closed=False)
        return self._choose(finish, bool(reasoning))

    # The pieces of an answer

    def _work(self, *, final: bool) -> str:
        out: list[str] = []
        while True:
            if self._thinking:
                more = self._think(final)
            elif self._document is not None:
                more = self._inside(out, final)
            elif self._skipping:
                more = self._skip(final)
            else:
                more = self._seek(out, final)
            if not more:
                return "".join(out)

    def _take(self, count: int) -> str:
        taken, self._buffer = self._buffer[:count], self._buffer[count:]
        if taken:
            self._last = taken[-1]
        return taken

    def _safe(self, final: bool) -> int:
        return len(self._buffer) if final else max(0, len(self._buffer) - _HOLD)

    def _think(self, final: bool) -> bool:
        match = _UNTHINK.search(self._buffer)
        if match:
            self._take(match.end())
            self._thinking = False
            return True
        self._take(self._safe(final))
        return False

    def _skip(self, final: bool) -> bool:
        """Inside a fence of another language: pass on to its end."""
        match = re.search(rf"(?:^|\n)[ \t]*{re.escape(self._skipping)}", self._buffer)
        if match:
            self._take(match.end())
            self._skipping = ""
            return True
        self._take(self._safe(final))
        return False

    def _seek(self, out: list[str], final: bool) -> bool:
        match = _OUTSIDE.search(self._buffer)
        if match is None or (match.end() > self._safe(final) and not final):
            keep = self._safe(final) if match is None else min(match.start(), self._safe(final))
            self._outside.append(self._take(keep))
            return False
        kind = match.lastgroup if match["fence"] is None else "fence"
        if kind == "fence" and not self._fence_is_known(match, final):
            self._outside.append(self._take(match.start()))
            return False
        self._outside.append(self._take(match.start()))
        length = match.end() - match.start()
        if match["think"]:
            self._take(length)
            self._thinking = True
        elif match["unthink"]:
            self._take(length)
            self._all_was_reasoning()
        elif match["fence"]:
            self._open_fence(match, length)
        else:
            self._begin(out, "")
        return True

    def _fence_is_known(self, match: re.Match[str], final: bool) -> bool:
        """Whether what stands in the fence can be told yet."""
        after = self._buffer[match.end() :].lstrip()
        return final or len(after) >= 2

    def _open_fence(self, match: re.Match[str], length: int) -> None:
        lang = match["lang"].strip().lower()
        holds_html = self._buffer[length:].lstrip().startswith("<")
        self._take(length)
        fence = match["fence"]
        if lang in _HTML_LANGS and holds_html:
            # The line break that ends the fence's own line is no part of the page.
            rest = self._buffer
            if rest.startswith("\r\n"):
                self._take(2)
            elif rest.startswith("\n"):
                self._take(1)
            self._begin([], fence)
        elif lang or not holds_html:
            self._skipping = fence

    def _begin(self, out: list[str], fence: str) -> None:
        self._document = _Document(fence)
        self._markup = MarkupState()
        self._maybe_end = None
        if self._given:
            self.restarted = True
            out.clear()

    def _all_was_reasoning(self) -> None:
        self._outside.clear()
        self._documents.clear()
        if self._given:
            self.restarted = True
            self._given = False

    def _inside(self, out: list[str], final: bool) -> bool:
        document = self._document
        assert document is not None
        stop = self._next_stop(document.fence)
        limit = self._safe(final)
        if stop is not None and stop.start() <= limit:
            limit = stop.start()
        # No token of the markup may straddle the cut.
        if not final and (stop is None or limit < stop.start()):
            angle = self._buffer.rfind("<", max(0, limit - LONGEST_TOKEN), limit)
            dash = self._buffer.rfind("--", max(0, limit - 2), limit)
            limit = min(limit, *(i for i in (angle, dash) if i >= 0), limit)
        piece = self._buffer[:limit]
        end = self._markup.feed(piece)
        if end is not None and not document.fence:
            self._keep(out, self._take(end))
            self._end_document(closed=True)
            return True
        self._keep(out, self._take(limit))
        if stop is None or stop.start() != limit or (stop.end() > self._safe(final) and not final):
            return False
        return self._at_stop(stop, out)

    def _next_stop(self, fence: str) -> re.Match[str] | None:
        if not fence:
            return _UNTHINK.search(self._buffer)
        start = (
            r"(?:(?<=\n)|(?<=</html>)|^)" if self._last in "\n>" else r"(?:(?<=\n)|(?<=</html>))"
        )
        return re.search(
            rf"{start}[ \t]*{re.escape(fence)}(?![\w`~])|</think(?:ing)?>", self._buffer, re.I
        )

    def _at_stop(self, stop: re.Match[str], out: list[str]) -> bool:
        mark = self._take(stop.end() - stop.start())
        if mark.startswith("</"):
            if self._markup.raw is None:
                self._document = None
                out.clear()
                self._all_was_reasoning()
            else:
                self._keep(out, mark)
            return True
        if self._markup.raw is None or self._markup.ended:
            self._end_document(closed=True)
        else:
            # A fence in an open script: the page's own text if the script is closed later on.
            self._maybe_end = [*(self._maybe_end or []), mark]
        return True

    def _keep(self, out: list[str], text: str) -> None:
        if not text:
            return
        assert self._document is not None
        if self._maybe_end is not None:
            self._maybe_end.append(text)
            if self._markup.raw is not None:
                return
            text = "".join(self._maybe_end)
            self._maybe_end = None
        self._document.html.append(text)
        self._given = True
        out.append(text)

    def _end_document(self, *, closed: bool) -> None:
        assert self._document is not None
        self._document.closed = closed
        self._documents.append(self._document)
        self._document = None
        self._maybe_end = None

    # The one page

    def _choose(self, finish: FinishState, has_reasoning: bool) -> Page:
        documents = [d for d in self._documents if d.text.strip()]
        chosen = _best(documents)
        if chosen is not None:
            return judge(chosen.text, closed=chosen.closed, finish=finish)
        fragment = _fragment("".join(self._outside))
        if fragment:
            return judge(fragment, closed=finish == "stop", finish=finish)
        if self._thinking:
            reason = "the answer never leaves its reasoning"
        elif not "".join(self._outside).strip() and has_reasoning:
            reason = "there is reasoning, but no answer"
        else:
            reason = "the answer holds no HTML"
        return Page(html="", completeness="none", reasons=[reason])


def _best(documents: list[_Document]) -> _Document | None:
    """Whole documents before fragments; of several whole ones the last, since models correct
    themselves, unless it is less than half as long as the longest: then it is an excerpt."""
    if not documents:
        return None
    rooted = [d for d in documents if _ROOT.match(d.text)]
    candidates = rooted or documents
    longest = max(len(d.text) for d in candidates)
    return [d for d in candidates if len(d.text) * 2 >= longest][-1]


def _fragment(prose: str) -> str:
    """Markup without a document around it, from its first element to its last."""
    match = _FRAGMENT.search(prose)
    end = prose.rfind(">")
    if match is None or end < match.end():
        return ""
    fragment = prose[match.start() : end + 1]
    return fragment if re.search(r"</\w+\s*>|/>", fragment) else ""


def extract_page(answer: str, *, reasoning: str = "", finish: FinishState = "stop") -> Page:
    """The page of an answer that is there as a whole."""
    extractor = PageExtractor()
    extractor.feed(answer)
    return extractor.finish(reasoning=reasoning, finish=finish)
