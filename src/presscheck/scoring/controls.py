"""Every control of a page: what a person can operate, and the way that suits it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from presscheck.scoring.listeners import Listeners
from presscheck.scoring.snapshot import Element, Snapshot, is_operable

Way = str
"""How a control is operated: click, double click, type, set, choose, drag, hover, wheel, press."""

SMALL_GROUP = 4
"""Groups up to this size are tried whole; of larger ones the first, the last and the middle one."""

_CLICKS = frozenset(["click", "mousedown", "pointerdown", "mouseup", "pointerup", "touchstart"])
_DOWN = frozenset(["mousedown", "pointerdown", "touchstart"])
_DIGITS = re.compile(r"\d+")
_PLAIN_ROLES = frozenset(["button", "link", "tab", "menuitem", "option", "treeitem", "switch"])
_PLAIN_ROLES_2 = frozenset(["checkbox", "radio", "menuitemcheckbox", "menuitemradio"])
_HUGE = 0.6


@dataclass(frozen=True, slots=True)
class Control:
    """One control, how it is operated, and how many like it there are."""

    element: Element
    ways: tuple[Way, ...]
    group: str
    like: int = 1

    @property
    def name(self) -> str:
        label = self.element.label
        return label if len(label) <= 80 else label[:79] + "…"


def find_controls(snapshot: Snapshot, listeners: Listeners) -> list[Control]:
    """All controls in document order."""
    listening = set(listeners.by_element)
    holders = _holders(snapshot)
    found: list[Control] = []
    for e in snapshot:
        heard = listeners.by_element.get(e.id, frozenset())
        if not e.shown or e.has("inert") or not e.enabled:
            continue
        ways = _ways(snapshot, e, heard, holds_controls=e.id in holders)
        if ways and not _inside_another(snapshot, e, heard, listening):
            found.append(Control(e, ways, _group_of(snapshot, e)))
    return found


def sample(controls: list[Control]) -> list[Control]:
    """The first of every group, then the second of every group, and so on: each kind of control is
    tried once before any is tried twice. Large groups are sampled from both ends."""
    groups: dict[str, list[Control]] = {}
    for c in controls:
        groups.setdefault(c.group, []).append(c)
    rounds: list[list[Control]] = []
    for group in groups.values():
        chosen = group
        if len(group) > SMALL_GROUP:
            chosen = [group[0], group[-1], group[len(group) // 2]]
        share = max(1, round(len(group) / len(chosen)))
        for i, c in enumerate(chosen):
            if i >= len(rounds):
                rounds.append([])
            like = len(group) - share * (len(chosen) - 1) if i == 0 else share
            rounds[i].append(Control(c.element, c.ways, c.group, like))
    return [c for r in rounds for c in r]


def _ways(
    snapshot: Snapshot, e: Element, heard: frozenset[str], *, holds_controls: bool
) -> tuple[Way, ...]:
    if e.tag == "canvas":
        return _canvas_ways(e, heard)
    if e.role == "slider" or e.role in ("date", "colour"):
        return ("set",)
    if e.options:
        return ("choose",) if len(e.options) > 1 else ()
    if e.takes_text:
        return ("type",)
    if e.role in _PLAIN_ROLES or e.role in _PLAIN_ROLES_2:
        return ("click", "double click") if "dblclick" in heard else ("click",)
    if e.role in ("file", "label", "combobox", "listbox", "frame"):
        return ()
    if e.has("draggable"):
        return ("drag",)
    if e.has("grab") or (heard & _DOWN and "click" not in heard and not e.has("pointer")):
        return () if _is_huge(snapshot, e) else ("drag",)
    if holds_controls and not e.has("pointer"):
        return ()
    if heard & _CLICKS or e.has("pointer"):
        return () if _is_huge(snapshot, e) else ("click",)
    if "dblclick" in heard:
        return ("double click",)
    return ()


def _canvas_ways(e: Element, heard: frozenset[str]) -> tuple[Way, ...]:
    ways: list[Way] = []
    if heard & _DOWN or e.has("grab") or e.has("crosshair"):
        ways += ["drag", "click"]
    elif heard & _CLICKS or e.has("pointer"):
        ways.append("click")
    if "wheel" in heard:
        ways.append("wheel")
    if not ways and heard & {"mousemove", "pointermove"}:
        ways.append("hover")
    return tuple(ways)


def _holders(snapshot: Snapshot) -> set[int]:
    """The elements that hold controls: a listener on them is a delegated one."""
    holders: set[int] = set()
    for e in snapshot:
        if e.shown and is_operable(e):
            for a in snapshot.ancestors(e):
                if a.id in holders:
                    break
                holders.add(a.id)
    return holders


def _inside_another(
    snapshot: Snapshot, e: Element, heard: frozenset[str], listening: set[int]
) -> bool:
    """Whether it is only a part of a control: the icon in a button, the text in a link."""
    if e.role in _PLAIN_ROLES | _PLAIN_ROLES_2 or e.takes_text or e.options or heard & _CLICKS:
        return False
    for a in snapshot.ancestors(e):
        if a.role in _PLAIN_ROLES or (a.has("pointer") and a.id in listening):
            return True
    return False


def _is_huge(snapshot: Snapshot, e: Element) -> bool:
    return e.box.area > _HUGE * snapshot.viewport[0] * snapshot.viewport[1]


def _group_of(snapshot: Snapshot, e: Element) -> str:
    """Controls of one kind in one place: same tag, role and class words, same kind of parent."""
    parent = snapshot.get(e.parent)
    words = _DIGITS.sub("", e.words.split(" ")[0] if e.words else "")
    place = _DIGITS.sub("", parent.words) if parent else ""
    if parent is not None and not place:
        place = parent.tag
    single = e.takes_text or e.options or e.role in ("slider", "checkbox", "date", "colour")
    return "|".join([e.tag, e.type, e.role, e.name if single else words, place])
