"""`presscheck make`: one line in, one page out."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from time import monotonic

import typer
from rich.console import Console

from presscheck.cli.files import write_bytes
from presscheck.cli.output import Exit, complain, print_json
from presscheck.cli.report import scorecard_text
from presscheck.cli.scoring import exit_code, open_scorer
from presscheck.core.errors import PresscheckError, UsageError
from presscheck.core.generation import Generation, Sampling
from presscheck.core.page import Page
from presscheck.core.requirement import Requirement
from presscheck.core.scorecard import Scorecard
from presscheck.core.settings import Settings
from presscheck.models import (
    BuiltinModel,
    Delta,
    Endpoint,
    StreamEvent,
    endpoint_at,
    endpoint_from_environment,
    generate,
    list_models,
)
from presscheck.page import extract_page
from presscheck.scoring import NullSink
from presscheck.scoring.plan import make_plan


async def run_make(
    line: str,
    *,
    endpoint: str | None,
    model: str | None,
    output: Path | None,
    score: bool,
    as_json: bool,
    max_tokens: int,
    seed: int | None,
    allow_unsealed: bool,
) -> int:
    requirement = Requirement.parse(line)
    sampling = Sampling(max_tokens=max_tokens, seed=seed)
    generation = await _generate(requirement, endpoint, model, sampling)
    page = extract_page(generation.text, reasoning=generation.reasoning, finish=generation.finish)
    if output is not None and page.html:
        write_bytes(output, page.data)
    card: Scorecard | None = None
    if score and page.html and generation.finish not in ("error", "cancelled"):
        async with open_scorer(NullSink(), allow_unsealed=allow_unsealed) as scorer:
            card = await scorer.score(page, make_plan(requirement))
    if as_json:
        print_json(_summary(generation, page, card, output))
    else:
        _show(page, card, output)
    if generation.finish == "error":
        complain(generation.error or "The model server failed.", generation.error_hint or "")
        return Exit.UNSCORED
    if not page.html:
        complain("The answer holds no page.", "Run again with --json to read the raw answer.")
        return Exit.NOT_WORKING
    return exit_code(card) if card else Exit.WORKS


async def _generate(
    requirement: Requirement, endpoint: str | None, model: str | None, sampling: Sampling
) -> Generation:
    given = _given(endpoint)
    with _Ticker() as ticker:
        if given is not None:
            return await generate(
                given,
                model or await _only_model(given),
                requirement.text,
                sampling,
                on_event=ticker.hear,
            )
        async with BuiltinModel(Settings()) as builtin:
            ticker.say(f"starting the built-in model, {builtin.name}")
            served = await builtin.ensure()
            return await generate(
                served, builtin.name, requirement.text, sampling, on_event=ticker.hear
            )


def _given(endpoint: str | None) -> Endpoint | None:
    """The named server, else the environment's; None for the built-in model."""
    if endpoint == "builtin":
        return None
    if endpoint is None:
        return endpoint_from_environment(os.environ)
    return endpoint_at(endpoint, api_key=os.environ.get("OPENAI_API_KEY"))


async def _only_model(endpoint: Endpoint) -> str:
    models = await list_models(endpoint)
    if len(models) == 1:
        return models[0]
    if not models:
        raise PresscheckError(
            f"{endpoint.base_url} lists no models.", hint="Name one with --model."
        )
    shown = ", ".join(models[:12]) + ("…" if len(models) > 12 else "")
    raise UsageError(
        f"{endpoint.base_url} has {len(models)} models.", hint=f"Name one with --model: {shown}"
    )


class _Ticker:
    """Counts on standard error while a model writes, where a person looks on."""

    def __init__(self) -> None:
        self._console = Console(stderr=True)
        self._status = self._console.status("asking the model")
        self._begun = monotonic()
        self._chars = 0
        self._tokens: int | None = None

    def __enter__(self) -> _Ticker:
        if self._console.is_terminal:
            self._status.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._console.is_terminal:
            self._status.stop()

    def say(self, text: str) -> None:
        self._status.update(text)

    async def hear(self, event: StreamEvent) -> None:
        if not isinstance(event, Delta):
            return
        self._chars += len(event.text) + len(event.reasoning)
        self._tokens = event.tokens if event.tokens is not None else self._tokens
        amount = f"{self._chars} characters"
        if self._tokens is not None:
            amount += f", {self._tokens} tokens"
        what = "thinking" if event.reasoning and not event.text else "writing"
        self.say(f"{what}: {amount}, {monotonic() - self._begun:.0f} s")


def _summary(
    generation: Generation, page: Page, card: Scorecard | None, output: Path | None
) -> dict[str, object]:
    return {
        "requirement": generation.requirement,
        "endpoint": generation.endpoint,
        "model": generation.model,
        "finish": generation.finish,
        "finish_reason": generation.finish_reason,
        "error": generation.error,
        "seconds": generation.seconds,
        "usage": generation.usage.model_dump() if generation.usage else None,
        "page": {
            "completeness": page.completeness,
            "reasons": page.reasons,
            "bytes": len(page.data),
            "sha256": page.sha256,
            "path": str(output) if output and page.html else None,
            "html": None if output else page.html,
        },
        "answer": generation.text,
        "reasoning": generation.reasoning,
        "scorecard": card.model_dump(mode="json") if card else None,
    }


def _show(page: Page, card: Scorecard | None, output: Path | None) -> None:
    """The page on standard output, unless it went to a file; the scorecard beside it."""
    if output is None and page.html:
        sys.stdout.buffer.write(page.data)
        sys.stdout.buffer.write(b"" if page.data.endswith(b"\n") else b"\n")
        sys.stdout.buffer.flush()
    if page.html and page.completeness != "complete":
        complain(f"The page is {page.completeness.replace('_', ' ')}. {' '.join(page.reasons)}")
    if card is not None:
        typer.echo(scorecard_text(card), err=output is None)
