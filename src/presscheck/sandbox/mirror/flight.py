"""One piece of work for all who ask for the same thing at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, TypeVar, cast

T = TypeVar("T")


class SingleFlight:
    """Whoever comes while the work is under way waits for it; who leaves early does not stop it."""

    def __init__(self) -> None:
        self._under_way: dict[Hashable, asyncio.Task[Any]] = {}

    async def do(self, key: Hashable, work: Callable[[], Awaitable[T]]) -> T:
        task = self._under_way.get(key)
        if task is None:
            task = asyncio.ensure_future(_awaited(work))
            self._under_way[key] = task
            task.add_done_callback(lambda done: self._landed(key, done))
        return cast(T, await asyncio.shield(task))

    def _landed(self, key: Hashable, task: asyncio.Task[Any]) -> None:
        self._under_way.pop(key, None)
        if not task.cancelled():
            # Read, so that a fault nobody waits for any more is not reported as lost.
            task.exception()

    async def close(self) -> None:
        tasks = list(self._under_way.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _awaited(work: Callable[[], Awaitable[T]]) -> T:
    return await work()
