"""Where a model server answers, and how it is asked."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping, Sequence
from typing import Annotated
from urllib.parse import urlsplit, urlunsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue, SecretStr

from presscheck.core.errors import UsageError

ENVIRONMENT_ID = "environment"

_VERSION_SEGMENT = re.compile(r"v\d+[a-z0-9]*")
_METHOD_SUFFIXES = ("/chat/completions", "/completions", "/models")
_URL_HINT = "It looks like http://127.0.0.1:8000/v1."


def normalize_base_url(text: str) -> str:
    """The base that `/chat/completions` and `/models` stand under.

    A missing scheme means http; a path without a version segment gets `/v1`; the address of a
    method is cut back to its base. Raises UsageError for what is no address, and for an address
    that carries a password (it would end up in logs).
    """
    shown = text.strip()[:200]
    url = text.strip()
    if "://" not in url:
        url = f"http://{url}"
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise UsageError(f"{shown!r} is no address of a model server.", hint=_URL_HINT) from error
    if parts.scheme not in ("http", "https") or not host or re.search(r"[\s\x00-\x1f]", url):
        raise UsageError(f"{shown!r} is no address of a model server.", hint=_URL_HINT)
    if parts.username or parts.password:
        raise UsageError(
            "The address carries a password.", hint="Enter the key in its own field instead."
        )
    path = parts.path.rstrip("/")
    for suffix in _METHOD_SUFFIXES:
        path = path.removesuffix(suffix)
    path = path.rstrip("/")
    if not any(_VERSION_SEGMENT.fullmatch(segment) for segment in path.split("/")):
        path = f"{path}/v1"
    place = f"[{host}]" if ":" in host else host
    if port is not None:
        place = f"{place}:{port}"
    return urlunsplit((parts.scheme, place, path, parts.query, ""))


class Endpoint(BaseModel):
    """A model server. Keys and headers are left out of dumps, so that they reach no database."""

    model_config = ConfigDict(frozen=True)

    id: str
    name: str
    base_url: Annotated[str, AfterValidator(normalize_base_url)]
    api_key: SecretStr | None = Field(default=None, exclude=True)
    dialect: str = Field(
        default="generic", description="`generic` until the server has been recognised"
    )
    extra_body: dict[str, JsonValue] = Field(
        default_factory=dict, description="added to every request; null takes a field out"
    )
    page_body: dict[str, JsonValue] = Field(
        default_factory=dict, description="added to requests for a page alone"
    )
    headers: dict[str, SecretStr] = Field(default_factory=dict, exclude=True)
    builtin: bool = False
    most_tokens: int | None = Field(
        default=None, gt=0, description="never ask for more than this in one answer"
    )
    silence_s: float = Field(
        default=600, gt=0, description="seconds without a byte before the server counts as stuck"
    )
    longest_s: float = Field(default=3_600, gt=0, description="seconds that one answer may take")

    def url(self, path: str) -> str:
        """The address of an API method; `path` begins with a slash."""
        parts = urlsplit(self.base_url)
        return urlunsplit(parts._replace(path=f"{parts.path}{path}"))

    @property
    def root(self) -> str:
        """The address of the server without its API version, where health and state are told."""
        parts = urlsplit(self.base_url)
        kept: list[str] = []
        for segment in parts.path.split("/"):
            if _VERSION_SEGMENT.fullmatch(segment):
                break
            kept.append(segment)
        return urlunsplit((parts.scheme, parts.netloc, "/".join(kept).rstrip("/"), "", ""))

    @property
    def loopback(self) -> bool:
        """Whether the server runs on this machine; such servers are never asked by a proxy."""
        host = urlsplit(self.base_url).hostname or ""
        if host == "localhost" or host.endswith(".localhost"):
            return True
        try:
            return ipaddress.ip_address(host).is_loopback
        except ValueError:
            return False

    def request_headers(self) -> dict[str, str]:
        """The headers of a request, keys included: never to be shown."""
        headers = {name: value.get_secret_value() for name, value in self.headers.items()}
        if self.api_key is not None:
            headers["Authorization"] = f"Bearer {self.api_key.get_secret_value()}"
        return headers

    def redact(self, text: str) -> str:
        """`text` without this endpoint's secrets; servers like to repeat a wrong key."""
        secrets = [value.get_secret_value() for value in self.headers.values()]
        if self.api_key is not None:
            secrets.append(self.api_key.get_secret_value())
        for secret in secrets:
            if len(secret) >= 4:
                text = text.replace(secret, "[key]")
        return text


def check_allowed(endpoint: Endpoint, allowed: Sequence[str]) -> None:
    """Raise UsageError unless one of the URL prefixes holds the endpoint; no prefixes allow any.

    A prefix ends at a boundary: `http://a.b` does not allow `http://a.b.evil` or `http://a.bc`.
    """
    if not allowed or any(_within(endpoint.base_url, prefix) for prefix in allowed):
        return
    raise UsageError(
        f"The model server {endpoint.base_url} may not be asked from here.",
        hint=f"Allowed are: {', '.join(allowed)} (PRESSCHECK_ALLOW_ENDPOINT).",
    )


def _within(url: str, prefix: str) -> bool:
    if "://" not in prefix:
        prefix = f"http://{prefix}"
    whole, part = urlsplit(url), urlsplit(prefix)
    same_server = (whole.scheme, whole.hostname, _port(url)) == (
        part.scheme,
        part.hostname,
        _port(prefix),
    )
    path = part.path.rstrip("/")
    return same_server and (whole.path == path or whole.path.startswith(f"{path}/"))


def _port(url: str) -> int | None:
    parts = urlsplit(url)
    return parts.port or {"http": 80, "https": 443}.get(parts.scheme)


def endpoint_from_environment(environ: Mapping[str, str]) -> Endpoint | None:
    """The endpoint that OPENAI_BASE_URL and OPENAI_API_KEY name; None where the first is unset."""
    base_url = environ.get("OPENAI_BASE_URL", "").strip()
    if not base_url:
        return None
    return endpoint_at(base_url, api_key=environ.get("OPENAI_API_KEY"), id=ENVIRONMENT_ID)


def endpoint_at(
    base_url: str, *, api_key: str | None = None, id: str = "given", name: str = ""
) -> Endpoint:
    """The endpoint at an address, named for its host. Raises UsageError for a bad address."""
    url = normalize_base_url(base_url)
    key = (api_key or "").strip()
    return Endpoint(
        id=id,
        name=name or urlsplit(url).netloc,
        base_url=url,
        api_key=SecretStr(key) if key else None,
    )
