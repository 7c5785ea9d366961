"""Ways around a page: tabs, accordions, dialogs, menus, carousels, wizards."""

from __future__ import annotations

import re

from pydantic import BaseModel, Field

from presscheck.scoring.changes import Change
from presscheck.scoring.context import ProbeContext
from presscheck.scoring.effect import Effect
from presscheck.scoring.entries import confirm_if_asked
from presscheck.scoring.outcome import ProbeOutcome
from presscheck.scoring.probes import NoParams, probe
from presscheck.scoring.repeats import groups
from presscheck.scoring.rows import SPOILED
from presscheck.scoring.snapshot import Element, Snapshot
from presscheck.scoring.windows import CLOSE

NEXT = re.compile(r"\bnext\b|continue|forward|^\s*[›»>→▶⟩❯]\s*$|下一|继续|后一", re.I)
PREVIOUS = re.compile(r"\b(prev(ious)?|back)\b|^\s*[‹«<←◀⟨❮]\s*$|上一|返回|前一", re.I)
_TABBED = re.compile(r"\btabs?\b|nav|segment|pill|menu", re.I)
_OPENS = re.compile(
    r"open|show|view|detail|more|modal|dialog|popup|info|about|打开|查看|详情|更多", re.I
)
_MENU = re.compile(r"menu|☰|≡|hamburger|dropdown|▾|▼|菜单", re.I)


class TabsParams(BaseModel):
    names: list[str] = Field(default_factory=list)


def content_changes(effect: Effect, aside: list[Element]) -> list[Change]:
    """What changed in what the page shows, beside the look of the controls themselves."""
    ids = {e.id for e in aside}

    def own(change: Change) -> bool:
        e = change.element
        return e is None or e.id in ids or any(a.id in ids for a in effect.after.ancestors(e))

    return [
        c
        for c in effect.of("appeared", "disappeared", "text", "redrawn", "moved", "value", "state")
        if not own(c)
        and not (c.kind == "state" and c.what not in ("shown", "expanded", "covered"))
        and not (
            c.kind == "moved"
            and c.element is not None
            and c.element.box.area < 3_000
            and not c.element.text
        )
    ]


def tab_groups(snapshot: Snapshot) -> list[list[Element]]:
    """The sets of tabs: by role, else like controls in a row that call themselves tabs."""
    by_role: dict[int, list[Element]] = {}
    for e in snapshot.by_role("tab"):
        by_role.setdefault(e.parent, []).append(e)
    found = [members for members in by_role.values() if len(members) > 1]
    if found:
        return found
    for group in groups(snapshot, least=2):
        members = [
            m
            for m in group.members
            if m.role in ("button", "link", "tab", "radio") or m.has("pointer")
        ]
        if len(members) < 2 or not all(m.label and len(m.label) < 40 for m in members):
            continue
        parent = snapshot.get(members[0].parent)
        said = (
            f"{parent.words if parent else ''} {members[0].words} {parent.role if parent else ''}"
        )
        if _TABBED.search(said):
            found.append(members)
    return sorted(found, key=lambda g: (not re.search(r"\btabs?\b", g[0].words, re.I), g[0].id))


async def _tabs_named(ctx: ProbeContext, names: list[str]) -> list[Element]:
    found: list[Element] = []
    for name in names:
        hit = await ctx.find(name, among=(await ctx.snapshot()).controls())
        if hit:
            found.append(hit.element)
    return found


@probe("tabs", params=TabsParams)
async def tabs(ctx: ProbeContext, params: TabsParams) -> ProbeOutcome:
    """Each tab shows content of its own."""
    named = await _tabs_named(ctx, params.names)
    sets = [named] if len(named) > 1 else tab_groups(await ctx.snapshot())
    if not sets:
        return ctx.not_offered("no tabs were found")
    why = ""
    for members in sets[:3]:
        why = await _each_differs(ctx, members)
        if not why:
            labels = ", ".join(f"“{m.label}”" for m in members)
            return ctx.passed(f"the tabs {labels} each show their own content")
        await ctx.fresh()
    return ctx.failed(why)


async def _each_differs(ctx: ProbeContext, members: list[Element]) -> str:
    """Go through the tabs, the first one last; "" where each shows something else, else why not."""
    members = members[:6]
    seen: dict[str, str] = {}
    order = [*members[1:], members[0]]
    for i, tab in enumerate(order):
        current = await ctx.again(tab)
        if current is None:
            return f"the tab “{tab.label}” is gone after another one was clicked"
        effect = await ctx.click(current, picture=i == 0)
        if effect.errors and not content_changes(effect, members):
            return f"a click on the tab “{tab.label}” throws: {effect.errors[0]}"
        if not content_changes(effect, members):
            return f"a click on the tab “{tab.label}” shows nothing else than before"
        text = _content(await ctx.snapshot(), members)
        if found := SPOILED.search(text):
            return f"the tab “{tab.label}” shows “{found[0]}”"
        for other, known in seen.items():
            if known == text and len(members) > 2:
                return f"the tabs “{tab.label}” and “{other}” show the same"
        seen[tab.label] = text
    return ""


