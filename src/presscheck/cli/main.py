"""`presscheck`: every command and its options. What a command does is imported when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from presscheck import __version__
from presscheck.cli.mirror import mirror
from presscheck.cli.output import runs

app = typer.Typer(
    name="presscheck",
    help="Asks a model for a one-file page, operates it, and says with evidence if it works.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(mirror, name="mirror")

LineArgument = Annotated[str, typer.Argument(metavar="LINE", help="What the page should be.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
UnsealedOption = Annotated[
    bool, typer.Option("--allow-unsealed", help="Score even where the browser cannot be sealed.")
]


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(__version__)
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Asks a model for a one-file page, operates it, and says with evidence if it works."""


@app.command()
@runs
async def make(
    line: LineArgument,
    endpoint: Annotated[
        str | None,
        typer.Option(
            help="Base URL of a model server, an added endpoint's name, or `builtin`; "
            "without it OPENAI_BASE_URL, else the built-in model.",
            metavar="URL",
        ),
    ] = None,
    model: Annotated[str | None, typer.Option(help="The model's name.", metavar="NAME")] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write the page here.", metavar="FILE")
    ] = None,
    score: Annotated[bool, typer.Option("--score", help="Operate the page and score it.")] = False,
    json: JsonOption = False,
    max_tokens: Annotated[int, typer.Option(min=1, help="Most tokens to ask for.")] = 16_384,
    seed: Annotated[int | None, typer.Option(help="Seed, for servers that take one.")] = None,
    allow_unsealed: UnsealedOption = False,
) -> int:
    """Ask a model for a page of one LINE. The page goes to standard output, or to -o FILE."""
    from presscheck.cli.make import run_make

    return await run_make(
        line,
        endpoint=endpoint,
        model=model,
        output=output,
        score=score,
        as_json=json,
        max_tokens=max_tokens,
        seed=seed,
        allow_unsealed=allow_unsealed,
    )


@app.command()
@runs
async def score(
    page: Annotated[Path, typer.Argument(metavar="PAGE.html", help="The page; `-` reads it in.")],
    requirement: Annotated[
        str, typer.Option("--requirement", "-r", help="The line it was made for.", metavar="LINE")
    ],
    json: JsonOption = False,
    evidence: Annotated[
        Path | None, typer.Option(help="Write the evidence's pictures here.", metavar="DIR")
    ] = None,
    plan: Annotated[
        Path | None,
        typer.Option(help="Check this plan (JSON of `presscheck plan`).", metavar="FILE"),
    ] = None,
    allow_unsealed: UnsealedOption = False,
) -> int:
    """Operate a page and score it. Exit code: 0 works, 1 partly or broken, 2 usage, 3 unscored."""
    from presscheck.cli.score import run_score

    return await run_score(
        page,
        requirement,
        as_json=json,
        evidence=evidence,
        plan_file=plan,
        allow_unsealed=allow_unsealed,
    )


@app.command("score-answers")
@runs
async def score_answers(
    answers: Annotated[Path, typer.Argument(metavar="ANSWERS.jsonl")],
    output: Annotated[
        Path, typer.Option("--output", "-o", help="One scorecard a line.", metavar="FILE")
    ],
    requirement_field: Annotated[str, typer.Option(help="Where the line is.")] = "requirement",
    answer_field: Annotated[str, typer.Option(help="Where the raw answer is.")] = "answer",
    workers: Annotated[int, typer.Option(min=1, max=64, help="Pages scored at once.")] = 1,
    allow_unsealed: UnsealedOption = False,
) -> int:
    """Score a file of raw model answers. A rerun skips what is done; bad lines are skipped.

    Exit code: 0 when every line has a scorecard, 1 when lines were bad, 3 when some are unscored.
    """
    from presscheck.cli.answers import run_score_answers

    return await run_score_answers(
        answers,
        output,
        requirement_field=requirement_field,
        answer_field=answer_field,
        workers=workers,
        allow_unsealed=allow_unsealed,
    )


@app.command()
@runs
async def calibrate(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Sub-folders with labels.json.")],
    json: JsonOption = False,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Pages scored at once.")] = 1,
    only: Annotated[
        list[str] | None, typer.Option(help="Only pages whose path has this in it.", metavar="WORD")
    ] = None,
    allow_unsealed: UnsealedOption = False,
) -> int:
    """Set the scorer against labelled pages: agreement, and every disagreement with its reason."""
    from presscheck.cli.calibrate import run_calibrate

    return await run_calibrate(
        folder, as_json=json, workers=workers, only=only or [], allow_unsealed=allow_unsealed
    )


@app.command()
@runs
async def plan(
    line: LineArgument,
    json: JsonOption = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write the plan here.", metavar="FILE")
    ] = None,
) -> int:
    """Show what would be checked for a LINE, before any page exists."""
    from presscheck.cli.plan import run_plan

    return run_plan(line, as_json=json, output=output)


@app.command()
@runs
async def serve(
    host: Annotated[
        str | None, typer.Option(help="Address to listen on [127.0.0.1].", show_default=False)
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(
            min=0, max=65_535, help="Port [8765]; 0 picks a free one.", show_default=False
        ),
    ] = None,
    token: Annotated[
        str | None, typer.Option(help="Token that clients need; made up when one is needed.")
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(help="Another name that the app is reached by.", metavar="NAME"),
    ] = None,
    allow_endpoint: Annotated[
        list[str] | None,
        typer.Option(help="Model servers that may be asked (URL prefix).", metavar="URL"),
    ] = None,
    allow_unsealed: UnsealedOption = False,
) -> int:
    """Serve the web app and print its address."""
    from presscheck.cli.serve import run_serve

    return await run_serve(
        host=host,
        port=port,
        token=token,
        allow_host=allow_host or [],
        allow_endpoint=allow_endpoint or [],
        allow_unsealed=allow_unsealed,
    )


@app.command()
@runs
async def doctor(json: JsonOption = False) -> int:
    """Say what works on this machine, and what to do about what does not."""
    from presscheck.cli.doctor import run_doctor

    return await run_doctor(as_json=json)


@app.command()
@runs
async def endpoints(json: JsonOption = False) -> int:
    """List the model servers that can be asked, with their models."""
    from presscheck.cli.endpoints import run_endpoints

    return await run_endpoints(as_json=json)
