"""jspm: packages as ES modules, and the npm files under ga.jspm.io."""

from __future__ import annotations

from presscheck.sandbox.mirror.address import Address, parse_named
from presscheck.sandbox.mirror.targets import Missing, PackageFile, Target

HOSTS = ("ga.jspm.io", "jspm.dev", "cdn.jspm.io")


def classify(address: Address) -> Target:
    path = address.path
    if address.host != "jspm.dev":
        if not path.startswith("npm:"):
            return Missing("jspm has nothing there")
        path = path[len("npm:") :]
    named = parse_named(path.removeprefix("npm:"))
    if named is None:
        return Missing("jspm has nothing there: this is no package name")
    return PackageFile(
        named.package,
        named.spec,
        named.rest.rstrip("/"),
        entry="module",
        form="jspm",
        adds_suffix=True,
    )
