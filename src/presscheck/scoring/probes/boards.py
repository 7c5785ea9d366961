"""Boards: columns with headings, and cards that are dragged between them."""

from __future__ import annotations

from pydantic import BaseModel, Field

from presscheck.scoring.context import ProbeContext
from presscheck.scoring.entries import ensure_entries, row_of, showing
from presscheck.scoring.outcome import ProbeOutcome
from presscheck.scoring.probes import probe
from presscheck.scoring.repeats import Group, groups
from presscheck.scoring.snapshot import Element, Snapshot


class ColumnsParams(BaseModel):
    count: int = Field(default=3, ge=1)


class ThingParams(BaseModel):
    thing: str = ""


MIN_COLUMN_WIDTH = 90
MIN_COLUMN_HEIGHT = 60


def columns(snapshot: Snapshot) -> Group | None:
    """The set of tall, like things that stand side by side and cover the most of the page."""
    for group in groups(snapshot, least=2):
        if not group.in_a_row or any(m.tag in ("td", "th", "button") for m in group.members):
            continue
        if all(
            m.box.w >= MIN_COLUMN_WIDTH and m.box.h >= MIN_COLUMN_HEIGHT and snapshot.text_of(m)
            for m in group.members
        ):
            return group
    return None


@probe("columns-shown", params=ColumnsParams)
async def columns_shown(ctx: ProbeContext, params: ColumnsParams) -> ProbeOutcome:
    """As many titled columns stand side by side as the line asks for."""
    snapshot = await ctx.snapshot()
    found = columns(snapshot)
    if found is None:
        return ctx.not_offered("no columns stand side by side")
    titles = [_title(snapshot, m) for m in found.members]
    if len(found) != params.count:
        return ctx.failed(f"{len(found)} columns are shown, {params.count} were asked for")
    if not all(titles):
        return ctx.failed("a column has no title")
    return ctx.passed("columns " + ", ".join(f"“{t}”" for t in titles))


def _title(snapshot: Snapshot, column: Element) -> str:
    """The uppermost text of a column."""
    texts = [e for e in snapshot.inside(column) if e.shown and e.text]
    if not texts:
        return ""
    return min(texts, key=lambda e: (round(e.box.y), e.box.x)).text[:40]


@probe("drag-between", params=ThingParams)
async def drag_between(ctx: ProbeContext, params: ThingParams) -> ProbeOutcome:
    """A card is dragged from each column to the next, around the whole board, and stays there."""
    snapshot = await ctx.snapshot()
    board = columns(snapshot)
    if board is None:
        return ctx.not_offered("no columns stand side by side to drag between")
    text = await _a_card(ctx, board)
    if text is None:
        return ctx.unsure("no card was found on the board, and none could be added")
    board = columns(await ctx.snapshot()) or board
    home = _column_of(ctx.now, board, text)
    if home is None:
        return ctx.unsure(f"the card “{text}” is in no column")
    count = len(board)
    stations = [(home + step) % count for step in range(1, count + 1)]
    for goal in stations:
        board = columns(await ctx.snapshot()) or board
        card = await _card(ctx, board, text)
        if card is None:
            return ctx.failed(f"the card “{text}” got lost on the way")
        source = _column_of(ctx.now, board, text)
        target = board.members[goal]
        effect = await ctx.drag(card, onto=_landing(ctx.now, target), picture=True)
        board = columns(await ctx.snapshot()) or board
        arrived = _column_of(ctx.now, board, text)
        if arrived != goal:
            why = f" ({effect.errors[0]})" if effect.errors else ""
            title = _title(snapshot, target)
            back = "goes back" if arrived == source else "is lost" if arrived is None else "strays"
            return ctx.failed(f"“{text}” was dragged to the column “{title}” and {back}{why}")
    return ctx.passed(f"“{text}” was dragged around all {count} columns and stayed in each")


async def _a_card(ctx: ProbeContext, board: Group) -> str | None:
    """The text of a card that stands on the board; one is added where the board is empty."""
    snapshot = await ctx.snapshot()
    texts = _card_texts(snapshot, board)
    if texts:
        return texts[0]
    added = await ensure_entries(ctx, 1)
    return added[0] if added else None


def _card_texts(snapshot: Snapshot, board: Group) -> list[str]:
    """Texts of what looks like a card: draggable things first, then what stands below the title."""
    inside = [e for m in board.members for e in snapshot.inside(m) if e.shown and e.id != m.id]
    draggable = [e for e in inside if e.has("draggable")]
    cards = draggable or [
        e
        for e in inside
        if e.role not in ("heading", "button", "textbox")
        and e.tag in ("li", "article", "div")
        and e.css("decoration") == ""
        and 20 < e.box.h < 200
        and any(_below_title(snapshot, m, e) for m in board.members)
    ]
    texts: list[str] = []
    for card in cards:
        lines = [e.text for e in snapshot.inside(card) if e.shown and len(e.text) > 1]
        unique = [t for t in lines if len(showing(snapshot, t)) == 1]
        if unique:
            texts.append(max(unique, key=len))
    return texts


def _below_title(snapshot: Snapshot, column: Element, e: Element) -> bool:
    if not snapshot.is_inside(e, column) or e.id == column.id:
        return False
    title = _title(snapshot, column)
    return title not in snapshot.text_of(e) and e.box.y > column.box.y + 20


async def _card(ctx: ProbeContext, board: Group, text: str) -> Element | None:
    snapshot = await ctx.snapshot()
    found = showing(snapshot, text)
    if not found:
        return None
    chain = [found[-1], *snapshot.ancestors(found[-1])]
    draggable = next((e for e in chain if e.has("draggable")), None)
    if draggable is not None:
        return draggable
    others = [t for t in _card_texts(snapshot, board) if t != text]
    row = await row_of(ctx, text, others)
    if row is None or any(row.id == m.id for m in board.members):
        return found[-1]
    # A lone card's row would reach up to its column: stay below the column's title.
    while row.id != found[-1].id and row.box.h > 220:
        inner = [e for e in snapshot.children.get(row.id, []) if snapshot.is_inside(found[-1], e)]
        if not inner:
            break
        row = inner[0]
    return row


def _landing(snapshot: Snapshot, column: Element) -> tuple[float, float]:
    """A free place low in the column, inside the viewport."""
    inner = [
        e
        for e in snapshot.inside(column)
        if e.shown and e.role in ("button", "textbox") and e.box.y > column.box.y + 60
    ]
    bottom = min([column.box.bottom, snapshot.viewport[1] - 8, *(e.box.y for e in inner)])
    top = max(column.box.y, 0)
    return column.box.centre[0], top + (bottom - top) * 0.72


def _column_of(snapshot: Snapshot, board: Group, text: str) -> int | None:
    for e in showing(snapshot, text):
        for i, column in enumerate(board.members):
            current = snapshot.get(column.id) or column
            if current.box.holds(*e.box.centre):
                return i
    return None
