"""d3js.org: builds of D3 and of its modules by major version."""

from __future__ import annotations

import re

from presscheck.sandbox.mirror.address import Address
from presscheck.sandbox.mirror.targets import Missing, PackageFile, Target, first_of

HOSTS = ("d3js.org", "www.d3js.org")

_BUILD = re.compile(r"(?P<name>d3(?:-[a-z-]+)?)\.v(?P<version>[\d.]+?)(?P<min>\.min)?\.js")
_TOPOJSON = re.compile(r"topojson\.v(?P<version>\d+)(?P<min>\.min)?\.js")


def classify(address: Address) -> Target:
    if match := _BUILD.fullmatch(address.path):
        name, version = match["name"], match["version"]
        suffix = f"{match['min'] or ''}.js"
        if name == "d3" and version.startswith("3"):
            return PackageFile("d3", version, f"d3{suffix}")
        return first_of(
            PackageFile(name, version, f"dist/{name}{suffix}"),
            PackageFile(name, version, f"build/{name}{suffix}"),
        )
    if match := _TOPOJSON.fullmatch(address.path):
        suffix = f"{match['min'] or ''}.js"
        return first_of(
            PackageFile("topojson", match["version"], f"dist/topojson{suffix}"),
            PackageFile("topojson", match["version"], f"build/topojson{suffix}"),
        )
    return Missing("d3js.org has no such library file")
