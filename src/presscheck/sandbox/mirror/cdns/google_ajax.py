"""ajax.googleapis.com: a fixed set of old friends."""

from __future__ import annotations

from presscheck.sandbox.mirror.address import Address
from presscheck.sandbox.mirror.cdns.jquery import jquery_ui, jquery_ui_theme
from presscheck.sandbox.mirror.targets import (
    Missing,
    PackageFile,
    Target,
    Unknown,
    first_of,
)

HOSTS = ("ajax.googleapis.com",)

_PLACES: dict[str, tuple[tuple[str, str], ...]] = {
    "jquery": (("jquery", "dist/"),),
    "threejs": (("three", "build/"),),
    "d3js": (("d3", "dist/"), ("d3", ""), ("d3", "build/")),
    "webfont": (("webfontloader", ""),),
    "hammerjs": (("hammerjs", ""),),
    "angularjs": (("angular", ""),),
    "model-viewer": (("@google/model-viewer", "dist/"),),
    "prototype": (("prototype", "dist/"),),
}


def classify(address: Address) -> Target:
    pieces = address.path.split("/")
    if pieces[:2] != ["ajax", "libs"] or len(pieces) < 5:
        return Missing("Google's hosted libraries have nothing there")
    name, version, file = pieces[2], pieces[3], "/".join(pieces[4:])
    if name == "jqueryui":
        if pieces[4] == "themes" and len(pieces) >= 7:
            return jquery_ui_theme(version, pieces[5], "/".join(pieces[6:]))
        return jquery_ui(version, file)
    if name == "threejs":
        version = f"0.{version.removeprefix('r')}" if version.startswith("r") else version
    if name == "angularjs" and not file.startswith(("angular.", "i18n/")):
        return PackageFile(file.partition(".")[0], version, file)
    if places := _PLACES.get(name):
        return first_of(*(PackageFile(package, version, base + file) for package, base in places))
    return Unknown(f"{name} of Google's hosted libraries is not mirrored")
