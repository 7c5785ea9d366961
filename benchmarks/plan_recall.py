"""How much of what people ask the lexical planner finds, and how much it makes up.

Measured against lines whose checks were listed by a person who had not seen the planner
(tests/scoring/plan/lines). Run: python benchmarks/plan_recall.py [--misses] [--lang en|zh]
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from presscheck.core.plan import Check
from presscheck.core.requirement import Requirement
from presscheck.scoring.plan import make_plan
from presscheck.scoring.plan.labels import ENOUGH, concepts, likeness

LINES = Path(__file__).parents[1] / "tests" / "scoring" / "plan" / "lines"
ANY_THING = frozenset(
    ["shows", "responds", "has-control", "drives", "live-result", "label-follows", "hotspots",
     "states-named"]
)  # fmt: skip
"""Probes that stand for many behaviours: a check of theirs must also name the thing asked for."""
NAMES_IT = 0.22


@dataclass
class Tally:
    """Counts over the lines of one language."""

    asked: int = 0
    found: int = 0
    checks: int = 0
    invented: int = 0
    traps: int = 0
    milliseconds: list[float] = field(default_factory=list)
    misses: list[tuple[str, str, str]] = field(default_factory=list)
    extras: list[tuple[str, str, str]] = field(default_factory=list)

    def row(self, name: str) -> str:
        slowest = sorted(self.milliseconds)[int(len(self.milliseconds) * 0.95) - 1]
        return (
            f"{name:6} {len(self.milliseconds):4} lines  recall {self.found / self.asked:6.1%} "
            f"({self.found}/{self.asked})  invented {self.invented / max(self.checks, 1):5.1%} "
            f"({self.invented}/{self.checks})  traps {self.traps}  "
            f"median {statistics.median(self.milliseconds):.0f} ms, p95 {slowest:.0f} ms"
        )


def fulfils(check: Check, key: str, says: str, probes: dict[str, list[str]]) -> bool:
    """Whether a check answers an entry: by its probe, or where that is general, by its words."""
    score = likeness(says or key.replace("-", " "), check, key)
    if check.probe in probes.get(key, ()):
        return check.probe not in ANY_THING or score >= NAMES_IT
    if key == "not-verifiable" and not check.verifiable:
        return True
    key_words = concepts(key.replace("-", " "))
    named = concepts(f"{check.id.replace('-', ' ')} {check.says}")
    return score >= ENOUGH or bool(key_words and key_words <= named)


def measure(entries: list[dict[str, Any]], probes: dict[str, list[str]]) -> dict[str, Tally]:
    tallies: dict[str, Tally] = {}
    make_plan(Requirement.parse("记事本和一只猫"))
    for entry in entries:
        requirement = Requirement.parse(entry["line"])
        started = time.perf_counter()
        plan = make_plan(requirement)
        tally = tallies.setdefault(entry["lang"], Tally())
        tally.milliseconds.append((time.perf_counter() - started) * 1000)
        wanted = entry["asked"] + entry.get("implied", [])
        for want in wanted:
            tally.asked += 1
            if any(fulfils(c, want["key"], want["says"], probes) for c in plan.checks):
                tally.found += 1
            else:
                tally.misses.append((entry["line"], want["key"], want["says"]))
        allowed = [(w["key"], w["says"]) for w in wanted]
        allowed += [(key, "") for key in entry.get("expected", [])]
        for check in plan.checks:
            if check.kind != "asked":
                continue
            if check.probe == "language" and check.params.get("lang") == entry["lang"]:
                continue  # the language that the page should speak is part of every entry
            tally.checks += 1
            if not any(fulfils(check, key, says, probes) for key, says in allowed):
                tally.invented += 1
                tally.extras.append((entry["line"], check.id, check.says))
            trapped = [k for k in entry.get("not", []) if check.probe in probes.get(k, ())]
            answers = any(fulfils(check, w["key"], w["says"], probes) for w in wanted)
            if trapped and not answers and check.probe not in ANY_THING:
                tally.traps += 1
                tally.extras.append((entry["line"], f"TRAP {trapped[0]}", check.says))
    return tallies


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--misses", action="store_true", help="list what was missed and made up")
    parser.add_argument("--lang", choices=["en", "zh"])
    arguments = parser.parse_args()
    probes = yaml.safe_load((LINES / "keys.yaml").read_text("utf-8"))
    entries = [
        entry
        for name in ("en.yaml", "zh.yaml", "mixed.yaml")
        for entry in yaml.safe_load((LINES / name).read_text("utf-8"))
    ]
    for lang, tally in sorted(measure(entries, probes).items()):
        print(tally.row(lang))
        if not arguments.misses or (arguments.lang and arguments.lang != lang):
            continue
        for title, rows in (("missed", tally.misses), ("made up", tally.extras)):
            print(f"\n{title}, by key: {Counter(key for _, key, _ in rows).most_common(40)}")
            for line, key, says in rows:
                print(f"  {key:24} {says[:70]:72} | {line[:110]}")


if __name__ == "__main__":
    main()
