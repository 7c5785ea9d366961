"""Exploring: what answers, what throws, what cannot be reached, and what is really dead."""

from __future__ import annotations

import pytest

from presscheck.scoring.controls import find_controls, sample
from presscheck.scoring.explore import Explored, explore
from presscheck.scoring.listeners import find_listeners

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


def states(explored: Explored) -> dict[str, str]:
    return {item.name: item.state for item in explored.controls.items}


async def test_listeners_are_found_wherever_they_are(open_page) -> None:  # type: ignore[no-untyped-def]
    session = await open_page(
        """<div id=a>plain</div><div id=b>heard</div><canvas id=c></canvas>
        <script>b.addEventListener('click', () => {}); c.onpointerdown = () => {};
        onkeydown = () => {};</script>"""
    )
    listeners = await find_listeners(session.page)
    by_words = {e.words: listeners.by_element.get(e.id) for e in session.now}
    assert by_words["a"] is None
    assert by_words["b"] == {"click"}
    assert by_words["c"] == {"pointerdown"}
    assert "keydown" in listeners.page


async def test_like_controls_are_sampled(open_page) -> None:  # type: ignore[no-untyped-def]
    cells = "".join(f"<button class=cell>{i}</button>" for i in range(30))
    session = await open_page(f"<div class=grid>{cells}</div><button id=go>Go</button>")
    listeners = await find_listeners(session.page)
    chosen = sample(find_controls(session.now, listeners))
    assert len(chosen) == 4
    assert sum(c.like for c in chosen) == 31


async def test_classes(open_page) -> None:  # type: ignore[no-untyped-def]
    session = await open_page(
        """<style>button:hover { background: red } button:active { transform: scale(.95) }
        button:focus { border-color: blue }</style>
        <button onclick="o.textContent += '!'">Answers</button>
        <button onclick="nothing.here()">Throws</button>
        <button>Looks alive</button>
        <button id=mark onclick="mark.style.color = 'green'">Marks itself</button>
        <div style="position:relative"><button>Covered</button>
        <div style="position:absolute;inset:0;background:#eee"></div></div><p id=o></p>"""
    )
    assert states(await explore(session)) == {
        "Answers": "responds",
        "Throws": "throws",
        "Looks alive": "dead",
        "Marks itself": "responds",
        "Covered": "unreachable",
    }


async def test_what_needs_something_first_is_not_dead(open_page) -> None:  # type: ignore[no-untyped-def]
    session = await open_page(
        """<button id=halt>Stop</button><button id=start>Start</button><p id=t>0</p>
        <button id=add>Add</button><input id=f><ul id=l></ul>
        <div class=tabs><b class=tab style="cursor:pointer">One</b>
        <b class=tab style="cursor:pointer">Two</b></div><p id=p>One</p>
        <script>
        let timer = 0;
        start.onclick = () => timer ||= setInterval(() => t.textContent = +t.textContent + 1, 1000);
        halt.onclick = () => { clearInterval(timer); timer = 0; };
        add.onclick = () => {
          if (f.value) { l.innerHTML += `<li>${f.value}</li>`; f.value = ''; }
        };
        for (const b of document.querySelectorAll('.tab'))
          b.onclick = () => p.textContent = b.textContent;
        </script>"""
    )
    found = states(await explore(session))
    assert set(found.values()) == {"responds"}, found


async def test_controls_that_appear_are_tried_too(open_page) -> None:  # type: ignore[no-untyped-def]
    session = await open_page(
        """<button onclick="w.hidden = false">Open</button>
        <section id=w hidden><h2>Window</h2><button onclick="n.textContent = 'yes'">Inner</button>
        <p id=n></p></section>"""
    )
    assert states(await explore(session))["Inner"] == "responds"


async def test_what_ticks_is_no_answer(open_page) -> None:  # type: ignore[no-untyped-def]
    session = await open_page(
        """<button>Dead</button><p id=t></p>
        <script>setInterval(() => t.textContent = new Date().toISOString(), 1000)</script>"""
    )
    await session.learn_tickers()
    assert states(await explore(session)) == {"Dead": "dead"}
