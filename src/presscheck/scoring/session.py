"""One page being operated: looking, acting under frozen time, keeping the record."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from presscheck.core.evidence import Mark, Picture
from presscheck.sandbox import SealedPage, Viewport
from presscheck.scoring.camera import shoot, unread_canvas
from presscheck.scoring.changes import Change
from presscheck.scoring.diff import Key, collapse, diff, keys_of, subtract
from presscheck.scoring.effect import NOTICEABLE_PIXELS, Effect
from presscheck.scoring.gestures import Gestures, Spot
from presscheck.scoring.inpage import InPage
from presscheck.scoring.locate import Found, same_thing
from presscheck.scoring.pictures import Pictures, changed_share
from presscheck.scoring.record import Recorder
from presscheck.scoring.snapshot import Box, Element, Snapshot, decode

Place = Element | Found | tuple[float, float]

SETTLE_MS = 400.0
"""The stretch of page time that passes before and after an action: longer than the usual
transition (0.2 to 0.4 s), shorter than what a person would call late."""

TICK_MS = 1100.0
TICKING = frozenset(["text", "value", "moved", "resized", "restyled", "redrawn"])
REMEMBERED_STRETCHES = 3
"""So many ambient stretches are remembered, so that what ticks once a second is known to tick."""


class Unreachable(Exception):
    """A person could not act on this place. Becomes an effect without changes, with the reason."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Session:
    """A loaded page, its latest snapshot, and the rules of acting on it."""

    def __init__(self, page: SealedPage, pictures: Pictures, *, settle: float = SETTLE_MS) -> None:
        self.page = page
        self.inside = InPage(page)
        self.hands = Gestures(page, self.inside)
        self.pictures = pictures
        self.record = Recorder()
        self.settle = settle
        self.time_ms = 0.0
        self._now: Snapshot | None = None
        self._stale = True
        self.dirty = False
        self._memory: list[frozenset[Key]] = []
        self.tickers = frozenset[Key]()
        self._mark = page.log.mark()

    # Looking

    @property
    def now(self) -> Snapshot:
        if self._now is None:
            raise RuntimeError("no snapshot was taken yet")
        return self._now

    async def snapshot(self) -> Snapshot:
        if self._stale or self._now is None:
            return await self.look()
        return self._now

    async def look(self) -> Snapshot:
        """Take a snapshot, whether or not something was done since the last one."""
        wire = await self.inside.call("snap", self._now is None)
        self._now = decode(self._now, wire, self.time_ms)
        self._stale = False
        return self._now

    async def again(self, element: Element) -> Element | None:
        snapshot = await self.snapshot()
        return snapshot.get(element.id) or same_thing(snapshot, element)

    async def picture(self, region: Box | Place | None = None) -> bytes:
        box = region if isinstance(region, Box) or region is None else await self._region(region)
        clip = None if box is None else _clip(box, self.now.viewport)
        return await shoot(self.page, clip)

    async def _region(self, place: Place) -> Box | None:
        if isinstance(place, tuple):
            return Box(place[0] - 40, place[1] - 40, 80, 80)
        current = await self.again(element_of(place))
        return current.box if current else None

    def errors(self) -> list[str]:
        return [f.text for f in self.page.log.since(self._mark).errors]

    def begin(self) -> None:
        """Start a new record: errors and evidence from here on belong to it."""
        self.record = Recorder()
        self._mark = self.page.log.mark()

    # Time

    async def advance(self, ms: float) -> Effect:
        before = await self.snapshot()
        await self._pass(ms)
        after = await self.look()
        raw = diff(before, after)
        effect = Effect(
            did=f"let {_span(ms)} pass",
            before=before,
            after=after,
            changes=tuple(collapse(raw, before, after)),
        )
        self.record.did(effect.did, f"page.clock.run_for({ms:.0f})")
        return effect

    async def advance_quietly(self, ms: float) -> None:
        """Let time pass without looking and without a line in the record."""
        await self._pass(ms)

    async def changed_since(self, png: bytes, box: Box, effect: Effect) -> float | None:
        """The share of pixels of a region that differ from an earlier picture; None where nothing
        does, or where the page changes anyway, so that pixels tell nothing."""
        if effect.ambient or effect.changes:
            return None
        share = changed_share(png, await self.picture(box))
        return share if share > NOTICEABLE_PIXELS else None

    async def _pass(self, ms: float, *, frame: bool = True) -> None:
        await self.page.advance(ms, frame=frame)
        self.time_ms += ms
        self.touched()

    async def reload(self) -> Snapshot:
        await self.page.reload()
        self.record.did("reload the page", "page.reload()", "page.clock.run_for(1000)")
        return await self._anew()

    async def fresh(self) -> Snapshot:
        await self.inside.call("wipe")
        await self.page.reload()
        self.record.did(
            "start over with empty storage",
            "page.evaluate('localStorage.clear(); sessionStorage.clear()')",
            "page.reload()",
            "page.clock.run_for(1000)",
        )
        return await self._anew()

    async def _anew(self) -> Snapshot:
        self._now = None
        self._memory.clear()
        self.dirty = False
        self.hands.mouse = (-1.0, -1.0)
        return await self.look()

    async def resize(self, width: int, height: int) -> Snapshot:
        await self.page.set_viewport(Viewport(width=width, height=height))
        self.record.did(
            f"make the window {width} × {height}",
            f"page.set_viewport_size({{'width': {width}, 'height': {height}}})",
        )
        await self._pass(self.settle)
        return await self.look()

    # Acting

    async def act(
        self,
        did: str,
        action: Callable[[], Awaitable[list[str] | None]],
        *,
        target: Element | None = None,
        settle: float | None = None,
        watch: Place | None = None,
        picture: bool = False,
        mark: Mark | None = None,
    ) -> Effect:
        """The rule of frozen time: let a stretch pass, act, let it pass again, subtract.

        `action` may return the lines of a script that repeat it.
        """
        stretch = self.settle if settle is None else settle
        start = await self.snapshot()
        canvas = unread_canvas(start)
        shots = [await self.picture(canvas)] if canvas else []
        await self._pass(stretch)
        before = await self.look()
        if canvas:
            shots.append(await self.picture(canvas))
        ambient = _beside(diff(start, before), target, before)
        self._remember(ambient)
        first, shot = await self._shots(picture, watch)
        seen = self.page.log.mark()
        self.page.log.doing = did
        lines = await action()
        await self._pass(stretch)
        after = await self.look()
        raw = diff(before, after)
        known = self.tickers.union(*self._memory)
        changes = collapse(subtract(raw, ambient, known), before, after)
        if canvas:
            shots.append(await self.picture(canvas))
            told = any(c.kind == "redrawn" for c in changes)
            changes += [] if told else _redrawn(canvas, shots)
        pixels = None
        if watch is not None or shot is not None:
            pixels = await self._pixels(watch, shot)
        effect = self._effect(
            did, before, after, changes, ambient, raw, seen, pixels, target, stretch
        )
        last = await self.pictures.keep(await shoot(self.page)) if picture else None
        self.record.add(
            effect,
            mark=mark,
            replay=[*(lines or []), f"page.clock.run_for({stretch:.0f})"],
            before=first,
            after=last,
        )
        return effect

    def _remember(self, ambient: Sequence[Change]) -> None:
        self._memory.append(frozenset(k for c in ambient for k in keys_of(c)))
        del self._memory[:-REMEMBERED_STRETCHES]

    async def _shots(
        self, picture: bool, watch: Place | None
    ) -> tuple[Picture | None, tuple[Box | None, bytes] | None]:
        first = None
        if picture and self.pictures.wanted:
            first = await self.pictures.keep(await shoot(self.page))
        if watch is None:
            return first, None
        box = await self._region(watch)
        return first, (box, await self.picture(box))

    async def _pixels(
        self, watch: Place | None, shot: tuple[Box | None, bytes] | None
    ) -> float | None:
        if shot is None:
            return None
        box, png = shot
        return changed_share(png, await self.picture(box))

    def _effect(
        self,
        did: str,
        before: Snapshot,
        after: Snapshot,
        changes: list[Change],
        ambient: list[Change],
        raw: list[Change],
        seen: tuple[int, ...],
        pixels: float | None,
        target: Element | None,
        stretch: float,
    ) -> Effect:
        news = self.page.log.since(seen)
        still = {k for c in raw for k in keys_of(c)}
        stopped = [c for c in ambient if not any(k in still for k in keys_of(c))]
        return Effect(
            did=did,
            before=before,
            after=after,
            changes=tuple(changes),
            ambient=tuple(ambient),
            stopped=tuple(collapse(stopped, before, after)),
            faults=tuple(news.errors),
            dialogs=tuple(news.dialogs),
            downloads=tuple(news.downloads),
            opened=tuple(dict.fromkeys([*news.popups, *(b.url for b in news.blocked)])),
            sounds=len(news.sounds),
            pixels=pixels,
            stretch=stretch,
            target=after.get(target.id) or target if target else None,
        )

    async def spot(
        self, place: Place, at: tuple[float, float] = (0.5, 0.5), *, exact: bool = False
    ) -> Spot:
        """Where to act on a place. Raises Unreachable where a person could not."""
        if isinstance(place, tuple):
            return Spot(x=place[0], y=place[1])
        element = await self.again(element_of(place))
        if element is None:
            raise Unreachable("it is no longer there")
        spot = await self.hands.aim(element, at, exact=exact)
        if spot.scrolled:
            self._stale = True
        if spot.gone or spot.outside or (spot.covered and not exact):
            raise Unreachable(spot.trouble)
        return spot

    async def approach(self, spot: Spot) -> None:
        """Move the mouse there before the ambient stretch begins, so that hover effects are not
        taken for the effect of what comes next."""
        if self.hands.mouse != (spot.x, spot.y):
            await self.snapshot()
            await self.hands.move(spot.x, spot.y)

    async def learn_tickers(self) -> None:
        """Learn what keeps changing by itself: whatever does so in two stretches of a good second
        each. It stays known after reloads, since the same page numbers its nodes alike."""
        stretches = []
        start = await self.snapshot()
        for _ in range(2):
            await self._pass(TICK_MS)
            end = await self.look()
            changes = [c for c in diff(start, end) if c.kind in TICKING]
            stretches.append(frozenset(k for c in changes for k in keys_of(c)))
            start = end
        self.tickers = stretches[0] & stretches[1]

    def touched(self) -> None:
        """Something was done to the page: the latest snapshot no longer holds."""
        self._stale = True
        self.dirty = True

    async def nothing(self, did: str, reason: str, target: Place) -> Effect:
        snapshot = await self.snapshot()
        element = None if isinstance(target, tuple) else element_of(target)
        effect = Effect(did, snapshot, snapshot, target=element, notes=(reason,), blocked=reason)
        self.record.add(effect)
        return effect


