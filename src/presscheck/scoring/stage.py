"""The drawing that a page is about: a canvas, an SVG, or a scene of positioned elements."""

from __future__ import annotations

import re

from presscheck.scoring.effect import Effect
from presscheck.scoring.snapshot import Element, Snapshot

MIN_AREA = 12_000
"""Square pixels below which a drawing is an icon."""

_SCENE_WORDS = re.compile(
    r"stage|scene|canvas|cell|viewport|board|space|world|sky|field|cube|model|view(er)?\b|orbit|globe"
    r"|sim|diagram|map|chart|plot|舞台|场景",
    re.I,
)
_SHAPES = frozenset(
    ["circle", "ellipse", "path", "rect", "polygon", "polyline", "line", "g", "use"]
)


def stages(snapshot: Snapshot) -> list[Element]:
    """The drawings of the page, the largest first: canvases and SVGs, then scenes of elements."""
    drawn = [e for e in snapshot.shown if e.tag in ("canvas", "svg") and e.box.area >= MIN_AREA]
    drawn.sort(key=lambda e: -e.box.area)
    if drawn:
        return drawn
    scenes = [
        e
        for e in snapshot.shown
        if e.box.area >= MIN_AREA
        and e.tag not in ("body", "html", "main")
        and _SCENE_WORDS.search(f"{e.words} {e.name}")
    ]
    return sorted(scenes, key=lambda e: -e.box.area)


def drawing_changed(effect: Effect, *, least: float = 0.002, aside: Element | None = None) -> str:
    """What of the page's drawings changed because of an action; "" where nothing did.

    Labels beside the drawing do not count: only canvases, shapes, and things that move. Nor does
    what lies on `aside`, the control that was operated.
    """
    for change in effect.changes:
        e = change.element
        if e is None or (aside is not None and aside.box.encloses(e.box, 14)):
            continue
        if change.kind == "redrawn" and change.share >= least:
            return change.says
        in_drawing = e.tag in _SHAPES or any(
            a.tag == "svg" for s in (effect.after, effect.before) for a in s.ancestors(e)
        )
        if (
            in_drawing
            and e.tag not in ("text", "tspan")
            and change.kind
            in (
                "restyled",
                "moved",
                "resized",
                "appeared",
                "disappeared",
            )
        ):
            return change.says
        if change.kind == "moved" and e.role not in ("slider", "button") and not e.text:
            return change.says
        if (
            change.kind == "restyled"
            and change.what in ("transform", "image", "background")
            and (e.box.area >= 300 and e.role not in ("slider", "button", "tab"))
        ):
            return change.says
    return ""


def is_shape(e: Element) -> bool:
    return e.tag in _SHAPES
