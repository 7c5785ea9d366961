"""code.jquery.com: jQuery, jQuery UI and jQuery Migrate."""

from __future__ import annotations

import re

from presscheck.sandbox.mirror.address import Address
from presscheck.sandbox.mirror.targets import FirstOf, Missing, PackageFile, Target

HOSTS = ("code.jquery.com",)

_FROZEN_LATEST = "1.11.1"
_JQUERY = re.compile(
    r"jquery-(?P<version>\d+\.\d+(?:\.\d+)?(?:-[\w.]+)?)(?P<rest>(?:\.slim)?(?:\.min)?\.(?:js|map))"
)
_LATEST = re.compile(r"jquery(?:-latest)?(?P<min>\.min)?\.js")
_MIGRATE = re.compile(r"jquery-migrate-(?P<version>\d+\.\d+\.\d+)(?P<min>\.min)?\.js")
_UI = re.compile(r"ui/(?P<version>\d+\.\d+\.\d+)/(?P<file>jquery-ui(?:\.min)?\.js)")
_THEME = re.compile(r"ui/(?P<version>\d+\.\d+\.\d+)/themes/(?P<theme>[\w-]+)/(?P<file>.+)")


def classify(address: Address) -> Target:
    path = address.path
    if match := _JQUERY.fullmatch(path):
        return PackageFile("jquery", _full(match["version"]), f"dist/jquery{match['rest']}")
    if match := _LATEST.fullmatch(path):
        return PackageFile("jquery", _FROZEN_LATEST, f"dist/jquery{match['min'] or ''}.js")
    if match := _MIGRATE.fullmatch(path):
        name = f"jquery-migrate{match['min'] or ''}.js"
        return PackageFile("jquery-migrate", match["version"], f"dist/{name}")
    if match := _UI.fullmatch(path):
        return jquery_ui(match["version"], match["file"])
    if match := _THEME.fullmatch(path):
        return jquery_ui_theme(match["version"], match["theme"], match["file"])
    return Missing("code.jquery.com has nothing there")


def jquery_ui(version: str, file: str) -> Target:
    """jQuery UI has its built files in its package since 1.13; older ones in one of their own."""
    return FirstOf(
        (
            PackageFile("jquery-ui", version, f"dist/{file}"),
            PackageFile("jquery-ui-dist", version, file),
        )
    )


def jquery_ui_theme(version: str, theme: str, file: str) -> Target:
    inside = "jquery-ui.css" if file in ("jquery-ui.css", "all.css") else file
    carried = PackageFile("jquery-ui", version, f"dist/themes/{theme}/{inside}")
    source = PackageFile("jquery-ui", version, f"themes/{theme}/{file}")
    if theme != "base" and file == "jquery-ui.css":
        other = PackageFile(
            "jquery-ui-dist", version, "jquery-ui.css", note="the base theme in place of another"
        )
    else:
        other = PackageFile("jquery-ui-dist", version, inside)
    return FirstOf((carried, source, other))


def _full(version: str) -> str:
    """jQuery wrote `2.1` where npm has `2.1.0`."""
    return version if version.count(".") > 1 else f"{version}.0"
