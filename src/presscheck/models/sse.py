"""Server-sent events from raw bytes.

The field's own package (httpx-sse) drops fields it does not know, `error:` among them, and an event
that the server never closed with an empty line; both carry the only word about what went wrong.
Lines end at CR, LF or CRLF alone (U+2028 belongs to the text), and are decoded one whole line at a
time, so that no character is torn apart by the network.
"""

from __future__ import annotations

from dataclasses import dataclass

MAX_LINE_BYTES = 32 * 1024 * 1024
"""A line longer than this is no event of a chat stream."""

_BOM = b"\xef\xbb\xbf"


class SseOverflow(ValueError):
    """A line is longer than MAX_LINE_BYTES."""


@dataclass(frozen=True, slots=True)
class ServerEvent:
    data: str = ""
    event: str = ""
    error: str = ""


class SseParser:
    """Feed it bytes as they arrive; it gives the events that they complete."""

    def __init__(self) -> None:
        self._pending: list[bytes] = []
        self._pending_bytes = 0
        self._skip_lf = False
        self._first_line = True
        self._data: list[str] = []
        self._event = ""
        self._error: list[str] = []

    def feed(self, data: bytes) -> list[ServerEvent]:
        if self._skip_lf and data:
            data = data.removeprefix(b"\n")
            self._skip_lf = False
        if not data:
            return []
        if data.endswith(b"\r"):
            self._skip_lf = True
        if b"\r" in data:
            data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        *ended, rest = data.split(b"\n")
        events: list[ServerEvent] = []
        for line in ended:
            if self._pending:
                line = b"".join((*self._pending, line))
                self._pending.clear()
                self._pending_bytes = 0
            self._take(line, events)
        if rest:
            self._pending.append(rest)
            self._pending_bytes += len(rest)
            if self._pending_bytes > MAX_LINE_BYTES:
                raise SseOverflow(f"an event is longer than {MAX_LINE_BYTES} bytes")
        return events

    def finish(self) -> list[ServerEvent]:
        """The event that the stream left open, if any."""
        events: list[ServerEvent] = []
        if self._pending:
            self._take(b"".join(self._pending), events)
            self._pending.clear()
        self._take(b"", events)
        return events

    def _take(self, line: bytes, events: list[ServerEvent]) -> None:
        if self._first_line:
            line = line.removeprefix(_BOM)
            self._first_line = False
        if not line:
            if self._data or self._error:
                events.append(
                    ServerEvent("\n".join(self._data), self._event, "\n".join(self._error))
                )
            self._data, self._event, self._error = [], "", []
            return
        name, _, raw = line.partition(b":")
        value = raw.removeprefix(b" ").decode("utf-8", errors="replace")
        if name == b"data":
            self._data.append(value)
        elif name == b"event":
            self._event = value
        elif name == b"error":
            self._error.append(value)
