"""unpkg: files of npm packages; short addresses are redirected to full ones."""

from __future__ import annotations

from presscheck.sandbox.mirror.address import Address, parse_named
from presscheck.sandbox.mirror.targets import Missing, PackageFile, Target

HOSTS = ("unpkg.com", "www.unpkg.com", "npmcdn.com")


def classify(address: Address) -> Target:
    named = parse_named(address.path)
    if named is None:
        return Missing("unpkg has nothing there: this is no package name")
    if address.option("meta") is not None:
        return Missing("listings of packages are not mirrored")
    as_module = address.option("module") is not None
    if named.rest.endswith("/") or (named.slash and not named.rest):
        return Missing(
            "this names a folder (the beginning of addresses in an import map), not a file"
        )
    if named.rest:
        return PackageFile(
            named.package,
            named.spec,
            named.rest,
            form="unpkg" if as_module else "as_is",
            adds_suffix=True,
            redirects=True,
        )
    return PackageFile(
        named.package,
        named.spec,
        entry="module" if as_module else "unpkg",
        form="unpkg" if as_module else "as_is",
        redirects=True,
    )
