"""Which elements listen to what, as the browser's debugger tells: the page cannot hide it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from presscheck.sandbox import SealedPage

MAX_NODES = 160
"""Nodes with listeners that are looked up. Lists of many like nodes are known by the first ones."""

MAX_PER_PLACE = 4
INPUT_EVENTS = frozenset(
    [
        "click",
        "dblclick",
        "mousedown",
        "mouseup",
        "pointerdown",
        "pointerup",
        "touchstart",
        "mousemove",
        "pointermove",
        "mouseenter",
        "mouseover",
        "wheel",
        "contextmenu",
        "dragstart",
        "drop",
        "dragover",
        "keydown",
        "keyup",
        "keypress",
        "input",
        "change",
    ]
)
_ASK_IDS = "function(...nodes) { return nodes.map((n) => globalThis.__presscheck.idOf(n)); }"


@dataclass(frozen=True)
class Listeners:
    """Event types by element id, and those that the document or the window listens to."""

    by_element: dict[int, frozenset[str]] = field(default_factory=dict)
    page: frozenset[str] = frozenset()


async def find_listeners(page: SealedPage) -> Listeners:
    """Ask the debugger once for the document with everything in it, and once for the window."""
    cdp = page.cdp
    tree = await cdp.send("Page.getFrameTree")
    world = await cdp.send(
        "Page.createIsolatedWorld",
        {"frameId": tree["frameTree"]["frame"]["id"], "worldName": "presscheck"},
    )
    context = world["executionContextId"]
    on_page: set[str] = set()
    by_node: dict[int, set[str]] = {}
    seen_places: dict[tuple[Any, ...], int] = {}
    for expression, depth in (("document", -1), ("window", 1)):
        # In the page's own world: asked through an isolated one, Chromium 156 crashes later.
        handle = await cdp.send("Runtime.evaluate", {"expression": expression})
        answer = await cdp.send(
            "DOMDebugger.getEventListeners",
            {"objectId": handle["result"]["objectId"], "depth": depth, "pierce": True},
        )
        for found in answer["listeners"]:
            kind = found["type"]
            if kind not in INPUT_EVENTS:
                continue
            node = found.get("backendNodeId")
            if node is None:
                on_page.add(kind)
                continue
            place = (
                kind,
                found.get("scriptId"),
                found.get("lineNumber"),
                found.get("columnNumber"),
            )
            seen_places[place] = seen_places.get(place, 0) + 1
            if seen_places[place] <= MAX_PER_PLACE or node in by_node:
                by_node.setdefault(node, set()).add(kind)
    ids = await _ids(cdp, context, list(by_node)[:MAX_NODES])
    by_element = {ids[n]: frozenset(kinds) for n, kinds in by_node.items() if ids.get(n)}
    return Listeners(by_element, frozenset(on_page))


async def _ids(cdp: Any, context: int, nodes: list[int]) -> dict[int, int]:
    """The snapshot's ids of the debugger's nodes; 0 for nodes that no snapshot has."""
    objects: list[str] = []
    known: list[int] = []
    for node in nodes:
        answer = await cdp.send(
            "DOM.resolveNode", {"backendNodeId": node, "executionContextId": context}
        )
        object_id = answer["object"].get("objectId")
        if object_id:
            objects.append(object_id)
            known.append(node)
    if not objects:
        return {}
    answer = await cdp.send(
        "Runtime.callFunctionOn",
        {
            "functionDeclaration": _ASK_IDS,
            "executionContextId": context,
            "arguments": [{"objectId": o} for o in objects],
            "returnByValue": True,
        },
    )
    return dict(zip(known, answer["result"]["value"], strict=True))
