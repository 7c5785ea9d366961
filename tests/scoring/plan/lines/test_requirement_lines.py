"""The requirement lines are well-formed: tools can rely on their keys."""

from pathlib import Path
from typing import Any

import pytest
import yaml

HERE = Path(__file__).parent
FILES = ("en.yaml", "zh.yaml", "mixed.yaml")


def _entries(name: str) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = yaml.safe_load((HERE / name).read_text("utf-8"))
    return entries


def test_there_are_at_least_150_different_lines() -> None:
    lines = [entry["line"] for name in FILES for entry in _entries(name)]
    assert len(lines) == len(set(lines))
    assert len(lines) >= 150


@pytest.mark.parametrize("name", FILES)
def test_no_line_forbids_what_it_asks(name: str) -> None:
    for entry in _entries(name):
        wanted = {check["key"] for check in entry["asked"] + entry.get("implied", [])}
        assert wanted, entry["line"]
        assert wanted.isdisjoint(entry.get("not", [])), entry["line"]
        assert set(entry.get("expected", [])).isdisjoint(entry.get("not", [])), entry["line"]


def test_every_mapped_key_is_used() -> None:
    mapped = set(yaml.safe_load((HERE / "keys.yaml").read_text("utf-8")))
    used = {
        key
        for name in FILES
        for entry in _entries(name)
        for key in [
            *(check["key"] for check in entry["asked"] + entry.get("implied", [])),
            *entry.get("expected", []),
            *entry.get("not", []),
        ]
    }
    assert mapped <= used
