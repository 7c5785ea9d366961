"""A scorer for the length of one command."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from presscheck.cli.output import Exit
from presscheck.core.scorecard import Scorecard
from presscheck.core.settings import Settings
from presscheck.sandbox import Sandbox
from presscheck.sandbox.mirror import Mirror
from presscheck.scoring import PictureSink, Scorer


@asynccontextmanager
async def open_scorer(
    pictures: PictureSink, *, workers: int = 1, allow_unsealed: bool = False
) -> AsyncIterator[Scorer]:
    settings = Settings()
    allowed = allow_unsealed or settings.allow_unsealed
    async with (
        Mirror(settings) as mirror,
        Sandbox(settings, workers=workers, libraries=mirror, allow_unsealed=allowed) as sandbox,
    ):
        yield Scorer(sandbox, pictures=pictures)


def exit_code(card: Scorecard) -> Exit:
    if card.verdict == "works":
        return Exit.WORKS
    return Exit.UNSCORED if card.verdict == "unscored" else Exit.NOT_WORKING
