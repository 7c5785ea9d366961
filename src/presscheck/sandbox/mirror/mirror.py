"""Answers for public library URLs out of npm packages, as the CDN itself would answer."""

from __future__ import annotations

import asyncio
import re
from types import TracebackType
from typing import Self

from presscheck.core.errors import PresscheckError
from presscheck.core.scorecard import Library
from presscheck.core.settings import Settings
from presscheck.sandbox.libraries import LibraryAnswer
from presscheck.sandbox.mirror import modules, tarball
from presscheck.sandbox.mirror.classify import classify
from presscheck.sandbox.mirror.entry import entry_path, find_file, module_path
from presscheck.sandbox.mirror.faults import NotThere, OutOfReach
from presscheck.sandbox.mirror.media import JAVASCRIPT, STYLE, is_javascript, media_type
from presscheck.sandbox.mirror.npm_config import NpmConfig
from presscheck.sandbox.mirror.packages import Packages
from presscheck.sandbox.mirror.registry import Registry
from presscheck.sandbox.mirror.specifiers import is_module
from presscheck.sandbox.mirror.store import CAP, MirrorStore
from presscheck.sandbox.mirror.targets import (
    Combined,
    Dead,
    FirstOf,
    FontSheet,
    Missing,
    PackageFile,
    with_note,
)

WAIT = 20.0
"""Seconds that one URL may take; a download goes on after that, for the next who asks."""

_CORS = {"Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin"}
_FONT_FILES = "https://cdn.jsdelivr.net/npm/"
"""Where the font files of a written style sheet are found: an address of the mirror itself."""
_URL = re.compile(r"url\((?P<quote>[\"']?)\./")


