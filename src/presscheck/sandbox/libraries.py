"""Where a sealed page's libraries come from: the seam that the mirror fills."""

from __future__ import annotations

from typing import Protocol

from pydantic import BaseModel, Field

from presscheck.core.scorecard import Library


class LibraryAnswer(BaseModel):
    """What is served for a URL, and the record of it for the scorecard."""

    status: int
    body: bytes = b""
    media_type: str = "application/octet-stream"
    headers: dict[str, str] = Field(default_factory=dict)
    library: Library


class LibrarySource(Protocol):
    """Answers for public URLs without ever passing the page's request on."""

    async def fetch(self, url: str) -> LibraryAnswer: ...


class NoLibraries:
    """The policy `none`: every library is refused."""

    async def fetch(self, url: str) -> LibraryAnswer:
        return LibraryAnswer(status=403, library=Library(url=url, state="refused"))
