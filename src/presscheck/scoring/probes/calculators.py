"""Calculators: sums by their keys, precedence, functions, clearing, the keyboard."""

from __future__ import annotations

import math

from pydantic import BaseModel, Field

from presscheck.scoring.context import ProbeContext
from presscheck.scoring.keypad import Keypad, enter, open_keypad, reads, shown_numbers, spell
from presscheck.scoring.outcome import ProbeOutcome
from presscheck.scoring.probes import NoParams, probe

# The result is never one of the numbers that go in, so that no echo passes for it.
_SUMS = {"+": ("7+8=", 15.0), "-": ("9-4=", 5.0), "*": ("6*7=", 42.0), "/": ("8/5=", 1.6)}
_DECIMALS = (("1.5+2=", 3.5), ("0.1+0.2=", 0.3))


class SumsParams(BaseModel):
    ops: list[str] = Field(default_factory=lambda: ["+", "-", "*", "/"])
    decimals: bool = True


class FunctionsParams(BaseModel):
    functions: list[str] = Field(default_factory=list)


async def _pad(ctx: ProbeContext) -> Keypad | ProbeOutcome:
    pad = await open_keypad(ctx)
    if pad is None:
        return ctx.not_offered("no calculator with digit keys was found")
    if not pad.has("="):
        return ctx.failed("the calculator has no equals key")
    return pad


def _cleared(pad: Keypad, keys: list[str]) -> list[str]:
    """The keys with clear before them, where there is such a key."""
    return ["clear", *keys] if pad.has("clear") else keys


def _told(ctx: ProbeContext, pad: Keypad) -> str:
    numbers = shown_numbers(ctx.now, pad)
    return ", ".join(f"{n:g}" for n in numbers) or "no number"


@probe("calculator", params=SumsParams)
async def calculator(ctx: ProbeContext, params: SumsParams) -> ProbeOutcome:
    """Clicked keys add, subtract, multiply and divide right, decimals included."""
    pad = await _pad(ctx)
    if isinstance(pad, ProbeOutcome):
        return pad
    sums = [_SUMS[op] for op in params.ops if op in _SUMS]
    if params.decimals:
        if not pad.has("."):
            return ctx.failed("the calculator has no key for a decimal point")
        sums += _DECIMALS
    for expression, right in sums:
        keys = spell(expression)
        lacking = [k for k in keys if k not in pad.keys]
        if lacking:
            return ctx.failed(f"the calculator has no key “{lacking[0]}”")
        effect = await enter(ctx, pad, _cleared(pad, keys))
        if not await reads(ctx, pad, right):
            why = f" ({effect.errors[0]})" if effect and effect.errors else ""
            return ctx.failed(f"{expression} shows {_told(ctx, pad)} instead of {right:g}{why}")
    return ctx.passed(
        f"{len(sums)} sums come out right, 1.5 + 2 = 3.5 among them"
        if params.decimals
        else f"{len(sums)} sums come out right"
    )


