"""`python -m presscheck.models.fetch`: have the built-in model's weights at hand before first use.

Says on standard error how far it is. Exit code 0 when they are there, 3 when they cannot be had.
"""

from __future__ import annotations

import asyncio
import sys

from presscheck.core.errors import PresscheckError
from presscheck.core.settings import Settings
from presscheck.models.weights import MODEL_NAME, FetchProgress, fetch_weights


async def _main() -> int:
    settings = Settings()
    shown = -1

    async def show(progress: FetchProgress) -> None:
        nonlocal shown
        tenth = 10 * progress.done // progress.total
        if tenth > shown:
            shown = tenth
            print(f"presscheck: fetching {MODEL_NAME}, {tenth * 10} %", file=sys.stderr)

    try:
        await fetch_weights(settings, show)
    except PresscheckError as error:
        print(f"presscheck: {error}", file=sys.stderr)
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(_main()))
