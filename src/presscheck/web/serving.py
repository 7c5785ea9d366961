"""Serving the app: the port, the names it answers to, and a clean end."""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import os
import secrets
import socket
from collections.abc import Callable, Sequence

import uvicorn

from presscheck.core.errors import UsageError
from presscheck.core.settings import Settings
from presscheck.web.app import create_app
from presscheck.web.hosts import PreviewNames
from presscheck.web.press import Press


def is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def bind(host: str, port: int) -> socket.socket:
    """A listening socket, or an error that says what stands in the way."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(256)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise UsageError(
                f"Port {port} is taken.",
                hint="Is presscheck running already? --port 0 picks a free port.",
            ) from error
        raise UsageError(
            f"Cannot listen on {host}:{port}: {error.strerror or error}.",
            hint="Try --host 127.0.0.1, or another --port.",
        ) from error
    return listening


def own_names(host: str, port: int, more: Sequence[str]) -> frozenset[str]:
    """Values of the Host header that are ours."""
    names = {"127.0.0.1", "localhost", *(name.lower() for name in more)}
    if host not in ("0.0.0.0", "::"):
        names.add(f"[{host}]" if ":" in host else host.lower())
    with_port = {
        name if name.rpartition(":")[2].isdigit() and not name.startswith("[") else f"{name}:{port}"
        for name in names
    }
    return frozenset(with_port | (names if port == 80 else set()))


def make_data_folder(settings: Settings) -> None:
    try:
        settings.data_dir.mkdir(parents=True, exist_ok=True)
        writable = os.access(settings.data_dir, os.W_OK | os.X_OK)
        reason = "no permission"
    except OSError as error:
        writable, reason = False, error.strerror or str(error)
    if not writable:
        raise UsageError(
            f"The data folder {settings.data_dir} cannot be written to ({reason}).",
            hint="Name another one in PRESSCHECK_DATA_DIR.",
        )


class _Server(uvicorn.Server):
    """Ends what is under way before it waits for connections, so that open streams end too."""

    def __init__(self, config: uvicorn.Config, press: Press, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._press = press
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if not self.should_exit:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._press.jobs.close()
        await super().shutdown(sockets=sockets)
        # Here, and not after serving: uvicorn raises the signal again, which may end the process.
        await self._press.close()


async def _stop_when_set(server: uvicorn.Server, stop: asyncio.Event) -> None:
    await stop.wait()
    server.should_exit = True


async def serve_app(
    settings: Settings,
    *,
    allow_host: Sequence[str] = (),
    on_ready: Callable[[str], None],
    stop: asyncio.Event | None = None,
) -> None:
    """Serve until a signal comes or `stop` is set. `on_ready` is given the address to open."""
    host = settings.host
    token = settings.token.get_secret_value() if settings.token else None
    if not is_loopback(host) and token is None:
        token = secrets.token_urlsafe(24)
    make_data_folder(settings)
    listening = bind(host, settings.port)
    port = int(listening.getsockname()[1])
    shown = "127.0.0.1" if host in ("0.0.0.0", "::") or is_loopback(host) else host
    address = f"http://{shown}:{port}/" + (f"?token={token}" if token else "")
    try:
        press = await Press.open(settings, names=PreviewNames(port))
    except BaseException:
        listening.close()
        raise
    app = create_app(press, hosts=own_names(host, port, allow_host), token=token)
    config = uvicorn.Config(
        app,
        lifespan="off",
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    server = _Server(config, press, lambda: on_ready(address))
    watcher = asyncio.create_task(_stop_when_set(server, stop)) if stop else None
    try:
        await server.serve(sockets=[listening])
    finally:
        listening.close()
        if watcher is not None:
            watcher.cancel()
        await press.close()
