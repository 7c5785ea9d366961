"""Demands whose checks depend on phrases of the line: what is sorted, named, driven, shown."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from presscheck.scoring.plan.builder import Builder, Slots
from presscheck.scoring.plan.lexicon import KindEntry, Topic
from presscheck.scoring.plan.patterns import compile_pattern, number_of
from presscheck.scoring.plan.phrases import content_words, split_list, trim
from presscheck.scoring.plan.reading import Hit, Reading

_CLAUSE = re.compile(r"[;:.!?。]")
_NUMERIC = re.compile(
    r"population|area|price|cost|size|year|age|score|amount|rate|height|weight|speed|distance|gdp"
    r"|salary|count|number|quantity|stock|rating|points|goals|length|depth|calori|percent|mass|diameter|moons|temperature|volume|人口|面积"
    r"|价格|年份|年龄|分数|成绩|数量|身高|体重|工资|薪资|评分|销量|金额|长度|高度|大小|库存",
    re.I,
)
_FIELD_MARKS = re.compile(
    r" (?:with|showing|show|including|of|by) (?:the )?|包含|包括|显示|带有|列出|展示|有|的"
)
_NOT_ROWS = frozenset(
    [
        "minute", "min", "second", "hour", "day", "week", "month", "year", "player", "column",
        "tab", "step", "level", "life", "live", "page", "mode", "hand", "digit", "way", "side",
        "dimension", "click", "button", "size", "per", "html", "file", "single", "star",
    ]
)  # fmt: skip


@dataclass
class Found:
    """What the planner knows of a line while it binds checks."""

    reading: Reading
    builder: Builder
    facts: set[str]
    notes: list[str] = field(default_factory=list)
    refused: list[Hit] = field(default_factory=list)
    claimed: list[tuple[int, int]] = field(default_factory=list)
    """Stretches that a hook has used beyond its own hit."""

    def slots_of(self, kind: KindEntry, hit: Hit) -> Slots:
        slots: Slots = dict(kind.slots)
        if kind.thing:
            slots["thing"] = kind.thing
        count = number_of(hit.groups.get("n", "") or hit.groups.get("zn", ""))
        if count is not None:
            slots["n"] = int(count)
        minutes = next(
            (number_of(h.groups.get("n", "") or h.groups.get("zn", ""))
             for h, _ in self.reading.demands if h.name == "minutes"), None
        )  # fmt: skip
        if minutes is not None:
            slots["minutes"] = minutes
        return slots

    def item_after(self, hit: Hit) -> dict[str, str] | None:
        """The thing that a verb acts on: the first list item named after it in the sentence."""
        norm = self.reading.line.norm
        for begin in (hit.start,):
            end = _CLAUSE.search(norm, begin)
            stretch = norm[begin : end.start() if end else len(norm)][:70]
            best: tuple[int, Topic] | None = None
            for item in self.reading.lexicon.items.values():
                for pattern in (*item.en, *item.zh):
                    match = compile_pattern(pattern).search(stretch)
                    if match and (best is None or match.start() < best[0]):
                        best = (match.start(), item)
            if best:
                return {"en": best[1].en[0].split()[0], "zh": best[1].zh[0].split()[0]}
        return None

    def surface(self, hit: Hit, group: str) -> str:
        span = hit.spans.get(group)
        return self.reading.line.source(*span) if span else ""

    def unknown_apps(self) -> list[str]:
        """Names in the list of apps that the lexicon does not know."""
        return []

    def main(self) -> Slots:
        for hit, kind in self.reading.kinds:
            if kind.slots or kind.thing:
                return self.slots_of(kind, hit)
        return {}


Hook = Callable[[Found, Hit], None]
HOOKS: dict[str, Hook] = {}


def _hook(name: str) -> Callable[[Hook], Hook]:
    def register(function: Hook) -> Hook:
        HOOKS[name] = function
        return function

    return register


def fields_of(found: Found) -> list[str]:
    """The columns that a table line names: "with population and area", "包含人口和面积"."""
    line = found.reading.line
    names: list[str] = []
    for mark in _FIELD_MARKS.finditer(line.norm):
        rest = _CLAUSE.split(line.norm[mark.end() :])[0]
        text = line.source(mark.end(), mark.end() + len(rest.rstrip()))
        pieces = split_list(text)
        if not any(_NUMERIC.search(p) and len(p) <= 24 for p in pieces):
            continue
        for piece in pieces:
            short = len(content_words(piece)) in (1, 2) and len(piece) <= 24
            if not short or _FIELD_MARKS.search(f" {piece.lower()} "):
                continue
            if not any(
                piece.lower() in found.reading.words_of(h).lower()
                or found.reading.words_of(h).lower() in piece.lower()
                for h, _ in found.reading.demands
                if h.name != "row-count"
            ):
                names.append(piece)
    return list(dict.fromkeys(names))


@_hook("sort-hook")
def _sort(found: Found, hit: Hit) -> None:
    because = found.reading.words_of(hit)
    fields = fields_of(found)
    after = re.search(
        r"(?:sort|order)\w* ?(?:(?:it|them|table) )?(?:by|on) ([^;:.!?。]+)"
        r"|按 ?([^,;:.!?。]{1,12}?) ?排序",
        found.reading.line.norm[hit.start :],
    )
    named = split_list(after.group(1) or after.group(2)) if after else []
    named = [n for n in named if len(n) <= 24][:3]
    lang = found.builder.lang
    if named:
        for name in named:
            check = "sort-numbers" if _NUMERIC.search(name) else "sort-name"
            found.builder.add({check: {"by": name}}, because=because)
        return
    if fields:
        first = found.item_after(hit) or {"en": "name", "zh": "名称"}
        found.builder.add({"sort-name": {"by": first[lang]}}, because=because)
        found.builder.add({"sort-numbers": {"by": fields[0]}}, because=because)
        return
    found.builder.add("sort", because=because)


@_hook("count-hook")
def _count(found: Found, hit: Hit) -> None:
    count = number_of(hit.groups.get("n", "") or hit.groups.get("zn", ""))
    noun = trim(found.surface(hit, "x"))
    words = content_words(noun)
    if count is None or count < 2 or not words or words[0].lower().rstrip("s") in _NOT_ROWS:
        return
    if len(words) > 3:
        words = words[:2]
    item = found.item_after(hit)
    thing: Any = item or noun
    found.builder.add(
        {"row-count": {"n": int(count), "thing": thing}}, because=found.reading.words_of(hit)
    )


def bodies_of(found: Found) -> list[dict[str, str]]:
    topics = found.reading.lexicon.topics
    names = [t.name for t in found.reading.topics if topics[t.name].body]
    return [{"en": topics[n].en[0], "zh": topics[n].zh[0]} for n in dict.fromkeys(names)]


_BEFORE_NOUN = re.compile(
    r"(?:.*\s|^)(?:with|and|a|an|the|has|have|plus|by|using|of|two|three|four|several|some|live)"
    r"(?:\s+|$)|.*[和带有用]",
    re.I,
)


def nearest(phrase: str) -> str:
    """The part of a phrase next to the noun that follows it: "calculator with a tip" is "tip"."""
    return _BEFORE_NOUN.sub("", phrase.strip())


@_hook("sliders-hook")
def _sliders(found: Found, hit: Hit) -> None:
    because = found.reading.words_of(hit)
    found.facts.add("sliders")
    listed = found.surface(hit, "xs") or nearest(found.surface(hit, "x"))
    names = [n for n in split_list(listed) if len(n) <= 30 and content_words(n)][:6]
    # Names that the line does not say are told to people, but no page is held to them.
    slots: Slots = {"named": names or found.main().get("names"), "names": names}
    found.builder.add("sliders", slots=slots, because=because)


@_hook("moves-hook")
def _moves(found: Found, hit: Hit) -> None:
    lang = found.builder.lang
    bodies = [b[lang] for b in bodies_of(found)]
    because = found.reading.words_of(hit)
    if "xs" in hit.groups and not bodies:
        names = split_list(found.surface(hit, "xs"))[:4]
        for name in names:
            found.builder.add({"animates": {"thing": name}}, because=because)
        return
    if len(bodies) > 1 and bodies[0] in ("sun", "太阳"):
        bodies = bodies[1:]
    if bodies:
        found.builder.add({"bodies-move": {"names": bodies}}, because=because)
    elif not found.builder.has("bodies-move"):
        found.builder.add("animates", slots={}, because=because)


@_hook("label-hook")
def _label(found: Found, hit: Hit) -> None:
    match = re.search(
        r"(phase|state|stage|type|planet|part|date|month|season|day|step|月相|阶段|状态|相位|季节|日期)",
        found.reading.words_of(hit).lower(),
    )
    zh = {"月相", "阶段", "状态", "相位", "季节", "日期"}
    name = match.group(1) if match else ("name" if found.builder.lang == "en" else "名称")
    says = ""
    if found.builder.lang == "en" and name not in zh:
        says = f"the name of the current {name} is shown and changes with what is set"
    because = found.reading.words_of(hit)
    found.builder.add({"label-follows": {"thing": name}}, because=because, says=says)


@_hook("parts-hook")
def _parts(found: Found, hit: Hit) -> None:
    words = trim(found.surface(hit, "x"))
    if words.lower() in ("button", "it", "you", "card", "按钮", "to", "on"):
        return
    parts = words or found.main().get("parts", {"en": "parts", "zh": "各部分"})
    because = found.reading.words_of(hit)
    found.builder.add({"hotspots": {"thing": parts}}, because=because)
    found.builder.add({"hotspots-differ": {"thing": parts}}, because=because)


@_hook("compare-hook")
def _compare(found: Found, hit: Hit) -> None:
    words = trim(found.surface(hit, "xs") or found.surface(hit, "x"))
    if words:
        found.builder.add({"compare": {"thing": words}}, because=found.reading.words_of(hit))


@_hook("drives-hook")
def _drives(found: Found, hit: Hit) -> None:
    controls = split_list(found.surface(hit, "x"))
    what = trim(found.surface(hit, "y")) or found.main().get("what", _PICTURE)
    for control in controls[:4]:
        found.builder.add(
            {"drives": {"control": control, "what": what}}, because=found.reading.words_of(hit)
        )
    found.facts.add("drives")


_PICTURE = {"en": "the picture", "zh": "画面"}


@_hook("adjust-hook")
def _adjust(found: Found, hit: Hit) -> None:
    if "drives" in found.facts or found.builder.has("drives"):
        return
    names = split_list(found.surface(hit, "xs") or found.surface(hit, "x"))
    what = found.main().get("what", _PICTURE)
    for name in names[:4]:
        if len(name) <= 30:
            found.builder.add(
                {"drives": {"control": name, "what": what}}, because=found.reading.words_of(hit)
            )


@_hook("follow-hook")
def _follow(found: Found, hit: Hit) -> None:
    names = split_list(found.surface(hit, "xs") or found.surface(hit, "x"))
    control = {"en": "the controls", "zh": "控件"}
    for name in names[-2:]:
        if len(name) <= 30:
            found.builder.add(
                {"drives": {"control": control, "what": name}}, because=found.reading.words_of(hit)
            )
    found.facts.add("drives")


@_hook("button-hook")
def _button(found: Found, hit: Hit) -> None:
    name = trim(nearest(found.surface(hit, "x")))
    if not name or len(name) > 40:
        return
    button = f"{name} button" if found.builder.lang == "en" else f"{name}按钮"
    found.builder.add({"responds": {"thing": button}}, because=found.reading.words_of(hit))


@_hook("inputs-hook")
def _inputs(found: Found, hit: Hit) -> None:
    listed = found.surface(hit, "xs") or found.surface(hit, "x")
    for name in split_list(listed)[-4:]:
        if content_words(name) and len(name) <= 30:
            found.builder.add({"has-control": {"thing": name}}, because=found.reading.words_of(hit))


@_hook("edits-hook")
def _edits(found: Found, hit: Hit) -> None:
    name = trim(found.surface(hit, "x")) or {"en": "entry", "zh": "条目"}
    found.builder.add({"item-edit": {"thing": name}}, because=found.reading.words_of(hit))


@_hook("shows-hook")
def _shows(found: Found, hit: Hit) -> None:
    name = trim(found.surface(hit, "x"))
    if name and content_words(name) and len(name) <= 60:
        found.builder.add({"shows": {"thing": name}}, because=found.reading.words_of(hit))


@_hook("timer-controls")
def _timer_controls(found: Found, hit: Hit) -> None:
    because = found.reading.words_of(hit)
    if "stopwatch" in found.facts:
        found.builder.add("stopwatch", because=because)
    elif "pomodoro" in found.facts:
        found.builder.add("pomodoro-pause", because=because)
    else:
        pause = {"en": "pause and reset", "zh": "暂停和重置"}
        found.builder.add({"responds": {"thing": pause}}, because=because)
