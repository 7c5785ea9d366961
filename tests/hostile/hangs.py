"""Pages that hang, flood, grow or crash, and how each may end. None may take the scorer along.

An ending of "fine" means that the page goes on to be operated; the others are words of the trouble.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Trap:
    name: str
    html: str
    ends: tuple[str, ...]
    click: bool = False
    log: str = ""
    """A list of the log that must not stay empty."""


_WIDE = "<button style='position:fixed;inset:0;width:100%;height:100%' onclick=\"{}\">x</button>"

TRAPS = (
    Trap("loop-at-load", "<script>while (1);</script>", ("hangs",)),
    Trap("loop-in-click", _WIDE.format("while (1);"), ("hangs",), click=True),
    Trap("loop-in-timer", "<script>setTimeout(() => { while (1); }, 300)</script>", ("hangs",)),
    Trap(
        "loop-in-promises",
        "<script>(function f() { Promise.resolve().then(f) })()</script>",
        ("hangs",),
    ),
    Trap("regex", "<script>/^(a+)+$/.test('a'.repeat(60) + 'b')</script>", ("hangs",)),
    Trap("alert-storm", "<script>while (1) alert(1)</script>", ("dialogs",), log="dialogs"),
    Trap(
        "confirm-in-timer",
        "<script>setInterval(() => confirm('x'), 10)</script>",
        ("dialogs",),
        log="dialogs",
    ),
    Trap(
        "popup-storm",
        _WIDE.format("for (let i = 0; i < 300; i++) window.open('about:blank')"),
        ("fine", "hangs"),
        click=True,
        log="popups",
    ),
    Trap(
        "download-storm",
        "<a id=a download=x href='data:application/octet-stream,abc'></a>"
        "<script>setInterval(() => a.click(), 5)</script>",
        ("fine", "hangs"),
        log="downloads",
    ),
    Trap("reload-loop", "<script>location.reload()</script>", ("anew", "hangs")),
    Trap("document-write", "<script>while (1) document.write('x')</script>", ("hangs", "ended")),
    Trap(
        "two-million-nodes",
        "<script>for (let i = 0; i < 2e6; i++) document.body.append("
        "document.createElement('b'))</script>",
        ("hangs", "ended", "fine"),
    ),
    Trap(
        "memory-bomb",
        "<script>const a = []; setInterval(() => { for (let i = 0; i < 20; i++) "
        "a.push(new Uint8Array(5e7).fill(1)) }, 1)</script>",
        ("hangs", "memory", "crashed", "ended"),
    ),
    Trap(
        "heap-bomb",
        "<script>const a = []; while (1) a.push(new Array(1e6).fill(Math.random()))</script>",
        ("hangs", "memory", "crashed", "ended"),
    ),
    Trap(
        "huge-canvas",
        "<canvas id=c width=30000 height=30000></canvas>"
        "<script>c.getContext('2d').fillRect(0, 0, 9, 9)</script>",
        ("fine",),
    ),
    Trap(
        "webgl-storm",
        "<script>for (let i = 0; i < 200; i++) { const c = document.createElement('canvas');"
        "document.body.append(c); c.getContext('webgl') }</script>",
        ("fine", "hangs"),
    ),
    Trap(
        "worker-storm",
        "<script>const u = URL.createObjectURL(new Blob(['while (1);']));"
        "for (let i = 0; i < 100; i++) new Worker(u)</script>",
        ("fine", "hangs", "memory", "crashed", "ended"),
    ),
    Trap(
        "recursive-frames",
        "<script>(function f(w) { const i = w.document.createElement('iframe');"
        "(w.document.body || w.document.documentElement).append(i); f(i.contentWindow) })(window)"
        "</script>",
        ("fine", "hangs", "memory", "crashed", "ended"),
    ),
    Trap(
        "leaving-refused",
        "<script>onbeforeunload = (e) => { e.preventDefault(); return 'x' }</script>" + "<p>x</p>",
        ("fine",),
        click=True,
    ),
    Trap("debugger", "<script>setInterval(() => { debugger }, 10)</script>", ("fine",)),
    Trap(
        "console-flood",
        "<script>setInterval(() => { for (let i = 0; i < 5000; i++) console.error(i) }, 1)"
        "</script>",
        ("fine", "hangs"),
        log="errors",
    ),
    Trap(
        "history-flood",
        "<script>setInterval(() => { for (let i = 0; i < 1000; i++) "
        "history.pushState({}, '', '#' + i) }, 1)</script>",
        ("fine", "hangs"),
    ),
    Trap("long-title", "<script>document.title = 'x'.repeat(1e7)</script>", ("fine",)),
    Trap(
        "timer-bomb",
        "<script>(function f() { setTimeout(f, 1); setTimeout(f, 1) })()</script>",
        ("timers",),
    ),
    Trap(
        "svg-bomb",
        "<svg><defs><g id=g0><rect width=1 height=1 /></g>"
        + "".join(f"<g id=g{n + 1}>" + f"<use href='#g{n}'/>" * 10 + "</g>" for n in range(7))
        + "</defs><use href='#g7'/></svg>",
        ("fine", "hangs", "memory", "crashed", "ended"),
    ),
    Trap("crash-address", "<script>location = 'chrome://crash'</script>", ("fine",)),
    Trap("file-address", "<script>location = 'file:///etc/passwd'</script>", ("fine",)),
)
