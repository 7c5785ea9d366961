"""The HTTP API: what the screens use is what anyone may use. Described at /api/docs."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.responses import Response

from presscheck.core.generation import Generation
from presscheck.core.plan import Plan
from presscheck.core.requirement import Requirement
from presscheck.core.scorecard import Scorecard
from presscheck.store import Listing
from presscheck.web import locale
from presscheck.web.choices import choices
from presscheck.web.columns import explain_end, stored_figures
from presscheck.web.events import follow, parse_places
from presscheck.web.growing import GrowingPage
from presscheck.web.preview import addresses
from presscheck.web.problems import NotFoundError
from presscheck.web.requests import Lang, ThePress
from presscheck.web.routes.bodies import (
    EndpointTest,
    Line,
    Made,
    NewEndpoint,
    NewGenerations,
    Preview,
)
from presscheck.web.words import phase_words, stage_words

router = APIRouter(prefix="/api")
_REF = re.compile(r"[0-9a-f]{64}")


@router.post("/plan", tags=["plan"])
async def plan(press: ThePress, body: Line) -> Plan:
    """The checks that a line asks for; nothing is generated."""
    return await press.plan(Requirement.parse(body.requirement))


@router.post("/generations", status_code=202, tags=["generations"])
async def create(press: ThePress, body: NewGenerations) -> Made:
    """Ask one to four models for a page. They run on when the client goes away."""
    chosen = [(choice.endpoint, choice.model.strip()) for choice in body.models]
    ids = await press.jobs.start(
        body.requirement, chosen, repeats=body.repeats, sampling=body.sampling
    )
    return Made(ids=ids, url=f"/g/{'+'.join(ids)}")


@router.get("/generations", tags=["generations"])
async def rows(
    press: ThePress,
    q: Annotated[str, Query(max_length=200, description="words of the line")] = "",
    verdict: str = "",
    after: Annotated[str | None, Query(max_length=200)] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Listing:
    """The newest first; hand `after` back for the next ones."""
    return await press.archive.rows(words=q, verdict=verdict, after=after, limit=limit)


@router.get("/generations/{identity}", tags=["generations"])
async def generation(press: ThePress, identity: str) -> Generation:
    """The request and all that came of it: text, reasoning, every arrival, how it ended."""
    return (await press.archive.get(identity)).generation


@router.delete("/generations/{identity}", status_code=204, tags=["generations"])
async def delete(press: ThePress, identity: str) -> None:
    await press.jobs.stop(identity)
    await press.archive.delete(identity)


@router.post("/generations/{identity}/stop", status_code=204, tags=["generations"])
async def stop(press: ThePress, identity: str) -> None:
    """Stop generating or scoring; what was received is kept."""
    await press.jobs.stop(identity)


@router.post("/generations/{identity}/score", status_code=202, tags=["generations"])
async def score(press: ThePress, identity: str) -> Made:
    """Score a stored page (again) with its plan."""
    await press.jobs.rescore(identity)
    return Made(ids=[identity], url=f"/g/{identity}")


@router.get("/generations/{identity}/scorecard", tags=["generations"])
async def scorecard(press: ThePress, identity: str) -> Scorecard:
    kept = await press.archive.get(identity)
    if kept.scorecard is None:
        raise NotFoundError("This generation has no scorecard.")
    return kept.scorecard


@router.get("/generations/{identity}/page.html", tags=["generations"], response_class=Response)
async def page(press: ThePress, identity: str) -> Response:
    """The page exactly as the model wrote it, as a download; never shown at the app's origin."""
    kept = await press.archive.get(identity)
    if kept.page is None or not kept.page.html:
        raise NotFoundError("The answer holds no page.")
    return Response(
        kept.page.data,
        media_type="text/html; charset=utf-8",
        headers={
            "content-disposition": f'attachment; filename="presscheck-{identity}.html"',
            "content-security-policy": "sandbox; default-src 'none'",
        },
    )


