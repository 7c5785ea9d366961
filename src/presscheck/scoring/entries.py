"""Adding entries to a page's list the way a person would, and finding them again.

Shared by the probes that add, complete, delete, edit, filter, drag and keep entries.
"""

from __future__ import annotations

import dataclasses
import re
from dataclasses import dataclass

from presscheck.scoring.context import ProbeContext
from presscheck.scoring.effect import Effect
from presscheck.scoring.repeats import row_holding
from presscheck.scoring.snapshot import Element, Snapshot

ADD = re.compile(
    r"\b(add|new|create|insert|save|submit|plus)\b|^\s*[+＋➕✚]|添加|新增|新建|增加|创建|加入|保存|提交",
    re.I,
)
_ENTRY_FIELD = re.compile(
    r"add|new|task|todo|item|note|card|title|name|what|enter|type|write|description|text|"
    r"任务|待办|事项|标题|名称|内容|添加|输入|新",
    re.I,
)
_OTHER_FIELD = re.compile(r"search|filter|find|搜索|查找|筛选|password|密码|e-?mail", re.I)
_CONFIRM = re.compile(
    r"^\s*(ok|yes|confirm|delete|remove|add|save|create|done|确定|确认|是|删除|添加|保存)", re.I
)

SAMPLES = {
    "en": ("Buy oat milk", "Water the plants", "Call the plumber"),
    "zh": ("买两斤苹果", "给花浇水", "打电话给老王"),
}


@dataclass(frozen=True)
class Added:
    """What came of trying to add one entry."""

    text: str
    field: Element | None
    shown: bool
    errors: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = dataclasses.field(default=(), repr=False)


def samples(ctx: ProbeContext) -> tuple[str, ...]:
    return SAMPLES[ctx.lang]


def showing(snapshot: Snapshot, text: str) -> list[Element]:
    """The innermost elements that show the text as text (not as the content of a field)."""
    return [
        e for e in snapshot.shown if text in e.text or (text == e.name and e.role == "listitem")
    ]


def entry_fields(snapshot: Snapshot) -> list[Element]:
    """The text fields that an entry could be typed into, the likeliest first."""
    fields = [
        e
        for e in snapshot.shown
        if e.takes_text
        and e.type not in ("number", "date", "time", "color", "range", "password", "email")
        and e.role not in ("searchbox", "spinbutton")
        and not _OTHER_FIELD.search(f"{e.name} {e.hint} {e.words}")
    ]
    adders = add_buttons(snapshot)

    def rank(e: Element) -> tuple[float, int]:
        said = bool(_ENTRY_FIELD.search(f"{e.name} {e.hint} {e.words}"))
        near = min((e.box.gap(b.box) for b in adders), default=400.0)
        return (near / 200 - (1.5 if said else 0), e.order or e.id)

    return sorted(fields, key=rank)


def add_buttons(snapshot: Snapshot) -> list[Element]:
    """The buttons that would add something."""
    return [
        e
        for e in snapshot.controls()
        if e.enabled
        and not e.takes_text
        and not e.options
        and (ADD.search(f"{e.name} {e.text} {e.hint}") or re.search(r"\b(add|plus)\b", e.words))
    ]


async def add_entry(ctx: ProbeContext, text: str) -> Added:
    """Type the text where new entries go and send it off: Enter first, then the button.

    Where no field is shown, the add button is pressed to bring one. Further empty fields of the
    same form (a number, a date, a choice) are filled as a person would have to.
    """
    effects: list[Effect] = []
    snapshot = await ctx.snapshot()
    fields = entry_fields(snapshot)
    if not fields:
        for button in add_buttons(snapshot)[:3]:
            effects.append(await ctx.click(button))
            fields = entry_fields(await ctx.snapshot())
            if fields:
                break
    if not fields:
        return Added(text, None, False, _errors(effects), tuple(effects))
    target = fields[0]
    await _fill_neighbours(ctx, target)
    target = await ctx.again(target) or target
    effects.append(await ctx.type(target, text, clear=True))
    effects.append(await ctx.press("Enter", picture=True))
    if not showing(await ctx.snapshot(), text):
        effects += await _send(ctx, target, text)
    shown = bool(showing(await ctx.snapshot(), text))
    return Added(text, target, shown, _errors(effects), tuple(effects))


def _errors(effects: list[Effect]) -> tuple[str, ...]:
    return tuple(error for effect in effects for error in effect.errors)


async def _send(ctx: ProbeContext, target: Element, text: str) -> list[Effect]:
    """Press the nearest button that would add; Enter may have emptied the field without adding."""
    effects: list[Effect] = []
    current = await ctx.again(target)
    if current is not None and current.shown and text not in (current.value or ""):
        effects.append(await ctx.type(current, text, clear=True))
    box = (current or target).box
    buttons = sorted(add_buttons(await ctx.snapshot()), key=lambda b: b.box.gap(box))
    for button in buttons[:2]:
        again = await ctx.again(button)
        if again is None:
            continue
        effects.append(await ctx.click(again, picture=True))
        if showing(await ctx.snapshot(), text):
            break
    return effects


async def _fill_neighbours(ctx: ProbeContext, target: Element) -> None:
    """Fill what else the form asks for: amounts, dates, choices. What is filled stays as it is."""
    snapshot = await ctx.snapshot()
    form = next((a for a in snapshot.ancestors(target) if a.tag in ("form", "dialog")), None)
    if form is None:
        form = snapshot.get(target.parent)
    if form is None or form.tag in ("body", "html"):
        return
    for e in snapshot.inside(form):
        if not e.shown or e.id == target.id or not e.enabled:
            continue
        if e.type == "number" or e.role == "spinbutton":
            if not e.value:
                await ctx.type(e, "12")
        elif e.type == "date":
            if not e.value:
                await ctx.set(e, "2026-12-24")
        elif e.takes_text and not e.value and e.type not in ("search", "password"):
            await ctx.type(e, "7")
        elif e.options and not e.value and len(e.options) > 1:
            await ctx.choose(e, e.options[1])


async def ensure_entries(ctx: ProbeContext, count: int) -> list[str]:
    """At least `count` entries of our own on the page, by their texts; fewer where adding fails."""
    texts: list[str] = []
    for text in samples(ctx)[:count]:
        added = await add_entry(ctx, text)
        if not added.shown:
            break
        texts.append(text)
    return texts


async def row_of(ctx: ProbeContext, text: str, others: list[str]) -> Element | None:
    """The line or card that holds the text and none of the others."""
    snapshot = await ctx.snapshot()
    mine = showing(snapshot, text)
    if not mine:
        return None
    neighbours = [e for other in others if other != text for e in showing(snapshot, other)]
    fields = [e for e in snapshot.shown if e.takes_text and not snapshot.is_inside(mine[-1], e)]
    return row_holding(snapshot, mine[-1], neighbours + fields)


async def confirm_if_asked(ctx: ProbeContext, effect: Effect) -> Effect:
    """Press the confirming button of a dialog that the page itself has opened."""
    for change in effect.of("appeared"):
        if change.element is None:
            continue
        snapshot = await ctx.snapshot()
        for e in snapshot.inside(change.element):
            if e.shown and e.role == "button" and _CONFIRM.search(e.label):
                return await ctx.click(e)
    return effect
