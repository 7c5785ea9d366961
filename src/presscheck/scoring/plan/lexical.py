"""The lexical planner: a line in, a plan out, no model and no page needed."""

from __future__ import annotations

from typing import Any

from presscheck.core.plan import Plan
from presscheck.core.requirement import Requirement
from presscheck.scoring.plan.builder import Builder, Slots
from presscheck.scoring.plan.hooks import HOOKS, Found
from presscheck.scoring.plan.leftovers import bind_leftovers
from presscheck.scoring.plan.lexicon import DemandEntry, KindEntry, Use, Variant
from presscheck.scoring.plan.patterns import number_of
from presscheck.scoring.plan.reading import Hit, Reading, read

_LANGUAGES = {"en": "English", "zh": "中文"}


def make_plan(requirement: Requirement) -> Plan:
    """The checks of a line, made from the line alone. Deterministic; no I/O but the lexicon."""
    reading = read(requirement.text)
    builder = Builder(reading.lexicon, requirement.lang)
    found = Found(reading, builder, facts=_facts(reading))
    _refuse(found)
    _bind_kinds(found)
    for hit, demand in reading.demands:
        _bind_demand(found, hit, demand)
    _bind_rules(found)
    bind_leftovers(found)
    _demote_pictures(builder)
    if (
        requirement.lang == "zh"
        and "language" not in builder.names
        and "language-switch" not in builder.names
    ):
        builder.add({"language": {"lang": "zh", "language": _LANGUAGES["zh"]}})
    if not builder.checks():
        builder.add("not-blank")
    return Plan(
        requirement=requirement.text,
        lang=requirement.lang,
        checks=builder.checks(),
        notes=found.notes,
    )


def _facts(reading: Reading) -> set[str]:
    return {
        *reading.traits,
        *(hit.name for hit, _ in reading.kinds),
        *(hit.name for hit, _ in reading.demands),
    }


def _refuse(found: Found) -> None:
    """What the line turns down is not asked, whoever else would bring it."""
    for hit, demand in found.reading.refused_demands:
        variant = _variant(found, demand)
        uses = variant.asked if variant else demand.asked
        found.builder.refused.update(_name(use) for use in uses)
        found.refused.append(hit)
    for hit, kind in found.reading.refused_kinds:
        found.builder.refused.update(_name(use) for use in kind.part or kind.asked)
        found.refused.append(hit)


def _bind_kinds(found: Found) -> None:
    kinds = found.reading.kinds
    container = next((h for h, k in kinds if "container" in k.traits), None)
    soft = next((h for h, k in kinds if "container-soft" in k.traits), None)
    apps = [(h, k) for h, k in kinds if k.name and container and h is not container]
    for index, (hit, kind) in enumerate(kinds):
        whole = hit is container or container is None
        parts = not whole or (soft is not None and hit is not soft)
        uses: list[Use] = kind.part if parts and kind.part is not None else kind.asked
        slots = found.slots_of(kind, hit)
        words = found.reading.words_of(hit)
        for use in uses:
            says = _opened(found, kind) if not whole and found.builder.lang == "zh" else ""
            found.builder.add(use, slots=slots, because=words, says=says)
        if whole and (index == 0 or len(kinds) <= 2):
            for use in kind.expected:
                found.builder.add(use, kind="expected", slots=slots, because=words)
    if container is not None and apps:
        _bind_launcher(found, apps)


def _bind_launcher(found: Found, apps: list[tuple[Hit, KindEntry]]) -> None:
    lang = found.builder.lang
    names = [kind.name[lang] for _, kind in apps if kind.name]
    names += found.unknown_apps()
    if lang == "en" or "dock" in found.facts:
        because = ", ".join(found.reading.words_of(h) for h, _ in apps)
        found.builder.add({"launcher": {"apps": names}}, because=because)
    if lang == "en":
        return
    for (hit, kind), name in zip(apps, names, strict=False):
        if not kind.part:
            found.builder.add({"open-app": {"apps": [name]}}, because=found.reading.words_of(hit))
    for name in names[len(apps) :]:
        found.builder.add({"open-app": {"apps": [name]}}, because=name)


def _opened(found: Found, kind: KindEntry) -> str:
    return (kind.opened or {}).get(found.builder.lang, "")


def _bind_demand(found: Found, hit: Hit, demand: DemandEntry) -> None:
    variant = _variant(found, demand)
    uses = variant.asked if variant else demand.asked
    slots = _demand_slots(found, hit, demand, variant)
    words = found.reading.words_of(hit)
    for use in uses:
        name = _name(use)
        if name in HOOKS:
            HOOKS[name](found, hit)
            found.facts.add(name)
            continue
        found.builder.add(use, slots=slots, because=words)
        found.facts.add(name)
    for use in variant.expected if variant else []:
        found.builder.add(use, kind="expected", slots=slots, because=words)
    if demand.drops:
        found.builder.drop(demand.drops)


def _variant(found: Found, demand: DemandEntry) -> Variant | None:
    for variant in demand.variants:
        if variant.when and not found.facts & set(variant.when):
            continue
        if found.facts & set(variant.unless):
            continue
        return variant
    return None


def _demand_slots(
    found: Found, hit: Hit, demand: DemandEntry, variant: Variant | None
) -> dict[str, Any]:
    wanted = set(variant.when if variant else ()) | set(demand.near)
    kind = next(
        ((h, k) for h, k in found.reading.kinds if not wanted or wanted & set(k.traits)), None
    )
    slots: Slots = found.slots_of(kind[1], kind[0]) if kind else {}
    item = found.item_after(hit)
    if item:
        slots["thing"] = item
    count = number_of(hit.groups.get("n", "") or hit.groups.get("zn", ""))
    if count is not None:
        slots["n"] = int(count)
        slots["nword"] = hit.groups.get("n", "") or hit.groups.get("zn", "")
    if "rows" in hit.groups:
        rows, columns = int(hit.groups["rows"]), int(hit.groups["cols"])
        slots |= {"rows": rows, "cols": columns, "total-cards": rows * columns}
    return slots


def _bind_rules(found: Found) -> None:
    for rule in found.reading.lexicon.rules:
        facts = found.facts | found.builder.names
        if not set(rule.all) <= facts or facts & set(rule.none):
            continue
        slots: Slots = {}
        for hit, kind in reversed(found.reading.kinds):
            slots |= found.slots_of(kind, hit)
        for use in rule.asked:
            found.builder.add(use, slots=slots)
        found.builder.drop(rule.drops)


def _demote_pictures(builder: Builder) -> None:
    """That something is drawn goes without saying where the line asks for more than that."""
    asked = [c for c in builder.checks() if c.kind == "asked"]
    drawn = [c for c in asked if c.id.startswith("drawn-")]
    if len(asked) > len(drawn):
        for check in drawn:
            builder.demote(check.id)


def _name(use: Use) -> str:
    return use if isinstance(use, str) else next(iter(use))
