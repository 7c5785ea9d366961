"""Tables and grids of data: rows, fields, sorting, searching, filtering, paging."""

from __future__ import annotations

import re
from itertools import pairwise

from pydantic import BaseModel, Field

from presscheck.scoring.context import ProbeContext
from presscheck.scoring.effect import Effect
from presscheck.scoring.outcome import ProbeOutcome
from presscheck.scoring.probes import NoParams, probe
from presscheck.scoring.rows import SPOILED, Rows, data_rows, figure
from presscheck.scoring.snapshot import Element, Snapshot

SEARCH_WORDS = re.compile(
    r"search|filter|find|query|look ?up|🔍|🔎|搜索|查找|检索|筛选|过滤|搜", re.I
)
_NEXT = re.compile(r"\bnext\b|^\s*[›»>→▶⟩]\s*$|下一?页|后一页|load more|show more|更多", re.I)
_PREVIOUS = re.compile(r"\b(prev(ious)?|back)\b|^\s*[‹«<←◀⟨]\s*$|上一?页|前一页", re.I)
_SORT = re.compile(r"sort|order|arrange|排序|⇅|↕|▲|▼|升序|降序", re.I)
MAX_PAGES = 60
SEARCH_SETTLE_MS = 900
"""Search boxes wait for a pause in the typing; pauses above 0.8 s would feel broken."""


class RowCountParams(BaseModel):
    count: int = Field(ge=1)
    thing: str = ""


class FieldsParams(BaseModel):
    fields: list[str] = Field(default_factory=list)


class SortParams(BaseModel):
    by: str = ""
    numeric: bool | None = None


class ThingParams(BaseModel):
    thing: str = ""


def _said(e: Element) -> str:
    return f"{e.name} {e.text} {e.hint} {e.words}"


def _labelled(snapshot: Snapshot, pattern: re.Pattern[str]) -> list[Element]:
    return [
        e
        for e in snapshot.controls()
        if e.enabled and (pattern.search(f"{e.name} {e.text} {e.hint}") or pattern.search(e.words))
    ]


async def _rows(ctx: ProbeContext) -> Rows | None:
    return data_rows(await ctx.snapshot())


@probe("row-count", params=RowCountParams)
async def row_count(ctx: ProbeContext, params: RowCountParams) -> ProbeOutcome:
    """There are as many rows (or cards) of data as the line asks for, over all pages together."""
    rows = await _rows(ctx)
    if rows is None:
        return ctx.not_offered("no rows of data are shown")
    seen = dict.fromkeys(rows.texts)
    pages = 1
    while len(seen) < params.count and pages < MAX_PAGES:
        following = [e for e in _labelled(await ctx.snapshot(), _NEXT) if e.tag != "input"]
        if not following:
            break
        effect = await ctx.click(following[0])
        rows = await _rows(ctx)
        if not effect.any or rows is None or not set(rows.texts) - set(seen):
            break
        seen |= dict.fromkeys(rows.texts)
        pages += 1
    what = params.thing or "rows"
    over = f" over {pages} pages" if pages > 1 else ""
    # Two rows may read the same, so on a single page the rows themselves are counted.
    total = max(len(seen), len(rows or ())) if pages == 1 else len(seen)
    if total == params.count:
        return ctx.passed(f"{total} {what} are listed{over}")
    return ctx.failed(f"{total} {what} are listed{over}, {params.count} were asked for")


@probe("fields-filled", params=FieldsParams)
async def fields_filled(ctx: ProbeContext, params: FieldsParams) -> ProbeOutcome:
    """Every row has a sensible value in each field that the line names."""
    rows = await _rows(ctx)
    if rows is None:
        return ctx.not_offered("no rows of data are shown")
    for text in rows.texts:
        if found := SPOILED.search(text):
            return ctx.failed(f"a row shows “{found[0]}”: {text[:80]}")
    if not rows.headings:
        return await _fields_without_headings(ctx, rows, params.fields)
    for name in params.fields:
        heading = await ctx.find(name, among=rows.headings)
        if not heading:
            return ctx.failed(f"no column is headed “{name}”")
        values = rows.column(rows.headings.index(heading.element))
        empty = sum(not re.search(r"\w", value) for value in values)
        if empty:
            return ctx.failed(f"{empty} of {len(values)} rows have nothing under “{name}”")
    return ctx.passed(f"all {len(rows)} rows have a value for {', '.join(params.fields) or 'all'}")


