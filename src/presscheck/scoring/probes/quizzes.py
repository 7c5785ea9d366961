"""Quizzes, flash cards, chats: an answer brings an answer."""

from __future__ import annotations

import re

from pydantic import BaseModel

from presscheck.scoring.context import ProbeContext
from presscheck.scoring.effect import Effect
from presscheck.scoring.outcome import ProbeOutcome
from presscheck.scoring.probes import NoParams, probe
from presscheck.scoring.probes.navigation import NEXT
from presscheck.scoring.snapshot import Element, Snapshot
from presscheck.scoring.stage import drawing_changed

_START = re.compile(r"^\W*(start|begin|play|take)|开始", re.I)
_SUBMIT = re.compile(r"submit|check|answer|confirm|提交|确认|检查|确定", re.I)
_SCORE = re.compile(
    r"\bscore|\bcorrect\b|\bright\b|points|result|\d+\s*(?:/|of|out of)\s*\d+|得分|分数|正确|成绩",
    re.I,
)
_NOT_AN_ANSWER = re.compile(
    r"next|prev|back|start|restart|submit|reset|skip|hint|quit|finish|check|下一|上一|开始|提交|重新"
    r"|跳过|提示",
    re.I,
)
_SEND = re.compile(r"send|➤|➜|↑|✈|发送", re.I)
MOST_QUESTIONS = 60


class CountParams(BaseModel):
    count: int = 5


def answers(snapshot: Snapshot) -> list[Element]:
    """The choices of the question that is shown: radio buttons or like buttons near each other."""
    radios = [e for e in snapshot.shown if e.role in ("radio", "checkbox", "option") and e.enabled]
    if len(radios) > 1:
        return radios
    buttons = [
        e
        for e in snapshot.controls()
        if e.enabled
        and e.label
        and not e.takes_text
        and not e.options
        and e.role not in ("link", "slider", "tab")
        and not _NOT_AN_ANSWER.search(e.label)
    ]
    by_parent: dict[int, list[Element]] = {}
    for e in buttons:
        by_parent.setdefault(e.parent, []).append(e)
    sets = [s for s in by_parent.values() if len(s) > 1]
    if sets:
        return max(sets, key=len)[:6]
    # Each choice may be wrapped in an element of its own.
    by_left: dict[int, list[Element]] = {}
    for e in buttons:
        by_left.setdefault(round(e.box.x), []).append(e)
    columns = [s for s in by_left.values() if len(s) > 1]
    return max(columns, key=len)[:6] if columns else []


async def _start(ctx: ProbeContext) -> None:
    if answers(await ctx.snapshot()):
        return
    for e in ctx.now.controls():
        if e.enabled and _START.search(e.label):
            await ctx.click(e)
            return


async def answer_one(ctx: ProbeContext, which: int = 0) -> tuple[list[Effect], bool]:
    """Answer the question that is shown: click a choice, or type; confirm where it is asked for.
    The effects, and whether there was anything to answer."""
    snapshot = await ctx.snapshot()
    choices = answers(snapshot)
    fields = [e for e in snapshot.shown if e.takes_text and e.enabled]
    effects: list[Effect] = []
    if choices:
        choice = choices[which % len(choices)]
        effects.append(await ctx.click(choice, picture=True, settle=1_500))
    elif fields:
        effects.append(await ctx.type(fields[0], "42", clear=True, enter=True, settle=1_500))
    else:
        return effects, False
    for e in (await ctx.snapshot()).controls():
        if e.enabled and e.role == "button" and _SUBMIT.search(e.label):
            effects.append(await ctx.click(e, settle=1_500, picture=True))
            break
    return effects, True


def _feedback(effects: list[Effect]) -> str:
    """What tells whether the answer was right: words, colours, a mark, a score."""
    for effect in effects:
        if effect.dialogs:
            return f"a dialog says “{effect.dialogs[0][:50]}”"
        for change in effect.of("appeared", "text", "restyled", "disappeared", "redrawn"):
            if change.kind == "restyled" and change.what not in ("background", "color", "border"):
                continue
            return change.says
    return ""


