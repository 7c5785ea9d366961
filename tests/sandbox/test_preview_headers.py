from __future__ import annotations

import pytest

from presscheck.sandbox.preview_headers import preview_csp, preview_headers, random_name


def test_only_the_app_may_frame_a_preview() -> None:
    assert "frame-ancestors http://127.0.0.1:8765" in preview_csp(["http://127.0.0.1:8765"])
    assert "frame-ancestors 'none'" in preview_csp([])


def test_no_source_smuggles_in_a_directive() -> None:
    for evil in ("http://a; script-src *", "http://a\r\nX: y", "http://a, default-src *"):
        with pytest.raises(ValueError):
            preview_csp([evil])
        with pytest.raises(ValueError):
            preview_headers([], library_sources=[evil])


def test_an_opaque_preview_has_no_origin() -> None:
    assert "allow-same-origin" not in preview_headers([], opaque=True)["Content-Security-Policy"]
    assert "allow-same-origin" in preview_headers([])["Content-Security-Policy"]


def test_headers_are_lines_and_names_are_labels() -> None:
    assert all("\n" not in value for value in preview_headers(["http://a.example"]).values())
    assert random_name() != random_name()
    assert random_name().isalnum() and len(random_name()) <= 63
