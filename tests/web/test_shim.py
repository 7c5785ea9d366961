"""The storage script stands where it changes nothing else, however the page arrives."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from presscheck.web.shim import SCRIPT, with_storage

PAGES = [
    (b"<!doctype html>", b"<html lang=en><p>x"),
    (b"\n <!DOCTYPE html>", b"\n<html>"),
    (b"<!-- note --> <!doctype html>", b"<html>"),
    (b"<!-- a <!doctype b> --><!doctype html>", b"<p>"),
    (b'<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN">', b"<p>"),
    (b"\xef\xbb\xbf<!doctype html>", b"<p>"),
    (b"", b"<html><p>no doctype"),
    (b"", b"<p>a fragment"),
    (b"", b"words"),
]


async def stream(pieces: list[bytes]) -> AsyncIterator[bytes]:
    for piece in pieces:
        yield piece


async def read(pieces: list[bytes]) -> bytes:
    return b"".join([piece async for piece in with_storage(stream(pieces))])


@pytest.mark.parametrize(("before", "after"), PAGES)
async def test_it_stands_after_the_doctype(before: bytes, after: bytes) -> None:
    assert await read([before + after]) == before + SCRIPT + after
    letters = [bytes([byte]) for byte in before + after]
    assert await read(letters) == before + SCRIPT + after


async def test_nothing_stays_nothing() -> None:
    assert await read([]) == b""


@given(st.lists(st.binary(max_size=12), max_size=12))
async def test_no_byte_is_lost(pieces: list[bytes]) -> None:
    page = b"".join(pieces)
    result = await read(pieces)
    assert result.replace(SCRIPT, b"", 1) == page
