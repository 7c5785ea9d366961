"""Playing a memory game through: turn pairs, remember, find them all. What was seen is kept."""

from __future__ import annotations

import io
import re
from collections import defaultdict
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

import numpy as np
from PIL import Image

from presscheck.scoring.context import ProbeContext
from presscheck.scoring.effect import Effect
from presscheck.scoring.snapshot import Box, Element, Snapshot

WON = re.compile(
    r"you (?:win|won|did it|found|matched)|congrat|well done|victory|complete|all (?:pairs|matched)"
    r"|🎉|🏆|bravo|great job|nice work|finished|solved|恭喜|胜利|赢|完成|通关|成功",
    re.I,
)
_START = re.compile(r"^\W*(start|play|new game|begin|开始|新游戏)", re.I)
TURN_MS = 450
"""Long enough for a card to show its face, and shorter than any game shows two unequal cards."""

WAIT_MS = 2_600
"""Games show two unequal cards for a second or two."""


@dataclass
class Record:
    """What came of playing. `faces` tells the cards apart; None where a face could not be read."""

    cards: list[Element] = field(default_factory=list)
    rows: int = 0
    columns: int = 0
    turns: bool = False
    empty_face: bool = False
    stays: bool | None = None
    hides: bool | None = None
    stuck: bool = False
    counts: list[list[float]] = field(default_factory=list)
    won: str = ""
    all_found: bool = False
    errors: tuple[str, ...] = ()


_played: WeakKeyDictionary[object, Record] = WeakKeyDictionary()


def card_grid(snapshot: Snapshot, count: int = 0) -> tuple[list[Element], int, int]:
    """Like-sized things that fill a grid, with its rows and columns: the cards on the table."""
    alike: dict[tuple[str, int, int], list[Element]] = defaultdict(list)
    for e in snapshot.shown:
        if e.box.w >= 24 and e.box.h >= 24 and e.tag not in ("svg", "path", "span"):
            alike[e.tag, round(e.box.w / 3), round(e.box.h / 3)].append(e)
    best: tuple[list[Element], int, int] = ([], 0, 0)
    for members in alike.values():
        places: dict[tuple[int, int], Element] = {}
        for e in members:
            # The outer element of a place comes first in document order.
            places.setdefault((round(e.box.x / 4), round(e.box.y / 4)), e)
        columns = len({x for x, _ in places})
        rows = len({y for _, y in places})
        if len(places) < 4 or rows * columns != len(places) or rows < 2 or columns < 2:
            continue
        if len(best[0]) == count > 0 and len(places) != count:
            continue
        fits = len(places) == count and len(best[0]) != count
        larger = len(places) > len(best[0])
        bigger = len(places) == len(best[0]) and _area(places) > _area_of(best[0])
        if fits or larger or bigger:
            best = (list(places.values()), rows, columns)
    return best


def _area(places: dict[tuple[int, int], Element]) -> float:
    return next(iter(places.values())).box.area


def _area_of(cards: list[Element]) -> float:
    return cards[0].box.area if cards else 0.0


async def play(ctx: ProbeContext, count: int = 16) -> Record:
    """Play the game through, once for a page: later checks read what was seen."""
    key = ctx.session.page
    if key in _played:
        return _played[key]
    record = Record()
    _played[key] = record
    cards, record.rows, record.columns = card_grid(await ctx.snapshot(), count)
    if not cards:
        for e in (await ctx.snapshot()).by_role("button"):
            if _START.search(e.label):
                await ctx.click(e)
                cards, record.rows, record.columns = card_grid(await ctx.snapshot(), count)
                break
    record.cards = cards
    if cards:
        await _Game(ctx, record).run()
        record.errors = tuple(ctx.errors())
    return record


