"""Keeps what was done and seen in a check: its evidence."""

from __future__ import annotations

from presscheck.core.evidence import Action, Evidence, Mark, Picture
from presscheck.scoring.effect import Effect

MAX_ACTIONS = 60
MAX_REPLAY_LINES = 400


class Recorder:
    """Collects the actions of one check, in order, with a script that replays them."""

    def __init__(self) -> None:
        self._actions: list[Action] = []
        self._notes: list[str] = []
        self._replay: list[str] = []
        self._skipped = 0

    def add(
        self,
        effect: Effect,
        *,
        mark: Mark | None = None,
        replay: list[str] | None = None,
        before: Picture | None = None,
        after: Picture | None = None,
    ) -> None:
        self._replay.extend(replay or [])
        if len(self._actions) >= MAX_ACTIONS:
            self._skipped += 1
            return
        self._actions.append(
            Action(
                did=effect.did,
                saw=effect.saw,
                mark=mark,
                before=before,
                after=after,
                errors=list(effect.errors),
            )
        )

    def did(self, text: str, *replay: str) -> None:
        """A step that is no action on the page: time that passed, a reload."""
        self._replay.extend(replay)
        if len(self._actions) < MAX_ACTIONS:
            self._actions.append(Action(did=text))
        else:
            self._skipped += 1

    def note(self, text: str) -> None:
        if text not in self._notes:
            self._notes.append(text)

    @property
    def empty(self) -> bool:
        return not self._actions

    def frame(self, *, first: Picture | None, last: Picture | None) -> None:
        """Give the first action the picture before everything, the last one that after it."""
        if not self._actions:
            return
        if first is not None and self._actions[0].before is None:
            self._actions[0].before = first
        if last is not None and self._actions[-1].after is None:
            self._actions[-1].after = last

    def evidence(self) -> Evidence:
        notes = list(self._notes)
        if self._skipped:
            notes.append(f"{self._skipped} further actions are not listed")
        replay = self._replay[:MAX_REPLAY_LINES]
        return Evidence(actions=self._actions, notes=notes, replay="\n".join(replay))


def replay_head(path: str = "page.html") -> str:
    """The beginning of a stand-alone replay script; the lines of a check follow inside it."""
    return (
        "import sys\n"
        "from pathlib import Path\n"
        "from playwright.sync_api import sync_playwright\n\n"
        "with sync_playwright() as p:\n"
        "    browser = p.chromium.launch(headless=False)\n"
        "    page = browser.new_page(viewport={'width': 1280, 'height': 800})\n"
        "    page.clock.install()\n"
        f"    page.goto(Path(sys.argv[1] if len(sys.argv) > 1 else {path!r}).resolve().as_uri())\n"
        "    page.clock.run_for(1000)\n"
    )


def replay_script(evidence: Evidence, path: str = "page.html") -> str:
    """A whole Playwright script (Python) that replays the evidence against a file."""
    lines = "\n".join(f"    {line}" for line in evidence.replay.splitlines())
    return f"{replay_head(path)}{lines}\n    page.pause()\n"
