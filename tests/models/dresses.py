"""What each kind of server answers beside the chat, for `ScriptedServer(routes=...)`."""

from __future__ import annotations

import json
from typing import Any

from tests.models.scripted import Route


def answer(payload: Any, **headers: str) -> Route:
    return 200, {"Content-Type": "application/json", **headers}, json.dumps(payload).encode()


def models(owner: str) -> Route:
    return answer({"object": "list", "data": [{"id": "ok", "object": "model", "owned_by": owner}]})


SGLANG_INFO = {
    "model_path": "inclusionAI/LLaDA2.1-mini",
    "version": "0.5.9",
    "max_running_requests": 4,
    "dllm_algorithm": None,
}
SGLANG: dict[str, Route] = {
    "/v1/models": models("sglang"),
    "/get_model_info": answer({"model_path": "some/model", "is_generation": True}),
    "/server_info": answer(SGLANG_INFO),
    "/get_load": answer([{"dp_rank": 0, "num_reqs": 2}, {"dp_rank": 1, "num_reqs": 1}]),
}
DRESSES: dict[str, dict[str, Route]] = {
    "sglang": SGLANG,
    "sglang-diffusion": {
        **SGLANG,
        "/server_info": answer(
            {**SGLANG_INFO, "dllm_algorithm": "LowConfidence", "max_running_requests": 1}
        ),
    },
    "llama.cpp": {
        "/v1/models": models("llamacpp"),
        "/props": answer(
            {"default_generation_settings": {}, "total_slots": 2, "build_info": "b8681"}
        ),
        "/slots": answer([{"id": 0, "is_processing": True}, {"id": 1, "is_processing": False}]),
    },
    "vllm": {"/v1/models": models("vllm"), "/version": answer({"version": "0.15.0"})},
    "ollama": {
        "/": (200, {"Content-Type": "text/plain"}, b"Ollama is running"),
        "/v1/models": models("library"),
        "/api/version": answer({"version": "0.14.2"}),
    },
    "lmstudio": {
        "/v1/models": models("organization_owner"),
        "/api/v0/models": answer({"data": [{"id": "ok", "compatibility_type": "gguf"}]}),
    },
    "transformers": {
        "/v1/models": models("HuggingFaceTB"),
        "/openapi.json": answer({"paths": {"/v1/chat/completions": {}, "/load_model": {}}}),
    },
    "litellm": {
        "/v1/models": models("vllm"),
        "/health/readiness": answer({"status": "healthy", "litellm_version": "1.80.0"}),
    },
    "generic": {},
}
