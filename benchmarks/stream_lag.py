"""Does the streaming client keep up? One fast stream in blocks, then 64 streams at once.

A server in a process of its own stamps every event as it writes it; the lag is the time from there
to the moment our consumer has the parsed event, by the same monotonic clock. Needs Linux.

    .venv/bin/python benchmarks/stream_lag.py [--seconds 10]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import resource
import time
from multiprocessing.connection import Connection

from presscheck.core.generation import Sampling
from presscheck.models import Delta, Endpoint, Failed, stream_chat

TOKEN = "word "


async def _write(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    head = await reader.readuntil(b"\r\n\r\n")
    length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
    plan = json.loads(json.loads(await reader.readexactly(length))["model"])
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")
    every = plan["block"] / plan["rate"]
    begun = time.perf_counter()
    for n in range(int(plan["seconds"] / every)):
        await asyncio.sleep(max(0.0, begun + n * every - time.perf_counter()))
        text = f"{time.perf_counter_ns()} " + TOKEN * plan["block"]
        chunk = {"choices": [{"index": 0, "delta": {"content": text}, "finish_reason": None}]}
        writer.write(b"data: %b\n\n" % json.dumps(chunk).encode())
        await writer.drain()
    writer.write(b'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n')
    writer.write(b"data: [DONE]\n\n")
    await writer.drain()
    writer.close()


def _serve(tell: Connection) -> None:
    async def main() -> None:
        server = await asyncio.start_server(_write, "127.0.0.1", 0)
        tell.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(main())


async def _receive(endpoint: Endpoint, plan: dict[str, float]) -> list[int]:
    lags: list[int] = []
    async for event in stream_chat(endpoint, json.dumps(plan), [], Sampling()):
        if isinstance(event, Delta):
            lags.append(time.perf_counter_ns() - int(event.text.split(" ", 1)[0]))
        elif isinstance(event, Failed):
            raise SystemExit(event.message)
    return lags


async def _compare(port: int, seconds: float) -> None:
    endpoint = Endpoint(id="b", name="b", base_url=f"http://127.0.0.1:{port}")
    for name, streams, rate, block in (
        ("one stream, 20,000 tokens/s, blocks of 32", 1, 20_000, 32),
        ("64 streams, 2,000 tokens/s together", 64, 2_000 / 64, 1),
        ("64 streams, 20,000 tokens/s together, blocks of 32", 64, 20_000 / 64, 32),
    ):
        before = time.process_time()
        plan = {"rate": rate, "block": block, "seconds": seconds}
        received = await asyncio.gather(*(_receive(endpoint, plan) for _ in range(streams)))
        busy = time.process_time() - before
        lags = sorted(lag for one in received for lag in one)
        last = max(one[-1] for one in received)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(
            f"{name}: {len(lags):,} events; lag ms p50 {lags[len(lags) // 2] / 1e6:.2f}, "
            f"p99 {lags[int(len(lags) * 0.99)] / 1e6:.2f}, at the end {last / 1e6:.2f}; "
            f"{100 * busy / seconds:.0f} % of one core; at most {memory:.0f} MiB"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10)
    arguments = parser.parse_args()
    ours, theirs = multiprocessing.Pipe()
    server = multiprocessing.Process(target=_serve, args=(theirs,), daemon=True)
    server.start()
    try:
        asyncio.run(_compare(ours.recv(), arguments.seconds))
    finally:
        server.terminate()
        server.join()


if __name__ == "__main__":
    main()
