"""Pages that change the language under the scorer's feet deceive only themselves."""

from __future__ import annotations

import pytest

from presscheck.core.settings import Settings
from presscheck.sandbox import Sandbox

pytestmark = pytest.mark.browser

PATCHES = {
    "date": "Date.now = () => 0; Date = function () { return {} };",
    "array": "Array.prototype.push = Array.prototype.map = () => { throw 1 }; Array = null;",
    "json": "JSON.stringify = () => 'forged'; JSON.parse = () => 'forged';",
    "map": "Map.prototype.get = Map.prototype.set = Map.prototype.delete = () => 1; Map = 1;",
    "promise": "Promise.prototype.then = function () { return this };",
    "events": "EventTarget.prototype.addEventListener = () => 0; "
    "MutationObserver = function () {}; Event.prototype.preventDefault = () => 0;",
    "document": "Document.prototype.querySelectorAll = () => []; document.getAnimations = () => [];"
    "Object.defineProperty(document, 'title', { get: () => 'forged' });",
    "channel": "MessagePort.prototype.postMessage = () => 0; MessageChannel = null;",
    "numbers": "Math.max = Math.min = Math.floor = Math.trunc = () => NaN; isFinite = () => false;",
    "reflect": "Reflect.apply = Reflect.construct = () => 0; "
    "Function.prototype.call = Function.prototype.apply = () => 0;",
    "frames": "globalThis.requestAnimationFrame = () => 0; globalThis.setTimeout = () => 0;",
    "names": "for (const name of Object.getOwnPropertyNames(globalThis)) if (name[0] === '_') "
    "{ try { globalThis[name] = 1; delete globalThis[name] } catch {} }",
}
LATER = "const tick = setInterval; const told = document.createElement('i'); let n = 0;"
COUNT = "tick(() => { n++; told.textContent = n }, 1000);"


async def test_the_scorer_sees_what_is_there() -> None:
    async with Sandbox(Settings()) as sandbox:
        for name, patch in PATCHES.items():
            html = (
                f"<!doctype html><title>true</title><body><p>here</p><script>{LATER}"
                f"document.body.append(told); {patch} {COUNT}</script>"
            )
            async with sandbox.open(html.encode()) as page:
                await page.load()
                await page.advance(2_000)
                seen = await page.evaluate(
                    "() => [document.querySelectorAll('p').length, document.title, "
                    "document.querySelector('i').textContent, JSON.stringify([1].map((x) => x))]"
                )
                assert seen == [1, "true", "3", "[1]"], name


async def test_the_page_cannot_forge_the_record() -> None:
    """A page may call what it finds; it can neither hide an error by then nor grow the record."""
    html = b"""<!doctype html><script>
      for (const name of Object.getOwnPropertyNames(globalThis))
        if (/^_[0-9a-f]{16}$/.test(name)) { try { globalThis[name](); } catch {} }
      for (let i = 0; i < 1e5; i++) console.error("flood " + i);
      setTimeout(() => { throw new Error("real") }, 100);
    </script>"""
    async with Sandbox(Settings()) as sandbox, sandbox.open(html) as page:
        await page.load()
        assert 0 < len(page.log.errors) <= 200
