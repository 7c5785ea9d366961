"""The catalogues: complete, and true to their placeholders."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir

import presscheck.web
from presscheck.web import locale

WEB = Path(presscheck.web.__file__).parent
PLACEHOLDER = re.compile(r"%\(\w+\)s")


def messages() -> set[str]:
    methods = [("**/templates/**.html", "jinja2"), ("**.py", "python")]
    found: set[str] = set()
    for _, _, message, _, _ in extract_from_dir(WEB, methods):
        found.update([message] if isinstance(message, str) else message)
    return found


def test_there_are_messages() -> None:
    assert len(messages()) > 100


@pytest.mark.parametrize("lang", [lang for lang in locale.LANGUAGES if lang != "en"])
def test_every_message_is_translated(lang: str) -> None:
    catalogue = locale.translations(lang)
    for message in messages():
        translated = catalogue.gettext(message)
        assert sorted(PLACEHOLDER.findall(translated)) == sorted(PLACEHOLDER.findall(message))
        same = {"HTTP API"}
        assert translated != message or message in same, f"{message!r} has no translation"


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        ("zh-CN,zh;q=0.9,en;q=0.8", "zh"),
        ("zh-Hant-TW", "zh"),
        ("en-GB,zh;q=0.5", "en"),
        ("de,fr", "en"),
        ("", "en"),
        ("*", "en"),
    ],
)
def test_the_browser_s_language_is_followed(header: str, lang: str) -> None:
    assert locale.choose_language(header) == lang


def test_numbers_and_dates_have_their_language_s_form() -> None:
    assert locale.number(12345.678, 1, "en") == "12,345.7"
    assert locale.size(18_231, "en") == "18.2 kB"
    assert "2020年" in locale.when(datetime(2020, 5, 17, 12, tzinfo=UTC), "zh")