@probe("calculator-precedence", params=NoParams)
async def precedence(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """Multiplication and division go before addition and subtraction: 2 + 3 × 4 is 14."""
    pad = await _pad(ctx)
    if isinstance(pad, ProbeOutcome):
        return pad
    if not pad.has("+", "*"):
        return ctx.failed("the calculator has no keys to add and multiply")
    await enter(ctx, pad, spell("2+3*4="))
    if await reads(ctx, pad, 14):
        return ctx.passed("2 + 3 × 4 is shown as 14")
    return ctx.failed(f"2 + 3 × 4 shows {_told(ctx, pad)} instead of 14")


@probe("calculator-clear", params=NoParams)
async def clear(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """Clear forgets everything: 5 + clear 2 = is 2, not 7."""
    pad = await _pad(ctx)
    if isinstance(pad, ProbeOutcome):
        return pad
    if not pad.has("clear"):
        return ctx.not_offered("the calculator has no clear key")
    await enter(ctx, pad, ["5", "+", "clear"])
    left = [n for n in shown_numbers(await ctx.snapshot(), pad) if n != 0]
    if left:
        return ctx.failed(f"after clear the display still shows {left[0]:g}")
    await enter(ctx, pad, ["2", "="])
    if any(abs(n - 7) < 1e-9 for n in shown_numbers(await ctx.snapshot(), pad)):
        return ctx.failed("5 + clear 2 = gives 7: the pending sum was not cleared")
    await enter(ctx, pad, ["clear"])
    return ctx.passed("clear forgets the number and the pending sum")


@probe("calculator-keyboard", params=NoParams)
async def keyboard(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """Digits, operators, Enter and Backspace work from the keyboard."""
    pad = await _pad(ctx)
    if isinstance(pad, ProbeOutcome):
        return pad
    for keys, right, says in (
        (["7", "+", "8", "Enter"], 15.0, "7 + 8 Enter"),
        (["9", "*", "6", "Enter"], 54.0, "9 * 6 Enter"),
        (["8", "/", "5", "Enter"], 1.6, "8 / 5 Enter"),
        (["1", "2", "Backspace", "+", "3", "Enter"], 4.0, "12 Backspace + 3 Enter"),
    ):
        if right != 15.0:
            await ctx.fresh()
            reopened = await _pad(ctx)
            if isinstance(reopened, ProbeOutcome):
                return reopened
            pad = reopened
        await _type_keys(ctx, keys, says)
        if not await reads(ctx, pad, right):
            return ctx.failed(f"typing {says} shows {_told(ctx, pad)} instead of {right:g}")
    return ctx.passed("digits, operators, Enter and Backspace work from the keyboard")


async def _type_keys(ctx: ProbeContext, keys: list[str], says: str) -> None:
    """Press the keys one after the other, as one action."""

    async def action() -> list[str]:
        for key in keys:
            await ctx.session.page.press(key)
        return [f"page.keyboard.press({key!r})" for key in keys]

    await ctx.act(f"type {says}", action, settle=60, picture=True)


# A function's argument, and every result that is right: sines in degrees or in radians.
_FUNCTIONS: dict[str, list[tuple[str, tuple[float, ...]]]] = {
    "sqrt": [("9", (3.0,)), ("2", (math.sqrt(2),))],
    "square": [("5", (25.0,))],
    "sin": [("30", (0.5, math.sin(30)))],
    "cos": [("60", (0.5, math.cos(60)))],
    "log": [("100", (2.0, math.log(100)))],
    "ln": [("7", (math.log(7),))],
    "inverse": [("4", (0.25,))],
}
NEEDED = 4
"""A right figure to four places: pages round their displays."""


@probe("calculator-scientific", params=FunctionsParams)
async def scientific(ctx: ProbeContext, params: FunctionsParams) -> ProbeOutcome:
    """The scientific keys give right results, whether the number comes before or after them."""
    pad = await _pad(ctx)
    if isinstance(pad, ProbeOutcome):
        return pad
    present = [name for name in _FUNCTIONS if pad.has(name)]
    wanted = [name for name in params.functions if name in _FUNCTIONS]
    lacking = [name for name in wanted if name not in present]
    if lacking:
        return ctx.failed(f"the calculator has no key for {lacking[0]}")
    if not present:
        return ctx.not_offered("the calculator has no scientific keys")
    orders = _Orders()
    for name in present:
        for argument, rights in _FUNCTIONS[name]:
            if not await _function_right(ctx, pad, orders, name, argument, rights):
                return ctx.failed(
                    f"{name} of {argument} shows {_told(ctx, pad)} instead of {rights[0]:.4g}"
                )
    return ctx.passed(f"{', '.join(present)} give right results")


class _Orders:
    """The orders in which a number and a function's key may be pressed, the one that this
    calculator was seen to take first."""

    def __init__(self) -> None:
        self._known = ["after", "after, then equals", "before", "before, closed"]

    def of(self, pad: Keypad, name: str, digits: list[str]) -> list[tuple[str, list[str]]]:
        keys = {
            "after": [*digits, name],
            "after, then equals": [*digits, name, "="],
            "before": [name, *digits, "="],
            "before, closed": [name, *digits, ")", "="],
        }
        return [(o, keys[o]) for o in self._known if ")" not in keys[o] or pad.has(")")]

    def prefer(self, order: str) -> None:
        self._known.sort(key=lambda known: known != order)


async def _function_right(
    ctx: ProbeContext,
    pad: Keypad,
    orders: _Orders,
    name: str,
    argument: str,
    rights: tuple[float, ...],
) -> bool:
    for order, keys in orders.of(pad, name, list(argument)):
        if not pad.has("clear"):
            await ctx.fresh()
            reopened = await open_keypad(ctx)
            if reopened is None:
                return False
            pad = reopened
        await enter(ctx, pad, _cleared(pad, keys))
        shown = shown_numbers(await ctx.snapshot(), pad)
        if any(
            round(n, NEEDED) == round(r, NEEDED) or abs(n - r) < 6e-4 for n in shown for r in rights
        ):
            orders.prefer(order)
            return True
    return False
