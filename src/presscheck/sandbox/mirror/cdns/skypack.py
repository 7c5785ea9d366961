"""Skypack: packages as ES modules, in the same way as esm.sh."""

from __future__ import annotations

import re

from presscheck.sandbox.mirror.address import Address, parse_named
from presscheck.sandbox.mirror.targets import Missing, PackageFile, Target

HOSTS = ("cdn.skypack.dev",)

_PINNED = re.compile(
    r"-?/?(?:pin/)?(?P<name>(?:@[\w.-]+/)?[\w.-]+)@v(?P<version>\d[\w.-]*?)-[A-Za-z0-9]{20}/.*"
)


def classify(address: Address) -> Target:
    if match := _PINNED.fullmatch(address.path):
        return PackageFile(
            match["name"], match["version"], entry="module", form="skypack", adds_suffix=True
        )
    named = parse_named(address.path)
    if named is None:
        return Missing("Skypack has nothing there: this is no package name")
    return PackageFile(
        named.package,
        named.spec.removeprefix("v"),
        named.rest.rstrip("/"),
        entry="module",
        form="skypack",
        adds_suffix=True,
    )
