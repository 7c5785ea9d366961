from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from tests.hostile.attacker import Attacker


@pytest.fixture
async def attacker() -> AsyncIterator[Attacker]:
    async with Attacker() as one:
        yield one
