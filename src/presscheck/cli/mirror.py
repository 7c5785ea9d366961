"""`presscheck mirror`: the libraries that pages load, kept on this machine."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from presscheck.cli.output import Exit, complain, print_json, runs

mirror = typer.Typer(
    help="Keep the libraries that pages load from CDNs.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@mirror.command("add")
@runs
async def add_packages(
    packages: Annotated[
        list[str], typer.Argument(metavar="PACKAGE...", help="Packages of npm: name@version.")
    ],
) -> int:
    """Take in packages of npm."""
    from presscheck.sandbox.mirror import Mirror, manage

    async with Mirror() as library:
        for package in packages:
            typer.echo(await manage.add(library, package))
    return Exit.WORKS


@mirror.command("list")
@runs
async def list_packages(
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> int:
    """List what is held."""
    import asyncio

    from presscheck.sandbox.mirror import Mirror

    async with Mirror(offline=True) as library:
        packages = await asyncio.to_thread(library.store.held)
    packages.sort(key=lambda held: (held.package, held.version))
    if json:
        print_json([asdict(held) for held in packages])
    else:
        for held in packages:
            typer.echo(f"{held.package}@{held.version}  {held.size / 1e6:.1f} MB")
    return Exit.WORKS


@mirror.command()
@runs
async def prefetch(
    pages: Annotated[
        list[Path],
        typer.Argument(
            metavar="PAGE...", help="HTML files.", exists=True, dir_okay=False, readable=True
        ),
    ],
) -> int:
    """Fetch every library that these pages name, so that they can be scored offline."""
    import asyncio

    from presscheck.sandbox.mirror import Mirror, manage

    urls: list[str] = []
    for page in pages:
        text = await asyncio.to_thread(page.read_text, encoding="utf-8", errors="replace")
        urls += manage.library_urls(text)
    async with Mirror() as library:
        stocked = await manage.prefetch(library, urls)
    for url in stocked.served:
        typer.echo(url)
    for url, why in stocked.missing.items():
        complain(f"{url}: {why}")
    return Exit.NOT_WORKING if stocked.missing else Exit.WORKS


@mirror.command()
@runs
async def verify() -> int:
    """Check what is held against its integrity; drop what is damaged."""
    from presscheck.sandbox.mirror import Mirror, manage

    async with Mirror(offline=True) as library:
        whole, damaged = await manage.verify(library)
    typer.echo(f"{len(whole)} packages are whole.")
    for held in damaged:
        complain(
            f"{held.package}@{held.version} was damaged, and dropped.",
            "It is fetched anew when a page asks for it, or by `presscheck mirror add`.",
        )
    return Exit.NOT_WORKING if damaged else Exit.WORKS
