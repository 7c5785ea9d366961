"""How far a browser is sealed, and that nothing of it stays behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from presscheck.core.settings import Settings
from presscheck.sandbox import Sandbox, SandboxError, find_chromium
from presscheck.sandbox.seal import SealMethod, closed_folder

BROKEN = SealMethod("broken", "kernel", ("false",), "never starts")


def test_a_named_browser_must_run(tmp_path: Path) -> None:
    with pytest.raises(SandboxError, match="cannot be run"):
        find_chromium(Settings(chromium=tmp_path / "nothing"))


def test_a_closed_folder_is_named(tmp_path: Path) -> None:
    program = tmp_path / "inner" / "chrome"
    program.parent.mkdir(mode=0o755)
    program.touch()
    program.parent.chmod(0o700)
    assert closed_folder(program) in (program.parent, *program.parents)
    assert closed_folder(Path("/usr/bin/env")) is None


@pytest.mark.browser
async def test_no_seal_means_no_browser() -> None:
    with pytest.raises(SandboxError, match="No sealed browser") as caught:
        async with Sandbox(Settings(), methods=[BROKEN]):
            pytest.fail("it was opened unsealed")
    assert "PRESSCHECK_ALLOW_UNSEALED" in caught.value.hint


@pytest.mark.browser
async def test_an_explicit_wish_opens_unsealed_and_says_so() -> None:
    async with Sandbox(Settings(), methods=[BROKEN], allow_unsealed=True) as sandbox:
        assert sandbox.seal == "none"
        assert any("broken" in note for note in sandbox.seal_report.notes)


@pytest.mark.browser
async def test_the_sealed_browser_is_nobody_without_a_network(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "a-key-that-stays")
    async with Sandbox(Settings()) as sandbox:
        if sandbox.seal != "kernel":
            pytest.skip(f"only {sandbox.seal} here: {sandbox.seal_report.notes}")
        browsers = [
            process
            for process in psutil.Process().children(recursive=True)
            if "--remote-debugging-pipe" in process.cmdline() and "chrom" in process.name()
        ]
        assert browsers
        for process in browsers:
            assert process.uids().effective != 0
            own = os.stat("/proc/self/ns/net").st_ino  # noqa: PTH116
            assert os.stat(f"/proc/{process.pid}/ns/net").st_ino != own  # noqa: PTH116
            assert "--no-sandbox" not in process.cmdline()
            assert "a-key-that-stays" not in process.environ().values()


@pytest.mark.browser
@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL, None])
def test_nothing_stays_behind(end: signal.Signals | None) -> None:
    """However the program ends: told to, killed, or by an exception."""
    script = (
        "import asyncio\n"
        "from presscheck.sandbox import Sandbox\n"
        "async def main():\n"
        "    async with Sandbox() as sandbox:\n"
        "        async with sandbox.open(b'<script>while (1);</script>') as p:\n"
        "            print(p.url, flush=True)\n"
        + ("            await asyncio.sleep(60)\n" if end else "            raise ValueError\n")
        + "asyncio.run(main())\n"
    )
    run = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert run.stdout is not None
    assert run.stdout.readline()
    tree = psutil.Process(run.pid).children(recursive=True) if end else []
    if end:
        run.send_signal(end)
    run.wait(30)
    run.stdout.close()
    _, alive = psutil.wait_procs(tree, timeout=20)
    assert [process.name() for process in alive] == []
