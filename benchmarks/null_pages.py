"""Pages that do nothing that was asked, for 32 lines: none may work, and none may score above 5.

The one exception to the score is a working page about another subject, which may share a behaviour
by chance (a clock inside a quiz); it must still not be called `works`.

    python benchmarks/null_pages.py [--workers 2]
"""

from __future__ import annotations

import argparse
import asyncio
import html
import re
from collections.abc import Callable

from presscheck.core.page import Page
from presscheck.core.requirement import Requirement
from presscheck.core.scorecard import Scorecard
from presscheck.core.settings import Settings
from presscheck.page import page_from_file
from presscheck.sandbox import Sandbox
from presscheck.scoring import Scorer
from presscheck.scoring.plan import make_plan
from record import record, table

LINES = [
    "a desktop in one HTML file: draggable windows, a dock, notepad, calculator and clock",
    "solar and lunar eclipse demo, drag a timeline",
    "interactive animal cell as an energy factory: click organelles, switch tabs, rotate",
    "scientific calculator with keyboard support",
    "kanban board, drag cards between three columns",
    "snake game with arrow keys, score and restart",
    "tetris with next piece preview and levels",
    "memory card matching game 4x4",
    "stopwatch with laps",
    "pomodoro timer with start, pause and reset",
    "todo list: add, complete, delete, filter",
    "mortgage calculator with sliders and a chart",
    "sortable table of 20 countries with search",
    "quiz of five questions about rivers with a final score",
    "flashcards for learning Spanish verbs",
    "drawing canvas with colours, brush size, undo and clear",
    "piano that plays with mouse and keyboard",
    "markdown editor with live preview and word count",
    "unit converter for length, weight and temperature",
    "image carousel with next and previous buttons",
    "contact form with validation",
    "chat interface with a bot that answers",
    "rotating 3D cube, drag to rotate, wheel to zoom",
    "Kepler orbits: change the eccentricity and watch the planet go round",
    "compare sorting algorithms step by step on coloured bars",
    "landing page with dark mode toggle and mobile menu",
    "expense tracker with a pie chart by category",
    "tic-tac-toe for two players",
    "用一个 HTML 文件模拟桌面：窗口可以拖动，能打开记事本和计算器",
    "一个带番茄钟的待办清单，可以添加、完成、删除任务",
    "贪吃蛇游戏，方向键控制，显示分数",
    "月相演示，拖动时间轴看月亮变化",
]


def document(body: str, script: str = "") -> str:
    return (
        "<!doctype html><html lang=en><head><meta charset=utf-8><title>Page</title></head>"
        f"<body>{body}<script>{script}</script></body></html>"
    )


def words(line: str) -> list[str]:
    return [html.escape(w) for w in re.findall(r"[A-Za-z]{3,}|[\u4e00-\u9fff]{2}", line)]


def empty(_: str) -> str:
    return document("")


def hello(_: str) -> str:
    return document("<h1>Hello</h1>")


def echo(line: str) -> str:
    return document(f"<h1>{html.escape(line)}</h1><p>{html.escape(line)}</p>")


def _dead_interface(line: str) -> str:
    buttons = "".join(f"<button>{w}</button>" for w in words(line))
    cells = "".join(f"<tr><td>{w}</td><td>{i * 7}</td></tr>" for i, w in enumerate(words(line)))
    return (
        f"<h1>{html.escape(line)}</h1>{buttons}<input type=button value=Start>"
        f"<table><tr><th>Name</th><th>Value</th></tr>{cells}</table>"
        "<svg width=200 height=120><circle cx=60 cy=60 r=40 fill=teal /><rect x=120 y=30 width=50 "
        "height=60 fill=orange /></svg>"
    )


def dead(line: str) -> str:
    return document(_dead_interface(line))


def dead_with_canvas(line: str) -> str:
    return document(
        _dead_interface(line) + "<canvas id=c width=300 height=200></canvas>",
        "const g=document.getElementById('c').getContext('2d');setInterval(()=>{g.fillStyle="
        "`hsl(${Math.random()*360},70%,50%)`;g.fillRect(Math.random()*300,Math.random()*200,20,20)}"
        ",50)",
    )


def picture(line: str) -> str:
    labels = "".join(
        f"<g><rect x={20 + 130 * (i % 5)} y={60 + 70 * (i // 5)} width=120 height=50 rx=8 "
        f"fill='#dde'/><text x={30 + 130 * (i % 5)} y={90 + 70 * (i // 5)}>{w}</text></g>"
        for i, w in enumerate(words(line))
    )
    return document(
        f"<svg width=720 height=480 role=img><text x=20 y=30 font-size=20>{html.escape(line)}"
        f"</text>{labels}</svg>"
    )


def random_change(line: str) -> str:
    return document(
        _dead_interface(line) + "<p id=out></p>",
        "addEventListener('click',()=>{const all=document.querySelectorAll('td,button,h1');"
        "const e=all[Math.floor(Math.random()*all.length)];e.style.background="
        "`hsl(${Math.random()*360},60%,70%)`;document.getElementById('out').textContent="
        "Math.random().toFixed(4)})",
    )


def other_subject(line: str) -> str:
    """A tiny working page: a light that is switched, for no line of the list."""
    return document(
        "<h1>Lamp</h1><p id=s>The lamp is off</p><button id=b>Switch the lamp</button>",
        "let on=false;document.getElementById('b').onclick=()=>{on=!on;document.getElementById('s')"
        ".textContent='The lamp is '+(on?'on':'off');document.body.style.background=on?'#ffd':''}",
    )


KINDS: dict[str, Callable[[str], str]] = {
    "empty page": empty,
    "Hello": hello,
    "the line echoed": echo,
    "its words, dead buttons, a table, an SVG": dead,
    "the same with a random canvas": dead_with_canvas,
    "a picture of the interface": picture,
    "random change at every click": random_change,
    "another subject that works": other_subject,
}


async def measure(workers: int) -> list[tuple[str, str, Scorecard]]:
    jobs = [(kind, line) for line in LINES for kind in KINDS]
    queue = iter(jobs)
    results: list[tuple[str, str, Scorecard]] = []
    async with Sandbox(Settings(), workers=workers) as sandbox:
        scorer = Scorer(sandbox)

        async def work() -> None:
            for kind, line in queue:
                page: Page = page_from_file(KINDS[kind](line))
                card = await scorer.score(page, make_plan(Requirement.parse(line)))
                results.append((kind, line, card))

        await asyncio.gather(*(work() for _ in range(workers)))
    return results


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    results = asyncio.run(measure(options.workers))
    rows: list[list[object]] = []
    for kind in KINDS:
        cards = [card for k, _, card in results if k == kind]
        scores = [card.score or 0.0 for card in cards]
        rows.append(
            [
                kind,
                len(cards),
                sum(card.verdict == "works" for card in cards),
                max(scores),
                sum(score > 5 for score in scores),
                sum(card.verdict == "unscored" for card in cards),
            ]
        )
    text = table(["page", "lines", "works", "highest score", "above 5", "unscored"], rows)
    loud = [
        f"- {kind}: {line!r}: {card.verdict} {card.score}; passed "
        + ", ".join(c.id for c in card.checks if c.outcome == "pass")
        for kind, line, card in results
        if card.verdict == "works" or (card.score or 0) > 5
    ]
    print(text, *loud, sep="\n")
    record("Null pages", text)


if __name__ == "__main__":
    main()