class Mirror:
    """A LibrarySource. May be used at once, or as an async context manager; `aclose` ends it."""

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        config: NpmConfig | None = None,
        wait: float = WAIT,
        cap: int = CAP,
        offline: bool = False,
    ) -> None:
        """`cap`: bytes on disk. `offline`: only what is held is served, nothing is asked for."""
        self.store = MirrorStore((settings or Settings()).mirror_dir, cap=cap)
        self.packages = Packages(self.store, Registry(config or NpmConfig.read(), offline=offline))
        self._wait = wait

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        await self.packages.aclose()

    async def fetch(self, url: str) -> LibraryAnswer:
        try:
            return await asyncio.wait_for(self._answer(url), self._wait)
        except TimeoutError:
            return _unavailable(url, f"not in the mirror, and not fetched within {self._wait:g} s")
        except NotThere as error:
            return _missing(url, 404, error.reason)
        except PresscheckError as error:
            # Out of reach, or set up wrongly here: either way not the page's fault.
            return _unavailable(url, error.message)

    async def _answer(self, url: str) -> LibraryAnswer:
        target = classify(url)
        if isinstance(target, PackageFile):
            return await self._first(url, (target,))
        if isinstance(target, FirstOf):
            return await self._first(url, target.files)
        if isinstance(target, Combined):
            return await self._combined(url, target)
        if isinstance(target, FontSheet):
            return await self._fonts(url, target)
        if isinstance(target, Missing):
            return _missing(url, 404, target.reason)
        if isinstance(target, Dead):
            return LibraryAnswer(
                status=502, library=Library(url=url, state="dead_host", resolved=target.reason)
            )
        return LibraryAnswer(
            status=403, library=Library(url=url, state="refused", resolved=target.reason)
        )

    async def _first(self, url: str, places: tuple[PackageFile, ...]) -> LibraryAnswer:
        """The first of the places that has it; where none has, the first one's reason."""
        reasons: list[str] = []
        for place in places:
            found = await self._look_in(url, place)
            if isinstance(found, LibraryAnswer):
                return found
            reasons.append(found)
        return _missing(url, 404, reasons[0])

    async def _look_in(self, url: str, asked: PackageFile) -> LibraryAnswer | str:
        """The answer, or why there is none."""
        version = await self.packages.resolve(asked.package, asked.spec or "latest")
        if version is None:
            return f"npm has no {asked.package}@{asked.spec or 'latest'}"
        names = await self.packages.names(asked.package, version)
        if asked.entry == "module" or asked.form != "as_is":
            return await self._module(url, asked, version, names)
        path: str | None = asked.path
        if not asked.path and asked.entry != "none":
            manifest = await self.packages.manifest(asked.package, version)
            path = entry_path(manifest, names, asked.entry)
        elif asked.adds_suffix:
            path = find_file(asked.path, names)
        if path is not None and path not in names and asked.minifies:
            path = path.replace(".min.", ".")
            asked = with_note(asked, "the CDN would minify it")
        if path is None or path not in names:
            return f"{asked.package}@{version} has no {asked.path or 'file for browsers'}"
        body = await self.packages.read(asked.package, version, path)
        return _served(url, body, media_type(path), _shown(asked, version, path))

    async def _module(
        self, url: str, asked: PackageFile, version: str, names: frozenset[str]
    ) -> LibraryAnswer | str:
        manifest = await self.packages.manifest(asked.package, version)
        if asked.path:
            path = module_path(manifest, names, asked.path)
        else:
            path = entry_path(manifest, names, "module")
        if path is None:
            return f"{asked.package}@{version} has no {asked.path or 'module'}"
        body = await self.packages.read(asked.package, version, path)
        if not is_javascript(path):
            return _served(url, body, media_type(path), _shown(asked, version, path))
        text = body.decode("utf-8", "replace")
        if await asyncio.to_thread(is_module, text):
            text = await asyncio.to_thread(modules.rewrite, text, asked, version, path, manifest)
        else:
            text = modules.wrap_common(text, asked, version, path, manifest)
            asked = with_note(asked, "made a module by the mirror")
        return _served(url, text.encode(), JAVASCRIPT, _shown(asked, version, path))

    async def _combined(self, url: str, asked: Combined) -> LibraryAnswer:
        parts = [await self._first(url, (file,)) for file in asked.files]
        wrong = next((part for part in parts if part.library.state != "served"), None)
        if wrong is not None:
            return wrong
        body = b"\n".join(part.body for part in parts)
        names = ", ".join(part.library.resolved for part in parts)
        return _served(url, body, parts[0].media_type, names)

    async def _fonts(self, url: str, asked: FontSheet) -> LibraryAnswer:
        """One sheet of all; a family that npm lacks leaves a gap, which is said."""
        texts: list[str] = []
        notes: list[str] = []
        for sheet in asked.sheets:
            found = await self._look_in(url, sheet)
            if isinstance(found, str):
                notes.append(f"{found}: left out")
                continue
            shown = found.library.resolved
            base = f"{_FONT_FILES}{shown.rpartition('/')[0]}/"
            texts.append(_URL.sub(rf"url(\g<quote>{base}", found.body.decode("utf-8", "replace")))
            notes.append(shown)
        if not texts:
            answer = _missing(url, 404, notes[0])
            return answer.model_copy(update={"media_type": STYLE, "body": b""})
        body = "\n".join(texts).encode()
        return _served(url, body, STYLE, f"{', '.join(notes)} ({asked.note})")

    async def fetch_pinned(self, package: str, version: str, path: str, integrity: str) -> bytes:
        """One file of an exact version, refused where its bytes are not those stated.

        `integrity` is the file's, as in subresource integrity. Raises OutOfReach, NotThere.
        """
        await self.packages.names(package, version)
        body = await self.packages.read(package, version, path)
        if not tarball.fits(body, integrity):
            raise OutOfReach(f"{package}@{version}/{path} is not the file that was pinned.")
        return body


def _shown(asked: PackageFile, version: str, path: str) -> str:
    return f"{asked.package}@{version}/{path}" + (f" ({asked.note})" if asked.note else "")


def _served(url: str, body: bytes, kind: str, resolved: str) -> LibraryAnswer:
    return LibraryAnswer(
        status=200,
        body=body,
        media_type=kind,
        headers=dict(_CORS),
        library=Library(url=url, state="served", resolved=resolved),
    )


def _missing(url: str, status: int, why: str) -> LibraryAnswer:
    return LibraryAnswer(
        status=status,
        media_type="text/plain; charset=utf-8",
        headers=dict(_CORS),
        library=Library(url=url, state="not_found", resolved=why, note=why),
    )


def _unavailable(url: str, why: str) -> LibraryAnswer:
    """For what the mirror could not get, though it may well exist."""
    answer = _missing(url, 504, why)
    decorative = isinstance(classify(url), FontSheet)
    library = answer.library.model_copy(update={"unavailable": True, "decorative": decorative})
    return answer.model_copy(update={"library": library})
