"""jsDelivr: npm packages, files of several packages in one, ES modules, GitHub repositories."""

from __future__ import annotations

from dataclasses import replace

from presscheck.sandbox.mirror.address import Address, parse_named
from presscheck.sandbox.mirror.cdns.github import from_github
from presscheck.sandbox.mirror.targets import (
    Combined,
    FirstOf,
    Missing,
    PackageFile,
    Target,
    Unknown,
)

HOSTS = (
    "cdn.jsdelivr.net",
    "fastly.jsdelivr.net",
    "gcore.jsdelivr.net",
    "testingcf.jsdelivr.net",
    "quantil.jsdelivr.net",
    "originfastly.jsdelivr.net",
    "www.jsdelivr.net",
)

_ESM = "+esm"
_FOLDER = "this names a folder (the beginning of addresses in an import map), not a file"


def classify(address: Address) -> Target:
    kind, _, rest = address.path.partition("/")
    if kind == "npm":
        return _npm(rest)
    if kind == "combine":
        return _combine(rest)
    if kind == "gh":
        return _github(rest)
    if kind == "wp":
        return Unknown("WordPress plug-ins are not mirrored")
    return Missing("jsDelivr has nothing there")


def _npm(rest: str) -> Target:
    named = parse_named(rest)
    if named is None:
        return Missing("jsDelivr has nothing there: this is no package name")
    path = named.rest
    if path == _ESM or path.endswith(f"/{_ESM}"):
        return PackageFile(
            named.package,
            named.spec,
            path.removesuffix(_ESM).rstrip("/"),
            entry="module",
            form="jsdelivr",
            adds_suffix=True,
        )
    if path.endswith("/") or (named.slash and not path):
        return Missing(_FOLDER)
    if not path:
        return PackageFile(named.package, named.spec, entry="jsdelivr", minifies=True)
    return PackageFile(named.package, named.spec, path, minifies=True)


def _github(rest: str) -> Target:
    pieces = rest.split("/", 2)
    if len(pieces) < 2:
        return Missing("jsDelivr has nothing there: this is no repository")
    repository, _, spec = pieces[1].partition("@")
    path = pieces[2] if len(pieces) > 2 else ""
    found = from_github(f"{pieces[0]}/{repository}", spec, path)
    if isinstance(found, PackageFile):
        return replace(found, minifies=True)
    return found


def _combine(rest: str) -> Target:
    files: list[PackageFile] = []
    for piece in rest.split(","):
        kind, _, inner = piece.strip("/").partition("/")
        target = {"npm": _npm, "gh": _github}.get(kind, _nothing)(inner)
        if isinstance(target, FirstOf):
            target = target.files[0]
        if not isinstance(target, PackageFile):
            return target
        files.append(target)
    return Combined(tuple(files))


def _nothing(_: str) -> Target:
    return Missing("jsDelivr combines files of npm and GitHub only")
