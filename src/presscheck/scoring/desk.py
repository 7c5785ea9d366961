"""The page at hand: opened when first needed, and opened anew where it was lost."""

from __future__ import annotations

from contextlib import AsyncExitStack

from presscheck.core.page import Page
from presscheck.core.requirement import Language
from presscheck.core.scorecard import BlockedRequest, Library
from presscheck.sandbox import Sandbox
from presscheck.scoring.diff import Key
from presscheck.scoring.pictures import Pictures
from presscheck.scoring.session import Session

_LOCALES: dict[Language, str] = {"en": "en-US", "zh": "zh-CN"}


class Desk:
    """Gives a fresh session for each use; reuses one browser context as long as it answers."""

    def __init__(self, sandbox: Sandbox, page: Page, pictures: Pictures, lang: Language) -> None:
        self._sandbox = sandbox
        self._html = page.data
        self._pictures = pictures
        self._locale = _LOCALES[lang]
        self._stack: AsyncExitStack | None = None
        self._session: Session | None = None
        self._tickers = frozenset[Key]()
        self.blocked: dict[str, BlockedRequest] = {}
        self.libraries: dict[str, Library] = {}

    async def fresh(self) -> Session:
        """The page as it is right after loading, with empty storage. Raises PageTrouble."""
        if self._session is None:
            self._session = await self._open()
        elif self._session.dirty:
            self._session.begin()
            await self._session.fresh()
        return self._session

    async def as_it_is(self) -> Session:
        """The page in whatever state it is; loaded where it is not. Raises PageTrouble."""
        return self._session if self._session is not None else await self.fresh()

    async def _open(self) -> Session:
        self._stack = AsyncExitStack()
        sealed = await self._stack.enter_async_context(
            self._sandbox.open(self._html, locale=self._locale)
        )
        try:
            await sealed.load()
        except BaseException:
            self._gather(sealed.log.blocked, sealed.log.libraries)
            await self.drop()
            raise
        session = Session(sealed, self._pictures)
        session.tickers = self._tickers
        return session

    async def drop(self) -> None:
        """Give the page up. The next `fresh` opens it anew."""
        if self._session is not None:
            self._tickers = self._session.tickers
            log = self._session.page.log
            self._gather(log.blocked, log.libraries)
            self._session = None
        if self._stack is not None:
            stack, self._stack = self._stack, None
            await stack.aclose()

    def _gather(self, blocked: list[BlockedRequest], libraries: list[Library]) -> None:
        for request in blocked:
            self.blocked.setdefault(request.url, request)
        for library in libraries:
            self.libraries.setdefault(library.url, library)
