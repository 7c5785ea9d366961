"""What a command prints: its own result on standard output, everything else on standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Coroutine
from enum import IntEnum
from functools import wraps
from typing import Any, ParamSpec

import typer
from pydantic import BaseModel

from presscheck.core.errors import PresscheckError, UsageError

P = ParamSpec("P")


class Exit(IntEnum):
    """Exit codes are a contract with scripts."""

    WORKS = 0
    NOT_WORKING = 1
    USAGE = 2
    UNSCORED = 3
    INTERRUPTED = 130


def complain(message: str, hint: str = "") -> None:
    typer.echo(f"presscheck: {message}", err=True)
    if hint:
        typer.echo(f"    {hint}", err=True)


def print_json(data: object) -> None:
    """One JSON document, and nothing else, on standard output."""
    plain = data.model_dump(mode="json") if isinstance(data, BaseModel) else data
    sys.stdout.write(json.dumps(plain, ensure_ascii=False, indent=2) + "\n")
    sys.stdout.flush()


def runs(command: Callable[P, Coroutine[Any, Any, int]]) -> Callable[P, None]:
    """Make a Typer command of a coroutine; its errors become a message, a hint and an exit code."""

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        import asyncio

        try:
            code = asyncio.run(command(*args, **kwargs))
        except UsageError as error:
            complain(error.message, error.hint)
            code = Exit.USAGE
        except PresscheckError as error:
            complain(error.message, error.hint)
            code = Exit.UNSCORED
        except KeyboardInterrupt:
            complain("Stopped.")
            code = Exit.INTERRUPTED
        except BrokenPipeError:
            # Whoever read our output has gone; there is nobody left to tell.
            sys.stderr.close()
            code = Exit.NOT_WORKING
        raise typer.Exit(int(code))

    return run
