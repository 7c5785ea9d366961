"""From the bytes of one HTTP answer to stream events. Pure: no clock, no network."""

from __future__ import annotations

import json
from collections.abc import Mapping

from pydantic import JsonValue

from presscheck.core.generation import FinishState
from presscheck.models.chunks import Chunk, read_chunk
from presscheck.models.dialects import Dialect
from presscheck.models.endpoints import Endpoint
from presscheck.models.events import (
    Answering,
    Delta,
    Failed,
    StreamEnd,
    StreamEvent,
    TimingsUpdate,
    UsageUpdate,
)
from presscheck.models.faults import Fault, payload_fault, shorten, status_fault
from presscheck.models.finish import finish_state
from presscheck.models.sse import ServerEvent, SseOverflow, SseParser
from presscheck.models.surrogates import WholeCharacters

MAX_ANSWER_CHARS = 8_000_000
"""Text and reasoning together. A page that a person could use is a hundred times smaller."""

MAX_BODY_BYTES = 32 * 1024 * 1024
"""Of an answer that is no stream."""

_STARTS_BODY = (b"{", b"[", b"<")


class AnswerReader:
    """Feed it the head and the reads in order, then ask for the `end`."""

    def __init__(self, endpoint: Endpoint, dialect: Dialect, model: str) -> None:
        self._endpoint = endpoint
        self._dialect = dialect
        self._model = model
        self._status = 0
        self._content_type = ""
        self._opening = b""
        self._body: bytearray | None = None
        self._sse = SseParser()
        self._reason: str | None = None
        self._fault: Fault | None = None
        self._text = WholeCharacters()
        self._reasoning = WholeCharacters()
        self._chars = 0
        self._overflow = False
        self._heard = False
        self._done = False

    @property
    def over(self) -> bool:
        """No more bytes are wanted: the stream said so itself, or the answer is too long."""
        return self._done or self._overflow

    @property
    def settled(self) -> bool:
        """How it ends is known; only figures may still follow."""
        return self._reason is not None or self._fault is not None

    def head(self, at_ns: int, status: int, headers: Mapping[str, str]) -> list[StreamEvent]:
        self._status = status
        self._content_type = headers.get("content-type", "").partition(";")[0].strip()
        if status != 200:
            self._body = bytearray()
            return []
        return [Answering(at_ns=at_ns, request_id=headers.get("x-request-id", ""))]

    def feed(self, at_ns: int, data: bytes) -> list[StreamEvent]:
        if self._body is None and not self._heard:
            self._opening += data
            start = self._opening.lstrip(b"\xef\xbb\xbf \t\r\n")
            if not start:
                return []
            data, self._opening, self._heard = self._opening, b"", True
            if start.startswith(_STARTS_BODY):
                self._body = bytearray()
        if self._body is not None:
            self._body += data
            self._overflow = len(self._body) > MAX_BODY_BYTES
            return []
        try:
            served = self._sse.feed(data)
        except SseOverflow:
            self._overflow = True
            return []
        return self._hear(at_ns, served)

    def _hear(self, at_ns: int, served: list[ServerEvent]) -> list[StreamEvent]:
        events: list[StreamEvent] = []
        for event in served:
            if self.over:
                break
            self._hear_one(at_ns, event, events)
        return events

    def _hear_one(self, at_ns: int, event: ServerEvent, events: list[StreamEvent]) -> None:
        if event.error:
            self._blame(payload_fault(_error_object(event.error), self._endpoint, self._model))
        data = event.data.strip()
        if data == "[DONE]":
            self._done = True
            return
        if not data:
            return
        try:
            payload = json.loads(data)
        except ValueError:
            payload = None
        if event.event == "error":
            self._blame(payload_fault(_error_object(data), self._endpoint, self._model))
        elif isinstance(payload, dict):
            self._take(at_ns, payload, events)
        else:
            said = shorten(self._endpoint.redact(data[:200]))
            self._blame(
                Fault(
                    f"The server sent what is no JSON: {said}",
                    "Is this the address of a chat API? A proxy in between may damage the stream.",
                )
            )

    def _take(self, at_ns: int, payload: dict[str, JsonValue], events: list[StreamEvent]) -> None:
        chunk = read_chunk(payload, self._dialect.timing_fields)
        if chunk.error is not None:
            self._blame(payload_fault(chunk.error, self._endpoint, self._model))
        if chunk.finish_reason is not None:
            self._reason = chunk.finish_reason
            state = finish_state(chunk.finish_reason)
            if isinstance(state, Fault):
                self._blame(state)
        self._say(at_ns, chunk, events)

    def _say(self, at_ns: int, chunk: Chunk, events: list[StreamEvent]) -> None:
        chunk.text = self._text.feed(chunk.text)
        chunk.reasoning = self._reasoning.feed(chunk.reasoning)
        room = MAX_ANSWER_CHARS - self._chars
        if len(chunk.text) + len(chunk.reasoning) > room:
            self._overflow = True
            chunk.text = chunk.text[:room]
            chunk.reasoning = chunk.reasoning[: room - len(chunk.text)]
        self._chars += len(chunk.text) + len(chunk.reasoning)
        if chunk.text or chunk.reasoning:
            tokens = chunk.usage.completion_tokens if chunk.usage else _predicted(chunk.timings)
            events.append(
                Delta(at_ns=at_ns, text=chunk.text, reasoning=chunk.reasoning, tokens=tokens)
            )
        if chunk.usage is not None:
            events.append(UsageUpdate(at_ns=at_ns, usage=chunk.usage))
        if chunk.timings:
            events.append(TimingsUpdate(at_ns=at_ns, timings=chunk.timings))

    def _blame(self, fault: Fault) -> None:
        """The first fault counts; what follows it is mostly its echo."""
        if self._fault is None:
            self._fault = fault

    def end(self, at_ns: int, broken: Fault | None = None) -> list[StreamEvent]:
        """The last events, given that no more bytes come (`broken`: not in good order)."""
        events: list[StreamEvent] = []
        if self._body is not None:
            self._read_body(at_ns, bytes(self._body), events)
        elif not self.over:
            events += self._hear(at_ns, self._sse.finish())
        events.append(self._last(at_ns, broken))
        return events

    def _read_body(self, at_ns: int, body: bytes, events: list[StreamEvent]) -> None:
        text = body.decode("utf-8", errors="replace")
        if self._status != 200:
            self._blame(status_fault(self._status, text, self._endpoint, self._model))
            return
        try:
            payload = json.loads(text)
        except ValueError:
            payload = None
        if isinstance(payload, dict) and "choices" in payload:
            self._take(at_ns, payload, events)
        elif isinstance(payload, dict):
            self._blame(payload_fault(payload, self._endpoint, self._model))
        else:
            what = self._content_type or "something else"
            self._blame(
                Fault(
                    f"{self._endpoint.base_url} did not answer as a chat API but with {what}.",
                    "The base address usually ends in /v1.",
                )
            )

    def _last(self, at_ns: int, broken: Fault | None) -> StreamEvent:
        if self._fault is not None:
            return _failed(at_ns, self._fault, self._reason)
        if self._overflow:
            return StreamEnd(
                at_ns=at_ns,
                finish="incomplete",
                message=f"The answer was cut after {self._chars:,} characters.",
                hint="Set a lower token limit; the model may be repeating itself.",
            )
        if self._reason is not None:
            state = finish_state(self._reason)
            if not isinstance(state, Fault):
                return self._ended(at_ns, self._reason, state)
        if broken is not None:
            return _failed(at_ns, broken, self._reason)
        if not self._chars:
            return _failed(
                at_ns,
                Fault("The server ended the stream without answering.", "Look at its log."),
                None,
            )
        return StreamEnd(
            at_ns=at_ns,
            finish="incomplete",
            message="The stream ended without saying that the answer is whole.",
            hint="The server or a proxy in between may have cut it off.",
        )

    def _ended(self, at_ns: int, reason: str, state: FinishState) -> StreamEnd:
        message = hint = ""
        if state == "length":
            message = "The answer was cut off at the token limit."
            hint = "Allow more tokens, or a larger context on the server."
        elif state == "incomplete":
            message = f"The server ended the answer with a word that is not known: {reason}."
        elif not self._chars:
            message = "The model answered nothing."
            hint = "Its chat template may not fit; try another model."
        return StreamEnd(at_ns=at_ns, finish=state, reason=reason, message=message, hint=hint)


def _failed(at_ns: int, fault: Fault, reason: str | None) -> Failed:
    return Failed(
        at_ns=at_ns,
        message=fault.message,
        hint=fault.hint,
        reason=fault.reason or reason,
        status=fault.status,
    )


def _error_object(text: str) -> dict[str, JsonValue]:
    """An error that came as plain text or as JSON, in the form that the readers know."""
    try:
        payload = json.loads(text)
    except ValueError:
        return {"error": text}
    if isinstance(payload, dict):
        return payload if "error" in payload else {"error": payload}
    return {"error": text}


def _predicted(timings: dict[str, JsonValue]) -> int | None:
    """llama.cpp counts the tokens so far in the timings of each chunk, when asked to."""
    count = timings.get("predicted_n")
    return count if isinstance(count, int) else None
