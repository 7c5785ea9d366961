"""cdn.babylonjs.com: the newest Babylon.js, or a version where the address names one."""

from __future__ import annotations

import re

from presscheck.sandbox.mirror.address import Address
from presscheck.sandbox.mirror.targets import Missing, PackageFile, Target, Unknown

HOSTS = ("cdn.babylonjs.com", "preview.babylonjs.com")

_VERSION = re.compile(r"v(\d+\.\d+\.\d+(?:-[\w.]+)?)/(.+)")
_PACKAGES = {
    "": "babylonjs",
    "loaders": "babylonjs-loaders",
    "gui": "babylonjs-gui",
    "materialsLibrary": "babylonjs-materials",
    "postProcessesLibrary": "babylonjs-post-process",
    "proceduralTexturesLibrary": "babylonjs-procedural-textures",
    "serializers": "babylonjs-serializers",
    "inspector": "babylonjs-inspector",
}
_HELPERS = {
    "cannon.js": ("cannon", "build/cannon.js"),
    "earcut.min.js": ("earcut", "dist/earcut.min.js"),
    "Oimo.js": ("oimo", "build/oimo.js"),
}


def classify(address: Address) -> Target:
    path, version = address.path, ""
    if match := _VERSION.fullmatch(path):
        version, path = match[1], match[2]
    if path in _HELPERS:
        package, file = _HELPERS[path]
        return PackageFile(package, "", file, note=f"the newest {package} of npm")
    folder, _, file = path.rpartition("/")
    package = _PACKAGES.get(folder, "")
    if package and file.endswith((".js", ".js.map")):
        note = "" if address.host.startswith("cdn") else "the newest release, not the preview"
        return PackageFile(package, version, file, note=note)
    if path.startswith(("havok/", "draco", "ktx2", "ammo")):
        return Unknown("physics and decoders of the Babylon.js site are not mirrored")
    return Missing("cdn.babylonjs.com has nothing there")
