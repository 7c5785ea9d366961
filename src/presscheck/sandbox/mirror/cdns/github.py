"""Repositories whose built files are also published on npm."""

from __future__ import annotations

import re

from presscheck.sandbox.mirror.targets import Missing, PackageFile, Target, Unknown

_PACKAGES: dict[str, tuple[str, str, str]] = {
    # repository: package, folder in the repository, folder in the package
    "mrdoob/three.js": ("three", "", ""),
    "twbs/bootstrap": ("bootstrap", "", ""),
    "fortawesome/font-awesome": ("@fortawesome/fontawesome-free", "", ""),
    "highlightjs/cdn-release": ("@highlightjs/cdn-assets", "build/", ""),
    "mathjax/mathjax": ("mathjax", "", ""),
    "plotly/plotly.js": ("plotly.js", "dist/", "dist/"),
    "greensock/gsap": ("gsap", "", ""),
    "liabru/matter-js": ("matter-js", "build/", "build/"),
    "leaflet/leaflet": ("leaflet", "dist/", "dist/"),
    "alpinejs/alpine": ("alpinejs", "dist/", "dist/"),
    "davidshimjs/qrcodejs": ("qrcodejs", "", ""),
    "sortablejs/sortable": ("sortablejs", "", ""),
    "juliangarnier/anime": ("animejs", "", ""),
    "josdejong/mathjs": ("mathjs", "", ""),
    "photonstorm/phaser": ("phaser", "dist/", "dist/"),
    "catdad/canvas-confetti": ("canvas-confetti", "", ""),
    "jquery/jquery-dist": ("jquery", "", ""),
    "moment/moment": ("moment", "", ""),
    "lodash/lodash": ("lodash", "", ""),
    "videojs/video.js": ("video.js", "dist/", "dist/"),
    "bigskysoftware/htmx": ("htmx.org", "", ""),
    "processing/p5.js": ("p5", "lib/", "lib/"),
}
_THREE_TAG = re.compile(r"r(\d+)")
_BRANCHES = frozenset(["", "latest", "master", "main", "dev", "gh-pages"])


def from_github(repository: str, spec: str, path: str) -> Target:
    """The npm file that a file of a repository at a tag is published as."""
    known = _PACKAGES.get(repository.lower())
    if known is None:
        return Unknown(f"the repository {repository} has no npm package that the mirror knows")
    if not path or path.endswith("/"):
        return Missing("this names a folder, not a file")
    package, here, there = known
    if not path.startswith(here):
        return Unknown(f"{path} of {repository} is not published on npm")
    note = ""
    if spec in _BRANCHES:
        spec, note = "", "the newest release in place of a branch"
    elif tag := _THREE_TAG.fullmatch(spec):
        spec = f"0.{tag[1]}"
    return PackageFile(package, spec.removeprefix("v"), there + path[len(here) :], note=note)
