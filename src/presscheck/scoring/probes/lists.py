"""Lists that are edited: todo items, notes, cards, expenses. Add, complete, delete, edit, keep."""

from __future__ import annotations

import re

from pydantic import BaseModel

from presscheck.scoring.context import ProbeContext
from presscheck.scoring.entries import (
    add_entry,
    confirm_if_asked,
    ensure_entries,
    row_of,
    samples,
    showing,
)
from presscheck.scoring.outcome import ProbeOutcome
from presscheck.scoring.probes import probe
from presscheck.scoring.snapshot import Element, Snapshot

_DELETE = re.compile(
    r"\b(delete|remove|del|trash|discard|bin)\b|^\s*[×✕✖✗⨯xX🗑❌⊗⌫]\ufe0f?\s*$|🗑|删除|移除|删|清除",
    re.I,
)
_COMPLETE = re.compile(
    r"\b(complete|completed|done|finish|check|toggle|mark|tick)\b|^\s*[✓✔☐☑○◯⬜✅]\ufe0f?\s*$|完成|勾选|已做",
    re.I,
)
_EDIT = re.compile(r"\b(edit|rename|change|modify)\b|✏|✎|📝|编辑|修改|重命名", re.I)
_FILTERS = {
    "done": re.compile(r"complete|done|finished|已完成|完成了|已做", re.I),
    "open": re.compile(r"active|open|pending|to-?do|remaining|incomplete|未完成|进行中|待办", re.I),
    "all": re.compile(r"^\s*all\b|show all|全部|所有", re.I),
}


class ThingParams(BaseModel):
    thing: str = ""


def _inner(snapshot: Snapshot, row: Element, pattern: re.Pattern[str]) -> list[Element]:
    """Operable things in a row whose words fit: what a person would press there."""
    return [
        e
        for e in snapshot.inside(row)
        if e.id != row.id
        and e.shown
        and e.enabled
        and (e.role in ("button", "checkbox", "link", "switch", "img") or e.has("pointer"))
        and (pattern.search(e.label) or pattern.search(e.hint) or pattern.search(e.words))
    ]


@probe("item-add", params=ThingParams)
async def item_add(ctx: ProbeContext, params: ThingParams) -> ProbeOutcome:
    """A new entry with the typed text appears, and the earlier ones stay."""
    first, second = samples(ctx)[:2]
    added = await add_entry(ctx, first)
    if added.field is None:
        why = f" ({added.errors[0]})" if added.errors else ""
        return ctx.not_offered(f"there is no field to type a new {params.thing or 'entry'}{why}")
    if not added.shown:
        why = f": {added.errors[0]}" if added.errors else ""
        return ctx.failed(f"“{first}” was typed and sent off, but it does not appear{why}")
    again = await add_entry(ctx, second)
    snapshot = await ctx.snapshot()
    if not again.shown:
        return ctx.failed(f"“{first}” was added, a second entry does not appear")
    if not showing(snapshot, first):
        return ctx.failed(f"adding “{second}” made “{first}” disappear")
    return ctx.passed(f"“{first}” and “{second}” were added and both are shown")


