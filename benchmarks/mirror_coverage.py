"""How much of what pages load from public CDNs the mirror serves, weighted by loads.

The input is a table with tabs and a head line: times loaded, URL. Without `--fetch` the URLs are
only classified; with it they are served, and what the mirror lacks comes from the registry. The
CDNs are not asked: "rightly" rests on the package's own files and the CDN's known layout.
"""

from __future__ import annotations

import argparse
import asyncio
import csv
from collections import Counter
from pathlib import Path

from benchmarks.record import record, table

from presscheck.core.settings import Settings
from presscheck.sandbox.mirror import Mirror
from presscheck.sandbox.mirror.classify import classify


def read(path: Path) -> list[tuple[int, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file, delimiter="\t")
        next(rows)
        return [(int(count), url) for count, url in rows]


async def serve(urls: list[str], at_once: int) -> dict[str, tuple[str, str]]:
    """State and what it was resolved to, by URL."""
    gate = asyncio.Semaphore(at_once)

    async def one(mirror: Mirror, url: str) -> tuple[str, tuple[str, str]]:
        async with gate:
            answer = await mirror.fetch(url)
        library = answer.library
        state = str(library.state)
        if state == "served" and library.resolved.endswith(")"):
            state = "served, not byte for byte"
        elif state == "not_found":
            state = "rightly not found" if answer.status == 404 else "could not be fetched"
        return url, (state, library.resolved)

    async with Mirror(Settings()) as mirror:
        return dict(await asyncio.gather(*(one(mirror, url) for url in urls)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("table", type=Path)
    parser.add_argument("--fetch", action="store_true")
    parser.add_argument("--misses", type=int, default=15, help="how many to list of each state")
    parser.add_argument("--record", action="store_true", help="write docs/measurements.md")
    options = parser.parse_args()
    loads = read(options.table)
    if options.fetch:
        states = asyncio.run(serve([url for _, url in loads], at_once=4))
    else:
        states = {url: (type(target := classify(url)).__name__, str(target)) for _, url in loads}
    weights: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for count, url in loads:
        weights[states[url][0]] += count
        kinds[states[url][0]] += 1
    total = sum(weights.values())
    rows: list[list[object]] = [
        [state, kinds[state], weight, 100 * weight / total]
        for state, weight in weights.most_common()
    ]
    body = table(["state", "URLs", "loads", "% of loads"], rows)
    print(body)
    for state in weights:
        if state == "served":
            continue
        print(f"\n{state}:")
        for count, url in [row for row in loads if states[row[1]][0] == state][: options.misses]:
            print(f"{count:6} {url}  {states[url][1]}")
    if options.record:
        record("Mirror coverage", body)


if __name__ == "__main__":
    main()
