"""cdn.tailwindcss.com: Tailwind 3 that runs in the browser.

Tailwind itself publishes that file nowhere else. The npm package `tailwindcss-cdn` carries copies
of it for a few versions; the nearest is served, and said. (Tailwind 4 for the browser is the
package `@tailwindcss/browser`, which pages load from jsDelivr or unpkg.)
"""

from __future__ import annotations

import re

from presscheck.sandbox.mirror.address import Address
from presscheck.sandbox.mirror.targets import Missing, PackageFile, Target, Unknown

HOSTS = ("cdn.tailwindcss.com",)

_CARRIER = "tailwindcss-cdn"
_CARRIER_VERSION = "3.4.10"
_CARRIED = ((3, 3, 3), (3, 4, 0), (3, 4, 1), (3, 4, 3), (3, 4, 10))
_VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)/?")
_ALONE = frozenset(["forms", "typography", "aspect-ratio", "container-queries"])
_PLUGINS = _ALONE | {"line-clamp"}


def classify(address: Address) -> Target:
    wanted = (3, 4, 17)
    if address.path:
        match = _VERSION.fullmatch(address.path)
        if match is None:
            return Missing("cdn.tailwindcss.com has nothing there")
        wanted = (int(match[1]), int(match[2]), int(match[3]))
    if wanted[0] != 3:
        return Unknown("cdn.tailwindcss.com serves Tailwind 3 only")
    nearest = max((each for each in _CARRIED if each <= wanted), default=_CARRIED[0])
    version = ".".join(map(str, nearest))
    plugins = {
        name.partition("@")[0]
        for listed in address.options("plugins")
        for name in listed.split(",")
        if name
    }
    if plugins - _PLUGINS:
        return Unknown("a plug-in of Tailwind that the mirror does not have")
    return PackageFile(
        _CARRIER,
        _CARRIER_VERSION,
        f"{version}/{_file(plugins)}",
        note=f"Tailwind {version} as the package {_CARRIER} carries it"
        + ("" if nearest == wanted else f", in place of {'.'.join(map(str, wanted))}"),
    )


def _file(plugins: set[str]) -> str:
    if not plugins:
        return "tailwindcss.js"
    if len(plugins) == 1 and plugins <= _ALONE:
        return f"tailwindcss-with-{next(iter(plugins))}.js"
    return "tailwindcss-with-all-plugins.js"