@probe("item-complete", params=ThingParams)
async def item_complete(ctx: ProbeContext, params: ThingParams) -> ProbeOutcome:
    """An entry can be marked as done, and that is seen."""
    texts = await ensure_entries(ctx, 2)
    if not texts:
        return ctx.unsure("no entry could be added to try it on")
    row = await row_of(ctx, texts[0], texts)
    if row is None:
        return ctx.failed(f"“{texts[0]}” is not on the list any more")
    snapshot = await ctx.snapshot()
    boxes = [
        e
        for e in snapshot.inside(row)
        if e.shown and e.role in ("checkbox", "switch", "radio") and e.enabled
    ]
    tries = boxes + _inner(snapshot, row, _COMPLETE)
    tries += [e for e in showing(snapshot, texts[0]) if snapshot.is_inside(e, row)]
    tries = [e for e in dict.fromkeys(tries) if not _DELETE.search(e.label)]
    for control in tries:
        current = await ctx.again(control)
        if current is None:
            continue
        effect = await ctx.click(current, picture=True)
        if effect.errors and not effect.any:
            return ctx.failed(f"marking “{texts[0]}” as done throws: {effect.errors[0]}")
        marks = effect.where(
            lambda c: (
                c.kind in ("restyled", "moved", "appeared", "disappeared", "text")
                or (c.kind == "state" and c.what in ("checked", "pressed", "selected", "disabled"))
            )
        )
        if marks:
            gone = not showing(await ctx.snapshot(), texts[0])
            others = [t for t in texts[1:] if not showing(ctx.now, t)]
            if others:
                return ctx.failed(f"marking “{texts[0]}” as done took “{others[0]}” away")
            how = "it leaves the list" if gone else marks[0].says
            return ctx.passed(f"“{texts[0]}” can be marked as done: {how}")
    if not tries:
        return ctx.not_offered("an entry has nothing to mark it as done")
    return ctx.failed(f"marking “{texts[0]}” as done changes nothing")


@probe("item-delete", params=ThingParams)
async def item_delete(ctx: ProbeContext, params: ThingParams) -> ProbeOutcome:
    """An entry can be deleted, and only that one goes."""
    texts = await ensure_entries(ctx, 3)
    before = await ctx.snapshot()
    if not texts:
        texts = _standing_entries(before)
    if not texts:
        return ctx.unsure("no entry could be added to try deleting on")
    victim, rest = texts[-1], texts[:-1]
    row = await row_of(ctx, victim, texts)
    if row is None:
        return ctx.failed(f"“{victim}” is not on the list any more")
    await ctx.hover(row)
    row = await ctx.again(row) or row
    snapshot = await ctx.snapshot()
    controls = _inner(snapshot, row, _DELETE)
    if not controls:
        # The last small button of a row is where deleting is, whatever its picture.
        controls = [
            e
            for e in snapshot.inside(row)
            if e.shown and e.role == "button" and e.id != row.id and not _EDIT.search(e.label)
        ][-1:]
    if not controls:
        return ctx.not_offered(f"nothing to delete “{victim}” with was found")
    control = controls[-1]
    effect = await ctx.click(control, picture=True)
    if showing(await ctx.snapshot(), victim):
        effect = await confirm_if_asked(ctx, effect)
    snapshot = await ctx.snapshot()
    if showing(snapshot, victim):
        why = f": {effect.errors[0]}" if effect.errors else ""
        return ctx.failed(f"{control} leaves “{victim}” on the list{why}")
    lost = [text for text in rest if not showing(snapshot, text)]
    if lost:
        return ctx.failed(f"deleting “{victim}” also took “{lost[0]}” away")
    return ctx.passed(f"“{victim}” was deleted, the others stay")


def _standing_entries(snapshot: Snapshot) -> list[str]:
    """Texts of entries that the page came with: those beside something to delete them with."""
    texts: list[str] = []
    for e in snapshot.controls():
        if not _DELETE.search(e.label) and not _DELETE.search(e.words):
            continue
        parent = snapshot.get(e.parent)
        own = snapshot.text_of(parent).replace(e.label, "").strip() if parent else ""
        lines = (
            [x.text for x in snapshot.inside(parent) if x.shown and x.text and x.id != e.id]
            if (parent)
            else []
        )
        if own and lines:
            texts.append(max(lines, key=len))
    return texts[:3]


