"""Marks drawn over pictures: where it clicked, and what answered. SVG in the page's own pixels."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup

from presscheck.core.evidence import Mark, Picture
from presscheck.core.scorecard import ControlItem, ControlState

_SIGNS: dict[ControlState, str] = {
    "responds": "M-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0z",
    "dead": "M-10-6l4-4 6 6 6-6 4 4-6 6 6 6-4 4-6-6-6 6-4-4 6-6z",
    "throws": "M0-11L11 9H-11z",
    "unreachable": "M-9-9h18v18h-18zM-5-5v10h10v-10z",
}
"""Each state has its shape, for those who do not tell the colours apart."""


def _extent(picture: Picture) -> tuple[float, float]:
    """The picture's width and height in CSS pixels, which marks and boxes are in."""
    return round(picture.width / picture.scale, 1), round(picture.height / picture.scale, 1)


def _svg(picture: Picture, body: Markup) -> Markup:
    return Markup('<svg viewBox="0 0 {} {}" aria-hidden="true">{}</svg>').format(
        *_extent(picture), body
    )


def marks(picture: Picture, mark: Mark) -> Markup:
    """A ring where something was clicked; a line with its end where it was dragged."""
    ring = Markup(
        '<circle class="mark-halo" cx="{0}" cy="{1}" r="16" stroke-width="9"/>'
        '<circle class="mark-ring" cx="{0}" cy="{1}" r="16" stroke-width="4"/>'
        '<path class="mark-ring" d="M{0} {2}v52M{3} {1}h52" stroke-width="2"/>'
    ).format(mark.x, mark.y, mark.y - 26, mark.x - 26)
    if mark.to_x is None or mark.to_y is None:
        return _svg(picture, ring)
    path = f"M{mark.x} {mark.y}L{mark.to_x} {mark.to_y}"
    line = Markup(
        '<path class="mark-halo" d="{0}" stroke-width="9"/>'
        '<path class="mark-ring" d="{0}" stroke-width="4" stroke-dasharray="12 7"/>'
        '<circle class="mark-ring" cx="{1}" cy="{2}" r="7" stroke-width="4"/>'
    ).format(path, mark.to_x, mark.to_y)
    return _svg(picture, line + ring)


def control_map(picture: Picture, items: Iterable[ControlItem]) -> Markup:
    """Every control's box over the page: its line tells the state as well as its colour."""
    body = Markup("")
    across, down = _extent(picture)
    for item in items:
        if item.box is None:
            continue
        x, y, width, height = item.box
        if y >= down or x >= across:
            continue
        body += Markup(
            '<rect class="box box-{0}" x="{1}" y="{2}" width="{3}" height="{4}"/>'
            '<path class="sign sign-{0}" transform="translate({5} {6})" fill-rule="evenodd"'
            ' d="{7}"><title>{8}</title></path>'
        ).format(
            item.state,
            x,
            y,
            max(width, 4),
            max(height, 4),
            min(x + width, across) - 12,
            y + 12,
            _SIGNS[item.state],
            item.name or item.role,
        )
    return _svg(picture, body)
