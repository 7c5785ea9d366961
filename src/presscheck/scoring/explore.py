"""The second stage: every control is found and tried, and classed by how the page answers.

A control is called dead only after a person would give up on it: it was tried alone, by double
click where that suits, with the fields beside it filled in, after its neighbours (start before
stop), and with the pixels of the whole window compared. Where a control is no longer there because
an earlier one led elsewhere, the page is loaded anew. Budgets count actions, not seconds,
so that the same page is always explored alike.
"""

from __future__ import annotations

import asyncio
import functools
from collections import deque
from dataclasses import dataclass, field, replace

from presscheck.core.scorecard import ControlItem, Controls, ControlState, PageFault
from presscheck.sandbox import PageTrouble
from presscheck.scoring.controls import Control, Way, find_controls, sample
from presscheck.scoring.coverage import Coverage
from presscheck.scoring.effect import Effect
from presscheck.scoring.faults import leaked_values, trouble_fault
from presscheck.scoring.listeners import Listeners, find_listeners
from presscheck.scoring.locate import same_thing
from presscheck.scoring.operate import answered, operate
from presscheck.scoring.prepare import Prepare, fill_beside, sum_first
from presscheck.scoring.session import TICK_MS, Session
from presscheck.scoring.snapshot import Box, Element
from presscheck.scoring.words import fold, synonyms

MAX_TRIES = 20
"""Controls that are tried, counting those that appear on the way."""

MAX_RETRIES = 4
MAX_RELOADS = 8
PATIENCE = 8
"""So many tries in a row without a new function run end the exploration of further samples."""

MAX_SECONDS = 10.0
"""Only a bound for pages that are extremely slow; they are explored as far as it goes."""

NEIGHBOURS = 4
MAX_DEPTH = 2
"""A control behind a control behind a control is opened again; deeper ones are not."""

_STARTS = frozenset(["start", *synonyms("start")])


@dataclass
class Explored:
    """What exploring gave. `lost`: the page hung or crashed and cannot be used further."""

    controls: Controls = field(default_factory=Controls)
    faults: list[PageFault] = field(default_factory=list)
    lost: bool = False


async def explore(session: Session) -> Explored:
    """Try the controls of the page that the session stands on. Leaves the page dirty."""
    explorer = _Explorer(session)
    try:
        async with asyncio.timeout(MAX_SECONDS):
            await explorer.run()
    except PageTrouble as trouble:
        explorer.trouble(trouble)
    except TimeoutError:
        explorer.result.lost = True
    explorer.settle()
    return explorer.result


@dataclass
class _Try:
    control: Control
    state: ControlState
    how: str
    saw: list[str] = field(default_factory=list)
    reason: str = ""

    @property
    def item(self) -> ControlItem:
        box = self.control.element.box
        return ControlItem(
            name=self.control.name,
            role=self.control.element.role or "generic",
            state=self.state,
            how=self.how,
            saw=self.saw[:4],
            reason=self.reason,
            box=(box.x, box.y, box.w, box.h),
            like=self.control.like,
        )


