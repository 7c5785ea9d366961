"""Small pictures for evidence: where they go, and how they are made small."""

from __future__ import annotations

import asyncio
import hashlib
import io
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from presscheck.core.evidence import Picture

MAX_BYTES = 40_000
MAX_WIDTH = 800
_SUFFIX = {"image/webp": ".webp", "image/png": ".png"}


class PictureSink(Protocol):
    """Keeps bytes and says how to refer to them: the SHA-256 in hexadecimal."""

    async def put(self, data: bytes, media_type: str) -> str: ...


class NullSink:
    """Keeps nothing. With it no pictures are taken at all, which saves their time."""

    async def put(self, data: bytes, media_type: str) -> str:
        return hashlib.sha256(data).hexdigest()


class FolderSink:
    """Keeps each picture as a file of its own, named by its hash."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    async def put(self, data: bytes, media_type: str) -> str:
        ref = hashlib.sha256(data).hexdigest()
        path = self.folder / f"{ref}{_SUFFIX.get(media_type, '.bin')}"
        await asyncio.to_thread(self._write, path, data)
        return ref

    def _write(self, path: Path, data: bytes) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


class Pictures:
    """Takes PNGs in, hands small WebP pictures to the sink."""

    def __init__(self, sink: PictureSink | None, *, budget: int = 900_000) -> None:
        self.sink = sink
        self.left = budget

    @property
    def wanted(self) -> bool:
        """Whether a picture would be kept: there is a sink, and room is left."""
        return self.sink is not None and not isinstance(self.sink, NullSink) and self.left > 0

    async def keep(self, png: bytes, says: str = "") -> Picture | None:
        if not self.wanted or self.sink is None:
            return None
        data, width, height = await asyncio.to_thread(shrink, png)
        self.left -= len(data)
        ref = await self.sink.put(data, "image/webp")
        scale = width / Image.open(io.BytesIO(png)).width
        return Picture(ref=ref, width=width, height=height, scale=scale, says=says)


def shrink(png: bytes) -> tuple[bytes, int, int]:
    """A WebP of at most MAX_WIDTH pixels and about MAX_BYTES bytes; with its width and height."""
    image = Image.open(io.BytesIO(png)).convert("RGB")
    if image.width > MAX_WIDTH:
        height = max(1, round(image.height * MAX_WIDTH / image.width))
        image = image.resize((MAX_WIDTH, min(height, 2 * MAX_WIDTH)), Image.Resampling.BILINEAR)
    data = b""
    for quality in (72, 50, 30, 12):
        out = io.BytesIO()
        image.save(out, "WEBP", quality=quality, method=1)
        data = out.getvalue()
        if len(data) <= MAX_BYTES:
            break
    return data, image.width, image.height


def pixels_of(png: bytes) -> NDArray[np.int16]:
    """The picture as rows × columns × (red, green, blue)."""
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"), dtype=np.int16)


def changed_share(before: bytes, after: bytes, *, threshold: int = 12) -> float:
    """The share of pixels that differ by more than `threshold` (of 255) in some channel."""
    if before == after:
        return 0.0
    a, b = pixels_of(before), pixels_of(after)
    if a.shape != b.shape:
        return 1.0
    return float((np.abs(a - b).max(axis=2) > threshold).mean())


def is_blank(png: bytes) -> bool:
    """Whether nothing is drawn: all pixels have one colour, but for a few."""
    pixels = pixels_of(png)
    reference = np.median(pixels.reshape(-1, 3), axis=0)
    return bool((np.abs(pixels - reference).max(axis=2) > 8).mean() < 0.0005)
