"""Answers that are still coming in: appended piece by piece, so that a killed process loses at most
what came in the last quarter of a second."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from time import monotonic

from sqlalchemy import delete, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from presscheck.store import schema
from presscheck.store.blobs import Blobs
from presscheck.store.database import Database
from presscheck.store.room import Room, now

FLUSH_EVERY_S = 0.25
FLUSH_CHARS = 8_192


@dataclass
class _Pending:
    """What has arrived and is not written yet."""

    text: list[str] = field(default_factory=list)
    reasoning: list[str] = field(default_factory=list)
    chars: int = 0
    written_at: float = field(default_factory=monotonic)
    timer: asyncio.Task[None] | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Answers(Room):
    def __init__(self, database: Database, blobs: Blobs, owner: str) -> None:
        super().__init__(database, blobs, owner)
        self._pending: dict[str, _Pending] = {}

    async def append_answer(self, generation_id: str, text: str = "", reasoning: str = "") -> None:
        """Add what has just arrived. It is written when 8,192 characters have gathered, and at the
        latest a quarter of a second later."""
        pending = self._pending.setdefault(generation_id, _Pending())
        timer = pending.timer
        if timer is not None and timer.done():
            pending.timer = None
            # What went wrong with a write in the background is the business of who appends.
            timer.result()
        pending.text.append(text)
        pending.reasoning.append(reasoning)
        pending.chars += len(text) + len(reasoning)
        due = monotonic() - pending.written_at >= FLUSH_EVERY_S
        if pending.chars >= FLUSH_CHARS or due:
            await self.flush_answer(generation_id)
        elif pending.timer is None:
            pending.timer = asyncio.create_task(self._flush_soon(generation_id))

    async def flush_answer(self, generation_id: str) -> None:
        """Write what has gathered."""
        pending = self._pending.get(generation_id)
        if pending is None:
            return
        async with pending.lock:
            if not pending.chars:
                return
            text, reasoning = "".join(pending.text), "".join(pending.reasoning)
            async with self._database.writing() as connection:
                await _append(connection, generation_id, text, reasoning)
            # More may have arrived while this was written: only what was written is dropped.
            pending.text = ["".join(pending.text)[len(text) :]]
            pending.reasoning = ["".join(pending.reasoning)[len(reasoning) :]]
            pending.chars = len(pending.text[0]) + len(pending.reasoning[0])
            pending.written_at = monotonic()

    async def _flush_soon(self, generation_id: str) -> None:
        await asyncio.sleep(FLUSH_EVERY_S)
        await self.flush_answer(generation_id)

    async def _forget_pending(self, generation_id: str) -> None:
        """Drop what is not written: the whole text is about to be. Waits for a write under way."""
        pending = self._pending.pop(generation_id, None)
        if pending is None:
            return
        async with pending.lock:
            pending.text, pending.reasoning, pending.chars = [], [], 0
        if pending.timer is not None:
            pending.timer.cancel()
            await asyncio.gather(pending.timer, return_exceptions=True)

    async def _flush_all(self) -> None:
        for generation_id in list(self._pending):
            await self.flush_answer(generation_id)
            await self._forget_pending(generation_id)


async def _append(
    connection: AsyncConnection, generation_id: str, text: str, reasoning: str
) -> None:
    pieces = schema.answer_pieces
    last = await connection.scalar(
        select(func.max(pieces.c.position)).where(pieces.c.generation_id == generation_id)
    )
    await connection.execute(
        pieces.insert().values(
            generation_id=generation_id,
            position=0 if last is None else last + 1,
            text=to_bytes(text),
            reasoning=to_bytes(reasoning),
        )
    )
    generations = schema.generations
    await connection.execute(
        generations.update()
        .where(generations.c.id == generation_id, generations.c.state == "waiting")
        .values(state="streaming", updated_at=now())
    )


async def pieces_of(connection: AsyncConnection, generation_id: str) -> tuple[str, str] | None:
    """Text and reasoning as far as they were written; None where no pieces are kept."""
    pieces = schema.answer_pieces
    rows = (
        await connection.execute(
            select(pieces.c.text, pieces.c.reasoning)
            .where(pieces.c.generation_id == generation_id)
            .order_by(pieces.c.position)
        )
    ).all()
    if not rows:
        return None
    return to_text(b"".join(r.text for r in rows)), to_text(b"".join(r.reasoning for r in rows))


async def drop_pieces(connection: AsyncConnection, generation_id: str) -> None:
    pieces = schema.answer_pieces
    await connection.execute(delete(pieces).where(pieces.c.generation_id == generation_id))


def to_bytes(text: str) -> bytes:
    """Models write lone surrogates now and then; they are kept as they came."""
    return text.encode("utf-8", errors="surrogatepass")


def to_text(data: bytes) -> str:
    return data.decode("utf-8", errors="surrogatepass")
