"""Turns entries of the lexicon, with their slots filled, into the checks of a plan."""

from __future__ import annotations

import re
import zlib
from typing import Any

from pydantic import JsonValue

from presscheck.core.plan import Check, CheckKind
from presscheck.core.requirement import Language
from presscheck.scoring.plan.lexicon import CheckEntry, Lexicon, Use

MAX_CHECKS = 40
_SLOT = re.compile(r"\{([a-z-]+)\}")
_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
_ONE_OF_ITS_KIND = frozenset(["shows", "responds", "has-control", "drives", "hotspots"])
"""Probes that mean the same check when their parameters are the same, whatever its name."""

Slots = dict[str, Any]


def slug(text: str) -> str:
    """Lower-case words joined by hyphens; what is not Latin becomes a short stable number."""
    plain = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
    if plain and text.isascii():
        return plain[:32].strip("-")
    return f"{zlib.crc32(text.encode()):08x}"[:6]


class Builder:
    """Collects checks: the same check twice is one, and asked outweighs expected."""

    def __init__(self, lexicon: Lexicon, lang: Language) -> None:
        self.lexicon = lexicon
        self.lang = lang
        self.refused: set[str] = set()
        self.names: set[str] = set()
        self._checks: dict[str, Check] = {}

    def add(
        self, use: Use, *, kind: CheckKind = "asked", slots: Slots | None = None, because: str = "",
        says: str = "",
    ) -> Check | None:  # fmt: skip
        name, own = _named(use)
        if name in self.refused:
            return None
        entry = self.lexicon.checks[name]
        filled = self._fill(name, own, slots or {})
        check = self._check(name, entry, filled, kind, because, says)
        self.names.add(name)
        return self._merge(check)

    def put(self, check: Check) -> Check:
        """Add a check that is not of the lexicon."""
        return self._merge(check) or check

    def drop(self, names: list[str]) -> None:
        """Take checks back, by name of the lexicon, and refuse them from now on."""
        self.refused.update(names)
        for key in [k for k in self._checks if _base(k, self.lexicon) in names]:
            del self._checks[key]
        self.names -= set(names)

    def demote(self, check_id: str) -> None:
        """Make a check one that is expected, not asked."""
        known = self._checks[check_id]
        self._checks[check_id] = known.model_copy(update={"kind": "expected"})

    def has(self, name: str) -> bool:
        return name in self.names

    def checks(self) -> list[Check]:
        ordered = sorted(self._checks.values(), key=lambda c: c.kind != "asked")
        return ordered[:MAX_CHECKS]

    def _fill(self, name: str, own: Slots, given: Slots) -> Slots:
        filled = dict(given) if name in self.lexicon.takes_thing else {
            k: v for k, v in given.items() if k != "thing"
        }  # fmt: skip
        return {"lang": self.lang} | self.lexicon.defaults.get(name, {}) | filled | own

    def _check(
        self, name: str, entry: CheckEntry, slots: Slots, kind: CheckKind, because: str, says: str
    ) -> Check:
        parts = [name, *(slug(self._slug_text(slots[s])) for s in entry.by if slots.get(s))]
        params: dict[str, JsonValue] = {}
        for key, value in entry.params.items():
            filled = self._value(value, slots)
            if key == "kind" and isinstance(value, str):  # names a formula, not words of a page
                filled = self._slug_text(slots.get(value.strip("{}"), ""))
            if filled not in (None, "", []):
                params[key] = filled
        return Check(
            id=re.sub(r"-+", "-", "-".join(p for p in parts if p))[:60].strip("-"),
            says=(says or self._says(entry, slots))[:300],
            kind=kind,
            probe=entry.probe,
            params=params,
            steps=entry.steps,
            expectations=entry.expectations,
            because=because[:300],
        )

    def _says(self, entry: CheckEntry, slots: Slots) -> str:
        template = entry.en if self.lang == "en" else entry.zh

        def optional(match: re.Match[str]) -> str:
            needed = _SLOT.findall(match.group(1))
            return match.group(1) if all(self._text(slots, n) for n in needed) else ""

        said = _OPTIONAL.sub(optional, template)
        return " ".join(_SLOT.sub(lambda m: self._text(slots, m.group(1)), said).split())

    def _text(self, slots: Slots, name: str) -> str:
        if name == "things" and "things" not in slots:
            return plural(self._text(slots, "thing")) if self.lang == "en" else self._text(
                slots, "thing"
            )  # fmt: skip
        value = self._localised(slots.get(name))
        if isinstance(value, list):
            return join([str(v) for v in value], self.lang)
        return "" if value is None else str(value)

    def _value(self, value: Any, slots: Slots) -> Any:
        if isinstance(value, str):
            whole = _SLOT.fullmatch(value)
            if whole:
                return self._localised(slots.get(whole.group(1)))
            return _SLOT.sub(lambda m: self._text(slots, m.group(1)), value)
        return value

    def _localised(self, value: Any) -> Any:
        if isinstance(value, dict) and ("en" in value or "zh" in value):
            return value.get(self.lang, value.get("en"))
        return value

    def _slug_text(self, value: Any) -> str:
        if isinstance(value, dict):
            value = value.get("en", next(iter(value.values())))
        return " ".join(str(v) for v in value) if isinstance(value, list) else str(value)

    def _merge(self, check: Check) -> Check:
        known = self._checks.get(check.id) or self._same(check)
        if known is None:
            self._checks[check.id] = check
            return check
        merged = known.model_copy(
            update={
                "kind": "asked" if "asked" in (known.kind, check.kind) else "expected",
                "because": known.because or check.because,
                "params": known.params | check.params,
                "says": check.says if len(check.params) > len(known.params) else known.says,
            }
        )
        self._checks[known.id] = merged
        return merged

    def _same(self, check: Check) -> Check | None:
        if check.probe not in _ONE_OF_ITS_KIND or check.id.startswith("hotspots-differ"):
            return None
        for known in self._checks.values():
            if known.probe == check.probe and known.params == check.params:
                return known
        return None


def join(words: list[str], lang: Language) -> str:
    if lang == "zh":
        return "、".join(words)
    return ", ".join(words[:-1]) + " and " + words[-1] if len(words) > 1 else "".join(words)


def plural(noun: str) -> str:
    """The regular English plural of the last word; what ends in s stays."""
    if not noun or noun.endswith("s"):
        return noun
    if noun.endswith("y") and len(noun) > 2 and noun[-2] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("x", "ch", "sh")) else "s")


def _named(use: Use) -> tuple[str, Slots]:
    if isinstance(use, str):
        return use, {}
    name, own = next(iter(use.items()))
    return name, dict(own or {})


def _base(check_id: str, lexicon: Lexicon) -> str:
    """The name in the lexicon of a check by its id: the longest name that the id starts with."""
    parts = check_id.split("-")
    for size in range(len(parts), 0, -1):
        name = "-".join(parts[:size])
        if name in lexicon.checks:
            return name
    return check_id