async def _fields_without_headings(
    ctx: ProbeContext, rows: Rows, fields: list[str]
) -> ProbeOutcome:
    poor = [text for text in rows.texts if len(re.findall(r"[\w.,%°$€£¥]+", text)) <= len(fields)]
    if len(poor) > len(rows) // 10:
        return ctx.failed(f"an entry has too little in it: “{poor[0][:80]}”")
    missing = [f for f in fields if not await ctx.find(f)]
    if len(missing) == len(fields) > 0:
        numbers = sum(figure(text) is not None for text in rows.texts)
        if numbers < len(rows):
            return ctx.failed(f"the entries show no {', '.join(fields)}")
    return ctx.passed(f"all {len(rows)} entries are filled")


def _order(values: list[str], numeric: bool) -> int | None:
    """1 for ascending, -1 for descending, 0 where all are equal, None for neither."""
    keys: list[float] | list[str]
    if numeric:
        figures = [figure(v) for v in values]
        if any(f is None for f in figures):
            return None
        keys = [f for f in figures if f is not None]
        up = all(a <= b for a, b in pairwise(keys))
        down = all(a >= b for a, b in pairwise(keys))
    else:
        keys = [v.casefold() for v in values]
        up = all(a <= b for a, b in pairwise(keys))
        down = all(a >= b for a, b in pairwise(keys))
        if not (up or down):
            plain = [re.sub(r"[^\w]", "", k) for k in keys]
            up = all(a <= b for a, b in pairwise(plain))
            down = all(a >= b for a, b in pairwise(plain))
    if up and down:
        return 0
    return 1 if up else -1 if down else None


@probe("sort", params=SortParams)
async def sort(ctx: ProbeContext, params: SortParams) -> ProbeOutcome:
    """Clicking a heading (or choosing an order) really sorts the rows: numbers by their size."""
    rows = await _rows(ctx)
    if rows is None or len(rows) < 3:
        return ctx.not_offered("there are no rows to sort")
    column, by = await _column(ctx, rows, params)
    if column is None:
        return ctx.not_offered(f"no column “{params.by}” was found to sort by")
    start = rows.column(column)
    numeric = params.numeric
    if numeric is None:
        numeric = sum(figure(v) is not None and not re.match(r"[^\W\d]", v) for v in start) > (
            0.8 * len(start)
        )
    control = await _sorter(ctx, rows, column, by)
    if control is None:
        return ctx.not_offered(f"nothing is there to sort “{by}” with")
    orders: list[int | None] = [_order(start, numeric)]
    changed = False
    last = start
    for _ in range(3):
        target = await ctx.again(control)
        if target is None:
            break
        if target.options:
            option = next((o for o in target.options if by.casefold() in o.casefold()), None)
            await ctx.choose(target, option or target.options[-1])
        else:
            await ctx.click(target)
        rows = await _rows(ctx)
        if rows is None:
            return ctx.failed(f"sorting by “{by}” made the rows disappear")
        values = rows.column(column)
        if SPOILED.search(" ".join(values)):
            return ctx.failed(f"sorting by “{by}” spoiled the values")
        changed = changed or values != last
        last = values
        orders.append(_order(values, numeric))
        if {1, -1} <= set(orders[1:]):
            break
    if not changed:
        return ctx.failed(f"clicking “{by}” leaves the rows in their order")
    after = orders[1:]
    if any(o in (1, -1, 0) for o in after) and None not in after[:2]:
        both = {1, -1} <= set(after)
        return ctx.passed(f"rows are sorted by “{by}”" + (", in both directions" if both else ""))
    shown = ", ".join(last[:4])
    kind = "by size" if numeric else "by name"
    return ctx.failed(f"rows are not in order {kind} after sorting by “{by}”: {shown}…")