@router.post("/generations/{identity}/preview", tags=["generations"])
async def preview(press: ThePress, identity: str) -> Preview:
    """Open a sealed preview at a name of its own; it grows while the page is being written."""
    live = press.jobs.live(identity)
    if live is not None:
        growing = live.page
    else:
        kept = await press.archive.get(identity)
        if kept.page is None or not kept.page.html:
            raise NotFoundError("The answer holds no page.")
        growing = GrowingPage(kept.page.data, finished=True)
    return Preview(**addresses(press.names, press.shelf.place(growing)))


@router.get("/events", tags=["events"], response_class=EventSourceResponse)
async def events(
    press: ThePress,
    lang: Lang,
    g: Annotated[str, Query(max_length=4000, description="ids joined by +")],
    last_event_id: Annotated[str | None, Header()] = None,
) -> AsyncIterator[ServerSentEvent]:
    """Updates of several generations in one stream; resumes by Last-Event-ID."""
    ids = list(dict.fromkeys(part for part in g.replace(" ", "+").split("+") if part))
    gettext = locale.translations(lang).gettext
    says, stages = phase_words(gettext), stage_words(gettext)

    async def stored(identity: str) -> dict[str, Any]:
        try:
            # A client that leaves cancels this stream; what it was reading is read to its end,
            # so that the database gets its connection back in order.
            return stored_figures(await asyncio.shield(press.archive.get(identity)))
        except NotFoundError as error:
            return {"id": identity, "settled": True, "phase": "failed", "error": error.message}

    async for place, update in follow(ids, press.jobs.live, stored, parse_places(last_event_id)):
        update = explain_end(update, lang)
        update["phase_word"] = says[update["phase"]]
        if progress := update.get("progress"):
            progress["stage_word"] = stages.get(progress["stage"], "")
        yield ServerSentEvent(event="update", id=place, data=update)


@router.get("/pictures/{ref}", tags=["generations"], response_class=Response)
async def picture(press: ThePress, ref: str) -> Response:
    """A picture of the evidence, by the SHA-256 of its bytes."""
    if not _REF.fullmatch(ref):
        raise NotFoundError("No such picture.")
    data = await press.archive.picture(ref)
    return Response(
        data,
        media_type=_image_type(data),
        headers={"cache-control": "private, max-age=31536000, immutable"},
    )


def _image_type(data: bytes) -> str:
    """Told by the bytes; what is no picture is never served as something a browser would run."""
    if data.startswith(b"\x89PNG"):
        return "image/png"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    return "image/jpeg" if data.startswith(b"\xff\xd8") else "application/octet-stream"


@router.get("/models", tags=["models"])
async def models(press: ThePress, lang: Lang) -> dict[str, Any]:
    """Every endpoint with the models it lists, asked anew."""
    return {"endpoints": choices(await press.endpoints.refresh(), lang)}


@router.post("/endpoints", status_code=201, tags=["models"])
async def add_endpoint(press: ThePress, body: NewEndpoint) -> dict[str, str]:
    key = body.api_key.get_secret_value() if body.api_key else None
    return {
        "id": await press.endpoints.add(
            body.base_url, name=body.name, api_key=key or None, remember_key=body.remember_key
        )
    }


@router.delete("/endpoints/{endpoint_id}", status_code=204, tags=["models"])
async def remove_endpoint(press: ThePress, endpoint_id: str) -> None:
    await press.endpoints.remove(endpoint_id)


@router.post("/endpoints/{endpoint_id}/test", tags=["models"])
async def try_endpoint(press: ThePress, endpoint_id: str) -> EndpointTest:
    """Ask the server for its models; says its exact error."""
    return EndpointTest.model_validate(await press.endpoints.test(endpoint_id))


@router.get("/doctor", tags=["doctor"])
async def doctor(press: ThePress) -> dict[str, Any]:
    return {"findings": [finding.model_dump() for finding in await press.findings()]}
