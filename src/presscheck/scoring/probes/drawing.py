"""Canvases to draw on: a stroke appears, has the chosen colour and width, goes away again."""

from __future__ import annotations

import io
import re

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from presscheck.scoring.context import ProbeContext
from presscheck.scoring.outcome import ProbeOutcome
from presscheck.scoring.probes import NoParams, probe
from presscheck.scoring.snapshot import Element, Snapshot

_ERASE = re.compile(r"eras|rubber|橡皮|擦", re.I)
_UNDO = re.compile(r"undo|↶|↩|⎌|撤销|撤回", re.I)
_CLEAR = re.compile(r"clear|reset|new|delete all|清空|清除|清屏|🗑", re.I)
_SIZE = re.compile(r"size|width|thick|brush|stroke|粗细|大小|笔刷|线宽", re.I)
_COLOUR = re.compile(r"colou?r|swatch|palette|red|blue|green|颜色|色", re.I)
MIN_AREA = 30_000
VISIBLE = 0.0005


def _surface(snapshot: Snapshot) -> Element | None:
    """The largest canvas or SVG: what is drawn on."""
    found = [e for e in snapshot.shown if e.tag in ("canvas", "svg") and e.box.area >= MIN_AREA]
    return max(found, key=lambda e: e.box.area, default=None)


async def _pixels(ctx: ProbeContext, surface: Element) -> NDArray[np.int16]:
    await ctx.session.page.move(1, 1)
    png = await ctx.picture(surface)
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB")).astype(np.int16)


def _ink(before: NDArray[np.int16], after: NDArray[np.int16]) -> NDArray[np.bool_]:
    if before.shape != after.shape:
        return np.zeros(after.shape[:2], dtype=bool)
    changed: NDArray[np.bool_] = np.abs(before - after).max(axis=2) > 24
    return changed


