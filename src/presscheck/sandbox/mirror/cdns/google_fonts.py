"""Google Fonts: style sheets made from the Fontsource packages, which carry the same fonts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import parse_qsl

from presscheck.sandbox.mirror.address import Address
from presscheck.sandbox.mirror.targets import (
    FontSheet,
    Missing,
    PackageFile,
    Target,
    Unknown,
)

HOSTS = ("fonts.googleapis.com", "fonts.gstatic.com", "fonts.bunny.net", "fonts.googleapis.cn")

_ICONS = {
    "material icons": ("material-icons", "iconfont/filled.css"),
    "material icons outlined": ("material-icons", "iconfont/outlined.css"),
    "material icons round": ("material-icons", "iconfont/round.css"),
    "material icons sharp": ("material-icons", "iconfont/sharp.css"),
    "material icons two tone": ("material-icons", "iconfont/two-tone.css"),
    "material symbols outlined": ("material-symbols", "outlined.css"),
    "material symbols rounded": ("material-symbols", "rounded.css"),
    "material symbols sharp": ("material-symbols", "sharp.css"),
}
_NOTE = "made from packages of npm that carry the same fonts"
_WEIGHTS = {"regular": "400", "normal": "400", "bold": "700", "b": "700", "i": "400"}
_MAX_FACES = 60


def classify(address: Address) -> Target:
    if address.host == "fonts.gstatic.com":
        return Unknown("font files are served to style sheets of the mirror only")
    if address.path not in ("css", "css2", "icon", "css2/", "css/"):
        return Missing("Google Fonts has nothing there")
    families = [value for key, value in parse_qsl(address.query) if key == "family"]
    wanted = [one for value in families for one in value.split("|") if one.strip()]
    if not wanted:
        return Missing("Google Fonts needs a family")
    sheets: list[PackageFile] = []
    for family in wanted:
        sheets.extend(_sheets(family))
    return FontSheet(tuple(dict.fromkeys(sheets))[:_MAX_FACES], _NOTE)


def _sheets(family: str) -> Iterator[PackageFile]:
    name, _, axes = family.partition(":")
    if icons := _ICONS.get(name.strip().lower()):
        yield PackageFile(icons[0], "", icons[1])
        return
    slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    for weight, italic in _faces(axes):
        yield PackageFile(f"@fontsource/{slug}", "", f"{weight}{'-italic' if italic else ''}.css")


def _faces(axes: str) -> list[tuple[str, bool]]:
    """Weights and slants of `400,700italic` (css) and of `ital,wght@0,400;1,700` (css2)."""
    if "@" not in axes:
        found = [_old_face(face) for face in axes.split(",") if face.strip()]
        return [face for face in found if face] or [("400", False)]
    names, _, tuples = axes.partition("@")
    keys = names.split(",")
    faces: list[tuple[str, bool]] = []
    for values in tuples.split(";"):
        chosen = dict(zip(keys, values.split(","), strict=False))
        italic = chosen.get("ital") == "1"
        faces.extend((weight, italic) for weight in _weights(chosen.get("wght", "400")))
    return faces or [("400", False)]


def _weights(written: str) -> list[str]:
    low, dots, high = written.partition("..")
    if not dots:
        return [low] if low.isdigit() else ["400"]
    if not (low.isdigit() and high.isdigit()):
        return ["400"]
    return [str(weight) for weight in range(100, 1000, 100) if int(low) <= weight <= int(high)]


def _old_face(written: str) -> tuple[str, bool] | None:
    text = written.strip().lower()
    italic = text.endswith(("italic", "i")) and text != "i"
    weight = text.removesuffix("italic").removesuffix("i") if italic else text
    italic = italic or text in ("i", "italic")
    weight = _WEIGHTS.get(weight, weight or "400")
    return (weight, italic) if weight.isdigit() else None
