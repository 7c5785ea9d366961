"""The texts that an element answers to, with how much each of them is worth."""

from __future__ import annotations

from presscheck.scoring.snapshot import Element, Snapshot, is_operable
from presscheck.scoring.words import fold, tokens

Label = tuple[str, str, float]
"""Source, folded text, weight (0 to 1)."""

NAME, TEXT, HINT, VALUE, NEIGHBOUR, CODE = 1.0, 0.98, 0.93, 0.9, 0.85, 0.8
MAX_TEXT = 80
MAX_INNER = 12

_PLAIN_CODE = frozenset(
    ["btn", "button", "div", "span", "item", "el", "box", "wrap", "wrapper", "container", "row"]
)


def labels_of(snapshot: Snapshot, e: Element) -> list[Label]:
    """What the element answers to. Kept with the snapshot, since probes ask again and again."""
    known: dict[int, list[Label]] | None = snapshot.__dict__.get("_labels")
    if known is None:
        known = {}
        snapshot.__dict__["_labels"] = known
    labels = known.get(e.id)
    if labels is None:
        labels = known[e.id] = _labels(snapshot, e)
    return labels


def _labels(snapshot: Snapshot, e: Element) -> list[Label]:
    found: list[Label] = []
    if e.name:
        found.append(("name", fold(e.name), NAME))
    text = _short_text(snapshot, e)
    if text and text != e.name:
        found.append(("text", fold(text), TEXT))
    if e.hint and e.hint != e.name:
        found.append(("hint", fold(e.hint), HINT))
    if e.value and e.role not in ("img", "slider") and len(e.value) <= 40:
        found.append(("value", fold(e.value), VALUE if e.role == "button" else 0.6))
    if not e.name and not text and is_operable(e):
        near = _neighbour_text(snapshot, e)
        if near:
            found.append(("neighbour", fold(near), NEIGHBOUR))
    if e.words:
        code = [t for t in tokens(e.words) if t not in _PLAIN_CODE and not t.isdigit()]
        if code:
            found.append(("class or id", " ".join(code[:10]), CODE))
        found.extend(("class or id", t, CODE * 0.94) for t in code[:8] if len(code) > 1)
    return found


def _short_text(snapshot: Snapshot, e: Element) -> str:
    kids = snapshot.children.get(e.id)
    if not kids:
        return e.text if len(e.text) <= 2 * MAX_TEXT else ""
    if len(kids) > MAX_INNER or len(snapshot.inside(e)) > MAX_INNER + 1:
        return e.text if 0 < len(e.text) <= MAX_TEXT else ""
    text = snapshot.text_of(e)
    return text if len(text) <= MAX_TEXT else ""


def _neighbour_text(snapshot: Snapshot, e: Element) -> str:
    """The text beside a control without a name: before it in the same row, else above it."""
    parent = snapshot.get(e.parent)
    for _ in range(2):
        if parent is None:
            return ""
        siblings = snapshot.children.get(parent.id, [])
        if sum(1 for s in siblings if is_operable(s)) <= 1 or _ == 0:
            before = ""
            for s in siblings:
                if s.id == e.id or snapshot.is_inside(e, s):
                    break
                if s.shown and not is_operable(s):
                    before = snapshot.text_of(s)
                else:
                    before = ""
            text = before or (parent.text if len(parent.text) <= MAX_TEXT else "")
            if text and len(text) <= MAX_TEXT:
                return text
        parent = snapshot.get(parent.parent)
    return ""
