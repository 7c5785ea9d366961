"""threejs.org: the examples and builds of the newest three.js, whichever that is."""

from __future__ import annotations

from presscheck.sandbox.mirror.address import Address
from presscheck.sandbox.mirror.targets import Missing, PackageFile, Target, Unknown

HOSTS = ("threejs.org", "www.threejs.org")


def classify(address: Address) -> Target:
    path = address.path
    if path.startswith(("build/", "examples/js/", "examples/jsm/", "examples/fonts/")):
        if path.endswith("/"):
            return Missing("this names a folder, not a file")
        return PackageFile("three", "", path)
    if path.startswith("examples/"):
        return Unknown("models, textures and sounds of the three.js site are not on npm")
    return Missing("threejs.org has no such library file")
