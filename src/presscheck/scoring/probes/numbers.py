"""Pages that compute: sliders that show their value, results that follow and are right."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from pydantic import BaseModel, Field

from presscheck.scoring.context import ProbeContext
from presscheck.scoring.formulas import FORMULAS, OPTIONAL, Formula
from presscheck.scoring.outcome import ProbeOutcome
from presscheck.scoring.probes import NoParams, probe
from presscheck.scoring.probes.simulations import move, sliders_in
from presscheck.scoring.rows import SPOILED, figure
from presscheck.scoring.snapshot import Element, Snapshot, numbers_in

_COMPUTE = re.compile(
    r"calculate|compute|convert|submit|update|go\b|计算|转换|换算|提交|确定", re.I
)
RELATIVE_TOLERANCE = 0.006
"""Pages round to whole units; more than that is another number."""


class SlidersParams(BaseModel):
    names: list[str] = Field(default_factory=list)


class FormulaParams(BaseModel):
    kind: str = "mortgage"


class ThingParams(BaseModel):
    thing: str = ""


class ConverterParams(BaseModel):
    kind: str = ""


def inputs_in(snapshot: Snapshot) -> list[Element]:
    """Fields and sliders that take a number, and choices, in document order."""
    return [
        e
        for e in snapshot.shown
        if e.enabled
        and not e.has("readonly")
        and (
            e.role in ("slider", "spinbutton")
            or e.type in ("number", "range")
            or bool(e.options)
            or (e.takes_text and e.type not in ("search", "date", "email", "password"))
        )
    ]


async def press_compute(ctx: ProbeContext) -> None:
    """Press the button that computes, where there is one."""
    for e in (await ctx.snapshot()).by_role("button"):
        if e.enabled and _COMPUTE.search(e.label):
            await ctx.click(e)
            return


@probe("sliders", params=SlidersParams)
async def sliders(ctx: ProbeContext, params: SlidersParams) -> ProbeOutcome:
    """Each slider can be moved, and a number on the page follows it."""
    found = sliders_in(await ctx.snapshot())
    if not found:
        return ctx.not_offered("there are no sliders")
    for name in params.names:
        if not await ctx.find(name, among=found):
            return ctx.failed(f"there is no slider for “{name}”")
    for slider in found[:6]:
        before = await ctx.again(slider) or slider
        effect = await move(ctx, slider, 0.8 if _share(before) < 0.5 else 0.2, picture=True)
        after = await ctx.again(slider)
        if after is not None and after.value == before.value and not effect.of("moved"):
            return ctx.failed(f"{slider} cannot be moved")
        if not [
            c
            for c in effect.of("text", "value", "appeared", "disappeared")
            if c.element is None or c.element.id != slider.id
        ]:
            return ctx.failed(f"{slider} moves, but no number shows its value")
    return ctx.passed(f"{len(found)} sliders can be moved and show their values")


def _share(e: Element) -> float:
    if e.span is None or e.value is None:
        return 0.5
    low, high, _ = e.span
    try:
        return (float(e.value) - low) / (high - low) if high > low else 0.5
    except ValueError:
        return 0.5


@probe("live-result", params=ThingParams)
async def live_result(ctx: ProbeContext, params: ThingParams) -> ProbeOutcome:
    """A result changes at once when an input is changed: not only the input's own label."""
    controls = [e for e in inputs_in(await ctx.snapshot()) if not e.options]
    if not controls:
        return ctx.not_offered("there is nothing to change")
    changed: set[int] = set()
    for control in controls[:5]:
        effect = await move(ctx, control, 0.75, picture=not changed)
        own = await ctx.again(control)
        value = figure(own.value or "") if own is not None else None
        for change in effect.of("text", "value", "appeared"):
            e = change.element
            if e is None or e.id == control.id:
                continue
            shown = figure(change.now)
            if shown is None:
                continue
            # A text that repeats the input's value is its label, no result.
            if value is None or abs(shown - value) > max(0.01, abs(value) * 0.002):
                changed.add(control.id)
    if not changed:
        return ctx.failed("changing the inputs changes no result on the page")
    return ctx.passed(f"the result follows {len(changed)} of {len(controls[:5])} inputs at once")


@dataclass
class _Given:
    """The inputs of a formula as they stand on the page."""

    elements: dict[str, Element]
    values: dict[str, float]


async def _given(ctx: ProbeContext, formula: Formula) -> _Given:
    elements: dict[str, Element] = {}
    candidates = inputs_in(await ctx.snapshot())
    for name, words in formula.inputs.items():
        free = [e for e in candidates if e.id not in {x.id for x in elements.values()}]
        # A slider beside a number field for the same thing: the field is the exact one.
        free.sort(key=lambda e: e.role == "slider")
        for word in words:
            hit = await ctx.find(word, among=free)
            if hit and hit.confidence >= 0.6:
                elements[name] = hit.element
                break
    values: dict[str, float] = {}
    for name, e in elements.items():
        value = figure(e.value or "")
        if value is not None:
            values[name] = value
    return _Given(elements, values)


