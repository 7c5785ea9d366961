"""A calculator's keys and display: pressed by name, read as numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass

from presscheck.scoring.context import ProbeContext
from presscheck.scoring.effect import Effect
from presscheck.scoring.snapshot import Element, Snapshot

_KEYS: dict[str, re.Pattern[str]] = {
    **{d: re.compile(rf"^\s*{d}\s*$") for d in "0123456789"},
    ".": re.compile(r"^\s*[.,·]\s*$"),
    "+": re.compile(r"^\s*[+＋➕]\s*$"),
    "-": re.compile(r"^\s*[-−–—➖]\s*$"),
    "*": re.compile(r"^\s*[*×✕✖xX·∙⋅]\s*$"),
    "/": re.compile(r"^\s*[/÷∕➗]\s*$"),
    "=": re.compile(r"^\s*(=|equals|enter|等于)\s*$", re.I),
    "clear": re.compile(r"^\s*(ac|c|ce|clear|all clear|清零|清除|归零)\s*$", re.I),
    "back": re.compile(r"^\s*(⌫|←|del|delete|back(space)?|⟵|退格)\s*$", re.I),
    "sqrt": re.compile(r"^\s*(√x?|²√x?|sqrt|√\(?x?\)?)\s*$", re.I),
    "square": re.compile(r"^\s*(x²|x\^2|x2|sqr|²)\s*$", re.I),
    "sin": re.compile(r"^\s*sin\s*\(?\s*$", re.I),
    "cos": re.compile(r"^\s*cos\s*\(?\s*$", re.I),
    "log": re.compile(r"^\s*(log|log10|lg)\s*\(?\s*$", re.I),
    "ln": re.compile(r"^\s*ln\s*\(?\s*$", re.I),
    "pi": re.compile(r"^\s*(π|pi)\s*$", re.I),
    "inverse": re.compile(r"^\s*(1/x|x⁻¹|x\^-1)\s*$", re.I),
    "power": re.compile(r"^\s*(x\^y|xʸ|\^|y\^x|pow)\s*$", re.I),
    ")": re.compile(r"^\s*\)\s*$"),
}
_NUMBER = re.compile(r"[-−]?(?:\d[\d,\s\u202f]*)?\.?\d+(?:[eE][+-]?\d+)?")
_WORDY = {
    "+": r"add|plus|加",
    "-": r"subtract|minus|减",
    "*": r"multiply|times|乘",
    "/": r"divide|除",
    "=": r"equal|等于",
    ".": r"decimal|point|dot|小数点",
    "clear": r"clear|清",
    "sqrt": r"sqrt|square ?root|根",
}
CLOSE_ENOUGH = 1e-4
"""Displays round; a relative difference below this is the same number."""


@dataclass
class Keypad:
    """The keys of one calculator by name, and the region that they and the display stand in."""

    keys: dict[str, Element]
    region: Element

    def has(self, *names: str) -> bool:
        return all(name in self.keys for name in names)


def find_keypad(snapshot: Snapshot) -> Keypad | None:
    """The calculator that is shown: something with keys for most digits. None without one."""
    labelled = [(e, _names(e)) for e in snapshot.shown if _pressable(e)]
    home = _home(snapshot, [(e, names) for e, names in labelled if any(n.isdigit() for n in names)])
    if home is None:
        return None
    keys: dict[str, Element] = {}
    region = home
    # Keys beside the digits first: a window's own × is no multiplication.
    for around in (home, *snapshot.ancestors(home)):
        region = around
        for e, names in labelled:
            if snapshot.is_inside(e, around):
                for name in names:
                    keys.setdefault(name, e)
        if _display(snapshot, around, keys):
            break
    return Keypad(keys, region)


def _pressable(e: Element) -> bool:
    operable = e.role == "button" or e.has("pointer") or e.tag == "button"
    return operable and not e.takes_text and not e.options


def _names(e: Element) -> list[str]:
    """The keys that an element could be, by its text or its accessible name."""
    label = e.label if len(e.label) <= 12 else e.text
    names = [n for n, pattern in _KEYS.items() if pattern.search(e.text) or pattern.search(label)]
    names += [
        n for n, words in _WORDY.items() if re.search(rf"\b({words})\b|^({words})", e.name, re.I)
    ]
    return names


def _home(snapshot: Snapshot, digits: list[tuple[Element, list[str]]]) -> Element | None:
    """The smallest element that holds keys for at least nine digits."""
    for e, _ in digits:
        for ancestor in snapshot.ancestors(e):
            inside = {n for d, names in digits if snapshot.is_inside(d, ancestor) for n in names}
            if sum(n.isdigit() for n in inside) >= 9:
                return ancestor
    return None


def _display(snapshot: Snapshot, region: Element, keys: dict[str, Element]) -> list[Element]:
    """What stands in the region beside the keys and could show a number."""
    taken = {inner.id for key in keys.values() for inner in snapshot.inside(key)}
    return [
        e
        for e in snapshot.inside(region)
        if e.id not in taken
        and e.role != "button"
        and e.shown
        and (e.value is not None or e.takes_text or e.text or _named_display(e))
    ]


def _named_display(e: Element) -> bool:
    return bool(re.search(r"display|screen|output|result|显示|结果", e.words, re.I)) and e.box.h > 8


def shown_numbers(snapshot: Snapshot, pad: Keypad) -> list[float]:
    """The numbers on the display: of each text the last one, and what follows an equals sign."""
    region = snapshot.get(pad.region.id)
    if region is None:
        return []
    keys = {k: e for k, e in pad.keys.items() if snapshot.get(e.id)}
    numbers: list[float] = []
    for e in _display(snapshot, region, keys):
        for text in (e.value or "", e.text):
            found = _NUMBER.findall(text.replace("−", "-"))
            alone = re.fullmatch(r"\s*=?\s*" + _NUMBER.pattern + r"\s*", text.replace("−", "-"))
            if found and (alone or "=" in text):
                plain = re.sub(r"[,\s\u202f]", "", found[-1])
                numbers.append(float(plain))
    return numbers


async def open_keypad(ctx: ProbeContext) -> Keypad | None:
    """The calculator, opened where it stands behind a name."""
    return await ctx.bring(("calculator", "计算器", "calc"), find_keypad)


async def enter(ctx: ProbeContext, pad: Keypad, sequence: list[str]) -> Effect | None:
    """Press keys by name, as one action; its effect. None where a key has gone."""
    places: list[Element] = []
    for name in sequence:
        key = await ctx.again(pad.keys[name])
        if key is None:
            return None
        places.append(key)
    return await ctx.click_all(places, settle=60, picture=len(sequence) > 2)


def spell(expression: str) -> list[str]:
    """An expression as keys: "1.5+2=" becomes 1 . 5 + 2 =."""
    return list(expression)


def near(shown: float, right: float) -> bool:
    return abs(shown - right) <= max(abs(right) * CLOSE_ENOUGH, 1e-6)


async def reads(ctx: ProbeContext, pad: Keypad, right: float) -> bool:
    return any(near(n, right) for n in shown_numbers(await ctx.snapshot(), pad))