def _content(snapshot: Snapshot, aside: list[Element]) -> str:
    text = snapshot.text
    drawn = "".join(e.canvas.digest for e in snapshot.shown if e.canvas)
    for e in aside:
        text = text.replace(e.label, "", 1)
    return re.sub(r"\d+[:：.]\d+\S*", "", text) + drawn


@probe("accordion", params=NoParams)
async def accordion(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """A heading opens its section, and closes it again."""
    snapshot = await ctx.snapshot()
    heads = [
        e
        for e in snapshot.shown
        if e.tag == "summary"
        or e.has("collapsed")
        or (
            e.has("pointer")
            and re.search(r"accordion|collaps|faq|question|toggle|expand", e.words, re.I)
        )
    ]
    if not heads:
        return ctx.not_offered("no sections to open were found")
    for head in heads[:3]:
        opened = await ctx.click(head, picture=True)
        shown = content_changes(opened, [head])
        if not any(c.kind in ("appeared", "state", "moved") for c in shown):
            continue
        current = await ctx.again(head)
        if current is None:
            continue
        closed = await ctx.click(current)
        if content_changes(closed, [head]):
            return ctx.passed(f"“{head.label}” opens its section and closes it again")
        return ctx.failed(f"“{head.label}” opens its section, but does not close it")
    return ctx.failed(f"a click on “{heads[0].label}” opens nothing")


@probe("modal", params=NoParams)
async def modal(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """A dialog opens over the page, and can be closed."""
    snapshot = await ctx.snapshot()
    openers = [e for e in snapshot.controls() if _OPENS.search(f"{e.label} {e.words}")]
    openers += [e for e in snapshot.controls() if e not in openers and e.role == "button"]
    openers += [e for e in snapshot.controls() if e not in openers and not e.takes_text]
    for opener in openers[:8]:
        current = await ctx.again(opener)
        if current is None:
            continue
        effect = await ctx.click(current, picture=True)
        if effect.dialogs:
            return ctx.passed(f"{opener} opens a dialog")
        panels = [
            c.element
            for c in effect.of("appeared", "state")
            if c.element is not None and c.now and c.element.box.w > 150 and c.element.box.h > 80
        ]
        if not panels:
            continue
        closers = [
            e
            for e in (await ctx.snapshot()).inside(panels[0])
            if e.shown
            and (
                CLOSE.search(e.label)
                or re.search(r"cancel|ok|got it|取消|确定|知道", e.label, re.I)
            )
        ]
        closed = await ctx.click(closers[0]) if closers else await ctx.press("Escape")
        gone = closed.of("disappeared") or [c for c in closed.of("state") if c.what == "shown"]
        if gone:
            return ctx.passed(f"{opener} opens a dialog, and it can be closed")
        return ctx.failed(f"{opener} opens a dialog that does not close")
    if not openers:
        return ctx.not_offered("nothing is there to open a dialog with")
    return ctx.failed("none of the buttons opens a dialog")


@probe("menu", params=NoParams)
async def menu(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """A menu opens and shows its entries."""
    for width in (None, 390):
        if width:
            await ctx.resize(width, 844)
        snapshot = await ctx.snapshot()
        openers = [
            e
            for e in snapshot.controls()
            if not e.takes_text
            and (_MENU.search(e.label) or _MENU.search(e.words) or e.has("collapsed"))
        ]
        for opener in openers[:4]:
            effect = await ctx.click(opener, picture=True)
            shown = [c for c in content_changes(effect, [opener]) if c.kind != "text"]
            if not shown:
                effect = await ctx.hover(opener)
                shown = [c for c in content_changes(effect, [opener]) if c.kind != "text"]
            if shown:
                return ctx.passed(f"{opener}: {shown[0].says}")
    return ctx.not_offered("no menu that opens was found")


@probe("carousel", params=NoParams)
async def carousel(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """The next button shows another slide, the previous one the slide before."""
    snapshot = await ctx.snapshot()
    forward = [e for e in snapshot.controls() if e.enabled and _way(e, NEXT, "next")]
    if not forward:
        return ctx.not_offered("there is no button to the next slide")
    first = await ctx.picture()
    effect = await ctx.click(forward[0], settle=900, watch=(0, 0), picture=True)
    if not content_changes(effect, [forward[0]]) and not effect.of("scrolled", "restyled"):
        return ctx.failed(f"{forward[0]} shows no other slide")
    back = [e for e in (await ctx.snapshot()).controls() if e.enabled and _way(e, PREVIOUS, "prev")]
    if back:
        effect = await ctx.click(back[0], settle=900)
        if not effect.any:
            return ctx.failed(f"{back[0]} does not lead back")
    del first
    return ctx.passed("next shows another slide" + (", previous leads back" if back else ""))


def _way(e: Element, pattern: re.Pattern[str], word: str) -> bool:
    return bool(pattern.search(e.label) or re.search(rf"\b{word}", e.words, re.I))


@probe("wizard", params=NoParams)
async def wizard(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """Each step leads to the next once it is filled in, up to the end, and back."""
    steps: list[str] = [(await ctx.text())]
    for _ in range(8):
        await fill_form(ctx)
        snapshot = await ctx.snapshot()
        forward = [
            e
            for e in snapshot.controls()
            if e.enabled
            and (
                NEXT.search(e.label)
                or re.search(r"submit|finish|done|complete|start|提交|完成|开始", e.label, re.I)
            )
        ]
        if not forward:
            break
        effect = await ctx.click(forward[-1], picture=len(steps) == 1)
        effect = await confirm_if_asked(ctx, effect)
        text = await ctx.text()
        if text == steps[-1] or not effect.any:
            break
        steps.append(text)
    if len(steps) < 2:
        return ctx.not_offered("no step leads to a next one")
    if len(steps) == 2:
        return ctx.failed("only one step forward could be made")
    return ctx.passed(f"{len(steps)} steps follow each other")


async def fill_form(ctx: ProbeContext, *, good: bool = True) -> int:
    """Fill every empty field that is shown with something sensible; how many were filled."""
    filled = 0
    for e in list((await ctx.snapshot()).shown):
        if not e.enabled or e.has("readonly"):
            continue
        current = await ctx.again(e)
        if current is None or not current.shown:
            continue
        if current.takes_text and not current.value and not current.text:
            await ctx.type(current, sample_for(current, good=good))
        elif current.options and len(current.options) > 1 and not current.value:
            await ctx.choose(current, current.options[1])
        elif current.type == "date" and not current.value:
            await ctx.set(current, "2026-12-24")
        elif (
            current.role == "checkbox"
            and not current.has("checked")
            and (
                current.has("required")
                or re.search(r"agree|accept|terms|同意", current.label, re.I)
            )
        ) or (current.role == "radio" and not _group_checked(ctx.now, current)):
            await ctx.click(current)
        else:
            continue
        filled += 1
    return filled


def _group_checked(snapshot: Snapshot, radio: Element) -> bool:
    parent = next(
        (
            a
            for a in snapshot.ancestors(radio)
            if sum(e.role == "radio" for e in snapshot.inside(a)) > 1
        ),
        None,
    )
    return parent is not None and any(
        e.role == "radio" and e.has("checked") for e in snapshot.inside(parent)
    )


def sample_for(e: Element, *, good: bool = True) -> str:
    """What a person would type into a field, by its type and its words; or something wrong."""
    said = f"{e.name} {e.hint} {e.words} {e.type}".casefold()
    kinds: list[tuple[str, str, str]] = [
        (r"e-?mail|邮箱|邮件", "ana.lopez@example.org", "not-an-address"),
        (r"confirm|repeat|again|确认密码", "Harbour7!green", "other"),
        (r"password|密码", "Harbour7!green", "1"),
        (
            r"phone|tel|mobile|电话|手机",
            "13800138000" if "手机" in said else "+44 20 7946 0123",
            "abc",
        ),
        (r"zip|post ?code|邮编", "90210", "x"),
        (r"card ?(?:number|no)|卡号", "4242 4242 4242 4242", "1"),
        (r"cvv|cvc|security", "123", "x"),
        (r"expir|mm ?/ ?yy", "12/29", "99/99"),
        (r"url|website|link|网址|网站", "https://example.org", "nowhere"),
        (r"age|年龄", "34", "-5"),
        (r"year|年份", "2026", "x"),
        (r"number|amount|price|quantity|金额|数量|价格", "42", "-1"),
        (r"name|姓名|名字|称呼", "Ana Lopez" if e.name.isascii() else "王小明", ""),
        (r"date|日期", "2026-12-24", "x"),
        (r"city|城市", "Lisbon", ""),
        (r"address|地址", "12 Harbour Road", ""),
        (r"message|comment|feedback|留言|内容|意见", "I would like to know more about it.", ""),
    ]
    for pattern, right, wrong in kinds:
        if re.search(pattern, said):
            return right if good else wrong
    return "Grey heron" if good else ""
