"""From what a URL says ("3", "^1.2", "latest", "0.128") to one version, as the CDNs do it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from semantic_version import NpmSpec, Version


def choose_version(spec: str, versions: Iterable[str], tags: Mapping[str, str]) -> str | None:
    """The version that a CDN would serve, or None where nothing satisfies `spec`.

    An exact version first, then a tag, then the highest version within the range. Pre-releases
    count only where the range names one, as in npm.
    """
    known = list(versions)
    wanted = spec.strip()
    if wanted in known:
        return wanted
    if wanted in ("", "latest", "*", "x") and tags.get("latest") in known:
        return tags["latest"]
    if tags.get(wanted) in known:
        return tags[wanted]
    try:
        within = NpmSpec(wanted)
    except ValueError:
        return None
    best: tuple[Version, str] | None = None
    for text in known:
        try:
            version = Version(text)
        except ValueError:
            continue
        if within.match(version) and (best is None or version > best[0]):
            best = (version, text)
    return best[1] if best else None


def is_exact(spec: str) -> bool:
    """Whether `spec` names one version, so that it can never come to mean another."""
    try:
        Version(spec.strip())
    except ValueError:
        return False
    return True
