"""Writes a measurement into docs/measurements.md: a section a name, with command, date, commit."""

from __future__ import annotations

import datetime
import platform
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs" / "measurements.md"
_HEAD = (
    "# Measurements\n\nEach section is written by the command that it names. Times depend on the "
    "machine: compare figures within one section, not across.\n"
)


def record(title: str, body: str) -> None:
    """Put `body` under `## title`, replacing what an earlier run wrote there."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True
    ).stdout.strip()
    dirty = subprocess.run(
        ["git", "status", "--porcelain", "src"], cwd=ROOT, capture_output=True, text=True
    ).stdout.strip()
    arguments = [_relative(a) for a in sys.argv]
    section = (
        f"## {title}\n\n`python {shlex.join(arguments)}`, "
        f"{datetime.datetime.now(datetime.UTC).date().isoformat()}, commit {commit}"
        f"{' with local changes' if dirty else ''}, {platform.machine()}, "
        f"Python {platform.python_version()}\n\n{body.strip()}\n"
    )
    text = DOCUMENT.read_text(encoding="utf-8") if DOCUMENT.exists() else _HEAD
    pattern = re.compile(rf"^## {re.escape(title)}\n.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
    if pattern.search(text):
        text = pattern.sub(lambda _: section + "\n", text)
    else:
        text = text.rstrip() + "\n\n" + section
    DOCUMENT.write_text(text.rstrip() + "\n", encoding="utf-8")


def _relative(argument: str) -> str:
    """Paths are written as seen from the project, so that no machine's folders are told."""
    path = Path(argument)
    if not path.is_absolute():
        return argument
    try:
        return str(path.relative_to(ROOT))
    except ValueError:
        return f"…/{path.name}"


def table(head: list[str], rows: list[list[object]]) -> str:
    """A Markdown table; numbers are rounded to one place, None becomes a dash."""

    def cell(value: object) -> str:
        if value is None:
            return "–"
        return f"{value:.1f}" if isinstance(value, float) else str(value)

    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(cell(v) for v in row) + " |" for row in rows]
    return "\n".join(lines)