class _Explorer:
    def __init__(self, session: Session) -> None:
        self.session = session
        self.result = Explored()
        self.tries: dict[int, _Try] = {}
        self.known_faults = frozenset[str]()
        self.groups: set[str] = set()
        self.queue: deque[Control] = deque()
        self.found = 0
        self.controls: list[Control] = []
        self.via: dict[int, tuple[Control, Way]] = {}
        self.reloads = 0
        self.current: Control | None = None

    async def run(self) -> None:
        session = self.session
        snapshot = await session.snapshot()
        self.known_faults = frozenset(leaked_values(snapshot))
        listeners = await find_listeners(session.page)
        controls = find_controls(snapshot, listeners)
        self.found = len(controls)
        self.controls = list(controls)
        chosen = sample(controls)
        self.queue.extend(chosen)
        first_of_kind = {id(c) for c in chosen[: len({c.group for c in chosen})]}
        self.groups.update(c.group for c in controls)
        coverage = Coverage(session.page)
        await coverage.start()
        idle = 0
        while self.queue and len(self.tries) < MAX_TRIES:
            control = self.queue.popleft()
            if idle >= PATIENCE and id(control) not in first_of_kind:
                continue
            effect = await self._try(control)
            idle = 0 if await coverage.grew() else idle + 1
            if effect is not None:
                self._welcome(effect, control)
        await self._retry()
        await coverage.stop()

    def _welcome(self, effect: Effect, door: Control) -> None:
        """Controls that the action brought into view are tried next, one of each new kind."""
        came = [c.element for c in effect.changes if c.kind == "appeared" and c.element]
        if not came:
            return
        inner = {e.id for top in came for e in effect.after.inside(top)}
        fresh = [c for c in find_controls(effect.after, Listeners()) if c.element.id in inner]
        new = [c for c in sample(fresh) if c.group not in self.groups]
        self.found += sum(c.like for c in new)
        way = self.tries[door.element.id].how
        self.via.update((c.element.id, (door, way)) for c in fresh)
        self.controls.extend(c for c in fresh if c.group not in self.groups)
        self.groups.update(c.group for c in new)
        self.queue.extendleft(reversed(new))

    async def _try(self, control: Control) -> Effect | None:
        element = await self._reach(control.element)
        if element is None:
            return None
        self.current = control
        here = Control(element, control.ways, control.group, control.like)
        outcome = _Try(here, "dead", control.ways[0])
        effect: Effect | None = None
        for way in control.ways:
            before = await self.session.snapshot()
            effect = await operate(self.session, here, way)
            outcome.how = way
            if effect.blocked:
                outcome.state, outcome.reason = "unreachable", effect.blocked
                break
            self._note_faults(effect)
            if effect.threw:
                outcome.state, outcome.reason = "throws", effect.errors[0]
                outcome.saw = effect.saw
                break
            if await answered(self.session, effect, before):
                outcome.state, outcome.saw = "responds", effect.saw
                break
        self.tries[control.element.id] = outcome
        return effect

    async def _reach(self, element: Element, depth: int = 0) -> Element | None:
        """The control in the page as it is now; after loading anew where an earlier action led
        away from it, and after opening what it came with. None where it cannot be had again."""
        here = await self.session.again(element)
        if _at_hand(here, element):
            return here
        if self.reloads < MAX_RELOADS:
            self.reloads += 1
            await self.session.fresh()
            here = await self.session.again(element)
        via = self.via.get(element.id)
        if not _at_hand(here, element) and via is not None and depth < MAX_DEPTH:
            door = await self._reach(via[0].element, depth + 1)
            if door is not None:
                await operate(self.session, replace(via[0], element=door), via[1])
                here = await self.session.again(element)
        return here if here is not None and here.shown and here.enabled else None

    async def _retry(self) -> None:
        """What did nothing is tried again as a patient person would, with a longer look."""
        silent = [k for k, t in self.tries.items() if t.state == "dead"]
        for key in silent[:MAX_RETRIES]:
            attempt = self.tries[key]
            element = await self._reach(attempt.control.element)
            if element is None:
                continue
            if await self._again(key, attempt, look_closely=True):
                continue
            if self.session.dirty and self.reloads < MAX_RELOADS:
                # Another control, or the first try, may have done already what it does.
                self.reloads += 1
                await self.session.fresh()
                if await self._reach(element) and await self._again(key, attempt):
                    continue
            for prepare in (fill_beside, sum_first, *self._neighbours()):
                element = await self._reach(attempt.control.element)
                if element is None or not await prepare(self.session, element):
                    continue
                if await self._again(key, attempt):
                    break

    async def _again(self, key: int, attempt: _Try, *, look_closely: bool = False) -> bool:
        element = await self.session.again(attempt.control.element)
        if element is None or not element.shown:
            return False
        before = await self.session.snapshot()
        whole = Box(0, 0, *before.viewport)
        here = replace(attempt.control, element=element)
        double = attempt.how == "click" and element.tag not in ("button", "a", "input", "summary")
        for way in (attempt.how, "double click") if double and look_closely else (attempt.how,):
            png = await self.session.picture(whole) if look_closely else None
            effect = await operate(self.session, here, way, settle=TICK_MS)
            self._note_faults(effect)
            if effect.threw:
                attempt.state, attempt.reason, attempt.saw = "throws", effect.errors[0], effect.saw
                return True
            if await answered(self.session, effect, before):
                attempt.state, attempt.how, attempt.saw = "responds", way, effect.saw
                return True
            share = await self.session.changed_since(png, whole, effect) if png else None
            if share is not None:
                attempt.state, attempt.how = "responds", way
                attempt.saw = [f"{share * 100:.1f} % of the picture changed"]
                return True
        return False

    def _neighbours(self) -> list[Prepare]:
        return [functools.partial(self._neighbour_first, nth=n) for n in range(NEIGHBOURS)]

    async def _neighbour_first(self, session: Session, element: Element, nth: int) -> bool:
        """Operate what stands beside it: start before stop, another tab before this one."""
        snapshot = await session.snapshot()
        near: list[tuple[tuple[bool, bool, float], Control, Way]] = []
        for c in self.controls:
            t = self.tries.get(c.element.id)
            other = snapshot.get(c.element.id) or same_thing(snapshot, c.element)
            if other is None or other.id == element.id or not (other.shown and other.enabled):
                continue
            if t is None or t.state == "responds":
                way = t.how if t else c.ways[0]
                far = (
                    fold(other.label) not in _STARTS,
                    other.parent != element.parent,
                    other.box.gap(element.box),
                )
                near.append((far, replace(c, element=other), way))
        if nth >= len(near):
            return False
        near.sort(key=lambda n: n[0])
        _, control, way = near[nth]
        effect = await operate(session, control, way)
        self._note_faults(effect)
        return not effect.blocked

    def _note_faults(self, effect: Effect) -> None:
        for fault in effect.faults:
            self.result.faults.append(fault.model_copy(update={"when": effect.did}))
        leaked = leaked_values(effect.after)
        for value, text in leaked.items():
            if value not in self.known_faults:
                words = f"the page shows “{value}”: “{text}”"
                self.result.faults.append(PageFault(kind="shown", text=words, when=effect.did))
        self.known_faults |= frozenset(leaked)

    def trouble(self, trouble: PageTrouble) -> None:
        self.result.lost = True
        doing = self.session.page.log.doing
        self.result.faults.append(trouble_fault(trouble, doing))
        if self.current is not None:
            key = self.current.element.id
            self.tries[key] = _Try(
                self.current, "throws", self.current.ways[0], reason=trouble.says
            )

    def settle(self) -> None:
        """Count the states, each control for all that are like it."""
        controls = self.result.controls
        controls.items = [t.item for t in self.tries.values()]
        for item in controls.items:
            setattr(controls, item.state, getattr(controls, item.state) + item.like)
        tried = controls.responds + controls.dead + controls.throws + controls.unreachable
        controls.found = max(self.found, tried)


def _at_hand(here: Element | None, element: Element) -> bool:
    """Whether the control can be operated right now, as far as it ever could."""
    if here is None or not here.shown or not here.enabled:
        return False
    return not here.has("covered") or element.has("covered")
