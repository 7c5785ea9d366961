"""Jinja2, once for each language, with the filters that the templates use."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from presscheck import __version__
from presscheck.core.scorecard import CheckResult, Scorecard
from presscheck.sandbox.preview_headers import FRAME_ALLOW, FRAME_SANDBOX
from presscheck.web import locale
from presscheck.web.pictures import control_map, marks
from presscheck.web.words import data_words, script_words

STATIC = Path(__file__).parent / "static"


@cache
def _stamp() -> str:
    """Changes when any static file does, so that browsers may keep them for good."""
    digest = sha256()
    for path in sorted(STATIC.iterdir()):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def asset(name: str) -> str:
    return f"/static/{_stamp()}/{name}"


def asset_stamp() -> str:
    return _stamp()


def _check_groups(_: Callable[[str], str], card: Scorecard) -> list[tuple[str, list[CheckResult]]]:
    by_operation = [check for check in card.checks if check.verifiable]
    return [
        (_("Asked"), [check for check in by_operation if check.kind == "asked"]),
        (_("Expected, though not asked"), [c for c in by_operation if c.kind == "expected"]),
        (_("Not verifiable by operation"), [c for c in card.checks if not c.verifiable]),
    ]


@cache
def environment(lang: str) -> Environment:
    catalogue = locale.translations(lang)
    env = Environment(
        loader=PackageLoader("presscheck.web"),
        autoescape=True,
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.install_gettext_translations(catalogue, newstyle=True)  # type: ignore[attr-defined]
    env.filters["number"] = partial(_number, lang)
    env.filters["size"] = partial(_size, lang)
    env.filters["when"] = partial(_when, lang)
    env.globals.update(
        **data_words(catalogue.gettext),
        words=script_words(catalogue.gettext),
        lang=lang,
        version=__version__,
        asset=asset,
        marks=marks,
        control_map=control_map,
        frame_sandbox=FRAME_SANDBOX,
        frame_allow=FRAME_ALLOW,
        check_groups=partial(_check_groups, catalogue.gettext),
    )
    return env


def _number(lang: str, value: float, digits: int = 0) -> str:
    return locale.number(value, digits, lang)


def _size(lang: str, count: int) -> str:
    return locale.size(count, lang)


def _when(lang: str, moment: Any) -> str:
    return locale.when(moment, lang)
