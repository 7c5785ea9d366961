"""One file for each CDN: its hosts, and what its addresses mean."""

from __future__ import annotations

from collections.abc import Callable

from presscheck.sandbox.mirror.address import Address
from presscheck.sandbox.mirror.cdns import (
    babylon,
    bootstrap,
    cdnjs,
    d3js,
    dead,
    esm_sh,
    font_awesome,
    google_ajax,
    google_fonts,
    jquery,
    jsdelivr,
    jspm,
    plotly,
    projects,
    skypack,
    tailwind,
    threejs,
    unpkg,
)
from presscheck.sandbox.mirror.targets import Target

_CDNS = (
    babylon,
    bootstrap,
    cdnjs,
    d3js,
    dead,
    esm_sh,
    font_awesome,
    google_ajax,
    google_fonts,
    jquery,
    jsdelivr,
    jspm,
    plotly,
    projects,
    skypack,
    tailwind,
    threejs,
    unpkg,
)

BY_HOST: dict[str, Callable[[Address], Target]] = {
    host: cdn.classify for cdn in _CDNS for host in cdn.HOSTS
}
