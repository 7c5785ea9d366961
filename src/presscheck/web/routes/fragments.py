"""Pieces of screens that scripts ask for: the plan of a line, a scorecard, code, texts."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from starlette.responses import Response

from presscheck.core.requirement import Requirement
from presscheck.web import locale
from presscheck.web.archive import Kept
from presscheck.web.code import highlight_page
from presscheck.web.problems import NotFoundError
from presscheck.web.requests import Lang, ThePress, render
from presscheck.web.routes.bodies import Line

router = APIRouter(prefix="/fragments", include_in_schema=False)

MOST_TEXT = 400_000


@router.post("/plan")
async def plan(request: Request, press: ThePress, body: Line) -> Response:
    made = await press.plan(Requirement.parse(body.requirement))
    return render(request, "_plan.html", plan=made)


@router.get("/{identity}/scorecard")
async def scorecard(request: Request, press: ThePress, identity: str) -> Response:
    kept = await press.archive.get(identity)
    if kept.scorecard is None:
        raise NotFoundError("This generation has no scorecard.")
    return render(request, "_scorecard.html", card=kept.scorecard)


@router.get("/{identity}/code")
async def code(request: Request, press: ThePress, identity: str) -> Response:
    html = await _html(press, identity)
    source = await asyncio.to_thread(highlight_page, html)
    return render(
        request,
        "_code.html",
        highlighted=source.html,
        lines=source.lines,
        clipped=source.clipped,
        bytes=len(html.encode("utf-8", errors="surrogatepass")),
    )


async def _html(press: ThePress, identity: str) -> str:
    live = press.jobs.live(identity)
    if live is not None:
        return live.page.data.decode("utf-8", errors="replace")
    kept = await press.archive.get(identity)
    return kept.page.html if kept.page else ""


@router.get("/{identity}/answer")
async def answer(request: Request, press: ThePress, identity: str, lang: Lang) -> Response:
    kept = await press.archive.get(identity)
    _ = locale.translations(lang).gettext
    return _text(request, kept, kept.generation.text, _("The answer is empty."))


@router.get("/{identity}/reasoning")
async def reasoning(request: Request, press: ThePress, identity: str, lang: Lang) -> Response:
    kept = await press.archive.get(identity)
    _ = locale.translations(lang).gettext
    return _text(request, kept, kept.generation.reasoning, _("The model sent no reasoning."))


def _text(request: Request, kept: Kept, text: str, empty: str) -> Response:
    return render(
        request, "_text.html", text=text[:MOST_TEXT], clipped=len(text) > MOST_TEXT, empty=empty
    )
