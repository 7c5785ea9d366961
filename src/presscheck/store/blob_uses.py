"""Which generation refers to which blob, so that what nobody refers to can be removed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from pydantic import JsonValue
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from presscheck.store import schema

_REF = re.compile(r"[0-9a-f]{64}")
AT_ONCE = 500
"""Names in one statement: well below what every database takes."""


async def claim(connection: AsyncConnection, generation_id: str, refs: Iterable[str]) -> None:
    """Note that the generation refers to these blobs."""
    wanted = sorted(set(refs))
    uses = schema.blob_uses
    for some in chunks(wanted):
        query = select(uses.c.ref).where(
            uses.c.generation_id == generation_id, uses.c.ref.in_(some)
        )
        known = set((await connection.scalars(query)).all())
        rows = [{"ref": ref, "generation_id": generation_id} for ref in some if ref not in known]
        if rows:
            await connection.execute(uses.insert(), rows)


async def refs_of(connection: AsyncConnection, generation_ids: Sequence[str]) -> set[str]:
    uses = schema.blob_uses
    found: set[str] = set()
    for some in chunks(generation_ids):
        query = select(uses.c.ref).where(uses.c.generation_id.in_(some))
        found.update((await connection.scalars(query)).all())
    return found


async def still_used(connection: AsyncConnection, refs: Iterable[str]) -> set[str]:
    """Those of `refs` that some generation refers to."""
    uses = schema.blob_uses
    found: set[str] = set()
    for some in chunks(sorted(refs)):
        query = select(uses.c.ref).where(uses.c.ref.in_(some)).distinct()
        found.update((await connection.scalars(query)).all())
    return found


def pictures_in(value: JsonValue) -> Iterator[str]:
    """Every `ref` anywhere in a scorecard's JSON."""
    pending: list[JsonValue] = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, list):
            pending += item
        elif isinstance(item, dict):
            ref = item.get("ref")
            if isinstance(ref, str) and _REF.fullmatch(ref):
                yield ref
            pending += item.values()


def chunks(items: Sequence[str]) -> Iterator[Sequence[str]]:
    for at in range(0, len(items), AT_ONCE):
        yield items[at : at + AT_ONCE]
