"""A page that is still being written: whoever reads it gets what is there, then what comes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

CHUNK = 256 * 1024


class Bell:
    """Wakes everyone who waits. Take `next()` before looking at the state, then wait on it."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def next(self) -> asyncio.Event:
        return self._event

    def ring(self) -> None:
        self._event.set()
        self._event = asyncio.Event()


class GrowingPage:
    """The bytes of one page, appended to while a model writes them."""

    def __init__(self, data: bytes = b"", *, finished: bool = False) -> None:
        self.data = bytearray(data)
        self.finished = finished
        self.version = 0
        self._bell = Bell()

    def append(self, data: bytes) -> None:
        if data:
            self.data += data
            self._bell.ring()

    def restart(self) -> None:
        """Begin anew: what was taken for the page was not the page."""
        self.data = bytearray()
        self.version += 1
        self._bell.ring()

    def finish(self, final: bytes) -> None:
        """End the page. What was streamed is its beginning, or else it is another version."""
        if final.startswith(self.data):
            self.data += final[len(self.data) :]
        else:
            self.data = bytearray(final)
            self.version += 1
        self.finished = True
        self._bell.ring()

    async def stream(self) -> AsyncIterator[bytes]:
        sent, version = 0, self.version
        while self.version == version:
            bell = self._bell.next()
            while sent < len(self.data):
                piece = bytes(self.data[sent : sent + CHUNK])
                sent += len(piece)
                yield piece
            if self.finished:
                return
            await bell.wait()
