"""A real app on a real port, with a scripted model server beside it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
import uvicorn
from tests.web.model_server import model_server

from presscheck.core.settings import Settings
from presscheck.web.serving import bind, serve_app

SETTLED = {"done", "failed", "stopped", "interrupted"}


@dataclass
class RunningApp:
    """The app's address, and a program's view of it."""

    address: str
    client: httpx.AsyncClient
    endpoint: str = ""

    async def make(self, line: str, model: str, **more: object) -> str:
        choice = {"endpoint": self.endpoint, "model": model}
        body = {"requirement": line, "models": [choice], **more}
        answer = await self.client.post("/api/generations", json=body)
        assert answer.status_code == 202, answer.text
        return str(answer.json()["ids"][0])

    async def row(self, identity: str) -> dict[str, object]:
        rows = (await self.client.get("/api/generations", params={"limit": 200})).json()["rows"]
        return next(row for row in rows if row["id"] == identity)

    async def settled(self, identity: str) -> dict[str, object]:
        async with asyncio.timeout(120):
            while True:
                row = await self.row(identity)
                if row["state"] in SETTLED:
                    return row
                await asyncio.sleep(0.1)


@asynccontextmanager
async def serving_models() -> AsyncIterator[str]:
    """The base URL of a scripted model server."""
    listening = bind("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(model_server, log_level="error"))
    task = asyncio.create_task(server.serve(sockets=[listening]))
    yield f"http://127.0.0.1:{listening.getsockname()[1]}/v1"
    server.should_exit = True
    await task


@pytest.fixture
async def models_url() -> AsyncIterator[str]:
    async with serving_models() as url:
        yield url


@asynccontextmanager
async def serving(settings: Settings) -> AsyncIterator[RunningApp]:
    """Serve until the block ends, as `presscheck serve` does."""
    ready: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    stop = asyncio.Event()
    task = asyncio.create_task(serve_app(settings, on_ready=ready.set_result, stop=stop))
    done, _ = await asyncio.wait({task, ready}, return_when=asyncio.FIRST_COMPLETED)
    if task in done:
        task.result()
    address = ready.result()
    async with httpx.AsyncClient(base_url=address, timeout=60) as client:
        try:
            yield RunningApp(address, client)
        finally:
            stop.set()
            await task


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data_dir=tmp_path / "data", port=0)


@asynccontextmanager
async def serving_with_models(settings: Settings, models_url: str) -> AsyncIterator[RunningApp]:
    """An app that knows the scripted model server, by a key."""
    async with serving(settings) as app:
        body = {"base_url": models_url, "name": "scripted", "api_key": "sk-very-secret"}
        answer = await app.client.post("/api/endpoints", json=body)
        assert answer.status_code == 201, answer.text
        app.endpoint = answer.json()["id"]
        yield app


@pytest.fixture
async def running(settings: Settings, models_url: str) -> AsyncIterator[RunningApp]:
    async with serving_with_models(settings, models_url) as app:
        yield app
