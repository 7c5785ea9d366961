"""Which files from elsewhere a page asks for."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser

_STYLE_URL = re.compile(r"(?:@import\s+(?:url\()?|url\()\s*['\"]?((?:https?:)?//[^'\")\s]+)", re.I)
_SCRIPT_IMPORT = re.compile(
    r"(?:\bfrom\s*|\bimport\s*\(?\s*|importScripts\s*\(\s*)['\"]((?:https?:)?//[^'\"]+)['\"]"
)
_MAPPED = re.compile(r'"((?:https?:)?//[^"]+)"')


def external_references(html: str) -> list[str]:
    """The URLs of scripts, style sheets, fonts, pictures and modules, in order, each once."""
    tree = LexborHTMLParser(html)
    found: list[str] = []
    for node in tree.css("script[src], link[href], img[src], iframe[src], audio[src], video[src]"):
        url = node.attributes.get("src") or node.attributes.get("href") or ""
        found.append(url.strip())
    for node in tree.css("script:not([src])"):
        text = node.text() or ""
        mapped = (node.attributes.get("type") or "").lower() == "importmap"
        found += (_MAPPED if mapped else _SCRIPT_IMPORT).findall(text)
    for node in tree.css("style, [style]"):
        found += _STYLE_URL.findall(
            node.text() if node.tag == "style" else node.attributes["style"] or ""
        )
    absolute = ["https:" + url if url.startswith("//") else url for url in found]
    return list(dict.fromkeys(url for url in absolute if re.match(r"https?://", url)))
