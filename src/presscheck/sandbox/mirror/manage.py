"""Stocking the mirror beforehand, and looking after what it holds."""

from __future__ import annotations

import asyncio
import html
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from urllib.parse import urljoin

from presscheck.core.errors import UsageError
from presscheck.sandbox.mirror.address import parse_named
from presscheck.sandbox.mirror.classify import classify
from presscheck.sandbox.mirror.faults import NotThere
from presscheck.sandbox.mirror.media import JAVASCRIPT
from presscheck.sandbox.mirror.mirror import Mirror
from presscheck.sandbox.mirror.specifiers import specifiers
from presscheck.sandbox.mirror.store import Held
from presscheck.sandbox.mirror.targets import Dead, Missing, Unknown

_URL = re.compile(r"""https?://[^\s"'<>()\\`]+""")
_MAX_URLS = 1000
"""URLs that one prefetch follows: modules may import each other in ever new addresses."""


@dataclass
class Stocked:
    """What a prefetch came to."""

    served: list[str] = field(default_factory=list)
    missing: dict[str, str] = field(default_factory=dict)
    """Why, by URL."""


async def add(mirror: Mirror, name: str) -> str:
    """Take in one package, written `name`, `name@version` or `name@range`; gives `name@version`.

    Raises UsageError where there is no such package or version, OutOfReach.
    """
    named = parse_named(name)
    if named is None or named.rest:
        raise UsageError(f"{name} names no package.", hint="Write it as in npm: name@version.")
    spec = named.spec or "latest"
    version = await mirror.packages.resolve(named.package, spec)
    if version is None:
        raise UsageError(f"The registry has no {named.package}@{spec}.")
    try:
        await mirror.packages.names(named.package, version)
    except NotThere as error:
        raise UsageError(f"{error.reason}.") from error
    return f"{named.package}@{version}"


def library_urls(page: str) -> list[str]:
    """The URLs in a page's text that the mirror has a source for, each once, in order."""
    found = dict.fromkeys(html.unescape(match[0]).rstrip(".,;") for match in _URL.finditer(page))
    return [url for url in found if not isinstance(classify(url), Missing | Dead | Unknown)]


async def prefetch(mirror: Mirror, urls: Iterable[str]) -> Stocked:
    """Fetch URLs, and what modules among them import, so that they are served offline."""
    stocked = Stocked()
    waiting = list(urls)
    seen: set[str] = set()
    while waiting and len(seen) < _MAX_URLS:
        url = waiting.pop(0)
        if url in seen:
            continue
        seen.add(url)
        answer = await mirror.fetch(url)
        if answer.library.state == "served":
            stocked.served.append(url)
            if answer.media_type == JAVASCRIPT:
                waiting += await asyncio.to_thread(_imports, url, answer.body)
        elif answer.library.unavailable or not url.endswith("/"):
            # An import map names folders; asking for one takes in its package, and that is all.
            stocked.missing[url] = answer.library.note or answer.library.resolved
    for url in waiting:
        if url not in seen:
            stocked.missing[url] = f"not come to: more than {_MAX_URLS} addresses"
    return stocked


def _imports(url: str, body: bytes) -> list[str]:
    names = [one.text for one in specifiers(body.decode("utf-8", "replace")) if not one.dynamic]
    return [urljoin(url, name) for name in names if name.startswith(("/", "./", "../", "https://"))]


async def verify(mirror: Mirror) -> tuple[list[Held], list[Held]]:
    """Check every package against its integrity. What is damaged is dropped, to be fetched anew
    when it is next asked for. Gives those that are whole, and those that were dropped."""
    whole: list[Held] = []
    damaged: list[Held] = []
    for held in await asyncio.to_thread(mirror.store.held):
        if await asyncio.to_thread(mirror.store.whole, held):
            whole.append(held)
        else:
            await asyncio.to_thread(mirror.store.drop, held.package, held.version)
            damaged.append(held)
    return whole, damaged