class _Game:
    def __init__(self, ctx: ProbeContext, record: Record) -> None:
        self.ctx = ctx
        self.record = record
        self.boxes = [c.box for c in record.cards]
        self.faces: dict[int, bytes] = {}
        self.words: dict[int, str] = {}
        self.back_words = ""
        self.backs: dict[int, bytes] = {}
        self.found: set[int] = set()

    async def run(self) -> None:
        pictures = await self._pictures()
        self.backs = dict(enumerate(pictures))
        self.back_words = await self._words_on(0)
        for i in range(0, len(self.boxes) - 1, 2):
            if not await self._pair(i, i + 1):
                return
        await self._finish()

    async def _pictures(self) -> list[bytes]:
        """The inner part of every card."""
        png = await self.ctx.picture()
        whole = np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))
        return [_inner(whole, box) for box in self.boxes]

    async def _turn(self, i: int) -> bool:
        """Turn one card and read its face; false where nothing turns."""
        await self._press(i)
        now = (await self._pictures())[i]
        if now == self.backs[i]:
            return False
        self.faces[i] = now
        self.words[i] = await self._words_on(i)
        if i == 0:
            self.record.turns = True
            self.record.empty_face = _one_colour(now)
        return True

    async def _press(self, i: int) -> Effect:
        """Click a card and take the mouse away at once: what hovering does to it must be over when
        its face is read."""
        page = self.ctx.session.page
        x, y = self.boxes[i].centre

        async def action() -> list[str]:
            await page.move(x, y)
            await page.click(x, y)
            await page.move(2, 2)
            return [f"page.mouse.click({x:.0f}, {y:.0f})", "page.mouse.move(2, 2)"]

        did = f"click on card {i + 1}"
        return await self.ctx.act(did, action, settle=TURN_MS, picture=i == 0)

    async def _pair(self, a: int, b: int) -> bool:
        """Turn two cards that are not known yet; false where the game cannot go on."""
        record = self.record
        if not await self._turn(a) or not await self._turn(b):
            record.stuck = a > 0
            if a > 0 and record.hides:
                record.hides = False
            return False
        record.counts.append(await self._counts())
        equal = self._alike(a, b)
        await self.ctx.advance(WAIT_MS)
        now = await self._pictures()
        if equal:
            self._note_match(a, b, now)
            return True
        hidden = now[a] == self.backs[a] and now[b] == self.backs[b]
        record.hides = hidden if record.hides is None else record.hides and hidden
        return hidden

    async def _words_on(self, i: int) -> str:
        """What can be read on a card."""
        snapshot = await self.ctx.snapshot()
        inside = [e for e in snapshot.shown if e.text and self.boxes[i].encloses(e.box, 4)]
        return " ".join(e.text for e in inside)

    def _alike(self, a: int, b: int) -> bool:
        """Whether two cards show the same: the same words where there are any, else pictures that
        differ by no more than where their edges fall between pixels."""
        first, second = self.words[a], self.words[b]
        if first != self.back_words or second != self.back_words:
            return first == second
        return _same_picture(self.faces[a], self.faces[b])

    def _note_match(self, a: int, b: int, now: list[bytes]) -> None:
        stays = now[a] != self.backs[a] and now[b] != self.backs[b]
        self.record.stays = stays if self.record.stays is None else self.record.stays and stays
        if stays:
            self.found |= {a, b}

    async def _finish(self) -> None:
        """Turn the pairs that are known by now, and see whether the end is announced."""
        alike: list[list[int]] = []
        for i in self.faces:
            group = next((g for g in alike if self._alike(g[0], i)), None)
            if group is None:
                alike.append([i])
            else:
                group.append(i)
        before = await self.ctx.text()
        dialogs: list[str] = []
        for members in alike:
            left = [i for i in members if i not in self.found]
            for a, b in zip(left[::2], left[1::2], strict=False):
                for i in (a, b):
                    dialogs += (await self._press(i)).dialogs
                self.record.counts.append(await self._counts())
                effect = await self.ctx.advance(WAIT_MS / 2)
                dialogs += effect.dialogs
                self._note_match(a, b, await self._pictures())
        effect = await self.ctx.advance(WAIT_MS)
        dialogs += effect.dialogs
        self.record.all_found = len(self.found) == len(self.boxes)
        said = " ".join([_news(before, await self.ctx.text()), *dialogs])
        if match := WON.search(said):
            self.record.won = said[max(0, match.start() - 20) : match.end() + 30].strip()

    async def _counts(self) -> list[float]:
        """The numbers on the page outside of the cards."""
        snapshot = await self.ctx.snapshot()
        outside = [
            e
            for e in snapshot.shown
            if e.text and not any(box.encloses(e.box, 4) for box in self.boxes)
        ]
        return [float(n) for e in outside for n in re.findall(r"\d+", e.text)]


def _inner(whole: np.ndarray, box: Box) -> bytes:
    """The pixels of a card without its edge, coarse enough for the finest shades not to count."""
    x0, y0 = box.at(0.18, 0.18)
    x1, y1 = box.at(0.82, 0.82)
    part = whole[max(0, int(y0)) : int(y1), max(0, int(x0)) : int(x1)]
    return (part // 16).tobytes() if part.size else b""


SAME_PICTURE = 0.03
"""Share of pixels that may differ between two drawings of one picture at fractional places."""


def _same_picture(a: bytes, b: bytes) -> bool:
    if len(a) != len(b):
        return False
    one, two = (np.frombuffer(x, dtype=np.uint8).reshape(-1, 3).astype(int) for x in (a, b))
    return bool((np.abs(one - two).max(axis=1) > 3).mean() < SAME_PICTURE)


def _one_colour(pixels: bytes) -> bool:
    values = np.frombuffer(pixels, dtype=np.uint8).reshape(-1, 3)
    if not len(values):
        return True
    common = np.median(values, axis=0)
    differing = (np.abs(values.astype(int) - common).max(axis=1) > 1).mean()
    return bool(differing < 0.004)


def _news(before: str, after: str) -> str:
    known = set(before.split())
    return " ".join(w for w in after.split() if w not in known)
