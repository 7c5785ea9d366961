"""Files of npm packages: from the store, or fetched once into it."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

from presscheck.sandbox.mirror import tarball
from presscheck.sandbox.mirror.faults import NotThere, OutOfReach
from presscheck.sandbox.mirror.flight import SingleFlight
from presscheck.sandbox.mirror.registry import Packument, Registry
from presscheck.sandbox.mirror.store import MirrorStore
from presscheck.sandbox.mirror.versions import choose_version, is_exact

_PACKUMENT_KEPT = 600.0
"""Seconds that a package document is taken for current."""


class Packages:
    """One flight for each thing that is asked for: those who ask meanwhile wait for the same."""

    def __init__(self, store: MirrorStore, registry: Registry) -> None:
        self._store = store
        self._registry = registry
        self._flight = SingleFlight()
        self._documents: dict[str, tuple[float, Packument | None]] = {}

    async def aclose(self) -> None:
        await self._flight.close()
        await self._registry.close()

    async def resolve(self, package: str, spec: str) -> str | None:
        """The version for a spec, pinned once it is known; None: there is none."""
        if is_exact(spec):
            held = await asyncio.to_thread(self._store.names, package, spec)
            if held is not None:
                return spec
        known = await asyncio.to_thread(self._store.pinned, package, spec)
        if known is not None:
            return known or None
        document = await self._document(package)
        found = None if document is None else choose_version(spec, document.releases, document.tags)
        await asyncio.to_thread(self._store.pin, package, spec, found or "")
        return found

    async def names(self, package: str, version: str) -> frozenset[str]:
        """The package's files; it is fetched where it is not held."""
        held = await asyncio.to_thread(self._store.names, package, version)
        if held is None:
            await self._flight.do(("take", package, version), lambda: self._take(package, version))
            held = await asyncio.to_thread(self._store.names, package, version)
        if held is None:
            raise OutOfReach(f"{package}@{version} could not be kept.")
        return held

    async def read(self, package: str, version: str, path: str) -> bytes:
        """A file that `names` listed. What is damaged on disk is fetched anew, once."""
        for _ in range(2):
            body = await asyncio.to_thread(self._store.read, package, version, path)
            if body is not None:
                return body
            await self.names(package, version)
        raise OutOfReach(f"{package}@{version} is damaged in the mirror and again when fetched.")

    async def manifest(self, package: str, version: str) -> dict[str, Any]:
        if "package.json" not in await self.names(package, version):
            return {}
        try:
            found = json.loads(await self.read(package, version, "package.json"))
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}

    async def _take(self, package: str, version: str) -> None:
        document = await self._document(package)
        release = None if document is None else document.releases.get(version)
        if release is None:
            raise NotThere(f"{package}@{version} is not in the registry")
        body = await self._registry.archive(package, version, release)
        try:
            await asyncio.to_thread(self._store.keep, package, version, release.integrity, body)
        except tarball.READ_ERRORS as error:
            raise OutOfReach(f"{package}@{version} is no readable package.") from error

    async def _document(self, package: str) -> Packument | None:
        """None: the registry knows no such package."""
        at, document = self._documents.get(package, (0.0, None))
        if at and time.monotonic() - at < _PACKUMENT_KEPT:
            return document
        return await self._flight.do(("document", package), lambda: self._ask(package))

    async def _ask(self, package: str) -> Packument | None:
        document: Packument | None
        try:
            document = await self._registry.packument(package)
        except NotThere:
            document = None
        self._documents[package] = (time.monotonic(), document)
        return document