@probe("formula", params=FormulaParams)
async def formula_right(ctx: ProbeContext, params: FormulaParams) -> ProbeOutcome:
    """The shown result is right for the shown inputs, at the start and after they are changed."""
    formula = FORMULAS.get(params.kind)
    if formula is None:
        return ctx.unsure(f"how “{params.kind}” is computed is not known to this check")
    given = await _given(ctx, formula)
    lacking = [n for n in formula.inputs if n not in given.elements and n not in OPTIONAL]
    if lacking:
        return ctx.not_offered(f"no input for {', '.join(lacking)} was found")
    right = 0
    for round_number in range(3):
        if round_number or len(given.values) < len(given.elements):
            await _change_inputs(ctx, given, round_number)
            given = await _given(ctx, formula)
        await press_compute(ctx)
        if any(n not in given.values for n in formula.inputs if n not in OPTIONAL):
            continue
        wanted = formula.results(given.values)
        text = await ctx.text()
        if spoiled := SPOILED.search(text):
            return ctx.failed(f"the result shows “{spoiled[0]}”")
        shown = await _figures(ctx)
        if not any(_near(n, w) for w in wanted for n in shown):
            stated = ", ".join(f"{k} {v:g}" for k, v in given.values.items())
            return ctx.failed(
                f"for {stated} the result is {wanted[0]:,.2f}; the page shows no such figure"
            )
        if params.kind in ("mortgage", "loan") and (
            wrong := await _mislabelled(ctx, formula, wanted)
        ):
            return ctx.failed(wrong)
        right += 1
    if not right:
        return ctx.unsure("the inputs could not be read")
    return ctx.passed(f"the result is right for {right} different inputs")


async def _figures(ctx: ProbeContext) -> list[float]:
    snapshot = await ctx.snapshot()
    found = list(numbers_in(snapshot.text))
    for e in snapshot.shown:
        if e.value:
            found += numbers_in(e.value)
        value = figure(e.text) if e.text else None
        if value is not None:
            found.append(value)
    return found


def _near(shown: float, right: float) -> bool:
    return abs(shown - right) <= max(abs(right) * RELATIVE_TOLERANCE, 0.011)


async def _mislabelled(ctx: ProbeContext, formula: Formula, wanted: list[float]) -> str:
    """Where the figure that is called the result is another one than the right one."""
    snapshot = await ctx.snapshot()
    for words in formula.result_words[:2]:
        for e in snapshot.shown:
            said = e.text.casefold()
            if words not in said or len(said) > 60 or re.search(r"\bdown\b|首付", said):
                continue
            holder = e
            for _ in range(3):
                numbers = [n for n in numbers_in(snapshot.text_of(holder)) if n > 1]
                if numbers:
                    if len(numbers) <= 2 and not any(_near(n, w) for n in numbers for w in wanted):
                        shown = f"{numbers[0]:,.2f} instead of {wanted[0]:,.2f}"
                        return f"“{e.text.strip()}” reads {shown}"
                    break
                parent = snapshot.get(holder.parent)
                if parent is None:
                    break
                holder = parent
    return ""


async def _change_inputs(ctx: ProbeContext, given: _Given, round_number: int) -> None:
    shares = (0.5, 0.35, 0.6)
    defaults = {
        "amount": "240000",
        "rate": "5",
        "years": "20",
        "weight": "70",
        "height": "175",
        "bill": "80",
        "percent": "15",
        "people": "4",
        "down": "0",
        "monthly": "0",
    }
    for name, e in given.elements.items():
        current = await ctx.again(e)
        if current is None:
            continue
        if current.role == "slider" or current.span:
            await ctx.set(current, shares[round_number % 3], relative=True)
        elif current.options:
            await ctx.choose(current, current.options[round_number % len(current.options)])
        elif not current.value or round_number:
            base = float(figure(current.value or "") or figure(defaults.get(name, "10")) or 10)
            factor = (1.0, 1.25, 1.5)[round_number % 3]
            value = base * factor
            await ctx.set(current, f"{value:.0f}" if value >= 3 else f"{value:.2f}")


_CONVERSIONS: dict[str, list[tuple[str, str, float, float]]] = {
    # from, to, value, right result: exact by definition (SI; international yard and pound, 1959)
    "length": [
        (r"\bkm|kilomet|千米|公里", r"\bmi\b|mile|英里", 10, 6.21371),
        (r"^m\b|^met(er|re)|米", r"\bft\b|feet|foot|英尺", 10, 32.8084),
        (r"\bcm|centimet|厘米", r"\bin\b|inch|英寸", 10, 3.93701),
        (r"^m\b|^met(er|re)|米", r"\bcm|centimet|厘米", 10, 1000),
    ],
    "weight": [(r"\bkg|kilogram|千克|公斤", r"\blb|pound|磅", 10, 22.0462)],
    "temperature": [(r"°?c\b|celsius|摄氏", r"°?f\b|fahrenheit|华氏", 10, 50)],
}


