"""The labelled pages are consistent: labels speak of pages and behaviours that exist."""

import json
from pathlib import Path
from typing import Any

import pytest

PAGES = Path(__file__).parent
LINES = sorted(path.parent.name for path in PAGES.glob("*/labels.json"))


def _labels(line: str) -> dict[str, Any]:
    labels: dict[str, Any] = json.loads((PAGES / line / "labels.json").read_text("utf-8"))
    return labels


def test_there_are_enough_lines_in_both_languages() -> None:
    languages = [_labels(line)["lang"] for line in LINES]
    assert len(LINES) >= 14
    assert languages.count("zh") >= 4


@pytest.mark.parametrize("line", LINES)
def test_labels_and_files_name_the_same_pages(line: str) -> None:
    on_disk = {path.name for path in (PAGES / line).glob("*.html")}
    assert set(_labels(line)["pages"]) == on_disk


@pytest.mark.parametrize("line", LINES)
def test_broken_pages_fail_asked_behaviours_and_say_why(line: str) -> None:
    labels = _labels(line)
    asked = [behaviour["id"] for behaviour in labels["asked"]]
    assert len(asked) == len(set(asked))
    for name, page in labels["pages"].items():
        assert set(page["fails"]) <= set(asked), name
        assert page["works"] == (not page["fails"]), name
        assert page["works"] or page["fault"], name


@pytest.mark.parametrize("line", LINES)
def test_each_line_has_two_working_styles_and_two_broken_pages(line: str) -> None:
    works = [page["works"] for page in _labels(line)["pages"].values()]
    assert works.count(True) >= 2
    assert works.count(False) >= 2


@pytest.mark.parametrize("line", LINES)
def test_pages_need_nothing_from_the_network(line: str) -> None:
    for path in (PAGES / line).glob("*.html"):
        html = path.read_text("utf-8").replace("http://www.w3.org/", "")
        assert 'src="http' not in html, path.name
        assert 'href="http' not in html, path.name
