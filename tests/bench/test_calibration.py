import json

import pytest

from presscheck.bench.calibration import find_labelled_pages
from presscheck.core.errors import UsageError


def folder(tmp_path, labels):
    sub = tmp_path / "clock"
    sub.mkdir()
    (sub / "labels.json").write_text(labels if isinstance(labels, str) else json.dumps(labels))
    return sub


def test_pages_come_in_a_stable_order(tmp_path):
    sub = folder(
        tmp_path,
        {
            "requirement": "a clock",
            "lang": "en",
            "asked": [{"id": "ticks", "says": "the clock ticks"}],
            "pages": {
                "ok.html": {"works": True, "fails": []},
                "bad.html": {"works": False, "fails": ["ticks"], "fault": "stands still"},
            },
        },
    )
    for name in ("ok.html", "bad.html"):
        (sub / name).write_text("<p>12:00</p>")
    pages = find_labelled_pages(tmp_path)
    assert [page.name for page in pages] == ["bad.html", "ok.html"]
    assert pages[0].label.fails == ["ticks"]


@pytest.mark.parametrize(
    ("labels", "says"),
    [
        ("{", "cannot be used"),
        ({"requirement": "a clock"}, "cannot be used"),
        ({"requirement": "a clock", "pages": {"none.html": {"works": True}}}, "not there"),
    ],
)
def test_unusable_labels_say_which_file(tmp_path, labels, says):
    folder(tmp_path, labels)
    with pytest.raises(UsageError, match=says):
        find_labelled_pages(tmp_path)


def test_a_folder_without_labels_is_a_usage_error(tmp_path):
    with pytest.raises(UsageError, match=r"No labels\.json"):
        find_labelled_pages(tmp_path)
