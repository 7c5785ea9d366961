"""The first stage: what loading the page shows, before anything is operated."""

from __future__ import annotations

from dataclasses import dataclass, field

from presscheck.core.scorecard import Observation, PageFault
from presscheck.sandbox import DESKTOP, Viewport
from presscheck.scoring.camera import shoot
from presscheck.scoring.faults import shown_faults
from presscheck.scoring.pictures import is_blank
from presscheck.scoring.session import Session
from presscheck.scoring.snapshot import Snapshot

PHONE = Viewport(width=390, height=844)
OVERFLOW_SLACK = 8.0
"""CSS pixels by which a page may be wider than the window before it counts as overflowing."""

MOSTLY = 0.5
_GRAPHIC_TAGS = frozenset(["canvas", "svg", "img", "video", "iframe"])
_FACTS = (
    "() => ({ doctype: document.doctype !== null,"
    " lang: (document.documentElement && document.documentElement.lang || '').slice(0, 40) })"
)
_WIDTH = (
    "() => Math.max(document.documentElement.scrollWidth,"
    " document.body ? document.body.scrollWidth : 0)"
)


@dataclass
class Loaded:
    """What the first look gave."""

    observation: Observation
    snapshot: Snapshot
    faults: list[PageFault] = field(default_factory=list)


async def observe(session: Session) -> Loaded:
    """Look at the page as it is right after loading."""
    log = session.page.log
    snapshot = await session.look()
    facts = await session.page.evaluate(_FACTS)
    png = None
    if session.pictures.wanted or not _has_content(snapshot):
        png = await shoot(session.page)
    observation = Observation(
        blank=png is not None and not _has_content(snapshot) and is_blank(png),
        doctype=bool(facts["doctype"]),
        lang=facts["lang"],
        text_chars=len(snapshot.text),
        overflow_desktop=await session.page.evaluate(_WIDTH) > DESKTOP.width + OVERFLOW_SLACK,
        dialogs=list(log.dialogs),
        popups=list(log.popups),
        desktop=await session.pictures.keep(png, "loaded, 1280 × 800") if png else None,
    )
    await session.learn_tickers()
    faults = list(log.errors) + shown_faults(snapshot, "load")
    if _mostly_unreadable(snapshot):
        text = "most of the text has the colour of what is behind it"
        faults.append(PageFault(kind="layout", text=text, when="load"))
    return Loaded(observation, snapshot, faults)


async def observe_phone(session: Session, observation: Observation) -> None:
    """Load the page anew at a phone's size; leaves the window at desktop size, the page dirty."""
    await session.page.set_viewport(PHONE)
    await session.fresh()
    observation.overflow_phone = await session.page.evaluate(_WIDTH) > PHONE.width + OVERFLOW_SLACK
    if session.pictures.wanted:
        png = await shoot(session.page)
        observation.phone = await session.pictures.keep(png, "loaded, 390 × 844")
    await session.page.set_viewport(DESKTOP)
    session.touched()


def _has_content(snapshot: Snapshot) -> bool:
    if snapshot.text:
        return True
    return any(e.tag in _GRAPHIC_TAGS and not _empty_canvas(e.canvas) for e in snapshot.shown)


def _empty_canvas(canvas: object) -> bool:
    return canvas is not None and bool(getattr(canvas, "blank", False))


def _mostly_unreadable(snapshot: Snapshot) -> bool:
    total = sum(len(e.text) for e in snapshot.shown)
    faint = sum(len(e.text) for e in snapshot.shown if e.has("faint"))
    return total > 0 and faint > MOSTLY * total
