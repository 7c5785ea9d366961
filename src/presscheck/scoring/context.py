"""What a probe works with: the page as a person has it, and time that stands still.

A probe looks (`snapshot`, `find`), acts (`click`, `drag`, `type`, …), lets time pass (`advance`)
and ends with `passed`, `failed`, `unsure` or `not_offered`. Every action follows the same rule: the
same stretch of page time passes first without acting, and what changes then is ambient; then it
acts, lets the stretch pass again, and the `Effect` is what changed less the ambient. Steps, marks,
pictures and a replay script are recorded by the way.

    @probe("tabs")
    async def tabs(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
        entries = (await ctx.snapshot()).by_role("tab")
        if len(entries) < 2:
            return ctx.not_offered("there are no tabs")
        effect = await ctx.click(entries[1])
        if effect.of("appeared"):
            return ctx.passed(f"a click on {entries[1]} shows another panel")
        return ctx.failed(f"a click on {entries[1]} shows no other panel")
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, TypeVar

from presscheck.core.plan import Check
from presscheck.core.requirement import Language
from presscheck.core.steps import Target
from presscheck.scoring import actions
from presscheck.scoring.effect import Effect
from presscheck.scoring.gestures import Button
from presscheck.scoring.locate import Found, NotFound, find, find_all
from presscheck.scoring.outcome import ProbeOutcome
from presscheck.scoring.reach import bring
from presscheck.scoring.session import Place, Session
from presscheck.scoring.setting import choose_option, set_value
from presscheck.scoring.snapshot import Box, Element, Snapshot

T = TypeVar("T")


class ProbeContext:
    """One check on one fresh page."""

    def __init__(
        self, session: Session, check: Check, *, requirement: str = "", lang: Language = "en"
    ) -> None:
        self.session = session
        self.check = check
        self.requirement = requirement
        self.lang: Language = lang

    # Looking

    async def snapshot(self) -> Snapshot:
        """The page now. Costs nothing where nothing was done since the last one."""
        return await self.session.snapshot()

    @property
    def now(self) -> Snapshot:
        """The latest snapshot, without looking again."""
        return self.session.now

    async def find(
        self,
        words: str | Target,
        *,
        role: str | Sequence[str] | None = None,
        within: str | Element | Found | None = None,
        among: Iterable[Element] | None = None,
        hidden: bool = False,
    ) -> Found | NotFound:
        """The element that a person would mean by these words.

        `role` narrows to an ARIA role or several, `within` to a container (named or given), `among`
        to candidates; `hidden` lets elements count that are not shown. The answer is true when
        found: `.element`, `.confidence` (0 to 1), `.reasons`, `.others`; and false when not:
        `.says` tells what was looked for and what came close.
        """
        snapshot = await self.snapshot()
        return find(snapshot, words, role=role, within=within, among=among, hidden=hidden)

    async def find_all(
        self,
        words: str | Target,
        *,
        role: str | Sequence[str] | None = None,
        within: str | Element | Found | None = None,
        among: Iterable[Element] | None = None,
        hidden: bool = False,
    ) -> list[Found]:
        """All that the words could mean, the likeliest first."""
        snapshot = await self.snapshot()
        return find_all(snapshot, words, role=role, within=within, among=among, hidden=hidden)

    async def again(self, element: Element) -> Element | None:
        """The same thing in the page now: the node itself, or what stands for it after the page
        drew it anew or was reloaded. None where it is gone."""
        return await self.session.again(element)

    async def text(self, element: Element | None = None) -> str:
        """What can be read in an element, or on the whole page."""
        snapshot = await self.snapshot()
        if element is None:
            return snapshot.text
        current = await self.again(element)
        return snapshot.text_of(current) if current else ""

    async def numbers(self, element: Element | None = None) -> list[float]:
        """The numbers that can be read in an element, or on the whole page."""
        snapshot = await self.snapshot()
        if element is None:
            return snapshot.numbers()
        current = await self.again(element)
        return snapshot.numbers(current) if current else []

    async def picture(self, region: Box | Element | Found | None = None) -> bytes:
        """A PNG of the viewport or of a region."""
        return await self.session.picture(region)

    async def evaluate(self, script: str, arg: Any = None) -> Any:
        """Run a JavaScript function `(arg) => …` in a world that the page cannot forge."""
        return await self.session.page.evaluate(script, arg)

    # Acting. `place` is an element, what `find` found, or a point (x, y) of the viewport; `at` are
    # shares of the element's width and height. `settle` is the stretch of page time in ms.
    # `watch` names a region whose pixels are compared too. `picture` keeps before/after pictures.

    async def click(
        self,
        place: Place,
        *,
        at: tuple[float, float] = (0.5, 0.5),
        button: Button = "left",
        settle: float | None = None,
        watch: Place | None = None,
        picture: bool = False,
    ) -> Effect:
        """Click with the mouse, after moving there and scrolling it into view."""
        return await actions.click(
            self.session, place, at=at, button=button, settle=settle, watch=watch, picture=picture
        )

    async def click_all(
        self,
        places: Sequence[Place],
        *,
        settle: float | None = None,
        watch: Place | None = None,
        picture: bool = False,
    ) -> Effect:
        """Click several places one after the other as a single action, such as keying in a sum:
        much quicker than a click each, and the effect is that of all together. The places must
        stay where they are meanwhile."""
        return await actions.click_all(
            self.session, places, settle=settle, watch=watch, picture=picture
        )

    async def double_click(
        self,
        place: Place,
        *,
        at: tuple[float, float] = (0.5, 0.5),
        settle: float | None = None,
        watch: Place | None = None,
        picture: bool = False,
    ) -> Effect:
        return await actions.click(
            self.session, place, at=at, count=2, settle=settle, watch=watch, picture=picture
        )

    async def tap(
        self, place: Place, *, at: tuple[float, float] = (0.5, 0.5), settle: float | None = None
    ) -> Effect:
        """Touch with a finger."""
        return await actions.tap(self.session, place, at=at, settle=settle)

    async def hover(
        self,
        place: Place,
        *,
        at: tuple[float, float] = (0.5, 0.5),
        settle: float | None = None,
        watch: Place | None = None,
        picture: bool = False,
    ) -> Effect:
        return await actions.hover(
            self.session, place, at=at, settle=settle, watch=watch, picture=picture
        )

    async def drag(
        self,
        place: Place,
        *,
        by: tuple[float, float] | None = None,
        onto: Place | None = None,
        path: Sequence[tuple[float, float]] | None = None,
        at: tuple[float, float] = (0.5, 0.5),
        settle: float | None = None,
        watch: Place | None = None,
        picture: bool = False,
    ) -> Effect:
        """Press at the place, move in small steps, let go: by (dx, dy), onto another place (`at`
        is where it is taken), or along a path of points of the viewport. HTML5 drag and drop
        happens by itself where the page uses it."""
        return await actions.drag(
            self.session,
            place,
            by=by,
            onto=onto,
            path=path,
            at=at,
            settle=settle,
            watch=watch,
            picture=picture,
        )

    async def type(
        self,
        place: Place | None,
        text: str,
        *,
        clear: bool = False,
        enter: bool = False,
        settle: float | None = None,
        picture: bool = False,
    ) -> Effect:
        """Click into the place and type the text; `clear` empties it first, `enter` ends with the
        Enter key. Without a place: to what has the focus."""
        return await actions.type_text(
            self.session, place, text, clear=clear, enter=enter, settle=settle, picture=picture
        )

    async def press(
        self,
        key: str,
        *,
        times: int = 1,
        on: Place | None = None,
        settle: float | None = None,
        watch: Place | None = None,
        picture: bool = False,
    ) -> Effect:
        """Press a key by its DOM name ("ArrowLeft", "Enter", "7", "Control+z"). With `on`, the
        place gets the focus first; for the page as a whole leave it out."""
        return await actions.press(
            self.session, key, times=times, on=on, settle=settle, watch=watch, picture=picture
        )

    async def set(
        self,
        place: Place,
        value: str | float | bool,
        *,
        relative: bool = False,
        settle: float | None = None,
        watch: Place | None = None,
        picture: bool = False,
    ) -> Effect:
        """Set a range, spinner, text field, select, date, colour, checkbox or switch as a person
        would, to a value; with `relative`, 0 to 1 is a share of its span (select: of its options).
        A slider that is no native range is dragged."""
        return await set_value(
            self.session,
            place,
            value,
            relative=relative,
            settle=settle,
            watch=watch,
            picture=picture,
        )

    async def choose(
        self, place: Place, option: str, *, settle: float | None = None, picture: bool = False
    ) -> Effect:
        """Choose an option by its words: of a select, or of a list that opens on a click."""
        return await choose_option(self.session, place, option, settle=settle, picture=picture)

    async def wheel(
        self,
        place: Place,
        dy: float,
        *,
        dx: float = 0,
        settle: float | None = None,
        watch: Place | None = None,
        picture: bool = False,
    ) -> Effect:
        """Turn the wheel over the place; positive dy is towards the person (scrolls down)."""
        return await actions.wheel(
            self.session, place, dx=dx, dy=dy, settle=settle, watch=watch, picture=picture
        )

    async def act(
        self,
        did: str,
        action: Callable[[], Awaitable[list[str] | None]],
        *,
        target: Element | None = None,
        settle: float | None = None,
        watch: Place | None = None,
        picture: bool = False,
    ) -> Effect:
        """Anything else, under the same rule: `action` gives raw input by
        `ctx.session.page`, and may return the lines of a script that repeat it."""
        return await self.session.act(
            did, action, target=target, settle=settle, watch=watch, picture=picture
        )

    # Time

    async def advance(self, ms: float) -> Effect:
        """Let page time pass. The effect holds all that changed meanwhile (nothing is ambient)."""
        return await self.session.advance(ms)

    async def watch(self, ms: float, *, step: float = 100) -> list[Snapshot]:
        """Let page time pass in steps and look after each: the first snapshot is from before."""
        seen = [await self.snapshot()]
        passed = 0.0
        while passed < ms:
            await self.session.advance(min(step, ms - passed))
            passed += step
            seen.append(self.now)
        return seen

    async def reload(self) -> Snapshot:
        """Reload the page; what it stored stays."""
        return await self.session.reload()

    async def fresh(self) -> Snapshot:
        """Start over: storage emptied, page loaded anew."""
        return await self.session.fresh()

    async def resize(self, width: int, height: int) -> Snapshot:
        """Change the size of the viewport, in CSS pixels."""
        return await self.session.resize(width, height)

    # Getting there

    async def bring(
        self, words: str | Sequence[str], looks: Callable[[Snapshot], T | None]
    ) -> T | None:
        """What `looks` finds, opening what stands before it if need be.

        `looks` searches a snapshot. Where it finds nothing, what the words name is opened as a
        person would: a launcher entry, icon, tab, menu entry or button of that name is clicked,
        then double clicked; then behind a menu or start button. None where nothing leads there.
        """
        return await bring(self.session, words, looks)

    # Ending

    def note(self, text: str) -> None:
        """Keep a remark with the evidence."""
        self.session.record.note(text)

    def errors(self) -> list[str]:
        """Exceptions and console errors since the check began, in words."""
        return self.session.errors()

    def passed(self, reason: str) -> ProbeOutcome:
        """The behaviour was shown to work."""
        return ProbeOutcome("pass", reason)

    def failed(self, reason: str) -> ProbeOutcome:
        """The behaviour was tried, and does not work."""
        return ProbeOutcome("fail", reason)

    def unsure(self, reason: str) -> ProbeOutcome:
        """It was tried and cannot be told. Never counts as passed; use it rarely."""
        return ProbeOutcome("unsure", reason)

    def not_offered(self, reason: str) -> ProbeOutcome:
        """The page has no such thing. Fails an asked check; leaves an expected one out."""
        if self.check.kind == "asked":
            return ProbeOutcome("fail", reason, offered=False)
        return ProbeOutcome("unsure", reason, offered=False)
