"""The lexicon's files hang together: whatever they name exists, in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from presscheck.core.steps import Expectation
from presscheck.scoring.plan.catalogue import catalogue, fits
from presscheck.scoring.plan.hooks import HOOKS
from presscheck.scoring.plan.lexicon import Use, load_lexicon
from presscheck.scoring.plan.patterns import compile_pattern
from presscheck.scoring.probes import all_probes

LEXICON = load_lexicon()


def _uses() -> Iterator[tuple[str, Use]]:
    for name, kind in LEXICON.kinds.items():
        for use in (*kind.asked, *kind.expected, *(kind.part or ())):
            yield name, use
    for name, demand in LEXICON.demands.items():
        for use in demand.asked:
            yield name, use
        for variant in demand.variants:
            for use in (*variant.asked, *variant.expected):
                yield name, use
    for rule in LEXICON.rules:
        for use in rule.asked:
            yield "rule", use


def test_every_check_that_is_used_exists() -> None:
    for where, use in _uses():
        name = use if isinstance(use, str) else next(iter(use))
        assert name in LEXICON.checks or name in HOOKS, f"{where} uses {name}"


def test_every_check_that_is_defined_is_bound_to_a_probe_of_the_catalogue() -> None:
    for name, check in LEXICON.checks.items():
        if check.probe is not None:
            assert check.probe in catalogue(), name
            assert set(check.params) <= set(catalogue()[check.probe].params), name


def test_the_catalogue_fits_the_probes_that_are_there() -> None:
    for name, probe in all_probes().items():
        if name in catalogue():
            assert set(catalogue()[name].params) <= set(probe.params.model_fields), name


def test_both_languages_say_the_same_slots() -> None:
    slots = re.compile(r"\{([a-z-]+)\}")
    for name, check in LEXICON.checks.items():
        english = {
            s.replace("things", "thing").replace("nword", "n") for s in slots.findall(check.en)
        }
        assert english >= set(slots.findall(check.zh)) - {"hero"}, name


@pytest.mark.parametrize("section", ["kinds", "demands", "items", "topics"])
def test_every_pattern_compiles_and_cannot_match_nothing(section: str) -> None:
    for name, entry in getattr(LEXICON, section).items():
        for pattern in (*entry.en, *entry.zh):
            assert compile_pattern(pattern).search(" ") is None, f"{name}: {pattern}"


def test_defaults_are_for_checks_that_exist() -> None:
    assert set(LEXICON.defaults) <= set(LEXICON.checks)


def test_wrong_params_are_named() -> None:
    assert fits("columns-shown", {"count": "three"}) == [
        "“count” of “columns-shown” must be a whole number"
    ]
    assert fits("nonsense", {}) == ["there is no probe named “nonsense”"]
    assert fits("tabs", {"names": ["a"]}) == []
    assert Expectation(expect="animates").target is None
