"""What a route needs of its request: the press behind the app, and the person's preferences."""

from __future__ import annotations

from typing import Annotated, Any, cast

from fastapi import Depends, Request
from starlette.responses import HTMLResponse

from presscheck.web import locale
from presscheck.web.press import Press
from presscheck.web.templating import environment

LANG_COOKIE = "presscheck_lang"
THEME_COOKIE = "presscheck_theme"
THEMES = ("light", "dark")


def get_press(request: Request) -> Press:
    return cast(Press, request.app.state.press)


def language(request: Request) -> str:
    chosen = request.cookies.get(LANG_COOKIE, "")
    if chosen in locale.LANGUAGES:
        return chosen
    return locale.choose_language(request.headers.get("accept-language", ""))


def theme(request: Request) -> str | None:
    chosen = request.cookies.get(THEME_COOKIE, "")
    return chosen if chosen in THEMES else None


def render(request: Request, template: str, *, status: int = 200, **context: Any) -> HTMLResponse:
    here = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    text = (
        environment(language(request))
        .get_template(template)
        .render(theme=theme(request), here=here, **{"screen": None, **context})
    )
    return HTMLResponse(text, status_code=status, headers={"cache-control": "no-store"})


ThePress = Annotated[Press, Depends(get_press)]
Lang = Annotated[str, Depends(language)]
