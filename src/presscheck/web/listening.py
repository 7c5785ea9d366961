"""What a stream's events mean for a generation under way."""

from __future__ import annotations

import re

from presscheck.models import Delta, StreamEvent, UsageUpdate
from presscheck.page import PageExtractor
from presscheck.web.live import Live

_OPEN_THOUGHT = re.compile(r"\s*<think(?:ing)?>", re.IGNORECASE)
_CLOSED_THOUGHT = re.compile(r"</think(?:ing)?>", re.IGNORECASE)
_LONGEST_OPENING = 40


class Listener:
    """Feeds the extractor, and through it the preview, with what arrives."""

    def __init__(self, live: Live, extractor: PageExtractor) -> None:
        self._live = live
        self._extractor = extractor
        self._opening = ""
        self._thinking: bool | None = None

    async def hear(self, event: StreamEvent) -> None:
        live = self._live
        if isinstance(event, Delta):
            if event.text:
                html = self._extractor.feed(event.text)
                if self._extractor.restarted:
                    live.page.restart()
                live.page.append(html.encode("utf-8", errors="surrogatepass"))
            self._enter_phase(event.text, event.reasoning)
            if event.tokens is not None:
                live.tokens = event.tokens
            live.received(event.text, event.reasoning, event.at_ns)
        elif isinstance(event, UsageUpdate) and event.usage.completion_tokens is not None:
            live.tokens = event.usage.completion_tokens
            live.bell.ring()

    def _enter_phase(self, text: str, reasoning: str) -> None:
        if self._live.page.data:
            self._live.enter("writing")
        elif reasoning or self._inside_thought(text):
            self._live.enter("thinking")
        elif text:
            self._live.enter("writing")

    def _inside_thought(self, text: str) -> bool:
        """Whether the text so far is a thought that has not ended."""
        if self._thinking is None:
            self._opening += text
            if _OPEN_THOUGHT.match(self._opening):
                self._thinking = True
            elif len(self._opening) > _LONGEST_OPENING:
                self._thinking = False
        if self._thinking and _CLOSED_THOUGHT.search(text):
            self._thinking = False
        return bool(self._thinking)
