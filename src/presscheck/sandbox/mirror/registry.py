"""Asking an npm registry for metadata and archives."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from urllib.parse import quote, urlsplit

import httpx
from pydantic import BaseModel, Field

from presscheck.core.errors import PresscheckError
from presscheck.sandbox.mirror.faults import NotThere, OutOfReach
from presscheck.sandbox.mirror.npm_config import NpmConfig, default_registry
from presscheck.sandbox.mirror.tarball import Damaged, check_integrity, integrity_of

_ABBREVIATED = "application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8"
_TIMEOUT = httpx.Timeout(30.0, connect=8.0)
_WHOLE_S = 180.0
_MAX_METADATA_BYTES = 128 << 20
_MAX_ARCHIVE_BYTES = 512 << 20
_TRIES = 3
_REST_S = 30.0
"""After a registry could not be reached, this long nobody else waits for it again."""

_HINT = "Check the network and the npm configuration; `presscheck mirror prefetch` stocks a mirror."


class Release(BaseModel):
    """One version: where its archive is, and the hash it must have."""

    tarball: str
    integrity: str


class Packument(BaseModel):
    """What a registry knows of a package, cut down to what resolving needs."""

    package: str
    tags: dict[str, str] = Field(default_factory=dict)
    releases: dict[str, Release] = Field(default_factory=dict)


@dataclass(slots=True)
class _Rest:
    until: float = 0.0
    why: str = ""


class Registry:
    """One HTTP client for the configured registry. `offline` never touches the network."""

    def __init__(self, config: NpmConfig | None = None, *, offline: bool = False) -> None:
        self.config = config or NpmConfig.read()
        self.offline = offline
        self._default: str | None = None
        self._client: httpx.AsyncClient | None = None
        self._rest = _Rest()
        self._asking = asyncio.Lock()

    async def close(self) -> None:
        if self._client is not None:
            await self._client.aclose()
            self._client = None

    async def reach(self) -> str:
        """The registry's address, without credentials, once it has answered. Raises OutOfReach."""
        address = await self._address("")
        parts = urlsplit(address)
        shown = parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
        url = f"{address}/-/ping"
        authorization = self.config.authorization_for(url)
        headers = {"Authorization": authorization} if authorization else {}
        try:
            status, _ = await self._get_once(url, _MAX_METADATA_BYTES, headers)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            why = str(error) or type(error).__name__
            raise OutOfReach(f"{shown} does not answer ({why})", hint=_HINT) from error
        # Not every registry knows npm's ping: that it answers is enough.
        if status in (401, 403, 407) or status >= 500:
            raise OutOfReach(f"{shown} answers with status {status}", hint=_HINT)
        return shown

    async def packument(self, package: str) -> Packument:
        """Raises NotThere where the registry knows no such package, OutOfReach."""
        address = await self._address(package)
        body = await self._get(
            f"{address}/{quote(package, safe='@')}",
            package,
            _MAX_METADATA_BYTES,
            {"Accept": _ABBREVIATED},
        )
        return _parse(package, body)

    async def archive(self, package: str, version: str, release: Release) -> bytes:
        """The archive, checked. Damaged ones are fetched again, and never returned."""
        what = f"{package}@{version}"
        last: Damaged | None = None
        for _ in range(_TRIES):
            body = await self._archive_from_any(package, what, release)
            try:
                check_integrity(body, release.integrity, what)
            except Damaged as error:
                last = error
                continue
            return body
        raise OutOfReach(
            f"The registry gives a damaged archive: {last}",
            hint="Try again later, or use another registry.",
        )

    async def _archive_from_any(self, package: str, what: str, release: Release) -> bytes:
        """From the configured registry first, even where its metadata names another host: a company
        proxy passes metadata on as it is, and only the proxy can be reached."""
        address = await self._address(package)
        named = release.tarball
        places = [named]
        if urlsplit(named).netloc != urlsplit(address).netloc:
            file_name = urlsplit(named).path.rpartition("/")[2]
            places.insert(0, f"{address}/{quote(package, safe='@/')}/-/{file_name}")
        for place in places[:-1]:
            try:
                return await self._get(place, what, _MAX_ARCHIVE_BYTES, {})
            except NotThere:
                continue
        return await self._get(places[-1], what, _MAX_ARCHIVE_BYTES, {})

    async def _address(self, package: str) -> str:
        if self.offline:
            raise OutOfReach(_unreachable(package, "working offline"), hint=_HINT)
        if named := self.config.registry_for(package):
            return named
        async with self._asking:
            if self._default is None:
                try:
                    self._default = await default_registry()
                except PresscheckError as error:
                    raise OutOfReach(
                        _unreachable(package, error.message), hint=error.hint
                    ) from error
            return self._default

    async def _get(self, url: str, what: str, limit: int, headers: dict[str, str]) -> bytes:
        if time.monotonic() < self._rest.until:
            raise OutOfReach(_unreachable(what, self._rest.why), hint=_HINT)
        if authorization := self.config.authorization_for(url):
            headers = {**headers, "Authorization": authorization}
        why = ""
        for attempt in range(_TRIES):
            if attempt:
                await asyncio.sleep(0.3 * attempt)
            try:
                async with asyncio.timeout(_WHOLE_S):
                    status, body = await self._get_once(url, limit, headers)
            except (httpx.ConnectError, httpx.ConnectTimeout, httpx.InvalidURL) as error:
                why = str(error) or type(error).__name__
                break
            except (httpx.HTTPError, TimeoutError) as error:
                why = str(error) or type(error).__name__
                continue
            if status == 200:
                return body
            if status in (404, 405, 410):
                raise NotThere(f"{what} is not in the registry")
            if status in (401, 403):
                raise OutOfReach(
                    f"The registry refuses {what} (status {status}).",
                    hint="Check the keys in the npm configuration.",
                )
            why = f"status {status}"
        self._rest = _Rest(time.monotonic() + _REST_S, why)
        raise OutOfReach(_unreachable(what, why), hint=_HINT)

    async def _get_once(self, url: str, limit: int, headers: dict[str, str]) -> tuple[int, bytes]:
        async with self._http().stream("GET", url, headers=headers) as response:
            body = bytearray()
            async for block in response.aiter_bytes():
                body += block
                if len(body) > limit:
                    raise httpx.DecodingError(f"more than {limit >> 20} MB")
            return response.status_code, bytes(body)

    def _http(self) -> httpx.AsyncClient:
        if self._client is None:
            self._client = httpx.AsyncClient(
                verify=self.config.tls(),
                proxy=self.config.proxy,
                timeout=_TIMEOUT,
                follow_redirects=True,
                limits=httpx.Limits(max_connections=8),
            )
        return self._client


def _unreachable(what: str, why: str) -> str:
    return f"{what} is not in the mirror and the registry cannot be reached ({why})."


def _parse(package: str, body: bytes) -> Packument:
    raw = httpx.Response(200, content=body)
    try:
        data = raw.json()
        releases = {
            version: Release(
                tarball=str(entry["dist"]["tarball"]), integrity=integrity_of(entry["dist"])
            )
            for version, entry in data.get("versions", {}).items()
        }
        return Packument(package=package, tags=data.get("dist-tags", {}), releases=releases)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise OutOfReach(
            f"The registry's answer about {package} is no package metadata.",
            hint="Check the registry's address in the npm configuration.",
        ) from error
