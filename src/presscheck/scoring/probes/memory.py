"""Memory games: a grid of cards that turn, pairs that stay, others that turn back, an end."""

from __future__ import annotations

from itertools import pairwise

from pydantic import BaseModel

from presscheck.scoring.cardgame import Record, card_grid, play
from presscheck.scoring.context import ProbeContext
from presscheck.scoring.outcome import ProbeOutcome
from presscheck.scoring.probes import NoParams, probe


class GridParams(BaseModel):
    rows: int = 4
    cols: int = 4


@probe("card-grid", params=GridParams)
async def grid(ctx: ProbeContext, params: GridParams) -> ProbeOutcome:
    """The cards lie in a grid of the asked size."""
    wanted = params.rows * params.cols
    cards, rows, columns = card_grid(await ctx.snapshot(), wanted)
    if not cards:
        record = await play(ctx, wanted)
        cards, rows, columns = record.cards, record.rows, record.columns
    if not cards:
        return ctx.not_offered("no cards in a grid were found")
    if {rows, columns} == {params.rows, params.cols}:
        return ctx.passed(f"{len(cards)} cards lie in {rows} rows and {columns} columns")
    return ctx.failed(
        f"{len(cards)} cards lie in {rows} rows and {columns} columns, "
        f"{params.rows} × {params.cols} were asked for"
    )


async def _played(ctx: ProbeContext) -> Record | ProbeOutcome:
    record = await play(ctx)
    if not record.cards:
        return ctx.not_offered("no cards in a grid were found")
    if not record.turns:
        why = f" ({record.errors[0]})" if record.errors else ""
        return ctx.failed(f"a click on a card does not turn it{why}")
    return record


@probe("card-flip", params=NoParams)
async def card_flip(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """A click on a card turns it, and its picture can be seen."""
    record = await _played(ctx)
    if isinstance(record, ProbeOutcome):
        return record
    if record.empty_face:
        return ctx.failed("a turned card looks empty: nothing can be seen on it")
    return ctx.passed("a click turns a card, and shows its picture")


@probe("pairs-stay", params=NoParams)
async def pairs_stay(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """Two equal cards stay open."""
    record = await _played(ctx)
    if isinstance(record, ProbeOutcome):
        return record
    if record.stays:
        return ctx.passed("equal cards stay open")
    if record.stays is None:
        return ctx.unsure("no equal pair could be turned")
    return ctx.failed("two equal cards turn back")


@probe("mismatch-hides", params=NoParams)
async def mismatch_hides(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """Two unequal cards turn back after a moment, and play goes on."""
    record = await _played(ctx)
    if isinstance(record, ProbeOutcome):
        return record
    if record.hides is None:
        return ctx.unsure("no unequal pair was turned")
    if not record.hides:
        return ctx.failed("after two unequal cards the game does not go on as it should")
    return ctx.passed("unequal cards turn back and play goes on")


@probe("move-counter", params=NoParams)
async def move_counter(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """A number on the page goes up with every pair of cards that is turned."""
    record = await _played(ctx)
    if isinstance(record, ProbeOutcome):
        return record
    rounds = [c for c in record.counts if c]
    if len(rounds) < 2:
        if not rounds:
            return ctx.not_offered("no number is shown beside the cards")
        return ctx.unsure("only one pair could be turned")
    width = min(len(c) for c in rounds)
    for column in range(width):
        steps = [b[column] - a[column] for a, b in pairwise(rounds)]
        if all(s > 0 for s in steps) and len(set(steps)) == 1 and steps[0] in (1, 2):
            start, end = rounds[0][column], rounds[-1][column]
            return ctx.passed(f"the counter goes from {start:g} to {end:g}, one step a pair")
    return ctx.failed(f"no number goes up with the {len(rounds)} pairs that were turned")


@probe("game-won", params=NoParams)
async def game_won(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """All pairs can be found, also after wrong tries, and the end is announced."""
    record = await _played(ctx)
    if isinstance(record, ProbeOutcome):
        return record
    if record.won:
        return ctx.passed(f"when all pairs are found it says “{record.won}”")
    if record.all_found:
        return ctx.failed("all pairs were found, but nothing announces it")
    return ctx.failed("the game cannot be played to its end")
