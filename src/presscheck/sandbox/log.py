"""What a page did while it was watched: errors, dialogs, requests, sounds."""

from __future__ import annotations

from dataclasses import dataclass, field, fields

from presscheck.core.scorecard import BlockedRequest, ErrorKind, Library, PageFault

CAP = 200
"""Entries kept of each kind; a page that floods is counted, not stored."""


@dataclass
class Entries:
    """The entries of a log, or those that came after a mark."""

    errors: list[PageFault] = field(default_factory=list)
    dialogs: list[str] = field(default_factory=list)
    popups: list[str] = field(default_factory=list)
    downloads: list[str] = field(default_factory=list)
    blocked: list[BlockedRequest] = field(default_factory=list)
    libraries: list[Library] = field(default_factory=list)
    sounds: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    """What the page asked the machine for: print, clipboard, full screen, camera."""


Mark = tuple[int, ...]


class PageLog(Entries):
    """Grows while the page is operated; `mark` and `since` cut out what one action brought."""

    def __init__(self) -> None:
        super().__init__()
        self.doing = "load"

    def mark(self) -> Mark:
        return tuple(len(getattr(self, f.name)) for f in fields(Entries))

    def since(self, mark: Mark) -> Entries:
        news = Entries()
        for f, start in zip(fields(Entries), mark, strict=True):
            setattr(news, f.name, getattr(self, f.name)[start:])
        return news

    def error(self, kind: ErrorKind, text: str) -> None:
        """Keep an error; the same one again within the same action is only counted."""
        text = text.strip()[:500]
        for known in self.errors:
            if known.kind == kind and known.text == text and known.when == self.doing:
                known.count += 1
                return
        if len(self.errors) < CAP:
            self.errors.append(PageFault(kind=kind, text=text, when=self.doing))

    def block(self, url: str, kind: str, reason: str) -> None:
        if len(self.blocked) < CAP:
            self.blocked.append(BlockedRequest(url=url[:500], kind=kind, reason=reason))

    def note(self, entries: list[str], text: str) -> None:
        if len(entries) < CAP:
            entries.append(text[:500])
