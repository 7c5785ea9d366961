"""The app's languages: gettext catalogues (.po), compiled in memory when the app starts."""

from __future__ import annotations

import gettext
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.core import Locale, negotiate_locale
from babel.dates import format_date, format_time
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

LANGUAGES = ("en", "zh")
_HERE = Path(__file__).parent


@cache
def translations(lang: str) -> gettext.NullTranslations:
    """English is the language of the sources; every other one has its catalogue."""
    if lang == "en":
        return gettext.NullTranslations()
    with (_HERE / lang / "LC_MESSAGES" / "presscheck.po").open("rb") as file:
        catalogue = read_po(file, locale=lang)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def choose_language(accept_language: str) -> str:
    """The first language of the browser that the app has."""
    tags = (part.partition(";")[0].strip() for part in accept_language.split(","))
    wanted = [tag.replace("-", "_") for tag in tags]
    wanted += [tag.partition("_")[0] for tag in wanted]
    return negotiate_locale(wanted, LANGUAGES) or "en"


def number(value: float, digits: int, lang: str) -> str:
    fraction = "." + "0" * digits if digits else ""
    return format_decimal(value, format=f"#,##0{fraction}", locale=lang)


def size(count: int, lang: str) -> str:
    if count < 1000:
        return f"{count} B"
    if count < 1_000_000:
        return f"{number(count / 1000, 1, lang)} kB"
    return f"{number(count / 1_000_000, 1, lang)} MB"


def when(moment: datetime, lang: str) -> str:
    """The time of day for today, else the date, in the machine's time zone."""
    local = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone()
    locale = Locale.parse(lang)
    if local.date() == datetime.now().astimezone().date():
        return format_time(local, "short", locale=locale)
    return format_date(local, "medium", locale=locale)