async def _column(ctx: ProbeContext, rows: Rows, params: SortParams) -> tuple[int | None, str]:
    if rows.headings:
        if params.by:
            heading = await ctx.find(params.by, among=rows.headings)
            if heading:
                return rows.headings.index(heading.element), heading.element.label
        for i, e in enumerate(rows.headings):
            figures = sum(figure(v) is not None for v in rows.column(i)) > len(rows) * 0.8
            textual = sum(bool(re.match(r"[^\W\d]", v)) for v in rows.column(i)) > len(rows) * 0.8
            wanted = figures and not textual if params.numeric else textual
            if wanted and (not params.by or params.numeric is False):
                return i, e.label
        return None, params.by
    width = min(len(c) for c in rows.cells)
    for i in range(width):
        values = rows.column(i)
        figures = all(figure(v) is not None for v in values)
        if figures == bool(params.numeric):
            return i, params.by or "the first field"
    return None, params.by


async def _sorter(ctx: ProbeContext, rows: Rows, column: int, by: str) -> Element | None:
    if rows.headings:
        heading = rows.headings[column]
        snapshot = await ctx.snapshot()
        inner = [
            e for e in snapshot.inside(heading) if e.shown and e.role == "button" and e.enabled
        ]
        return inner[0] if inner else heading
    found = await ctx.find(f"sort by {by}")
    if found and found.element in (await ctx.snapshot()).controls():
        return found.element
    sorters = _labelled(await ctx.snapshot(), _SORT)
    return sorters[0] if sorters else None


@probe("search", params=ThingParams)
async def search(ctx: ProbeContext, params: ThingParams) -> ProbeOutcome:
    """Typing into the search box leaves the rows that match, and emptying it brings all back."""
    snapshot = await ctx.snapshot()
    fields = [e for e in snapshot.shown if e.takes_text]
    boxes = [e for e in fields if e.role == "searchbox" or SEARCH_WORDS.search(_said(e))]
    box = boxes[0] if boxes else (fields[0] if len(fields) == 1 else None)
    if box is None:
        return ctx.not_offered("there is no search box")
    rows = await _rows(ctx)
    if rows is None or len(rows) < 2:
        return ctx.unsure("a search box is there, but no rows to search in were found")
    query, expected = _query(rows)
    if not query:
        return ctx.unsure("no word tells the rows apart")
    total = len(rows)
    await ctx.type(box, query, clear=True, settle=SEARCH_SETTLE_MS, picture=True)
    left = data_rows_like(await ctx.snapshot(), rows)
    if len(left) == total:
        await _submit_search(ctx, box)
        left = data_rows_like(await ctx.snapshot(), rows)
    if len(left) == total:
        return ctx.failed(f"typing “{query}” leaves all {total} rows")
    wrong = [text for text in left if query.casefold() not in text.casefold()]
    lost = [text for text in expected if text not in left]
    if wrong and not set(left) <= set(expected):
        return ctx.failed(f"searching “{query}” leaves a row without it: “{wrong[0][:60]}”")
    if lost and len(left) == 0:
        return ctx.failed(f"searching “{query}” hides everything, “{lost[0][:60]}” too")
    current = await ctx.again(box) or box
    await ctx.type(current, "", clear=True, settle=SEARCH_SETTLE_MS)
    back = data_rows_like(await ctx.snapshot(), rows)
    if len(back) != total:
        await _submit_search(ctx, current)
        back = data_rows_like(await ctx.snapshot(), rows)
    if len(back) < total:
        return ctx.failed(f"after emptying the search box only {len(back)} of {total} rows return")
    return ctx.passed(
        f"searching “{query}” leaves {len(left)} of {total} rows, emptying it brings all back"
    )


async def _submit_search(ctx: ProbeContext, box: Element) -> Effect:
    effect = await ctx.press("Enter", settle=SEARCH_SETTLE_MS)
    if effect.any:
        return effect
    buttons = [
        e for e in _labelled(await ctx.snapshot(), SEARCH_WORDS) if e.role in ("button", "img")
    ]
    if buttons:
        nearest = min(buttons, key=lambda e: e.box.gap(box.box))
        return await ctx.click(nearest, settle=SEARCH_SETTLE_MS)
    return effect


