"""Which files from elsewhere a page asks for."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser

_STYLE_URL = re.compile(
    r"@import\s{0,20}['\"]([^'\"\s]{1,2000})|\burl\(\s{0,20}['\"]?([^'\")\s]{1,2000})",
    re.IGNORECASE,
)
_SCRIPT_IMPORT = re.compile(
    r"(?:\bfrom\s{0,20}|\bimport\s{0,20}\(?\s{0,20}|\bimportScripts\s{0,20}\(\s{0,20})"
    r"['\"]([^'\"\s]{1,2000})['\"]"
)
_REMOTE = re.compile(r"https?://|//", re.IGNORECASE)
_SOURCES = (
    "script[src], img[src], iframe[src], audio[src], video[src], source[src], embed[src],"
    " track[src], link[href], object[data], image[href], use[href]"
)


def external_references(html: str) -> list[str]:
    """The absolute URLs of scripts, style sheets, fonts, media, modules and import maps, each once,
    in the order attributes, scripts, styles. For information: found by reading, not by running."""
    urls = (url.strip() for url in _found(LexborHTMLParser(html)))
    remote = (url for url in urls if _REMOTE.match(url))
    return list(dict.fromkeys("https:" + u if u.startswith("//") else u for u in remote))


def _found(tree: LexborHTMLParser) -> Iterator[str]:
    for node in tree.css(_SOURCES):
        attributes = node.attributes
        yield attributes.get("src") or attributes.get("href") or attributes.get("data") or ""
    for node in tree.css("script:not([src])"):
        text = node.text() or ""
        if (node.attributes.get("type") or "").strip().lower() == "importmap":
            yield from _mapped(text)
        else:
            yield from _SCRIPT_IMPORT.findall(text)
    styles = [node.text() or "" for node in tree.css("style")]
    styles += [node.attributes.get("style") or "" for node in tree.css("[style]")]
    for style in styles:
        for match in _STYLE_URL.finditer(style):
            yield match[1] or match[2]


def _mapped(text: str) -> Iterator[str]:
    """The addresses of an import map; none where it is not JSON, as in a browser."""
    try:
        value = json.loads(text)
    except ValueError:
        return
    pending = [value]
    while pending:
        item = pending.pop(0)
        if isinstance(item, str):
            yield item
        elif isinstance(item, dict):
            pending += item.values()
