"""Pictures are small, and say when something changed."""

from __future__ import annotations

import io

from PIL import Image, ImageDraw

from presscheck.scoring.pictures import MAX_BYTES, MAX_WIDTH, changed_share, is_blank, shrink


def png(draw: bool) -> bytes:
    image = Image.new("RGB", (1280, 800), "white")
    if draw:
        ImageDraw.Draw(image).rectangle((100, 100, 228, 180), fill="navy")
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def test_blank_and_drawn() -> None:
    assert is_blank(png(False))
    assert not is_blank(png(True))


def test_share_of_changed_pixels() -> None:
    assert changed_share(png(False), png(False)) == 0
    assert 0.009 < changed_share(png(False), png(True)) < 0.012


def test_shrunk_pictures_are_small() -> None:
    data, width, height = shrink(noise())
    assert len(data) <= MAX_BYTES * 3
    assert (width, height) == (MAX_WIDTH, 450)


def noise() -> bytes:
    out = io.BytesIO()
    Image.effect_noise((1600, 900), 90).save(out, "PNG")
    return out.getvalue()
