"""Generations as the app keeps and finds them, over the store."""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

from presscheck.core.errors import PresscheckError, UsageError
from presscheck.core.generation import Generation
from presscheck.core.page import Page
from presscheck.core.plan import Plan
from presscheck.core.scorecard import Scorecard, Verdict
from presscheck.core.settings import Settings
from presscheck.page import extract_page
from presscheck.store import Listing, Search, State, Store
from presscheck.web.problems import NotFoundError

EARLIER_LINES = 100


@dataclass(frozen=True)
class Kept:
    """A stored generation with its page, plan and scorecard."""

    generation: Generation
    state: State
    plan: Plan | None
    page: Page | None
    scorecard: Scorecard | None

    @property
    def id(self) -> str:
        return self.generation.id

    @property
    def requirement(self) -> str:
        return self.generation.requirement

    @property
    def endpoint(self) -> str:
        return self.generation.endpoint

    @property
    def model(self) -> str:
        return self.generation.model


class Archive:
    """The store, in the app's terms."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.blobs = store.blobs

    @classmethod
    async def open(cls, settings: Settings) -> Archive:
        return cls(await Store.open(settings))

    async def begin(self, generation: Generation, plan: Plan, group_id: str | None) -> None:
        await self.store.begin_generation(generation, plan=plan, group_id=group_id)

    async def append(self, identity: str, text: str, reasoning: str) -> None:
        """What has just arrived; at most a quarter of a second of it is lost to a power cut."""
        await self.store.append_answer(identity, text, reasoning)

    async def save(
        self,
        generation: Generation,
        *,
        state: State,
        page: Page | None = None,
        scorecard: Scorecard | None = None,
    ) -> None:
        await self.store.save_generation(generation, state=state, page=page, scorecard=scorecard)

    async def get(self, identity: str) -> Kept:
        """Raises NotFoundError. Of an interrupted answer the page is as far as it had come."""
        try:
            stored = await self.store.get_generation(identity)
        except UsageError as error:
            raise NotFoundError(error.message, hint=error.hint) from error
        page = stored.page
        if page is None and stored.generation.text:
            found = extract_page(
                stored.generation.text, reasoning=stored.generation.reasoning, finish="incomplete"
            )
            page = found if found.html else None
        return Kept(stored.generation, stored.row.state, stored.plan, page, stored.scorecard)

    async def rows(
        self, *, words: str = "", verdict: str = "", after: str | None = None, limit: int = 50
    ) -> Listing:
        """Newest first. Raises UsageError for an unknown verdict."""
        known: tuple[Verdict, ...] = get_args(Verdict)
        wanted = next((one for one in known if one == verdict), None)
        if verdict and wanted is None:
            raise UsageError(f"There is no verdict {verdict[:40]!r}.", hint=", ".join(known))
        search = Search(words=words, verdict=wanted)
        return await self.store.list_generations(search, limit=limit, after=after)

    async def earlier_lines(self) -> list[str]:
        """The lines asked lately, each once, the newest first."""
        rows = (await self.store.list_generations(limit=EARLIER_LINES)).rows
        return list(dict.fromkeys(row.requirement for row in rows))

    async def picture(self, ref: str) -> bytes:
        try:
            return await self.blobs.get(ref)
        except PresscheckError as error:
            raise NotFoundError(error.message, hint=error.hint) from error

    async def delete(self, identity: str) -> None:
        await self.store.delete_generations([identity])

    async def close(self) -> None:
        await self.store.close()