def _beside(ambient: list[Change], target: Element | None, after: Snapshot) -> list[Change]:
    """The ambient changes without the looks of the target and its parent: under the mouse they
    change by hovering, and must still count when they change by the action."""
    if target is None:
        return ambient
    own = {target.id, target.parent, *(e.id for e in after.inside(target.id))}
    return [
        c
        for c in ambient
        if c.kind not in ("restyled", "moved", "resized")
        or c.element is None
        or c.element.id not in own
    ]


def _redrawn(canvas: Element, shots: list[bytes]) -> list[Change]:
    """Whether the action changed a canvas of which only pictures tell: of before the ambient
    stretch, before the action, and after it."""
    going, share = changed_share(shots[0], shots[1]), changed_share(shots[1], shots[2])
    if share <= max(NOTICEABLE_PIXELS, 3 * going + 0.01 if going else 0):
        return []
    return [Change("redrawn", canvas, share=share)]


def element_of(place: Element | Found | tuple[float, float]) -> Element:
    if isinstance(place, tuple):
        raise TypeError("a point has no element")
    return place.element if isinstance(place, Found) else place


def element_at(place: Place) -> Element | None:
    return None if isinstance(place, tuple) else element_of(place)


def named(place: Place) -> str:
    if isinstance(place, tuple):
        return f"at {place[0]:.0f}, {place[1]:.0f}"
    return str(element_of(place))


def _clip(box: Box, viewport: tuple[float, float]) -> dict[str, float]:
    x, y = max(box.x, 0.0), max(box.y, 0.0)
    right, bottom = min(box.right, viewport[0]), min(box.bottom, viewport[1])
    return {"x": x, "y": y, "width": max(right - x, 1.0), "height": max(bottom - y, 1.0)}


def _span(ms: float) -> str:
    if ms < 1000:
        return f"{ms:.0f} ms"
    if ms < 120_000:
        return f"{ms / 1000:g} s"
    return f"{ms / 60_000:g} min"
