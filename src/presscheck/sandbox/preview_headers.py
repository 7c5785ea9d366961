"""The seal of a page that a person looks at in their own browser: headers, frame, origin.

Pure functions of strings; who serves the page calls them. What each layer is for, and which channel
is left open where a browser lacks one of them, stands in docs/security.md.
"""

from __future__ import annotations

import secrets
import string
from collections.abc import Iterable

FRAME_SANDBOX = "allow-scripts allow-same-origin allow-forms"
"""The iframe's `sandbox`. The origin is the page's own and holds nothing else, so that its storage
works; without modals, popups, top navigation, downloads, pointer lock, presentation.
Forms may fire their submit event; `form-action` in the policy stops what would leave."""

OPAQUE_FRAME_SANDBOX = "allow-scripts allow-forms"
"""For places where `<random>.localhost` does not resolve: no origin at all, and so no storage."""

FRAME_ALLOW = ""
"""The iframe's `allow`: no feature is delegated."""

NAME_LENGTH = 32
_ALPHABET = string.ascii_lowercase + string.digits

_CLOSED_FEATURES = (
    "accelerometer",
    "ambient-light-sensor",
    "attribution-reporting",
    "bluetooth",
    "browsing-topics",
    "camera",
    "captured-surface-control",
    "clipboard-read",
    "clipboard-write",
    "compute-pressure",
    "cross-origin-isolated",
    "display-capture",
    "encrypted-media",
    "gamepad",
    "geolocation",
    "gyroscope",
    "hid",
    "identity-credentials-get",
    "idle-detection",
    "keyboard-map",
    "local-fonts",
    "magnetometer",
    "microphone",
    "midi",
    "otp-credentials",
    "payment",
    "picture-in-picture",
    "publickey-credentials-create",
    "publickey-credentials-get",
    "screen-wake-lock",
    "serial",
    "storage-access",
    "usb",
    "web-share",
    "window-management",
    "xr-spatial-tracking",
)
"""Everything that a page in a frame never needs. `autoplay` and `fullscreen` stay as the frame
delegates them, which is not at all."""


def random_name() -> str:
    """A host label that nobody guesses (165 bits): the page's own origin is
    `http://<name>.localhost:<port>`."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(NAME_LENGTH))


def preview_csp(app_origins: Iterable[str], *, library_sources: Iterable[str] = ("'self'",)) -> str:
    """The page's content security policy.

    Scripts and styles of the page itself are inline; `library_sources` are the only places beyond
    it: its own origin, whose server answers with the page's libraries and nothing else. Frames may
    only hold what the page itself wrote (`srcdoc`, `blob:`, `data:`); these inherit the policy.
    `frame-ancestors` are the app's origins; where none is given nobody frames it.
    """
    places = " ".join(library_sources)
    framers = " ".join(app_origins) or "'none'"
    directives = (
        "default-src 'none'",
        f"script-src 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval' data: blob: {places}",
        f"style-src 'unsafe-inline' data: blob: {places}",
        f"img-src data: blob: {places}",
        f"font-src data: blob: {places}",
        f"media-src data: blob: {places}",
        f"connect-src data: blob: {places}",
        "worker-src data: blob:",
        "frame-src data: blob:",
        "manifest-src 'none'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        f"frame-ancestors {framers}",
    )
    return "; ".join(_one_line(directive) for directive in directives)


def preview_headers(
    app_origins: Iterable[str],
    *,
    library_sources: Iterable[str] = ("'self'",),
    opaque: bool = False,
) -> dict[str, str]:
    """All headers of a preview's answers; `app_origins` are the origins that may frame it.

    With `opaque` the document has no origin even outside the frame ("open in a tab").
    `Connection-Allowlist` (Chrome 152 and later) closes what no policy can: WebRTC, the names of
    blocked navigations, self-navigation. Elsewhere these stay open.
    """
    csp = preview_csp(app_origins, library_sources=library_sources)
    # The sandbox holds in a tab of its own too, where no iframe attribute does.
    csp += f"; sandbox {OPAQUE_FRAME_SANDBOX if opaque else FRAME_SANDBOX}"
    return {
        "Content-Security-Policy": csp,
        "Connection-Allowlist": "(response-origin)",
        "Permissions-Policy": ", ".join(f"{name}=()" for name in _CLOSED_FEATURES),
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
        "X-DNS-Prefetch-Control": "off",
        "Cache-Control": "no-store",
        "Origin-Agent-Cluster": "?1",
    }


def _one_line(text: str) -> str:
    """No source may smuggle in a directive or a header of its own."""
    if any(c in text for c in ";,\r\n"):
        raise ValueError(f"not a source of a content security policy: {text!r}")
    return text
