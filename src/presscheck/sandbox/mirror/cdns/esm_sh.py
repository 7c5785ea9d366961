"""esm.sh: packages as ES modules. The CDN builds bundles; the mirror serves the modules."""

from __future__ import annotations

import re

from presscheck.sandbox.mirror.address import Address, parse_named
from presscheck.sandbox.mirror.cdns.github import from_github
from presscheck.sandbox.mirror.targets import Missing, PackageFile, Target, Unknown

HOSTS = ("esm.sh", "cdn.esm.sh", "esm.run")

_BUILD = re.compile(r"(?:v\d+|stable)/")
_OPTIONS = re.compile(r"&[^/]*")


def classify(address: Address) -> Target:
    path = _BUILD.sub("", address.path, count=1).removeprefix("*")
    if path.startswith("gh/"):
        return _github(path[3:])
    if path.startswith(("jsr/", "pr/", "tsx")):
        return Unknown("only packages of npm are mirrored")
    if address.option("css") is not None:
        return Unknown("esm.sh's collected style sheets are not mirrored")
    # Options may be written into the path: name@1.2.3&deps=react@18/sub
    named = parse_named(_OPTIONS.sub("", path))
    if named is None:
        return Missing("esm.sh has nothing there: this is no package name")
    return PackageFile(
        named.package,
        named.spec,
        named.rest.rstrip("/"),
        entry="module",
        form="jsdelivr" if address.host == "esm.run" else "esm.sh",
        adds_suffix=True,
    )


def _github(rest: str) -> Target:
    pieces = rest.split("/", 2)
    if len(pieces) < 3:
        return Unknown("only packages of npm are mirrored")
    repository, _, spec = pieces[1].partition("@")
    return from_github(f"{pieces[0]}/{repository}", spec, pieces[2])
