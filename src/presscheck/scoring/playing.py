"""Playing games: getting one started, telling what moves, chasing what is to be caught."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy import ndimage

from presscheck.scoring.context import ProbeContext
from presscheck.scoring.effect import Effect
from presscheck.scoring.snapshot import Element, Snapshot, numbers_in
from presscheck.scoring.stage import drawing_changed, stages

OVER = re.compile(
    r"game ?over|you (?:lose|lost|died|crashed|are dead)|final score|try again|play again|crash"
    r"|wasted|the end|restart\?|游戏结束|你输了|失败|再来一局|重新开始|撞|💀",
    re.I,
)
_START = re.compile(
    r"^\W*(start|play|begin|new game|go\b|launch|ready|开始|启动|新游戏|再来)|[▶►]", re.I
)
_SCORE = re.compile(r"score|points|得分|分数|积分|成绩|分[:：]", re.I)
_STARTING_KEYS = ("ArrowRight", "Enter", "Space", "ArrowUp")
TICK_MS = 100


def field_of(snapshot: Snapshot) -> Element | None:
    """Where the game is played: the largest drawing, else the largest grid of cells."""
    drawn = [e for e in stages(snapshot) if e.tag in ("canvas", "svg")]
    if drawn:
        return drawn[0]
    boards = [
        e
        for e in snapshot.shown
        if len(snapshot.children.get(e.id, ())) >= 9 and e.box.area > 10_000
    ]
    if boards:
        return max(boards, key=lambda e: (len(snapshot.children[e.id]), e.box.area))
    scenes = stages(snapshot)
    return scenes[0] if scenes else None


def going(effect: Effect) -> bool:
    """Whether something in the game moved."""
    return bool(drawing_changed(effect)) or any(
        c.kind in ("moved", "restyled", "appeared", "disappeared")
        and c.element is not None
        and c.element.role not in ("button", "link")
        and not re.search(r"\d+[:：]\d\d", c.now)
        for c in effect.changes
    )


async def start_game(ctx: ProbeContext) -> bool:
    """Get the game going as a person would: it runs, or a button, key or click starts it."""
    if going(await ctx.advance(700)):
        return True
    buttons = [e for e in (await ctx.snapshot()).controls() if e.enabled and _START.search(e.label)]
    for button in buttons[:2]:
        current = await ctx.again(button)
        if current is None:
            continue
        effect = await ctx.click(current, picture=True)
        if going(await ctx.advance(900)) or (effect.any and await _answers_keys(ctx)):
            return True
    for key in _STARTING_KEYS:
        await ctx.press(key)
        if going(await ctx.advance(700)):
            return True
    field = field_of(await ctx.snapshot())
    if field is not None:
        await ctx.click(field)
        return going(await ctx.advance(700))
    return False


async def _answers_keys(ctx: ProbeContext) -> bool:
    effect = await ctx.press("ArrowRight")
    return effect.any


def signature(snapshot: Snapshot) -> tuple[object, ...]:
    """What the page looks like, exactly: two runs under the same clock differ only by what was
    done in them."""
    return tuple(
        (e.tag, e.raw, e.value, e.box, e.style, e.geometry, e.canvas.digest if e.canvas else "")
        for e in snapshot.shown
    )


def score_texts(snapshot: Snapshot) -> dict[int, str]:
    """Elements that show a score: the label's own text, or the number beside it."""
    found: dict[int, str] = {}
    for e in snapshot.shown:
        own = snapshot.text_of(e)
        if not numbers_in(own) or len(own) > 40 or e.tag in ("body", "html"):
            continue
        parent = snapshot.get(e.parent)
        beside = snapshot.text_of(parent) if parent is not None else ""
        if (
            _SCORE.search(own)
            or _SCORE.search(e.words)
            or (len(beside) < 60 and _SCORE.search(beside))
        ):
            found[e.id] = own
    return found


def score_of(snapshot: Snapshot) -> float | None:
    """The score that is shown; of a score and a best score the first."""
    texts = score_texts(snapshot)
    for element_id, text in texts.items():
        e = snapshot.get(element_id)
        if e is not None and re.search(r"best|high|record|最高|纪录", f"{text} {e.words}", re.I):
            match = re.search(r"(?:score|得分|分数)\D{0,4}(\d+)", text, re.I)
            if match is None:
                continue
        match = re.search(r"(?:score|points|得分|分数|积分)\D{0,6}(-?\d[\d,]*)", text, re.I)
        if match:
            return float(match[1].replace(",", ""))
        numbers = numbers_in(text)
        if numbers:
            return numbers[0]
    return None


def says_over(effect: Effect) -> str:
    """The words that tell the end; "" where there are none."""
    said = " ".join(
        [
            *(c.now for c in effect.of("appeared", "text", "title") if c.now),
            *(
                c.element.label
                for c in effect.of("state", "appeared")
                if c.element is not None and c.now and c.what in ("shown", "")
            ),
            *effect.dialogs,
        ]
    )
    match = OVER.search(said)
    return said[max(0, match.start() - 15) : match.end() + 25].strip() if match else ""


@dataclass(frozen=True)
class Sighting:
    """What is seen on the field: places (x, y) in CSS pixels of the viewport."""

    head: tuple[float, float]
    prey: tuple[float, float]
    heading: tuple[float, float]


Image3 = NDArray[np.int16]


async def look(ctx: ProbeContext, field: Element) -> Image3:
    """The field's pixels, without the finest shades."""
    png = await ctx.picture(field)
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB")).astype(np.int16)