@probe("quiz-answers", params=NoParams)
async def quiz_answers(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """Answering a question brings a word or mark on whether it was right."""
    await _start(ctx)
    effects, asked = await answer_one(ctx)
    if not asked:
        return ctx.not_offered("no question with something to answer was found")
    if said := _feedback(effects):
        return ctx.passed(f"an answer brings feedback: {said}")
    why = next((f" ({e.errors[0]})" for e in effects if e.errors), "")
    return ctx.failed(f"an answer brings no feedback{why}")


async def _through(ctx: ProbeContext, which: int) -> tuple[int, str]:
    """Answer all questions; how many there were, and the text at the end."""
    await _start(ctx)
    questions: set[str] = set()
    for _ in range(MOST_QUESTIONS):
        question = _question(await ctx.snapshot())
        if question in questions and questions:
            break
        effects, asked = await answer_one(ctx, which)
        if not asked:
            break
        questions.add(question)
        if _question(await ctx.snapshot()) != question and answers(ctx.now):
            continue
        forward = [
            e
            for e in (await ctx.snapshot()).controls()
            if e.enabled
            and (NEXT.search(e.label) or re.search(r"finish|result|see|完成|结果", e.label, re.I))
        ]
        if forward:
            await ctx.click(forward[-1], settle=900)
        elif not any(e.any for e in effects):
            break
        else:
            await ctx.advance(2_500)
    return len(questions), await ctx.text()


def _question(snapshot: Snapshot) -> str:
    """The question's text: what stands above its choices."""
    choices = answers(snapshot)
    if not choices:
        return ""
    top = min(c.box.y for c in choices)
    above = [e for e in snapshot.shown if e.text and e.box.bottom <= top + 4 and len(e.text) > 8]
    labels = "|".join(c.label for c in choices)
    return (max(above, key=lambda e: e.box.y).text if above else "") + labels


@probe("quiz-score", params=NoParams)
async def quiz_score(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """At the end (or all along) a score is shown, and it depends on the answers."""
    ends: list[str] = []
    for which in (0, 1, 2):
        if which:
            await ctx.fresh()
        count, end = await _through(ctx, which)
        if not count:
            return ctx.not_offered("no question with something to answer was found")
        ends.append(end)
        scores = [
            re.findall(r"\d+", end[m.start() - 30 if m.start() > 30 else 0 : m.end() + 30])
            for end in ends
            for m in _SCORE.finditer(end)
        ]
        if len(ends) > 1 and any(scores) and len(set(ends)) > 1:
            return ctx.passed("a score is shown that depends on the answers")
    if any(_SCORE.search(end) for end in ends):
        return ctx.failed("a score is shown, but it is the same whatever is answered")
    return ctx.failed("no score is shown after the last question")


@probe("quiz-count", params=CountParams)
async def quiz_count(ctx: ProbeContext, params: CountParams) -> ProbeOutcome:
    """There are as many questions as the line asks for."""
    text = await ctx.text()
    await _start(ctx)
    text += " " + await ctx.text()
    if match := re.search(r"(?:/|of|共)\s*(\d+)", text):
        total = int(match[1])
        if total == params.count:
            return ctx.passed(f"{total} questions are announced")
    count, _ = await _through(ctx, 0)
    if count == params.count:
        return ctx.passed(f"{count} questions were answered one after another")
    if not count:
        return ctx.not_offered("no question with something to answer was found")
    return ctx.failed(f"{count} questions were found, {params.count} were asked for")


@probe("flashcards", params=NoParams)
async def flashcards(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """A card turns and shows its other side; the next card is another one."""
    snapshot = await ctx.snapshot()
    cards = [
        e
        for e in snapshot.shown
        if re.search(r"card|flip|卡", f"{e.words} {e.name}", re.I)
        and e.box.area > 8_000
        and e.box.area < 0.6 * snapshot.viewport[0] * snapshot.viewport[1]
    ]
    turners = [
        e
        for e in snapshot.controls()
        if re.search(r"flip|show|reveal|turn|answer|翻|显示|答案", e.label, re.I)
    ]
    tries = [*sorted(cards, key=lambda e: -e.box.area)[:2], *turners]
    if not tries:
        return ctx.not_offered("no card to turn was found")
    for target in tries[:4]:
        current = await ctx.again(target)
        if current is None:
            continue
        effect = await ctx.click(current, settle=1_000, picture=True)
        if effect.of("appeared", "text") or any(c.what == "shown" for c in effect.of("state")):
            forward = [e for e in (await ctx.snapshot()).controls() if NEXT.search(e.label)]
            before = await ctx.text()
            if forward:
                await ctx.click(forward[0], settle=1_000)
                if await ctx.text() == before:
                    return ctx.failed("the card turns, but the next card is the same")
            return ctx.passed(f"the card turns: {effect.saw[0]}")
    return ctx.failed("a click on the card shows no other side")


@probe("chat-replies", params=NoParams)
async def chat_replies(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """A message that is sent appears in the conversation, and an answer follows."""
    fields = [e for e in (await ctx.snapshot()).shown if e.takes_text and e.type != "search"]
    if not fields:
        return ctx.not_offered("there is no field to write a message in")
    field = fields[-1]
    message = "Hello heron" if ctx.lang == "en" else "你好苍鹭"
    await ctx.type(field, message, picture=True)
    sent = await ctx.press("Enter", settle=400)
    if not _message_shown(await ctx.snapshot(), message, field):
        buttons = [e for e in ctx.now.controls() if _SEND.search(e.label) or _SEND.search(e.words)]
        buttons = buttons or [e for e in ctx.now.by_role("button") if e.box.gap(field.box) < 60]
        if buttons:
            sent = await ctx.click(buttons[0], settle=400, picture=True)
    if not _message_shown(await ctx.snapshot(), message, field):
        why = f" ({sent.errors[0]})" if sent.errors else ""
        return ctx.failed(f"the message “{message}” does not appear in the conversation{why}")
    later = await ctx.advance(6_000)
    replies = [*sent.of("appeared", "text"), *later.of("appeared", "text")]
    if any(c.now and message not in c.now and re.search(r"\w{2}", c.now) for c in replies):
        return ctx.passed("the message appears, and an answer follows")
    return ctx.failed("the message appears, but no answer follows")


def _message_shown(snapshot: Snapshot, message: str, field: Element) -> bool:
    return any(message in e.text and e.id != field.id for e in snapshot.shown)


@probe("tictactoe", params=NoParams)
async def tictactoe(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """Marks can be set in turn, and three in a row are announced."""
    from presscheck.scoring.cardgame import card_grid

    cells, rows, columns = card_grid(await ctx.snapshot(), 9)
    if (rows, columns) != (3, 3):
        return ctx.not_offered("no board of three by three was found")
    marks: list[str] = []
    said = ""
    for place in (0, 3, 1, 4, 2, 5, 6, 7, 8):
        x, y = cells[place].box.centre
        effect = await ctx.click((x, y), settle=900, picture=place == 0)
        changed = effect.of("text", "appeared", "restyled", "redrawn")
        if place == 0 and not changed:
            return ctx.failed("a click on a field sets no mark")
        marks += [c.now.strip() for c in effect.of("text", "appeared") if len(c.now.strip()) == 1]
        said = " ".join([effect.new_text, *effect.dialogs])
        if re.search(r"win|won|draw|tie|over|胜|赢|平局", said, re.I):
            return ctx.passed(f"marks are set, and the end is announced: “{said[:50]}”")
    text = await ctx.text()
    if re.search(r"\bwins?\b|won|draw|tie|胜|赢|平局", text, re.I):
        return ctx.passed("marks are set, and the end is announced")
    return ctx.failed("marks can be set, but nothing announces the end")


@probe("game-2048", params=NoParams)
async def game_2048(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """Tiles slide by the arrow keys, merge, and new ones come."""
    changed = 0
    largest = 0
    for i in range(24):
        effect = await ctx.press(
            ("ArrowLeft", "ArrowDown", "ArrowRight", "ArrowDown")[i % 4], settle=350, picture=i == 0
        )
        changed += bool(effect.of("text", "moved", "appeared", "restyled", "redrawn"))
        tiles = [int(t) for t in re.findall(r"\b(?:2|4|8|16|32|64|128)\b", await ctx.text())]
        largest = max([largest, *tiles])
        if changed >= 3 and largest >= 8:
            return ctx.passed(f"tiles slide and merge, up to {largest}")
    if not changed:
        return ctx.failed("the arrow keys move no tile")
    if drawing_changed(await ctx.press("ArrowLeft")) and not largest:
        return ctx.passed("tiles slide by the arrow keys")
    return ctx.failed("tiles slide, but equal ones do not merge")


@probe("minesweeper", params=NoParams)
async def minesweeper(ctx: ProbeContext, params: NoParams) -> ProbeOutcome:
    """A click uncovers fields, and a right click sets a flag."""
    from presscheck.scoring.cardgame import card_grid

    cells, rows, columns = card_grid(await ctx.snapshot())
    if len(cells) < 25:
        return ctx.not_offered("no field of squares was found")
    effect = await ctx.click(cells[len(cells) // 2 + columns // 2], picture=True)
    if not effect.of("text", "restyled", "appeared", "state", "redrawn"):
        return ctx.failed("a click uncovers nothing")
    corner = await ctx.again(cells[0])
    if corner is not None:
        flagged = await ctx.click(corner, button="right")
        if not flagged.any:
            ctx.note("a right click sets no flag")
    return ctx.passed(f"a click uncovers fields of a {rows} × {columns} board: {effect.saw[0]}")