@probe("item-edit", params=ThingParams)
async def item_edit(ctx: ProbeContext, params: ThingParams) -> ProbeOutcome:
    """An entry's text can be changed, and the new text stays."""
    texts = await ensure_entries(ctx, 2)
    if not texts:
        return ctx.unsure("no entry could be added to try editing on")
    row = await row_of(ctx, texts[0], texts)
    if row is None:
        return ctx.failed(f"“{texts[0]}” is not on the list any more")
    known = {e.id for e in ctx.now.shown if e.takes_text}
    snapshot = await ctx.snapshot()
    ways = [(e, 1) for e in _inner(snapshot, row, _EDIT)]
    words = [e for e in showing(snapshot, texts[0]) if snapshot.is_inside(e, row)]
    ways += [(e, 2) for e in words] + [(e, 1) for e in words]
    new = f"{texts[0]} 2"
    for element, clicks in ways:
        current = await ctx.again(element)
        if current is None:
            continue
        await (ctx.click(current) if clicks == 1 else ctx.double_click(current))
        fields = [
            e
            for e in (await ctx.snapshot()).shown
            if e.takes_text and (e.id not in known or texts[0] in (e.value or e.text))
        ]
        if not fields:
            continue
        await ctx.type(fields[0], new, clear=True, enter=True, picture=True)
        if showing(await ctx.snapshot(), new):
            return ctx.passed(f"“{texts[0]}” was changed to “{new}”")
        saves = [
            e
            for e in ctx.now.by_role("button")
            if re.search(r"save|ok|done|保存|确定", e.label, re.I)
        ]
        for save in saves[:2]:
            await ctx.click(save)
            if showing(await ctx.snapshot(), new):
                return ctx.passed(f"“{texts[0]}” was changed to “{new}”")
        return ctx.failed(f"“{new}” was typed, but the list does not show it")
    return ctx.not_offered("nothing opens an entry for editing")


@probe("item-filter", params=ThingParams)
async def item_filter(ctx: ProbeContext, params: ThingParams) -> ProbeOutcome:
    """Filters show the open entries, the done ones, and all."""
    texts = await ensure_entries(ctx, 2)
    if len(texts) < 2:
        return ctx.unsure("two entries could not be added to filter")
    done = await item_complete(ctx, params)
    if done.outcome != "pass":
        return ctx.unsure(f"no entry could be marked as done first: {done.reason}")
    marked = samples(ctx)[0]
    other = samples(ctx)[1]
    tried = 0
    for kind, expected, absent in (("done", marked, other), ("open", other, marked)):
        control = _filter_control(await ctx.snapshot(), _FILTERS[kind])
        if control is None:
            continue
        tried += 1
        element, option = control
        if option:
            await ctx.choose(element, option, picture=True)
        else:
            await ctx.click(element, picture=True)
        snapshot = await ctx.snapshot()
        if not showing(snapshot, expected):
            return ctx.failed(f"the filter for {kind} entries hides “{expected}”")
        if showing(snapshot, absent):
            return ctx.failed(f"the filter for {kind} entries still shows “{absent}”")
    if not tried:
        return ctx.not_offered("there is no filter for open or done entries")
    return ctx.passed(f"{tried} filters show the entries that they name")


def _filter_control(
    snapshot: Snapshot, pattern: re.Pattern[str]
) -> tuple[Element, str | None] | None:
    for e in snapshot.controls():
        for option in e.options:
            if pattern.search(option):
                return e, option
    for e in snapshot.controls():
        if e.role in ("button", "tab", "link", "radio") and pattern.search(e.label):
            if re.search(r"clear|delete|remove|mark|清除|删除", e.label, re.I):
                continue
            return e, None
    return None


@probe("persists", params=ThingParams)
async def persists(ctx: ProbeContext, params: ThingParams) -> ProbeOutcome:
    """What was entered is still there after the page is loaded again."""
    first = samples(ctx)[0]
    added = await add_entry(ctx, first)
    if not added.shown:
        field = added.field
        if field is None:
            return ctx.not_offered("there is nothing to enter that could be kept")
        current = await ctx.again(field)
        if current is None or first not in (current.value or current.text):
            return ctx.unsure("nothing could be entered that should be kept")
    await ctx.advance(2_000)
    if ctx.check.kind == "expected" and not (await ctx.snapshot()).storage:
        return ctx.not_offered("the page stores nothing, and nobody asked it to")
    snapshot = await ctx.reload()
    kept = showing(snapshot, first) or [
        e for e in snapshot.shown if first in (e.value or "") or first in e.text
    ]
    if kept:
        return ctx.passed(f"“{first}” is still there after a reload")
    return ctx.failed(f"“{first}” is gone after a reload")
