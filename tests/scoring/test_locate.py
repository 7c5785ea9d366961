"""Finding what a person means, on real pages."""

from __future__ import annotations

import pytest

from presscheck.core.steps import Target
from presscheck.scoring.locate import find, find_all

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PAGE = """
<header><button id="menuBtn" title="Menu">☰</button>
<button class="settings-btn">⚙️</button></header>
<style>.x { cursor: pointer }</style>
<div class="win" id="notes"><div class="titlebar">Notepad <span class="x">×</span></div>
  <textarea placeholder="Write here"></textarea></div>
<div class="win" id="calc"><div class="titlebar">Calculator <span class="x">×</span></div>
  <div><button>7</button><button>8</button><button>+</button><button>=</button></div></div>
<label for="v">Volume</label><input id="v" type="range">
<p>Speed <input type="range" class="r2"></p>
<button>开始游戏</button>
<ul><li>Milk <button>✕</button></li><li>Bread <button>✕</button></li></ul>
"""


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("the settings icon", "settings-btn"),
        ("menu button", "menuBtn"),
        ("the 7 key", "7"),
        ("equals key", "="),
        ("plus", "+"),
        ("volume slider", "v"),
        ("speed slider", "r2"),
        ("start button", "开始游戏"),
        ("开始按钮", "开始游戏"),
    ],
)
async def test_finds(open_page, words: str, expected: str) -> None:  # type: ignore[no-untyped-def]
    session = await open_page(PAGE)
    found = find(session.now, words)
    assert found, found.says
    assert expected in (found.element.text, *found.element.words.split())
    assert found.reasons


async def test_within_and_nth(open_page) -> None:  # type: ignore[no-untyped-def]
    session = await open_page(PAGE)
    close = find(session.now, Target(words="close button", within="calculator window"))
    assert close
    calculator = next(e for e in session.now if e.words.startswith("calc"))
    assert session.now.is_inside(close.element, calculator)
    second = find(session.now, Target(words="delete", nth=2, within="list"))
    assert second
    assert len(find_all(session.now, "delete")) >= 2


async def test_not_found_says_what_came_close(open_page) -> None:  # type: ignore[no-untyped-def]
    session = await open_page(PAGE)
    missing = find(session.now, "the brush size")
    assert not missing
    assert "brush size" in missing.says
