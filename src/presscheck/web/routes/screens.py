"""The screens: make, the proofs of one line, history, models, doctor."""

from __future__ import annotations

from urllib.parse import urlencode, urlsplit

from fastapi import APIRouter, Form, Query, Request
from starlette.responses import RedirectResponse, Response

from presscheck.core.errors import PresscheckError, UsageError
from presscheck.web import locale
from presscheck.web.choices import choices
from presscheck.web.columns import column_of, letters
from presscheck.web.examples import EXAMPLES
from presscheck.web.requests import (
    LANG_COOKIE,
    THEME_COOKIE,
    THEMES,
    Lang,
    ThePress,
    render,
)

router = APIRouter(include_in_schema=False)

VIEWS = ("preview", "code", "answer", "reasoning")
PER_PAGE = 50
MOST_COLUMNS = 40
A_YEAR = 365 * 24 * 3600


@router.get("/")
async def make(request: Request, press: ThePress, lang: Lang, line: str = "") -> Response:
    listing = await press.archive.rows(limit=6)
    return render(
        request,
        "make.html",
        screen="make",
        line=line[:4000],
        error=None,
        examples=EXAMPLES[lang],
        recent=listing.rows,
        earlier=await press.archive.earlier_lines(),
        choices=choices(await press.endpoints.known(), lang),
    )


@router.post("/make")
async def make_without_scripts(
    request: Request, press: ThePress, lang: Lang, requirement: str = Form("")
) -> Response:
    """The form's own way, for browsers without scripts: the built-in model, once."""
    try:
        ids = await press.jobs.start(requirement, [("builtin", "")], repeats=1)
    except UsageError as error:
        return render(
            request,
            "make.html",
            status=422,
            screen="make",
            line=requirement[:4000],
            error=error,
            examples=EXAMPLES[lang],
            recent=[],
            earlier=[],
            choices=choices(await press.endpoints.known(), lang),
        )
    return RedirectResponse(f"/g/{'+'.join(ids)}", status_code=303)


@router.get("/g/{ids}")
async def proofs(
    request: Request, press: ThePress, lang: Lang, ids: str, view: str = "preview"
) -> Response:
    wanted = list(dict.fromkeys(part for part in ids.replace(" ", "+").split("+") if part))
    if not 0 < len(wanted) <= MOST_COLUMNS:
        raise UsageError(f"Between 1 and {MOST_COLUMNS} generations stand side by side.")
    columns = letters([await column_of(press, identity, lang) for identity in wanted])
    lines = list(dict.fromkeys(column.requirement for column in columns))
    return render(
        request,
        "proofs.html",
        requirement=" / ".join(lines),
        columns=columns,
        several=len(columns) > 1,
        groups=list(dict.fromkeys((column.letter, column.model) for column in columns)),
        view=view if view in VIEWS else "preview",
        events_url="/api/events?" + urlencode({"g": "+".join(wanted)}),
    )


@router.get("/history")
async def history(
    request: Request,
    press: ThePress,
    q: str = Query("", max_length=200),
    verdict: str = "",
    after: str | None = Query(None, max_length=200),
) -> Response:
    listing = await press.archive.rows(words=q, verdict=verdict, after=after, limit=PER_PAGE)
    asked = {key: value for key, value in {"q": q, "verdict": verdict}.items() if value}
    return render(
        request,
        "history.html",
        screen="history",
        rows=listing.rows,
        q=q,
        verdict=verdict,
        newest="/history?" + urlencode(asked) if after else None,
        later="/history?" + urlencode({**asked, "after": listing.after}) if listing.after else None,
    )


@router.get("/models")
async def models(request: Request, press: ThePress) -> Response:
    return render(request, "models.html", screen="models", endpoints=await press.endpoints.known())


@router.get("/doctor")
async def doctor(request: Request, press: ThePress) -> Response:
    return render(request, "doctor.html", screen="doctor", findings=await press.findings())


@router.post("/preferences")
async def preferences(
    lang: str = Form(""), theme: str = Form(""), next: str = Form("/")
) -> Response:
    """Language and theme are kept in cookies, so that the first paint is right."""
    target = urlsplit(next)
    here = next if next.startswith("/") and not target.netloc and "\\" not in next else "/"
    answer = RedirectResponse(here, status_code=303)
    if lang in locale.LANGUAGES:
        answer.set_cookie(LANG_COOKIE, lang, max_age=A_YEAR, samesite="strict", httponly=True)
    if theme in THEMES:
        answer.set_cookie(THEME_COOKIE, theme, max_age=A_YEAR, samesite="strict", httponly=True)
    return answer


def is_screen(request: Request) -> bool:
    """Whether a person looks at the answer, rather than a script."""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith(
        ("/api/", "/fragments/")
    )


def error_screen(request: Request, status: int, error: PresscheckError) -> Response:
    return render(request, "error.html", status=status, message=error.message, hint=error.hint)
