"""The built-in model: tiny, for trying the tool without any server. It starts on first use."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import os
import platform
import secrets
import sys
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Literal, Self
from urllib.parse import urlsplit

import httpx
from pydantic import SecretStr

from presscheck.core.errors import PresscheckError
from presscheck.core.settings import Settings
from presscheck.models.connection import open_client
from presscheck.models.endpoints import Endpoint
from presscheck.models.weights import (
    MODEL_NAME,
    FetchProgress,
    fetch_weights,
    is_fetched,
)

BUILTIN_ID = "builtin"
MOST_TOKENS = 2_048
"""About half a minute of writing; a page of this model that goes on for longer only repeats."""

_PAGE_GRAMMAR = r"""
root ::= "```html\n" page "\n```"
page ::= "<!DOCTYPE html>\n<html lang=\"" ("en" | "zh") "\">\n<head>\n" [^`]+ "</html>"
"""
"""Left alone, a model of this size talks about the page instead of writing it. The grammar makes
it open and close one code block; what stands inside is its own."""

_CONTEXT_TOKENS = 8_192
_THREADS = 2
_START_S = 180.0
_STOP_S = 3.0
_KEPT_LINES = 30


@dataclass(frozen=True, slots=True)
class StartProgress:
    """How far the built-in model is; bytes only while `fetching`."""

    stage: Literal["fetching", "starting", "ready"]
    done: int = 0
    total: int = 0


OnStart = Callable[[StartProgress], Awaitable[None]]


class BuiltinModel:
    """Owns the child process that serves the model. Leaving the context, or `stop`, ends it."""

    def __init__(self, settings: Settings | None = None) -> None:
        self._settings = settings or Settings()
        self._lock = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None
        self._endpoint: Endpoint | None = None
        self._last_lines: deque[str] = deque(maxlen=_KEPT_LINES)
        self._listening: asyncio.Task[None] | None = None

    @property
    def name(self) -> str:
        """The model's name, as a request gives it."""
        return MODEL_NAME

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    @property
    def process_id(self) -> int | None:
        return self._process.pid if self._process is not None and self.running else None

    @staticmethod
    def is_available() -> bool:
        """Whether there is a build of the model's runtime for this kind of machine."""
        return importlib.util.find_spec("xllamacpp") is not None

    def is_fetched(self) -> bool:
        return is_fetched(self._settings)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.stop()

    async def fetch(self, on_progress: OnStart | None = None) -> Path:
        """Have the weights at hand without starting anything."""

        async def tell(progress: FetchProgress) -> None:
            if on_progress is not None:
                await on_progress(StartProgress("fetching", progress.done, progress.total))

        return await fetch_weights(self._settings, tell)

    async def ensure(self, on_progress: OnStart | None = None) -> Endpoint:
        """The endpoint of the running model: fetched and started first where need be.

        Raises PresscheckError where the weights cannot be fetched or the server does not start.
        A server that died since is started anew.
        """
        async with self._lock:
            if self._endpoint is not None and await self._still_listens(self._endpoint):
                return self._endpoint
            if not self.is_available():
                raise PresscheckError(
                    f"There is no built-in model for {platform.system()} on {platform.machine()}.",
                    hint="Add a model server, or set OPENAI_BASE_URL.",
                )
            await self._end()
            weights = await self.fetch(on_progress)
            if on_progress is not None:
                await on_progress(StartProgress("starting"))
            try:
                self._endpoint = await self._start(weights)
            except BaseException:
                await self._end()
                raise
            if on_progress is not None:
                await on_progress(StartProgress("ready"))
            return self._endpoint

    async def stop(self) -> None:
        """End the child process. Stopping what does not run is no error."""
        async with self._lock:
            await self._end()

    async def _start(self, weights: Path) -> Endpoint:
        key = secrets.token_urlsafe(24)
        self._last_lines.clear()
        self._process = process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "presscheck.models.builtin_server"),
            *("--model", str(weights), "--name", MODEL_NAME),
            *("--threads", str(min(_THREADS, os.cpu_count() or 1))),
            *("--context", str(_CONTEXT_TOKENS), "--predict", str(MOST_TOKENS)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            # Threads that spin while they wait come to a crawl where a browser works beside them.
            env={**os.environ, "OMP_WAIT_POLICY": "passive"},
        )
        assert process.stdin and process.stdout and process.stderr
        self._listening = asyncio.create_task(self._listen(process.stderr), name="builtin-stderr")
        process.stdin.write(f"{key}\n".encode())
        address = ""
        try:
            async with asyncio.timeout(_START_S):
                await process.stdin.drain()
                address = (await process.stdout.readline()).decode().strip()
        except TimeoutError as error:
            raise self._failure(f"did not start within {_START_S:.0f} s") from error
        except ConnectionError:
            pass  # it ended before it read its key; what it said is told below
        if not address.startswith("http"):
            await process.wait()
            await asyncio.wait([self._listening], timeout=1)
            raise self._failure(f"ended at its start (code {process.returncode})")
        endpoint = Endpoint(
            id=BUILTIN_ID,
            name="SmolLM2",
            base_url=address,
            api_key=SecretStr(key),
            dialect="llama.cpp",
            builtin=True,
            most_tokens=MOST_TOKENS,
            page_body={"grammar": _PAGE_GRAMMAR},
        )
        await self._check_health(endpoint)
        return endpoint

    async def _still_listens(self, endpoint: Endpoint) -> bool:
        """A death is known to the socket before it is to the process table."""
        if not self.running:
            return False
        parts = urlsplit(endpoint.base_url)
        try:
            _, writer = await asyncio.open_connection(parts.hostname, parts.port)
        except OSError:
            return False
        writer.close()
        return True

    async def _check_health(self, endpoint: Endpoint) -> None:
        try:
            async with open_client(endpoint, silence_s=10) as client:
                response = await client.get(f"{endpoint.root}/health")
        except httpx.HTTPError as error:
            raise self._failure("does not answer") from error
        if response.status_code != 200:
            raise self._failure(f"is not well (HTTP {response.status_code})")

    async def _listen(self, stderr: asyncio.StreamReader) -> None:
        """Drain what the server says, and keep its last lines for when it dies."""
        while True:
            try:
                line = await stderr.readline()
            except ValueError:
                continue  # one overlong line; it has been dropped
            if not line:
                return
            self._last_lines.append(line.decode(errors="replace").rstrip())

    def _failure(self, what: str) -> PresscheckError:
        said = " / ".join(list(self._last_lines)[-4:]) or "nothing"
        return PresscheckError(
            f"The built-in model's server {what}. It said: {said}",
            hint="Use another model server; `presscheck doctor` tells what works here.",
        )

    async def _end(self) -> None:
        process, self._process, self._endpoint = self._process, None, None
        if process is not None and process.returncode is None:
            if process.stdin is not None:
                process.stdin.close()
            try:
                async with asyncio.timeout(_STOP_S):
                    await process.wait()
            except TimeoutError:
                process.kill()
                await process.wait()
        if self._listening is not None:
            self._listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listening
            self._listening = None