async def _stroke(
    ctx: ProbeContext, surface: Element, row: float
) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Draw a bent line at a height of the surface; its pixels before and after."""
    before = await _pixels(ctx, surface)
    box = surface.box
    path = [
        box.at(share, row + (0.06 if i % 2 else 0))
        for i, share in enumerate((0.25, 0.35, 0.45, 0.55, 0.65))
    ]
    await ctx.drag(path[0], path=path[1:], picture=True)
    return before, await _pixels(ctx, surface)


async def _tool(ctx: ProbeContext, pattern: re.Pattern[str]) -> list[Element]:
    return [
        e
        for e in (await ctx.snapshot()).controls()
        if e.enabled
        and (pattern.search(e.label) or pattern.search(e.hint) or pattern.search(e.words))
    ]


async def _start(ctx: ProbeContext) -> Element | ProbeOutcome:
    surface = _surface(await ctx.snapshot())
    if surface is None:
        return ctx.not_offered("there is no canvas to draw on")
    return surface


@probe("draw-stroke", params=NoParams)
async def draw_stroke(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """Dragging over the canvas leaves a stroke where the mouse went."""
    surface = await _start(ctx)
    if isinstance(surface, ProbeOutcome):
        return surface
    before, after = await _stroke(ctx, surface, 0.4)
    ink = _ink(before, after)
    if ink.mean() < VISIBLE:
        return ctx.failed("dragging over the canvas leaves nothing on it")
    rows = np.nonzero(ink.any(axis=1))[0] / ink.shape[0]
    if abs(float(np.median(rows)) - 0.43) > 0.15:
        return ctx.failed("a stroke appears, but not where the mouse went")
    return ctx.passed("a stroke appears where the mouse went")


@probe("draw-colour", params=NoParams)
async def draw_colour(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """A stroke after another colour was chosen has another colour."""
    surface = await _start(ctx)
    if isinstance(surface, ProbeOutcome):
        return surface
    first = _colour_of(*await _stroke(ctx, surface, 0.25))
    if first is None:
        return ctx.failed("no stroke appears, so it has no colour")
    pickers = [e for e in (await ctx.snapshot()).shown if e.role == "colour" and e.enabled]
    choices = pickers or await _tool(ctx, _COLOUR)
    if not choices:
        return ctx.not_offered("nothing is there to choose a colour")
    for i, choice in enumerate(choices[:5]):
        current = await ctx.again(choice)
        if current is None:
            continue
        if current.role == "colour":
            await ctx.set(current, "#e01b24")
        elif current.options:
            await ctx.choose(current, current.options[-1])
        else:
            await ctx.click(current)
        second = _colour_of(*await _stroke(ctx, surface, 0.4 + 0.1 * i))
        if second is not None and float(np.abs(second - first).max()) > 40:
            return ctx.passed("a stroke takes the colour that was chosen")
    return ctx.failed("strokes keep their colour whatever is chosen")


def _colour_of(before: NDArray[np.int16], after: NDArray[np.int16]) -> NDArray[np.float64] | None:
    ink = _ink(before, after)
    if ink.mean() < VISIBLE:
        return None
    colour: NDArray[np.float64] = np.median(after[ink], axis=0)
    return colour


@probe("draw-size", params=NoParams)
async def draw_size(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """A larger brush makes a wider stroke."""
    surface = await _start(ctx)
    if isinstance(surface, ProbeOutcome):
        return surface
    first = float(_ink(*await _stroke(ctx, surface, 0.25)).mean())
    if first < VISIBLE:
        return ctx.failed("no stroke appears, so it has no width")
    sizes = [e for e in await _tool(ctx, _SIZE) if e.tag != "canvas"]
    sizes.sort(key=lambda e: e.role != "slider" and not e.options)
    if not sizes:
        return ctx.not_offered("nothing is there to choose a brush size")
    for i, size in enumerate(sizes[:3]):
        for share in (1.0, 0.0):
            current = await ctx.again(size)
            if current is None:
                break
            if current.span or current.options or current.role == "slider":
                await ctx.set(current, share, relative=True)
            else:
                await ctx.click(current)
            row = 0.4 + 0.12 * i + (0.06 if share == 0 else 0)
            second = float(_ink(*await _stroke(ctx, surface, row)).mean())
            if second > 1.4 * first or VISIBLE / 10 < second < 0.7 * first:
                return ctx.passed("the width of the stroke follows the brush size")
    return ctx.failed("strokes keep their width whatever size is chosen")


@probe("draw-erase", params=NoParams)
async def draw_erase(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """The eraser takes away what was drawn."""
    return await _takes_away(ctx, _ERASE, "the eraser", drag=True)


@probe("draw-undo", params=NoParams)
async def draw_undo(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """Undo takes the last stroke away and leaves the one before."""
    surface = await _start(ctx)
    if isinstance(surface, ProbeOutcome):
        return surface
    _, one = await _stroke(ctx, surface, 0.25)
    _, two = await _stroke(ctx, surface, 0.6)
    if _ink(one, two).mean() < VISIBLE:
        return ctx.failed("no stroke appears, so none can be undone")
    buttons = await _tool(ctx, _UNDO)
    if buttons:
        await ctx.click(buttons[0], picture=True)
    else:
        await ctx.press("Control+z")
    after = await _pixels(ctx, surface)
    if _ink(one, after).mean() < VISIBLE / 2:
        return ctx.passed("undo takes the last stroke away and leaves the one before")
    if not buttons:
        return ctx.not_offered("there is no undo button, and Control+Z undoes nothing")
    if _ink(two, after).mean() < VISIBLE / 2:
        return ctx.failed("undo changes nothing")
    return ctx.failed("undo takes away more than the last stroke")


@probe("draw-clear", params=NoParams)
async def draw_clear(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """Clear empties the canvas."""
    return await _takes_away(ctx, _CLEAR, "the clear button", drag=False)


async def _takes_away(
    ctx: ProbeContext, pattern: re.Pattern[str], name: str, *, drag: bool
) -> ProbeOutcome:
    surface = await _start(ctx)
    if isinstance(surface, ProbeOutcome):
        return surface
    empty, drawn = await _stroke(ctx, surface, 0.4)
    ink = _ink(empty, drawn)
    if ink.mean() < VISIBLE:
        return ctx.failed("no stroke appears, so none can be taken away")
    tools = await _tool(ctx, pattern)
    if not tools:
        return ctx.not_offered(f"{name} was not found")
    await ctx.click(tools[0], picture=True)
    if drag:
        for _ in range(2):
            await _stroke(ctx, surface, 0.4)
    after = await _pixels(ctx, surface)
    left = float((_ink(empty, after) & ink).sum() / max(1, ink.sum()))
    if left < (0.6 if drag else 0.05):
        return ctx.passed(f"{name} takes away what was drawn")
    return ctx.failed(f"{name} leaves what was drawn")
