"""The command line as a person runs it: a process of its own, with a data folder of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Presscheck = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def presscheck(tmp_path: Path) -> Presscheck:
    """Runs `presscheck ARGS`; `env` adds variables."""

    def run(
        *args: str | Path, env: dict[str, str] | None = None, stdin: str | None = None
    ) -> subprocess.CompletedProcess[str]:
        clean = {
            k: v for k, v in os.environ.items() if not k.startswith(("OPENAI_", "PRESSCHECK_"))
        }
        kept = {k: v for k, v in os.environ.items() if k == "PRESSCHECK_CHROMIUM"}
        variables = clean | kept | {"PRESSCHECK_DATA_DIR": str(tmp_path / "data")} | (env or {})
        return subprocess.run(
            [sys.executable, "-m", "presscheck", *map(str, args)],
            env=variables,
            input=stdin,
            capture_output=True,
            text=True,
            timeout=240,
        )

    return run
