"""An answer's text to its one HTML file, while it is still being written.

A document begins at a fence that holds HTML, or at a bare `<!doctype html>` or `<html`. It ends at
its fence, or at a `</html>` that prose follows. Backticks, `</html>` and `</think>` inside a
script, a style, a comment or an attribute of the page are the page's own. `<think>` sections are
reasoning; a closing tag without an opening one makes everything before it reasoning. Documents
that stand in reasoning count only where the answer came to its own end without leaving it, and
then only whole ones. Of several documents, `documents.choose` says which one is the page.

How it is split does not matter: whatever is decided at a place is decided once the next `AHEAD`
characters are there (or the answer has ended), and no pattern looks further than that; inside a
document `AHEAD_IN_DOCUMENT` are enough, so that the preview lags by no more. Each character is
scanned once.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from presscheck.core.generation import FinishState
from presscheck.core.page import Page
from presscheck.page import patterns as seen
from presscheck.page.completeness import judge
from presscheck.page.documents import Document, choose, fragment_in
from presscheck.page.markup import Markup, is_raw
from presscheck.page.wrapped import MAY_BE_JSON, document_in_json


class PageExtractor:
    """Fed with the answer as it comes. `feed` gives HTML for the live preview; `finish` the page.

    What `feed` has given since `restarted` was last true is always the beginning of one document
    of the answer, verbatim. Where the answer holds one document, and no closing tag of reasoning
    comes after it, `restarted` is never true, and all that was given is a prefix of the page.
    Otherwise `restarted` is true after the call of `feed` (or `finish`) that showed that what was
    given before was reasoning, or was followed by another document: the preview starts over.

    After `finish`, the page's characters from `given` on have not been given yet.
    """

    def __init__(self) -> None:
        self.restarted = False
        self.given = 0
        self._blank = True
        self._buffer = ""
        self._at = 0
        self._final = False
        self._step: Callable[[], bool] = self._begin_answer
        self._out: list[str] = []
        self._prose: list[str] = []
        self._thought: list[str] | None = None
        self._documents: list[Document] = []
        self._reasoned: list[Document] = []
        self._json: list[list[str]] = []
        self._document: Document | None = None
        self._shown: Document | None = None
        self._markup = Markup()
        self._doubtful: list[str] | None = None
        self._gap: list[str] = []
        self._lang = ""
        self._fence = ""

    def feed(self, text: str) -> str:
        """Take in more of the answer; the HTML that is now known to belong to the document."""
        self.restarted = False
        self._blank = self._blank and not text.strip()
        self._buffer += text
        self._run()
        return self._taken_out()

    def finish(self, *, reasoning: str = "", finish: FinishState = "stop") -> Page:
        """The page of the whole answer. `reasoning` is what came in a field of its own."""
        self.restarted = False
        self._read_to_end()
        chosen = self._chosen(finish)
        if self.given and chosen is not self._shown:
            self.restarted = True
            self.given = 0
        if chosen is not None:
            return judge(chosen.text, closed=chosen.closed, finish=finish)
        return Page(html="", completeness="none", reasons=[self._why_none(finish, reasoning)])

    # Scanning

    def _read_to_end(self) -> None:
        self._final = True
        self._run()
        if self._document is not None:
            self._end_document(closed=self._doubtful is not None)
        self._out = []

    def _run(self) -> None:
        while self._step():
            pass
        keep = max(0, self._at - seen.BEHIND)
        self._buffer, self._at = self._buffer[keep:], self._at - keep

    @property
    def _safe(self) -> int:
        """Up to here enough of the characters that follow is there to decide."""
        if self._final:
            return len(self._buffer)
        ahead = seen.AHEAD if self._document is None else seen.AHEAD_IN_DOCUMENT
        return len(self._buffer) - ahead

    def _take(self, end: int) -> str:
        taken = self._buffer[self._at : end]
        self._at = max(self._at, end)
        return taken

    def _next(self, pattern: re.Pattern[str]) -> tuple[str, re.Match[str] | None]:
        """What stands before the next match, and the match; None while it is not certain."""
        match = pattern.search(self._buffer, self._at)
        if match is not None and (self._final or match.start() <= self._safe):
            return self._take(match.start()), match
        return self._take(max(self._at, self._safe)), None

    def _next_non_space(self) -> tuple[str, int | None]:
        """The white space that comes next, and where what follows it stands."""
        space, match = self._next(seen.NON_SPACE)
        if match is not None:
            return space, match.start()
        return space, self._at if self._final else None

    # The places an answer can be in: each takes one step, and says whether to go on

    def _begin_answer(self) -> bool:
        if self._safe < 0:
            return False
        if MAY_BE_JSON.match(self._buffer):
            self._json.append([])
            self._step = self._in_json
        else:
            self._step = self._in_prose
        return True

    def _in_json(self) -> bool:
        self._json[-1].append(self._take(len(self._buffer)))
        return False

    def _in_prose(self) -> bool:
        before, match = self._next(seen.IN_PROSE)
        self._prose.append(before)
        if match is None:
            return False
        if match["bare"]:
            self._begin_document("", rooted=True)
            return True
        self._take(match.end())
        if match["think"]:
            self._thought = []
            self._step = self._in_thought
        elif match["unthink"]:
            self._all_was_reasoning()
        else:
            self._lang, self._fence = match["lang"].lower(), match["run"]
            self._gap = []
            self._step = self._after_fence
        return True

    def _in_thought(self) -> bool:
        assert self._thought is not None
        before, match = self._next(seen.IN_THOUGHT)
        self._thought.append(before)
        if match is None:
            return False
        self._take(match.end())
        self._thought = None
        self._step = self._in_prose
        return True

    def _after_fence(self) -> bool:
        """What a fence holds is told by its label and by what stands first in it."""
        space, start = self._next_non_space()
        self._gap.append(space)
        if start is None:
            return False
        rooted = bool(seen.ANY_ROOT.match(self._buffer, start))
        element = bool(seen.ELEMENT.match(self._buffer, start)) and not seen.THINK_TAG.match(
            self._buffer, start
        )
        empty = self._buffer.startswith(self._fence, start) or start == len(self._buffer)
        if self._lang in seen.HTML and empty:
            self._take(start + len(self._fence))
            self._step = self._in_prose
        elif self._lang in seen.HTML or rooted or (self._lang in seen.PERHAPS_HTML and element):
            self._begin_document(self._fence, rooted=rooted)
            self._keep("".join(self._gap))
        elif self._lang in seen.TRANSPARENT:
            self._step = self._in_prose
        else:
            if self._lang in ("json", "jsonc"):
                self._json.append([])
            self._step = self._in_other_code
        return True

    def _in_other_code(self) -> bool:
        """Inside a fence of another language: on to its end, or to a fence that opens anew."""
        before, match = self._next(seen.LINE_FENCE)
        if self._lang in ("json", "jsonc"):
            self._json[-1].append(before)
        if match is None:
            return False
        if match["word"] is None:
            self._take(match.end())
        self._step = self._in_prose
        return True

    def _in_document(self) -> bool:
        document = self._document
        assert document is not None
        place = self._markup.place
        before, match = self._next(seen.IN_DOCUMENT[place])
        self._keep(before)
        if match is None:
            return False
        if match["mark"]:
            self._at_fence(document, match)
        elif match["unthink"]:
            if place == "data" or seen.UNTHINK_LINE.match(self._buffer, match.start()):
                self._take(match.end())
                self._all_was_reasoning()
            else:
                self._keep(self._take(match.end()))
        else:
            text = self._take(match.end())
            ends = self._markup.enter(match)
            self._keep(text)
            document.ended = document.ended or ends
            # Behind the end of a bare document, prose may follow each piece of further markup.
            if ends or (document.ended and not document.fence and self._markup.place == "data"):
                self._gap = []
                self._step = self._after_end
        return True

    def _at_fence(self, document: Document, match: re.Match[str]) -> None:
        """A line in the document that begins with a fence."""
        another = seen.OPENS_ANOTHER.match(self._buffer, match.start()) is not None
        raw = is_raw(self._markup.place)
        if another and (not raw or self._doubtful is not None):
            self._end_document(closed=self._doubtful is not None)
            return
        closes = match["word"] is None and (
            not document.fence or match["run"].startswith(document.fence)
        )
        if closes and raw and document.fence:
            # The page's own text if the script or comment is closed later on, else the end.
            if self._doubtful is None:
                self._doubtful = []
            self._keep(self._take(match.end()))
        elif closes and not raw:
            self._take(match.end())
            self._end_document(closed=True)
        else:
            self._keep(self._take(match.end()))

    def _after_end(self) -> bool:
        """Behind `</html>`: more markup still belongs to the document, prose does not."""
        document = self._document
        assert document is not None
        space, start = self._next_non_space()
        self._gap.append(space)
        if start is None:
            return False
        fence = document.fence
        if fence and self._buffer.startswith(fence, start):
            self._keep("".join(self._gap))
            self._take(start + len(fence))
            self._end_document(closed=True)
            return True
        more = (seen.AFTER_FENCED if fence else seen.AFTER_BARE).match(self._buffer, start)
        other = seen.ROOT.match(self._buffer, start) or seen.THINK_TAG.match(self._buffer, start)
        if more and not other:
            self._keep("".join(self._gap))
            self._step = self._in_document
        else:
            self._end_document(closed=True)
        return True

    # The documents

    def _begin_document(self, fence: str, *, rooted: bool) -> None:
        self._document = Document(fence)
        self._markup = Markup()
        self._doubtful = None
        self._step = self._in_document
        if self._shown is None or rooted:
            self._start_over()
            self._shown = self._document

    def _keep(self, text: str) -> None:
        if not text:
            return
        document = self._document
        assert document is not None
        if self._doubtful is not None:
            self._doubtful.append(text)
            if is_raw(self._markup.place):
                return
            text = "".join(self._doubtful)
            self._doubtful = None
        document.pieces.append(text)
        if document is self._shown:
            self._out.append(text)

    def _end_document(self, *, closed: bool) -> None:
        assert self._document is not None
        self._document.closed = closed
        self._documents.append(self._document)
        self._document = None
        self._doubtful = None
        self._step = self._in_prose

    def _all_was_reasoning(self) -> None:
        if self._document is not None:
            self._end_document(closed=False)
        self._reasoned += self._documents
        self._documents = []
        self._prose = []
        self._step = self._in_prose
        self._start_over()
        self._shown = None

    def _start_over(self) -> None:
        if self.given or self._out:
            self.restarted = self.restarted or self.given > 0
            self._out = []
            self.given = 0

    def _taken_out(self) -> str:
        out = "".join(self._out)
        self._out = []
        self.given += len(out)
        return out

    # The one page

    def _chosen(self, finish: FinishState) -> Document | None:
        chosen = choose(self._documents)
        if chosen is not None:
            return chosen
        for pieces in self._json:
            found = document_in_json("".join(pieces))
            if found is not None:
                return found
        if self._step == self._in_json:
            return _plainly("".join(self._json[-1]))._chosen(finish)
        fragment = fragment_in("".join(self._prose))
        if fragment:
            return Document(pieces=[fragment], closed=finish == "stop")
        if finish == "stop":
            reasoned = self._reasoned
            if self._thought is not None:
                reasoned = _plainly("".join(self._thought))._documents
            return choose([document for document in reasoned if document.closed])
        return None

    def _why_none(self, finish: FinishState, reasoning: str) -> str:
        if self._thought is not None or (self._reasoned and not "".join(self._prose).strip()):
            return "the answer never leaves its reasoning"
        if self._blank:
            if reasoning and _plainly(reasoning)._documents:
                return (
                    "the answer is empty, and a page stands in the reasoning: the server takes"
                    " the answer for reasoning"
                )
            return "there is reasoning, but no answer" if reasoning else "the answer is empty"
        return "the answer holds no HTML"


def _plainly(text: str) -> PageExtractor:
    """An extractor that has read all of `text`, as anything but JSON."""
    extractor = PageExtractor()
    extractor._step = extractor._in_prose
    extractor.feed(text)
    extractor._read_to_end()
    return extractor


def extract_page(answer: str, *, reasoning: str = "", finish: FinishState = "stop") -> Page:
    """The page of an answer that is there as a whole."""
    extractor = PageExtractor()
    extractor.feed(answer)
    return extractor.finish(reasoning=reasoning, finish=finish)