def spot_prey(frames: Sequence[Image3]) -> tuple[tuple[float, float], float] | None:
    """The small thing of a colour of its own that stands still while others move: its centre in
    the picture and the length of its side. None where there is none."""
    last = frames[-1]
    still = np.ones(last.shape[:2], dtype=bool)
    for frame in frames[:-1]:
        if frame.shape != last.shape:
            return None
        still &= np.abs(frame - last).max(axis=2) < 24
    background = np.median(last.reshape(-1, 3), axis=0)
    stands_out = (np.abs(last - background).max(axis=2) > 60) & still
    labels, count = ndimage.label(stands_out)
    if not count:
        return None
    height, width = stands_out.shape
    best: tuple[float, tuple[float, float], float] | None = None
    for i, area in enumerate(ndimage.find_objects(labels), start=1):
        ys, xs = area
        h, w = ys.stop - ys.start, xs.stop - xs.start
        touches = ys.start <= 1 or xs.start <= 1 or ys.stop >= height - 1 or xs.stop >= width - 1
        if not 4 <= w <= width / 5 or not 4 <= h <= height / 5 or (touches and max(w, h) > 40):
            continue
        filled = float((labels[area] == i).mean())
        colour = last[area][labels[area] == i].mean(axis=0)
        # Food is usually the most saturated thing on the board.
        vivid = float(colour.max() - colour.min()) + 40 * filled
        if best is None or vivid > best[0]:
            best = (vivid, ((xs.start + xs.stop) / 2, (ys.start + ys.stop) / 2), float(max(w, h)))
    return (best[1], best[2]) if best else None


def spot_mover(before: Image3, after: Image3) -> tuple[float, float] | None:
    """The centre of what is newly drawn between two pictures: the head of what moves."""
    if before.shape != after.shape:
        return None
    background = np.median(after.reshape(-1, 3), axis=0)
    # What was drawn there before is a body that changed its colour, not the head.
    was_free = np.abs(before - background).max(axis=2) < 40
    new = was_free & (np.abs(after - background).max(axis=2) > 40)
    if not new.any():
        return None
    ys, xs = np.nonzero(new)
    return float(xs.mean()), float(ys.mean())


_KEYS = {
    (1, 0): "ArrowRight",
    (-1, 0): "ArrowLeft",
    (0, 1): "ArrowDown",
    (0, -1): "ArrowUp",
}


@dataclass
class Hunt:
    """What came of a chase: how much the score rose, and how often something was caught."""

    rose: float = 0.0
    caught: int = 0


async def chase(ctx: ProbeContext, *, moves: int = 70) -> Hunt:
    """Steer what moves on its own to what lies still, by the arrow keys, until the score rises,
    something was caught twice in vain, or the game ends."""
    hunt = Hunt()
    field = field_of(await ctx.snapshot())
    if field is None:
        return hunt
    start = score_of(await ctx.snapshot())
    frames = [await look(ctx, field)]
    heading = (0, 0)
    last_head: tuple[float, float] | None = None
    last_prey: tuple[tuple[float, float], float] | None = None
    silent = 0
    for _ in range(moves):
        effect = await ctx.advance(TICK_MS)
        now = score_of(effect.after)
        if start is not None and now is not None and now > start:
            hunt.rose = now - start
            return hunt
        if says_over(effect) or hunt.caught >= 2:
            return hunt
        if not drawing_changed(effect) and not going(effect):
            silent += 1
            if silent > 12:
                return hunt
            continue
        silent = 0
        frames = [*frames[-3:], await look(ctx, field)]
        head = spot_mover(frames[-2], frames[-1])
        prey = spot_prey(frames)
        if head is None:
            continue
        heading = _heading(last_head, head) or heading
        last_head = head
        hunt.caught += _caught(last_prey, prey, head)
        last_prey = prey or last_prey
        if prey is not None and heading != (0, 0):
            await _steer(ctx, heading, head, prey)
    return hunt


def _caught(
    before: tuple[tuple[float, float], float] | None,
    now: tuple[tuple[float, float], float] | None,
    head: tuple[float, float],
) -> bool:
    """Whether the prey went elsewhere just when the head was upon it."""
    if before is None or now is None:
        return False
    (bx, by), side = before
    jumped = max(abs(now[0][0] - bx), abs(now[0][1] - by)) > side
    return jumped and max(abs(head[0] - bx), abs(head[1] - by)) < 2.2 * side


def _heading(
    before: tuple[float, float] | None, now: tuple[float, float]
) -> tuple[int, int] | None:
    """The way that the head went, as seen: what was pressed may have been ignored."""
    if before is None:
        return None
    dx, dy = now[0] - before[0], now[1] - before[1]
    if max(abs(dx), abs(dy)) < 2:
        return None
    return (int(np.sign(dx)), 0) if abs(dx) >= abs(dy) else (0, int(np.sign(dy)))


async def _steer(
    ctx: ProbeContext,
    heading: tuple[int, int],
    head: tuple[float, float],
    prey: tuple[tuple[float, float], float],
) -> None:
    """Turn towards the prey; where it lies straight behind, turn aside first."""
    (px, py), side = prey
    dx, dy = px - head[0], py - head[1]
    ways: list[tuple[int, int]] = []
    if abs(dx) > side * 0.55:
        ways.append((int(np.sign(dx)), 0))
    if abs(dy) > side * 0.55:
        ways.append((0, int(np.sign(dy))))
    if heading in ways:
        return
    possible = [way for way in ways if way != (-heading[0], -heading[1])]
    if not possible and ways:
        possible = [(0, 1) if heading[0] else (1, 0)]
    if possible:
        await ctx.session.page.press(_KEYS[possible[0]])
        ctx.session.dirty = True
