"""Hosts of single projects that serve the newest release of their library."""

from __future__ import annotations

from presscheck.sandbox.mirror.address import Address
from presscheck.sandbox.mirror.targets import Missing, PackageFile, Target

_FILES: dict[tuple[str, str], PackageFile] = {
    ("html2canvas.hertzen.com", "dist/html2canvas.min.js"): PackageFile(
        "html2canvas", "", "dist/html2canvas.min.js"
    ),
    ("html2canvas.hertzen.com", "dist/html2canvas.js"): PackageFile(
        "html2canvas", "", "dist/html2canvas.js"
    ),
    ("pixijs.download", "release/pixi.js"): PackageFile("pixi.js", "", "dist/pixi.js"),
    ("pixijs.download", "release/pixi.min.js"): PackageFile("pixi.js", "", "dist/pixi.min.js"),
}
HOSTS = ("html2canvas.hertzen.com", "pixijs.download")


def classify(address: Address) -> Target:
    found = _FILES.get((address.host, address.path))
    return found or Missing(f"{address.host} has no such library file")
