"""Media types as the CDNs send them."""

from __future__ import annotations

from pathlib import PurePosixPath

_TYPES = {
    ".js": "application/javascript; charset=utf-8",
    ".mjs": "application/javascript; charset=utf-8",
    ".cjs": "application/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".map": "application/json; charset=utf-8",
    ".geojson": "application/geo+json; charset=utf-8",
    ".wasm": "application/wasm",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".gif": "image/gif",
    ".webp": "image/webp",
    ".avif": "image/avif",
    ".ico": "image/x-icon",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
    ".ttf": "font/ttf",
    ".otf": "font/otf",
    ".eot": "application/vnd.ms-fontobject",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".wav": "audio/wav",
    ".mp4": "video/mp4",
    ".webm": "video/webm",
    ".glb": "model/gltf-binary",
    ".gltf": "model/gltf+json",
    ".xml": "application/xml; charset=utf-8",
    ".csv": "text/csv; charset=utf-8",
}
_TEXT = "text/plain; charset=utf-8"
"""HTML too is sent as text by the CDNs, so that nobody hosts pages there; so are sources that a
browser cannot run (TypeScript, licences)."""

_BINARY = "application/octet-stream"
_BINARY_SUFFIXES = frozenset([".bin", ".gz", ".zip", ".hdr", ".exr", ".ktx2", ".basis", ".data"])

JAVASCRIPT = _TYPES[".js"]
STYLE = _TYPES[".css"]


def media_type(path: str) -> str:
    suffix = PurePosixPath(path).suffix.lower()
    return _BINARY if suffix in _BINARY_SUFFIXES else _TYPES.get(suffix, _TEXT)


def is_javascript(path: str) -> bool:
    return media_type(path) == JAVASCRIPT
