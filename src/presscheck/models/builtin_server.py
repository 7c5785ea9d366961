"""The child process that serves the built-in model: llama.cpp's own OpenAI-compatible server.

Its first line on standard input is the key that it will ask for; its first line on standard output
is the address that it serves at. It ends when standard input closes, hence also when the parent is
killed.
"""

from __future__ import annotations

import argparse
import os
import sys
import threading

import xllamacpp


def _parameters(arguments: argparse.Namespace, key: str) -> xllamacpp.CommonParams:
    params = xllamacpp.CommonParams()
    params.model.path = arguments.model
    params.model_alias = {arguments.name}
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.api_keys = [key]
    params.n_ctx = arguments.context
    params.n_predict = arguments.predict
    params.n_parallel = 1
    params.n_gpu_layers = 0
    params.cpuparams.n_threads = arguments.threads
    params.cpuparams_batch.n_threads = arguments.threads
    params.n_threads_http = 4
    params.cache_ram_mib = 0
    params.endpoint_props = True
    params.endpoint_slots = True
    params.ui = False
    params.verbosity = 1
    sampling = params.sampling
    sampling.temp = 0.5
    sampling.top_p = 0.9
    # A model this small falls into loops. Markup repeats itself by right, though: only long
    # sequences are held against it (DRY), single tokens hardly.
    sampling.penalty_repeat = 1.05
    sampling.penalty_last_n = 256
    sampling.dry_multiplier = 0.8
    sampling.dry_base = 1.75
    sampling.dry_allowed_length = 8
    sampling.dry_penalty_last_n = 2048
    return params


def _read_key() -> str:
    """The first line; read bare, since a buffered reader would hold its lock for ever."""
    line = b""
    while not line.endswith(b"\n"):
        byte = os.read(0, 1)
        if not byte:
            break
        line += byte
    return line.decode().strip()


def _end_with_parent() -> None:
    while os.read(0, 1024):
        pass
    os._exit(0)


def main() -> None:
    parser = argparse.ArgumentParser(prog="presscheck.models.builtin_server")
    parser.add_argument("--model", required=True)
    parser.add_argument("--name", required=True)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--context", type=int, default=8192)
    parser.add_argument("--predict", type=int, default=2048)
    arguments = parser.parse_args()
    key = _read_key()
    if not key:
        parser.error("no key on standard input")
    guard = threading.Thread(target=_end_with_parent, daemon=True)
    guard.start()
    try:
        server = xllamacpp.Server(_parameters(arguments, key))
    except RuntimeError as error:
        sys.exit(f"{error}")
    print(server.listening_address, flush=True)
    guard.join()


if __name__ == "__main__":
    main()
