"""Taking a URL apart, and package names and versions out of paths."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import parse_qsl, unquote, urlsplit

_NAME = re.compile(r"(?:@[A-Za-z0-9_.~-]+/)?[A-Za-z0-9_.~-]+")
_MAX_NAME = 214


@dataclass(frozen=True, slots=True)
class Address:
    """Host in lower case; path decoded, without its leading slash, never with `..` in it."""

    host: str
    path: str
    query: str = ""

    def option(self, name: str) -> str | None:
        """The value of a query option, an empty string where it has none, None where absent."""
        return next(
            (value for key, value in parse_qsl(self.query, keep_blank_values=True) if key == name),
            None,
        )

    def options(self, name: str) -> list[str]:
        return [
            value for key, value in parse_qsl(self.query, keep_blank_values=True) if key == name
        ]


@dataclass(frozen=True, slots=True)
class Named:
    """`name@spec/rest` as CDNs write it. `slash` tells `name/` from `name`."""

    package: str
    spec: str
    rest: str
    slash: bool


def parse_address(url: str) -> Address | None:
    """None where the URL is not one of the web, or would leave its host's root."""
    try:
        parts = urlsplit(url.strip())
        host = parts.hostname
    except ValueError:
        return None
    if parts.scheme.lower() not in ("http", "https") or not host:
        return None
    path = unquote(parts.path).removeprefix("/")
    if ".." in path.split("/") or "\0" in path or "\\" in path:
        return None
    return Address(host.lower(), path, parts.query)


def parse_named(text: str) -> Named | None:
    """Read `[@scope/]name[@spec][/rest]`; None where that is no package name."""
    match = _NAME.match(text)
    if match is None or len(match[0]) > _MAX_NAME or match[0].startswith((".", "_")):
        return None
    after = text[match.end() :]
    spec = ""
    if after.startswith("@"):
        spec, separator, after = after[1:].partition("/")
        after = separator + after
        if not spec:
            return None
    if after and not after.startswith("/"):
        return None
    return Named(match[0], spec.strip(), after[1:], after.startswith("/"))
