"""Windows that are dragged: they follow the mouse, both ways, and stay where they are dropped."""

from __future__ import annotations

from presscheck.scoring.context import ProbeContext
from presscheck.scoring.outcome import ProbeOutcome
from presscheck.scoring.probes import NoParams, probe
from presscheck.scoring.probes.desktops import some_windows
from presscheck.scoring.windows import Frame, again, frames, grip, on_top

FAR = 24
"""Less than so many CSS pixels is no answer to a drag of more than a hundred."""


@probe("window-drag", params=NoParams)
async def window_drag(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """A window moves by its title bar, sideways and up and down, and stays where it is let go."""
    standing = await some_windows(ctx, 1)
    if not standing:
        return ctx.not_offered("no window could be opened to drag")
    frame = await _free_one(ctx, standing)
    start = frame.box
    x, y = grip(await ctx.snapshot(), frame)
    dx, dy = _room(ctx, frame)
    effect = await ctx.drag((x, y), by=(dx, dy), picture=True)
    now = again(await ctx.snapshot(), frame)
    if now is None:
        return ctx.failed(f"{frame} vanished while it was dragged")
    went = now.box.x - start.x, now.box.y - start.y
    if abs(went[0]) < FAR and abs(went[1]) < FAR:
        why = f" ({effect.errors[0]})" if effect.errors else ""
        return ctx.failed(f"{frame} stays where it is when its title bar is dragged{why}")
    for asked, moved, name in ((dx, went[0], "sideways"), (dy, went[1], "up and down")):
        if moved * asked <= 0 or abs(moved) < 0.4 * abs(asked):
            return ctx.failed(
                f"{frame} was dragged by {dx:+.0f}, {dy:+.0f} and moved by "
                f"{went[0]:+.0f}, {went[1]:+.0f}: not {name} as the mouse did"
            )
    # After it is let go it must not follow the mouse any more.
    await ctx.session.page.move(x + dx + 90, y + dy + 70, steps=4)
    ctx.session.dirty = True
    await ctx.advance(200)
    later = again(await ctx.snapshot(), frame)
    if later is None or abs(later.box.x - now.box.x) > 2 or abs(later.box.y - now.box.y) > 2:
        return ctx.failed(f"{frame} keeps following the mouse after it was let go")
    return ctx.passed(f"{frame} moves by {went[0]:+.0f}, {went[1]:+.0f} and stays there")


async def _free_one(ctx: ProbeContext, standing: list[Frame]) -> Frame:
    """The window whose title bar nothing covers."""
    for frame in reversed(standing):
        if await on_top(ctx, frame, *grip(await ctx.snapshot(), frame)):
            return frame
    return frames(await ctx.snapshot())[-1]


def _room(ctx: ProbeContext, frame: Frame) -> tuple[float, float]:
    """A way to drag that leaves the window inside the viewport."""
    width, height = ctx.now.viewport
    dx = 130.0 if frame.box.right + 140 < width else -130.0
    dy = 80.0 if frame.box.bottom + 150 < height else -80.0
    if dy < 0 and frame.box.y < 90:
        dy = 60.0
    if dx < 0 and frame.box.x < 140:
        dx = 60.0
    return dx, dy