def data_rows_like(snapshot: Snapshot, rows: Rows) -> list[str]:
    """The texts of those rows that are still shown (a single row left is a row too)."""
    known = set(rows.texts)
    now = data_rows(snapshot)
    if now is not None and set(now.texts) & known:
        return [text for text in now.texts if text in known or len(now) <= len(rows)]
    parents = {e.parent for e in rows.elements}
    shown = [e for e in snapshot.shown if e.parent in parents and e.tag == rows.elements[0].tag]
    texts = [snapshot.text_of(e) for e in shown]
    return [text for text in texts if text]


def _query(rows: Rows) -> tuple[str, list[str]]:
    """A word's beginning that some rows have and most have not."""
    total = len(rows)
    best: tuple[str, list[str]] = ("", [])
    for cells in rows.cells:
        for word in re.findall(r"[^\W\d_]{2,}", cells[0] if len(cells[0]) > 1 else " ".join(cells)):
            for query in (word[:4], word) if word.isascii() else (word[:2], word):
                hits = [t for t in rows.texts if query.casefold() in t.casefold()]
                if 1 <= len(hits) <= max(1, total // 2) and (not best[1] or len(hits) == 1):
                    best = (query, hits)
                    if len(hits) == 1:
                        return best
    return best


@probe("filter", params=ThingParams)
async def filter_rows(ctx: ProbeContext, params: ThingParams) -> ProbeOutcome:
    """Choosing a filter leaves some of the entries, and another choice leaves others."""
    rows = await _rows(ctx)
    if rows is None:
        return ctx.not_offered("there is nothing to filter")
    snapshot = await ctx.snapshot()
    selects = [e for e in snapshot.controls() if len(e.options) > 1 and not _SORT.search(_said(e))]
    tried = 0
    for select in selects:
        for option in select.options[1:4]:
            tried += 1
            current = await ctx.again(select)
            if current is None:
                break
            await ctx.choose(current, option)
            left = data_rows_like(await ctx.snapshot(), rows)
            if 0 < len(left) < len(rows) or (left and set(left) != set(rows.texts)):
                return ctx.passed(f"choosing “{option}” leaves {len(left)} of {len(rows)} entries")
    chips = [
        e
        for e in snapshot.controls()
        if e.role in ("button", "tab", "radio", "checkbox", "link", "switch", "option")
        and e.enabled
        and not any(snapshot.is_inside(e, row) for row in rows.elements)
        and not _NEXT.search(e.label)
        and not _PREVIOUS.search(e.label)
    ]
    for chip in chips[:10]:
        current = await ctx.again(chip)
        if current is None:
            continue
        tried += 1
        await ctx.click(current)
        left = data_rows_like(await ctx.snapshot(), rows)
        if 0 < len(left) < len(rows):
            return ctx.passed(f"{chip} leaves {len(left)} of {len(rows)} entries")
    if not tried:
        return ctx.not_offered("nothing is there to filter with")
    return ctx.failed(f"{tried} filters were tried; all {len(rows)} entries stay")


@probe("pagination", params=NoParams)
async def pagination(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """The next page shows other rows, and the previous page the first ones again."""
    rows = await _rows(ctx)
    if rows is None:
        return ctx.not_offered("no rows of data are shown")
    following = [e for e in _labelled(await ctx.snapshot(), _NEXT) if e.tag != "input"]
    numbered = [e for e in (await ctx.snapshot()).controls() if e.label.strip() == "2"]
    if not following and not numbered:
        return ctx.not_offered("there is no way to a next page")
    await ctx.click((following or numbered)[0], picture=True)
    second = await _rows(ctx)
    if second is None or second.texts == rows.texts:
        return ctx.failed("the next page shows the same rows")
    if set(rows.texts) < set(second.texts):
        return ctx.passed(f"{len(second) - len(rows)} more rows are loaded")
    back = _labelled(await ctx.snapshot(), _PREVIOUS)
    first = [e for e in (await ctx.snapshot()).controls() if e.label.strip() == "1"]
    if back or first:
        await ctx.click((back or first)[0])
        again = await _rows(ctx)
        if again is None or again.texts != rows.texts:
            return ctx.failed("the way back does not lead to the first page's rows")
        return ctx.passed("the next page shows other rows, the way back the first ones")
    return ctx.passed("the next page shows other rows")
