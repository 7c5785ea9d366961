"""Whether an element serves as what a person calls a button, a slider, a field."""

from __future__ import annotations

from presscheck.scoring.snapshot import Element, is_operable
from presscheck.scoring.words import tokens

_CLICKED = frozenset(
    [
        "button",
        "link",
        "tab",
        "menuitem",
        "option",
        "switch",
        "checkbox",
        "radio",
        "treeitem",
        "label",
    ]
)
_BUILT: dict[str, frozenset[str]] = {
    "button": frozenset(["btn", "button", "key", "icon"]),
    "slider": frozenset(
        [
            "slider",
            "range",
            "track",
            "timeline",
            "scrub",
            "scrubber",
            "knob",
            "thumb",
            "handle",
            "seek",
        ]
    ),
    "tab": frozenset(["tab"]),
    "window": frozenset(["window", "win", "dialog", "modal", "popup", "panel"]),
    "menu": frozenset(["menu", "dropdown"]),
    "chart": frozenset(["chart", "graph", "plot"]),
    "table": frozenset(["table", "grid"]),
}


def role_fits(e: Element, role: str) -> float:
    """1 where the role is the very one, less where the element plays it, 0 where it does not."""
    if e.role == role:
        return 1.0
    built = bool(_BUILT.get(role, frozenset()) & set(tokens(e.words))) if e.words else False
    match role:
        case "button":
            if e.role in _CLICKED or (is_operable(e) and not e.takes_text):
                return 0.97
            return 0.85 if built else 0.0
        case "link":
            return 0.95 if is_operable(e) and not e.takes_text else 0.0
        case "tab":
            if is_operable(e) and not e.takes_text:
                return 0.97 if built else 0.9
            return 0.8 if built else 0.0
        case "slider":
            return 0.9 if built else 0.0
        case "textbox":
            if e.takes_text or e.role in ("searchbox", "spinbutton"):
                return 0.97
            return 0.0
        case "checkbox" | "switch":
            return 0.9 if e.role in ("checkbox", "switch", "radio", "menuitemcheckbox") else 0.0
        case "combobox" | "listbox":
            return 0.95 if e.role in ("combobox", "listbox", "select") else 0.0
        case "canvas":
            return 0.9 if e.tag in ("canvas", "svg") else 0.0
        case "chart":
            return 0.95 if e.tag in ("canvas", "svg") or built else 0.0
        case "window" | "menu" | "table":
            return 0.95 if built or (role == "window" and e.role == "dialog") else 0.0
    return 0.0
