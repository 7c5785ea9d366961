"""The model picker's choices, with their notes in the person's language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from presscheck.web import locale
from presscheck.workshop.endpoints import Known


def choices(known: Sequence[Known], lang: str) -> list[dict[str, Any]]:
    _ = locale.translations(lang).gettext
    return [
        {
            "id": one.id,
            "name": f"{one.name} ({_('built in')})" if one.builtin else one.name,
            "origin": one.origin,
            "builtin": one.builtin,
            "models": one.models,
            "error": one.error,
            "note": _("A tiny model, for trying the tool; its pages will often be broken.")
            if one.builtin
            else "",
        }
        for one in known
    ]
