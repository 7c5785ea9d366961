"""Games of any kind: they start, answer to keys, count, end, and can be started again."""

from __future__ import annotations

import re

from pydantic import BaseModel, Field

from presscheck.scoring.cardgame import card_grid
from presscheck.scoring.context import ProbeContext
from presscheck.scoring.outcome import ProbeOutcome
from presscheck.scoring.playing import (
    OVER,
    chase,
    field_of,
    going,
    says_over,
    score_of,
    signature,
    start_game,
)
from presscheck.scoring.probes import NoParams, probe
from presscheck.scoring.snapshot import Element

_RESTART = re.compile(
    r"restart|play again|new game|try again|reset|again|start|↻|🔄|重新|再来|再玩|重玩|新游戏|开始",
    re.I,
)
_ARROWS = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]
LONGEST_GAME_MS = 240_000


class KeysParams(BaseModel):
    keys: list[str] = Field(default_factory=lambda: list(_ARROWS))


@probe("game-starts", params=NoParams)
async def game_starts(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """The game can be got going: by itself, a button, a key or a click."""
    if await start_game(ctx):
        return ctx.passed("the game gets going")
    why = f" ({ctx.errors()[0]})" if ctx.errors() else ""
    field = field_of(await ctx.snapshot())
    if field is None:
        return ctx.not_offered("there is nothing to play on")
    effect = await ctx.click(field, at=(0.3, 0.3), picture=True)
    if effect.any:
        return ctx.passed(f"the game answers to a click: {effect.saw[0]}")
    return ctx.failed(f"neither a button, nor a key, nor a click gets the game going{why}")


@probe("game-moves", params=NoParams)
async def game_moves(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """Once started, something in the game moves on its own."""
    if not await start_game(ctx):
        why = f" ({ctx.errors()[0]})" if ctx.errors() else ""
        return ctx.failed(f"nothing in the game moves, whatever is pressed{why}")
    if going(await ctx.advance(1_200)):
        return ctx.passed("things in the game move on their own")
    return ctx.failed("the game stands still after it was started")


@probe("game-keys", params=KeysParams)
async def game_keys(ctx: ProbeContext, params: KeysParams) -> ProbeOutcome:
    """The keys steer: the same stretch of the game goes otherwise when one is pressed."""
    keys = params.keys or _ARROWS
    needed = min(2, len(keys))
    steering: list[str] = []
    without = await _run(ctx, None)
    if without is None:
        return ctx.failed("the game cannot be started, so keys steer nothing")
    for key in keys:
        with_key = await _run(ctx, key)
        if with_key is not None and with_key != without:
            steering.append(key)
        if len(steering) >= needed:
            return ctx.passed(f"{' and '.join(steering)} steer the game")
    if steering:
        return ctx.failed(f"of {', '.join(keys)} only {steering[0]} does anything")
    return ctx.failed(f"{', '.join(keys)} change nothing in the game")


async def _run(ctx: ProbeContext, key: str | None) -> tuple[object, ...] | None:
    """The same stretch of the game from its start, with or without a key pressed in it."""
    await ctx.fresh()
    if not await start_game(ctx):
        return None
    if key is not None:
        await ctx.session.page.press(key)
    ctx.session.dirty = True
    await ctx.advance(450)
    return signature(await ctx.snapshot())


@probe("game-score", params=NoParams)
async def game_score(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """The score that is shown rises when something is achieved."""
    if score_of(await ctx.snapshot()) is None and not await start_game(ctx):
        return ctx.not_offered("no score is shown, and the game cannot be started")
    start = score_of(await ctx.snapshot())
    if start is None:
        return ctx.not_offered("no score is shown")
    for _ in range(2):
        await ctx.fresh()
        await _begin(ctx)
        hunt = await chase(ctx)
        if hunt.rose > 0:
            return ctx.passed(f"the score rises by {hunt.rose:g} when something is caught")
        if hunt.caught >= 2:
            return ctx.failed(
                f"something was caught {hunt.caught} times; the score stays {start:g}"
            )
    rose, ended = await _play_wildly(ctx)
    if rose > 0:
        return ctx.passed(f"the score rises by {rose:g} in play")
    over = ", until the game ended" if ended else ""
    return ctx.failed(f"the game was played{over}, and the score stays {start:g}")


async def _begin(ctx: ProbeContext) -> None:
    """Have a game running that has only just begun: one that runs by itself may be lost by now."""
    snapshot = await ctx.snapshot()
    over = OVER.search(snapshot.text)
    buttons = _restarts(ctx)
    if over and buttons:
        await ctx.session.page.click(*buttons[0].box.centre)
        ctx.session.dirty = True
    elif not going(await ctx.advance(250)):
        await start_game(ctx)


async def _play_wildly(ctx: ProbeContext) -> tuple[float, bool]:
    """Press what a player would and click on the field, in a fixed order; how the score rose."""
    await ctx.fresh()
    await start_game(ctx)
    base = score_of(await ctx.snapshot()) or 0.0
    field = field_of(await ctx.snapshot())
    sequence = ("Space", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "ArrowRight")
    for step in range(36):
        await ctx.session.page.press(sequence[step % len(sequence)])
        if field is not None and step % 3 == 0:
            x, y = field.box.at((0.2 + 0.17 * step) % 1, (0.35 + 0.23 * step) % 1)
            await ctx.session.page.click(x, y)
        ctx.session.dirty = True
        effect = await ctx.advance(350)
        now = score_of(effect.after)
        if now is not None and now > base:
            return now - base, False
        if says_over(effect):
            return 0.0, True
    return 0.0, False


async def _to_the_end(ctx: ProbeContext) -> str:
    """Let the game run until it says that it is over; "" where it never does."""
    if not await start_game(ctx):
        return ""
    waited = 0
    idle = 0
    while waited < LONGEST_GAME_MS:
        step = 2_500 if waited < 30_000 else 12_000
        effect = await ctx.advance(step)
        if said := says_over(effect):
            return said
        idle = 0 if going(effect) else idle + 1
        if idle == 2:
            # It stopped without the usual words: what else is new on the page?
            new = [c.now for c in effect.of("appeared", "text") if re.search(r"[^\W\d]{3}", c.now)]
            return new[0][:60] if new else ""
        if waited >= 15_000:
            for key in ("Space", "ArrowDown", "ArrowUp"):
                await ctx.session.page.press(key)
            ctx.session.dirty = True
        waited += step
    return ""


@probe("game-over", params=NoParams)
async def game_over(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """A game that is left to itself is lost, and says so."""
    said = await _to_the_end(ctx)
    if said:
        return ctx.passed(f"the game ends and says “{said}”")
    if not going(await ctx.advance(1_000)):
        return ctx.failed("the game stops, but nothing says that it is over")
    return ctx.failed("the game goes on and never ends")


@probe("game-restart", params=NoParams)
async def game_restart(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """After the end a new game can be started, and it goes."""
    said = await _to_the_end(ctx)
    if not said:
        await ctx.fresh()
        await start_game(ctx)
    runs = bool(said) or going(await ctx.advance(600))
    if not runs:
        # On a board that nobody has touched, a new game looks like the old one.
        cells, _, _ = card_grid(await ctx.snapshot())
        if cells:
            await ctx.click(cells[0])
    buttons = _restarts(ctx)
    tried: list[str] = []
    for button in buttons[:3]:
        current = await ctx.again(button)
        if current is None or not current.shown:
            continue
        effect = await ctx.click(current, picture=True)
        tried.append(str(current))
        if await _goes_again(ctx):
            return ctx.passed(f"{current} starts a new game")
        # A game in turns stands still until the player moves: a new board is what counts.
        new_board = effect.of("appeared", "disappeared", "text", "restyled", "redrawn", "moved")
        if not runs and new_board and not effect.errors:
            return ctx.passed(f"{current} sets up a new game: {effect.saw[0]}")
    for key in ("Enter", "Space", "r"):
        await ctx.press(key)
        if await _goes_again(ctx):
            return ctx.passed(f"the key {key} starts a new game")
    if not tried:
        return ctx.not_offered("there is no way to start again")
    return ctx.failed(f"{tried[0]} starts no new game: nothing moves after it")


def _restarts(ctx: ProbeContext) -> list[Element]:
    found = [e for e in ctx.now.controls() if e.enabled and _RESTART.search(e.label)]
    return sorted(found, key=lambda e: not re.search(r"restart|again|重新|再", e.label, re.I))


async def _goes_again(ctx: ProbeContext) -> bool:
    """Whether a new game runs: something moves, perhaps after a key, and goes on moving."""
    for key in (None, "ArrowRight", "ArrowUp"):
        if key is not None:
            await ctx.press(key)
        first = await ctx.advance(500)
        if going(first) and not says_over(first):
            return True
    return False
