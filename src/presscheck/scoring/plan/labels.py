"""Which check of a plan answers which label that a person wrote, by their words.

A person's labels and a plan's checks say the same thing in other words: "the board is locked" has
no word of "mismatch-hides". Three things are weighed: the words themselves, without their endings;
groups of words that mean the same; and the family of probes that a label's words point to.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import resources
from typing import Any

import yaml
from rapidfuzz import fuzz

from presscheck.core.plan import Check, Plan
from presscheck.scoring.plan.patterns import number_of
from presscheck.scoring.plan.phrases import is_stop, segment
from presscheck.scoring.plan.stems import stem

ENOUGH = 0.34
"""Least likeness of a check to a label. Below it, a label has no check rather than a wrong one."""

_WORD = re.compile(r"[a-z0-9]+|[\u3400-\u9fff]+")


def match_labels(plan: Plan, asked: Mapping[str, str]) -> dict[str, str]:
    """The check for each label (id → what it says); labels without one are left out.

    One check may answer several labels ("different texts for each part" and "clicking a part
    explains it" are one probe). The same input gives the same output.
    """
    matched: dict[str, str] = {}
    for label, says in asked.items():
        scored = [
            (likeness(says, check, label), check.kind == "asked", -index, check.id)
            for index, check in enumerate(plan.checks)
        ]
        if not scored:
            continue
        best = max(scored)
        if best[0] >= ENOUGH:
            matched[label] = best[3]
    return matched


def likeness(says: str, check: Check, label: str = "") -> float:
    """How well a check answers a label, 0 to 1."""
    wanted = concepts(f"{says}")
    named = concepts(label.replace("-", " ")) if label else frozenset()
    given = concepts(f"{check.says} {check.because}")
    words = _overlap(wanted, given)
    family = _family(wanted | named, says, check.probe)
    tokens = fuzz.token_set_ratio(" ".join(sorted(wanted)), " ".join(sorted(given))) / 100
    by_id = _overlap(named, concepts(check.id.replace("-", " "))) if named else 0.0
    return 0.45 * words + 0.4 * family + 0.1 * tokens + 0.15 * by_id


def _overlap(wanted: frozenset[str], given: frozenset[str]) -> float:
    """Share of the words in common, between containment and Jaccard."""
    if not wanted or not given:
        return 0.0
    common = len(wanted & given)
    smaller = common / min(len(wanted), len(given))
    joint = common / len(wanted | given)
    return 0.5 * smaller + 0.5 * min(1.0, 2 * joint)


def _family(wanted: frozenset[str], says: str, probe: str | None) -> float:
    """1 where the label's words are those by which people speak of this probe's behaviour."""
    if probe is None:
        return 0.0
    best = 0.0
    for group in _families().get(probe, ()):
        hits = len(group & wanted) + sum(
            1 for word in group if word >= "\u3400" and word not in wanted and word in says
        )
        best = max(best, hits / len(group))
    return best


@lru_cache(maxsize=10_000)
def concepts(text: str) -> frozenset[str]:
    """The words that carry the meaning of a text, words that mean the same made one."""
    words: set[str] = set()
    for piece in _WORD.findall(text.lower()):
        parts = [piece] if piece.isascii() else segment(piece)
        for part in parts:
            if is_stop(part) and number_of(part) is None:
                continue
            base = stem(part)
            number = number_of(part)
            if number is not None:
                base = f"{number:g}"
            words.add(_groups().get(base, base))
    return frozenset(words)


@cache
def _data() -> dict[str, Any]:
    file = resources.files("presscheck.scoring.plan") / "labels.yaml"
    data: dict[str, Any] = yaml.safe_load(file.read_text("utf-8"))
    return data


@cache
def _groups() -> dict[str, str]:
    return {stem(str(word)): str(group[0]) for group in _data()["same"] for word in group}


@cache
def _families() -> dict[str, list[frozenset[str]]]:
    return {
        probe: [
            frozenset(_groups().get(stem(w), stem(w)) for w in str(words).split())
            for words in groups
        ]
        for probe, groups in _data()["families"].items()
    }
