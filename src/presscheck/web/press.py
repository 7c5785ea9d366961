"""Everything that a running app holds: store, models, sandbox, work under way."""

from __future__ import annotations

import asyncio

from presscheck.core.plan import Plan
from presscheck.core.requirement import Requirement
from presscheck.core.settings import Settings
from presscheck.models import BuiltinModel
from presscheck.sandbox import Sandbox
from presscheck.sandbox.mirror import Mirror
from presscheck.scoring import Scorer
from presscheck.scoring.plan import make_plan
from presscheck.web.archive import Archive
from presscheck.web.hosts import PreviewNames
from presscheck.web.jobs import Jobs
from presscheck.web.preview import Shelf
from presscheck.workshop.doctor import Finding, examine
from presscheck.workshop.endpoints import Endpoints
from presscheck.workshop.keys import KeyRing


class Press:
    """One for each app; opened and closed with it."""

    def __init__(
        self,
        settings: Settings,
        archive: Archive,
        endpoints: Endpoints,
        builtin: BuiltinModel,
        *,
        names: PreviewNames,
    ) -> None:
        self.settings = settings
        self.archive = archive
        self.endpoints = endpoints
        self.names = names
        self.shelf = Shelf()
        self.jobs = Jobs(self)
        self._builtin = builtin
        self._mirror = Mirror(settings)
        self._sandbox: Sandbox | None = None
        self._scorer: Scorer | None = None
        self._opening = asyncio.Lock()
        self._closed = False
        # The planner reads its lexicon on first use; the first person need not wait for that.
        self._warming = asyncio.create_task(self.plan(Requirement.parse("a clock 时钟")))

    @classmethod
    async def open(cls, settings: Settings, *, names: PreviewNames) -> Press:
        """Raises PresscheckError where the data folder or the database cannot be used."""
        archive = await Archive.open(settings)
        builtin = BuiltinModel(settings)
        endpoints = Endpoints(
            archive.store,
            KeyRing.open(settings.data_dir),
            builtin,
            builtin_model=builtin.name,
            allowed=settings.allow_endpoint,
        )
        return cls(settings, archive, endpoints, builtin, names=names)

    async def scorer(self) -> Scorer:
        """The scorer; its browser is started on first use and kept warm."""
        async with self._opening:
            if self._scorer is None:
                sandbox = Sandbox(
                    self.settings,
                    libraries=self._mirror,
                    allow_unsealed=self.settings.allow_unsealed,
                )
                await sandbox.__aenter__()
                self._sandbox = sandbox
                self._scorer = Scorer(sandbox, pictures=self.archive.blobs)
            return self._scorer

    async def plan(self, requirement: Requirement) -> Plan:
        return await asyncio.to_thread(make_plan, requirement)

    async def findings(self) -> list[Finding]:
        return await examine(self.settings)

    async def close(self) -> None:
        """End what is under way, the browser, the built-in model; closing again does nothing."""
        if self._closed:
            return
        self._closed = True
        self._warming.cancel()
        await self.jobs.close()
        if self._sandbox is not None:
            await self._sandbox.__aexit__(None, None, None)
        await self._mirror.aclose()
        await self._builtin.stop()
        await self.archive.close()
