"""What went wrong between us and a model server, as a message and a way out."""

from __future__ import annotations

import json
import socket
import ssl
from dataclasses import dataclass
from urllib.parse import urlsplit

import httpx

from presscheck.core.errors import PresscheckError
from presscheck.models.endpoints import Endpoint

_SHOWN_CHARS = 400


@dataclass(frozen=True, slots=True)
class Fault:
    message: str
    hint: str = ""
    status: int | None = None
    reason: str | None = None

    def error(self) -> ModelServerError:
        return ModelServerError(self.message, hint=self.hint, status=self.status)


class ModelServerError(PresscheckError):
    """A model server could not be asked, or refused. `status`: HTTP status, where there was one."""

    def __init__(self, message: str, *, hint: str = "", status: int | None = None) -> None:
        super().__init__(message, hint=hint)
        self.status = status


def transport_fault(error: BaseException, endpoint: Endpoint, *, answering: bool) -> Fault:
    """The fault behind an exception of the HTTP client. `answering`: the answer had begun."""
    place = urlsplit(endpoint.base_url).netloc
    causes = list(_chain(error))
    if any(isinstance(cause, socket.gaierror) for cause in causes):
        host = urlsplit(endpoint.base_url).hostname
        return Fault(
            f"The name {host} cannot be found.", "Check the address and the network connection."
        )
    if any(isinstance(cause, ssl.SSLError) for cause in causes):
        return Fault(
            f"No secure connection to {place}: {_first_line(str(error))}.",
            "A local server usually speaks http, not https; else check its certificate.",
        )
    if isinstance(error, httpx.ConnectTimeout):
        return Fault(
            f"{place} did not take the connection in time.",
            "Check the address, and that no firewall stands in between.",
        )
    if isinstance(error, httpx.ConnectError):
        return Fault(
            f"Nothing answers at {place}.", "Start the model server, or check host and port."
        )
    if isinstance(error, httpx.TimeoutException):
        state = "fell silent" if answering else "did not begin to answer"
        return Fault(
            f"The server {state} for {endpoint.silence_s:g} s.",
            "It may be overloaded or stuck; look at its log.",
        )
    if answering:
        return Fault(
            "The connection broke in the middle of the answer.",
            "Look at the server's log: it may have crashed or run out of memory.",
        )
    detail = _first_line(endpoint.redact(str(error))) or type(error).__name__
    return Fault(f"{place} could not be asked: {detail}.", "Look at the server's log.")


def status_fault(status: int, body: str, endpoint: Endpoint, model: str = "") -> Fault:
    """The fault that an HTTP status and its body tell."""
    said = shorten(endpoint.redact(error_text(_json(body)) or ("" if "<" in body else body)))
    place = urlsplit(endpoint.base_url).netloc
    quoted = f" It said: {said}" if said else ""
    if status == 401:
        if endpoint.api_key is None:
            return Fault(f"{place} asks for a key.{quoted}", "Enter the API key.", status)
        return Fault(f"{place} does not accept the key.{quoted}", "Check the API key.", status)
    if status == 403:
        return Fault(
            f"{place} refuses this request.{quoted}",
            "The key may lack the right to use this model, or the address is blocked.",
            status,
        )
    if status == 404 and model and "model" in said.lower():
        return Fault(
            f"{place} has no model named {model!r}.{quoted}",
            "Choose one of the models that it lists.",
            status,
        )
    if status in (404, 405):
        return Fault(
            f"{endpoint.base_url} is not where the chat API stands (HTTP {status}).{quoted}",
            "The base address usually ends in /v1.",
            status,
        )
    if status in (400, 413, 422):
        return Fault(
            f"{place} does not accept the request (HTTP {status}).{quoted}", _advice(said), status
        )
    if status == 402:
        return Fault(f"{place} asks for payment.{quoted}", "Check the account's balance.", status)
    if status == 429:
        return Fault(
            f"{place} is over its limit of requests.{quoted}",
            "Wait a little, or ask for fewer at once.",
            status,
        )
    if status == 503:
        return Fault(
            f"{place} is not ready (HTTP 503).{quoted}",
            "It may still be loading the model, or be overloaded. Try again in a moment.",
            status,
        )
    if 300 <= status < 400:
        return Fault(
            f"{place} sends elsewhere (HTTP {status}).",
            "Use the final address; a key is never carried to another place.",
            status,
        )
    return Fault(f"{place} failed (HTTP {status}).{quoted}", "Look at the server's log.", status)


def payload_fault(payload: object, endpoint: Endpoint, model: str = "") -> Fault:
    """The fault that an error object inside an accepted answer tells."""
    said = shorten(endpoint.redact(error_text(payload) or json.dumps(payload)))
    inner = payload.get("error") if isinstance(payload, dict) else None
    code = inner.get("code") if isinstance(inner, dict) else None
    if isinstance(code, int) and 400 <= code < 600:
        return status_fault(code, json.dumps(payload), endpoint, model)
    return Fault(f"The server reported an error: {said}", _advice(said))


def error_text(payload: object) -> str:
    """The words inside the forms that servers give their errors; "" where it is no error.

    `{"error": {"message"}}` (OpenAI, llama.cpp, vLLM), `{"error": "text"}` (Ollama, LM Studio),
    `{"object": "error", "message"}` (SGLang), `{"detail": "text" | [{"loc", "msg"}]}` (FastAPI).
    """
    if not isinstance(payload, dict):
        return ""
    error = payload.get("error")
    if isinstance(error, dict):
        text = error.get("message") or error.get("detail") or error.get("type")
        metadata = error.get("metadata")
        raw = metadata.get("raw") if isinstance(metadata, dict) else None
        return " ".join(str(part) for part in (text, raw) if part) or json.dumps(error)
    if error:
        return str(error)
    if payload.get("object") == "error" or set(payload) <= {"message", "code", "type", "status"}:
        return str(payload.get("message") or "")
    detail = payload.get("detail")
    if isinstance(detail, str):
        return detail
    if isinstance(detail, list):
        return "; ".join(_validation_words(item) for item in detail)
    return ""


def _validation_words(item: object) -> str:
    if not isinstance(item, dict):
        return str(item)
    where = ".".join(str(part) for part in item.get("loc", []) if part != "body")
    return f"{where}: {item.get('msg', '')}".strip(": ")


def _advice(said: str) -> str:
    lower = said.lower()
    if "context" in lower and ("length" in lower or "size" in lower or "window" in lower):
        return "Ask for fewer tokens, or start the server with a larger context."
    if "memory" in lower:
        return "The server is out of memory: use a smaller model, context or batch."
    if "max_tokens" in lower or "max_completion_tokens" in lower:
        return "Lower the token limit, or name the limit field in the endpoint's extra body."
    return "Look at the server's log."


def shorten(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN_CHARS else f"{line[:_SHOWN_CHARS]}…"


def _json(body: str) -> object:
    try:
        return json.loads(body)
    except ValueError:
        return None


def _first_line(text: str) -> str:
    return shorten(text.splitlines()[0]) if text.strip() else ""


def _chain(error: BaseException | None) -> list[BaseException]:
    found: list[BaseException] = []
    while error is not None and error not in found:
        found.append(error)
        error = error.__cause__ or error.__context__
    return found
