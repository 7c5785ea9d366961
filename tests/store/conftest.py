"""A store on real SQLite, and on PostgreSQL where a server binary is at hand."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from presscheck.core.generation import Arrival, Generation, Usage
from presscheck.core.settings import Settings
from presscheck.store import Store, new_id

MakeGeneration = Callable[..., Generation]


def generation(**values: object) -> Generation:
    fields: dict[str, object] = {
        "id": new_id(),
        "requirement": "A page with a clock",
        "endpoint": "local",
        "model": "tiny",
        "started_at": datetime.now(UTC),
    }
    return Generation.model_validate(fields | values)


def finished(**values: object) -> Generation:
    fields: dict[str, object] = {
        "text": "Here:\n```html\n<p>12:00</p>\n```",
        "reasoning": "A clock.",
        "arrivals": [Arrival(at_ns=1, text_chars=6), Arrival(at_ns=9, text_chars=20, tokens=7)],
        "finish": "stop",
        "usage": Usage(completion_tokens=7),
        "seconds": 1.5,
    }
    return generation(**(fields | values))


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data_dir=tmp_path / "data")


@pytest.fixture
async def store(settings: Settings) -> AsyncIterator[Store]:
    async with await Store.open(settings) as opened:
        yield opened


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The URL of a fresh database server of our own."""
    binaries = [Path(p).parent for name in ("initdb",) if (p := shutil.which(name))]
    binaries += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    found = next((b for b in binaries if (b / "postgres").exists()), None)
    if found is None:
        pytest.skip("no PostgreSQL server binary on this machine")
    # Not under pytest's own folder, which is closed to the user that the server runs as.
    folder = Path(tempfile.mkdtemp(prefix="presscheck-postgresql-"))
    as_user: dict[str, object] = {}
    if os.geteuid() == 0:
        # PostgreSQL refuses to run as root.
        nobody = pwd.getpwnam("nobody")
        os.chown(folder, nobody.pw_uid, nobody.pw_gid)
        as_user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    data = folder / "data"
    log = (folder / "log").open("wb")
    common = {"stdout": log, "stderr": log, "cwd": folder, "check": True, **as_user}
    subprocess.run(  # type: ignore[call-overload]
        [found / "initdb", "-D", data, "-U", "presscheck", "-A", "trust", "-N"], **common
    )
    options = f"-c listen_addresses=127.0.0.1 -p {port} -k {folder} -F"
    control = [found / "pg_ctl", "-D", data, "-w"]
    subprocess.run([*control, "-o", options, "start"], **common)  # type: ignore[call-overload]
    try:
        yield f"postgresql://presscheck@127.0.0.1:{port}/postgres"
    finally:
        subprocess.run([*control, "-m", "immediate", "stop"], **common)  # type: ignore[call-overload]
        log.close()
        shutil.rmtree(folder)