@probe("converter", params=ConverterParams)
async def converter(ctx: ProbeContext, params: ConverterParams) -> ProbeOutcome:
    """A value is converted, and the result is right where its units are known."""
    snapshot = await ctx.snapshot()
    fields = [e for e in inputs_in(snapshot) if not e.options and e.role != "slider"]
    if not fields:
        return ctx.not_offered("there is no field for a value to convert")
    selects = [e for e in snapshot.shown if len(e.options) > 1]
    kinds = [params.kind] if params.kind in _CONVERSIONS else list(_CONVERSIONS)
    for kind in kinds:
        for source, target, value, right in _CONVERSIONS[kind]:
            pair = await _choose_units(ctx, selects, source, target)
            if not pair:
                continue
            current = await ctx.again(fields[0])
            if current is None:
                break
            await ctx.type(current, f"{value:g}", clear=True, picture=True)
            await press_compute(ctx)
            shown = await _figures(ctx)
            if any(_near(n, right) for n in shown):
                return ctx.passed(f"{value:g} {pair[0]} are shown as {right:g} {pair[1]}")
            return ctx.failed(f"{value:g} {pair[0]} should be {right:g} {pair[1]}; it is not shown")
    before = set(await _figures(ctx))
    await ctx.type(fields[0], "10", clear=True, picture=True)
    await press_compute(ctx)
    new = {n for n in await _figures(ctx) if n not in before and n != 10}
    if new:
        return ctx.passed(f"10 is converted to {next(iter(new)):g}")
    return ctx.failed("a value was typed, but no converted value appears")


async def _choose_units(
    ctx: ProbeContext, selects: list[Element], source: str, target: str
) -> tuple[str, str] | None:
    if len(selects) < 2:
        return None
    for first, second in pairwise(selects):
        start = next((o for o in first.options if re.search(source, o, re.I)), None)
        end = next((o for o in second.options if re.search(target, o, re.I)), None)
        if start and end:
            await ctx.choose(first, start)
            again = await ctx.again(second)
            if again is not None:
                await ctx.choose(again, end)
            return start, end
    return None


@probe("totals", params=ThingParams)
async def totals(ctx: ProbeContext, params: ThingParams) -> ProbeOutcome:
    """The total grows by what is added."""
    from presscheck.scoring.entries import add_entry, samples

    before = set(await _figures(ctx))
    added = await add_entry(ctx, samples(ctx)[0])
    if added.field is None:
        return ctx.not_offered("there is nothing to enter that could be totalled")
    first = set(await _figures(ctx))
    again = await add_entry(ctx, samples(ctx)[1])
    second = set(await _figures(ctx))
    if not added.shown or not again.shown:
        return ctx.failed("an entry was typed and sent off, but it does not appear")
    amounts = {12.0, 7.0}
    grown = {b for a in first - amounts for b in second - first if b - a in amounts} | {
        b for a in before | {0.0} for b in first - before - amounts if abs(b - a) in amounts
    }
    if grown or (24.0 in second and 24.0 not in before) or (14.0 in second and 14.0 not in before):
        return ctx.passed("the total grows by what is added")
    return ctx.failed("two entries were added, no figure on the page is their total")


@probe("form-accepts", params=NoParams)
async def form_accepts(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """A form that is filled in well is accepted, and that is said."""
    from presscheck.scoring.probes.forms import send_form

    sent = await send_form(ctx, good=True)
    if sent is None:
        return ctx.not_offered("there is no form with a button to send it")
    if sent.complains:
        return ctx.failed(f"a form filled in well is refused: “{sent.complains}”")
    if not sent.effect.any:
        why = f" ({sent.effect.errors[0]})" if sent.effect.errors else ""
        return ctx.failed(f"sending the form shows nothing{why}")
    return ctx.passed(f"the form is accepted: {sent.effect.saw[0]}")


@probe("form-refuses", params=NoParams)
async def form_refuses(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """A form that is empty, or filled in wrongly, is refused with a word on why."""
    from presscheck.scoring.probes.forms import send_form

    sent = await send_form(ctx, good=False)
    if sent is None:
        return ctx.not_offered("there is no form with a button to send it")
    if sent.succeeds:
        return ctx.failed(f"a form with wrong entries is accepted: “{sent.succeeds}”")
    if sent.complains:
        return ctx.passed(f"a form with wrong entries is refused: “{sent.complains}”")
    if sent.native:
        return ctx.passed("the browser refuses wrong entries of the form")
    return ctx.failed("a form with wrong entries is sent off without a word")
