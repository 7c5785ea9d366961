"""Which file of a package is meant where the address names none, or names it loosely."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from posixpath import normpath

from pydantic import JsonValue

from presscheck.sandbox.mirror.targets import Entry

_MODULE_CONDITIONS = ("browser", "module", "import", "production", "default")
_UNPKG_CONDITIONS = ("unpkg", "umd", "default")
_SUFFIXES = ("", ".js", ".mjs", ".cjs", "/index.js", "/index.mjs", ".json")
_FIELDS: Mapping[Entry, tuple[str, ...]] = {
    "jsdelivr": ("jsdelivr", "browser", "main"),
    "unpkg": ("unpkg", "main"),
    "module": ("module", "jsnext:main", "browser", "main"),
}


def entry_path(
    manifest: Mapping[str, JsonValue], files: Collection[str], entry: Entry
) -> str | None:
    """The file that the manifest names for `entry`, or None where it names none that is there."""
    if entry == "jsdelivr":
        return _jsdelivr(manifest, files)
    if entry == "module":
        if (exported := exported_path(manifest, files, ".", _MODULE_CONDITIONS)) is not None:
            return exported
    elif "unpkg" not in manifest and isinstance(manifest.get("exports"), dict | str):
        exported = exported_path(manifest, files, ".", _UNPKG_CONDITIONS)
        if exported is not None:
            return exported
    for field in _FIELDS.get(entry, ()):
        value = manifest.get(field)
        if isinstance(value, str) and (found := find_file(value, files)):
            return found
    return find_file("index", files)


def _jsdelivr(manifest: Mapping[str, JsonValue], files: Collection[str]) -> str | None:
    """jsDelivr prefers the minified sibling of the file, and minifies itself where there is none;
    then the name of that (absent) sibling is returned."""
    for field in _FIELDS["jsdelivr"]:
        value = manifest.get(field)
        if not isinstance(value, str):
            continue
        found = find_file(value, files)
        if found is None:
            continue
        stem, dot, suffix = found.rpartition(".")
        if stem.endswith(".min") or suffix not in ("js", "css", "mjs"):
            return found
        return f"{stem}.min{dot}{suffix}"
    return "index.min.js" if "index.js" in files else None


def module_path(manifest: Mapping[str, JsonValue], files: Collection[str], path: str) -> str | None:
    """The file that `import "package/path"` would get."""
    exported = exported_path(manifest, files, f"./{path}", _MODULE_CONDITIONS)
    return exported or find_file(path, files)


def find_file(path: str, files: Collection[str]) -> str | None:
    """`path` itself, or with the suffix that Node.js would find it by."""
    clean = normpath(path.lstrip("/")) if path.strip("./") else ""
    for suffix in _SUFFIXES:
        candidate = f"{clean}{suffix}".lstrip("/")
        if candidate in files:
            return candidate
    return None


def exported_path(
    manifest: Mapping[str, JsonValue],
    files: Collection[str],
    subpath: str,
    conditions: Sequence[str],
) -> str | None:
    """Resolve `exports` of a manifest (Node.js, "Package entry points")."""
    exports = manifest.get("exports")
    if exports is None:
        return None
    if not isinstance(exports, dict) or not any(key.startswith(".") for key in exports):
        exports = {".": exports}
    found, star = exports.get(subpath), ""
    if found is None:
        found, star = _by_pattern(exports, subpath)
    target = _by_conditions(found, conditions)
    if target is None:
        return None
    path = normpath(target.replace("*", star))
    return path if path in files else None


def _by_pattern(exports: Mapping[str, JsonValue], subpath: str) -> tuple[JsonValue, str]:
    best: tuple[int, JsonValue, str] = (-1, None, "")
    for key, value in exports.items():
        before, marker, after = key.partition("*")
        if not marker:
            if key.endswith("/") and subpath.startswith(key) and isinstance(value, str):
                return f"{value}*", subpath[len(key) :]
            continue
        fits = subpath.startswith(before) and subpath.endswith(after)
        if fits and len(subpath) >= len(before) + len(after) and len(before) > best[0]:
            best = (len(before), value, subpath[len(before) : len(subpath) - len(after)])
    return best[1], best[2]


def _by_conditions(value: JsonValue, conditions: Sequence[str]) -> str | None:
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return next((found for one in value if (found := _by_conditions(one, conditions))), None)
    if isinstance(value, dict):
        # The manifest's own order decides, as in Node.js.
        for key, inner in value.items():
            if key in conditions and (found := _by_conditions(inner, conditions)):
                return found
    return None
