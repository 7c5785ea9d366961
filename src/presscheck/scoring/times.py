"""Times as pages write them (12:34:56, 01:02.35, 4.2 s, 3分20秒) and how far two lie apart."""

from __future__ import annotations

import re
from dataclasses import dataclass

from presscheck.scoring.snapshot import Element, Snapshot

_CLOCK = re.compile(
    r"(?<![\d.:])(-?\d{1,4})\s*[:：]\s*(\d{2})(?:\s*([:：.,])\s*(\d{1,3}))?"
    r"(?:\s*([:：.,])\s*(\d{1,3}))?(?!\d)"
)
_WORDS = re.compile(
    r"(?:(-?\d+)\s*(?:h|hr|hours?|小时|时)\s*)?(?:(-?\d+)\s*(?:m|min|minutes?|分钟?)\s*)?"
    r"(-?\d+(?:\.\d+)?)\s*(?:s|sec|secs|seconds?|秒)(?![a-z])",
    re.I,
)
_BARE = re.compile(r"\s*(-?\d+(?:\.\d+)?)\s*")
LONGEST_DISPLAY = 40


def readings(text: str) -> dict[str, float]:
    """What a text says in seconds, by each way of reading it.

    00:03:25 is three minutes and 25 seconds on a clock and 3.25 seconds on a stopwatch: which one
    holds is told by how it moves.
    """
    found: dict[str, float] = {}
    if match := _CLOCK.search(text):
        a, b = int(match[1]), int(match[2])
        sign = -1 if match[1].startswith("-") else 1
        a = abs(a)
        if match[4] is None:
            found["m:s"] = sign * (a * 60 + b)
            found["h:m"] = sign * (a * 3600 + b * 60)
        elif match[6] is None:
            c, width = int(match[4]), len(match[4])
            if match[3] in ":：":
                found["h:m:s"] = sign * (a * 3600 + b * 60 + c)
            found["m:s.f"] = sign * (a * 60 + b + c / 10**width)
        else:
            c, d = int(match[4]), int(match[6])
            found["h:m:s.f"] = sign * (a * 3600 + b * 60 + c + d / 10 ** len(match[6]))
    elif match := _WORDS.search(text):
        hours, minutes, seconds = (float(match[i] or 0) for i in (1, 2, 3))
        found["words"] = hours * 3600 + minutes * 60 + seconds
    elif match := _BARE.fullmatch(text):
        found["bare"] = float(match[1])
    return found


def moved_by(before: str, after: str) -> list[float]:
    """The seconds between two texts, by each way of reading that fits both."""
    was, now = readings(before), readings(after)
    return [now[way] - was[way] for way in was if way in now]


def moved(before: str, after: str, seconds: float, tolerance: float = 1.05) -> bool:
    """Whether one reading moved by about so many seconds."""
    return any(abs(d - seconds) <= tolerance for d in moved_by(before, after))


def is_zero(text: str) -> bool:
    return any(value == 0 for value in readings(text).values())


def is_negative(text: str) -> bool:
    return any(value < 0 for value in readings(text).values())


@dataclass(frozen=True)
class Display:
    """A place on the page that shows a time."""

    element: Element
    text: str

    def again(self, snapshot: Snapshot) -> str:
        """What it shows now; "" where it is gone."""
        return snapshot.text_of(self.element.id)


def displays(snapshot: Snapshot) -> list[Display]:
    """All places that show a time, the most prominent first.

    The digits may stand in elements of their own ("00" ":" "03"): the smallest element that holds
    a whole time counts. Bare numbers count where they stand alone and large.
    """
    found: list[Display] = []
    for e in snapshot.shown:
        if e.takes_text or e.options or e.tag in ("body", "html", "button"):
            continue
        text = snapshot.text_of(e)
        if not text or len(text) > LONGEST_DISPLAY or not readings(text):
            continue
        if any(readings(snapshot.text_of(c)) for c in snapshot.children.get(e.id, [])) and (
            "bare"
            not in {
                w for c in snapshot.children.get(e.id, []) for w in readings(snapshot.text_of(c))
            }
        ):
            continue
        found.append(Display(e, text))
    timely = [d for d in found if "bare" not in readings(d.text)]
    bare = [d for d in found if "bare" in readings(d.text)]
    by_size = sorted(timely, key=lambda d: -d.element.box.h)
    return by_size + sorted(bare, key=lambda d: -d.element.box.h)
