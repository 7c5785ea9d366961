"""Looking and acting under frozen time."""

from __future__ import annotations

import pytest

from presscheck.scoring import actions
from presscheck.scoring.locate import find
from presscheck.scoring.setting import choose_option, set_value

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_what_a_person_sees(open_page) -> None:  # type: ignore[no-untyped-def]
    session = await open_page(
        """<p id=a>shown</p><p id=b style="display:none">none</p><p id=c style="opacity:0">clear</p>
        <p id=d style="position:absolute;left:-999px">away</p>
        <div style="height:10px;overflow:hidden"><p id=e style="margin-top:50px">cut</p></div>
        <p id=f style="color:#fff;background:#fff">faint</p>
        <div style="transform-style:preserve-3d;transform:rotateY(180deg)">
          <b id=g style="backface-visibility:hidden">front</b></div>
        <div id=host></div><iframe srcdoc="<button>framed</button>"></iframe>
        <script>host.attachShadow({mode:'open'}).innerHTML='<i>shadow</i>'</script>"""
    )
    snapshot = session.now
    words = {e.words: e for e in snapshot if e.words}
    assert "shown" in snapshot.text
    for hidden in ("none", "clear", "away", "cut", "front"):
        assert hidden not in snapshot.text, hidden
    assert words["f"].has("faint")
    assert "shadow" in snapshot.text
    assert "framed" in snapshot.text


async def test_ambient_changes_are_not_the_effect(open_page) -> None:  # type: ignore[no-untyped-def]
    session = await open_page(
        """<p id=t>0</p><button onclick="out.textContent='done'">Go</button><p id=out>-</p>
        <script>setInterval(() => t.textContent = +t.textContent + 1, 100)</script>"""
    )
    effect = await actions.click(session, find(session.now, "go"))
    assert [(c.kind, c.now) for c in effect.of("text")] == [("text", "done")]
    assert effect.ambient
    nothing = await actions.click(session, (700, 500))
    assert not nothing.any


async def test_hover_is_not_taken_for_an_answer(open_page) -> None:  # type: ignore[no-untyped-def]
    session = await open_page(
        """<style>button{transition:background .2s} button:hover{background:red}</style>
        <button>Dead</button>"""
    )
    effect = await actions.click(session, find(session.now, "dead"))
    assert not [c for c in effect.changes if c.kind == "restyled" and c.what == "background"]


async def test_errors_and_dialogs_belong_to_the_action(open_page) -> None:  # type: ignore[no-untyped-def]
    session = await open_page(
        """<button onclick="alert('hello')">Say</button>
        <button onclick="missing()">Break</button>"""
    )
    said = await actions.click(session, find(session.now, "say"))
    assert said.dialogs == ("hello",)
    broke = await actions.click(session, find(session.now, "break"))
    assert broke.threw
    assert "missing" in broke.errors[0]


async def test_a_covered_control_cannot_be_clicked(open_page) -> None:  # type: ignore[no-untyped-def]
    session = await open_page(
        """<button onclick="this.textContent='hit'">Under</button>
        <div id=veil style="position:fixed;inset:0;background:#fff8"></div>"""
    )
    effect = await actions.click(session, find(session.now, "under"))
    assert "veil" in effect.blocked
    assert not effect.any


async def test_setting_ranges_fields_selects_and_switches(open_page) -> None:  # type: ignore[no-untyped-def]
    session = await open_page(
        """<input id=r type=range min=0 max=50 value=10 oninput="o.textContent=value"><p id=o></p>
        <input id=n type=number value=3 onchange="p.textContent=value"><p id=p></p>
        <select id=s onchange="q.textContent=value"><option>a<option>b</select><p id=q></p>
        <label><input id=c type=checkbox> On</label>"""
    )

    def by(words: str):  # type: ignore[no-untyped-def]
        return next(e for e in session.now if e.words == words)

    moved = await set_value(session, by("r"), 37)
    assert moved.after.get(by("r").id).value == "37"  # type: ignore[union-attr]
    await set_value(session, by("n"), 8)
    await choose_option(session, by("s"), "b")
    await set_value(session, by("c"), True)
    assert by("c").has("checked")
    assert {"37", "8", "b"} <= set(session.now.text.split())


async def test_dragging_by_mouse_and_by_html5(open_page) -> None:  # type: ignore[no-untyped-def]
    session = await open_page(
        """<style>#k { position: absolute; left: 50px; top: 300px; background: red }
        #k { width: 40px; height: 40px } #bin { height: 60px; background: #eee }</style>
        <div id=k></div><div id=card draggable=true>card</div><div id=bin>bin</div>
        <script>
        k.onmousedown = () => {
          onmousemove = m => k.style.left = m.clientX - 20 + 'px';
          onmouseup = () => onmousemove = null;
        };
        bin.ondragover = e => e.preventDefault(); bin.ondrop = () => bin.append(card);
        </script>"""
    )
    knob = next(e for e in session.now if e.words == "k")
    effect = await actions.drag(session, knob, by=(120, 0))
    assert effect.move_of(knob)[0] == pytest.approx(120, abs=3)
    card = next(e for e in session.now if e.words == "card")
    bin_ = next(e for e in session.now if e.words == "bin")
    dropped = await actions.drag(session, card, onto=bin_)
    assert dropped.any
    assert "bin card" in session.now.text


async def test_fresh_forgets_and_reload_keeps(open_page) -> None:  # type: ignore[no-untyped-def]
    session = await open_page(
        """<button onclick="localStorage.n = 1; location.reload">Keep</button>
        <p id=o></p><script>o.textContent = localStorage.n ? 'kept' : 'new'</script>"""
    )
    await actions.click(session, find(session.now, "keep"))
    assert "kept" in (await session.reload()).text
    assert "new" in (await session.fresh()).text


async def test_canvas_strokes_show(open_page) -> None:  # type: ignore[no-untyped-def]
    session = await open_page(
        """<canvas id=c width=300 height=200></canvas><script>
        const g = c.getContext('2d'); let on = false;
        c.onpointerdown = e => { on = true; g.beginPath(); g.moveTo(e.offsetX, e.offsetY) };
        c.onpointermove = e => { if (on) { g.lineTo(e.offsetX, e.offsetY); g.stroke() } };
        onpointerup = () => on = false;</script>"""
    )
    canvas = session.now.by_role("canvas")[0]
    effect = await actions.drag(session, canvas, by=(80, 40))
    assert [c.kind for c in effect.changes] == ["redrawn"]
