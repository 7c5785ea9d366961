"""Rewriting the imports of an ES module to URLs of the CDN that it was asked from."""

from __future__ import annotations

import json
import posixpath
import re
from typing import Any
from urllib.parse import quote

from presscheck.sandbox.mirror import specifiers
from presscheck.sandbox.mirror.address import parse_named
from presscheck.sandbox.mirror.specifiers import Specifier
from presscheck.sandbox.mirror.targets import ModuleForm, PackageFile

_FORMS: dict[ModuleForm, tuple[str, str]] = {
    "as_is": ("https://cdn.jsdelivr.net/npm/", ""),
    "jsdelivr": ("https://cdn.jsdelivr.net/npm/", "/+esm"),
    "esm.sh": ("https://esm.sh/", ""),
    "skypack": ("https://cdn.skypack.dev/", ""),
    "jspm": ("https://ga.jspm.io/npm:", ""),
    "unpkg": ("https://unpkg.com/", "?module"),
}
"""What a CDN's module URLs begin and end with."""
_PASSED = re.compile(r"""module\.exports\s*=\s*require\(["']([^"']+)["']\)""")
_REQUIRE = re.compile(r"""\brequire\(["']([^"']+)["']\)""")
_EXPORTED = re.compile(r"""\bexports\.([A-Za-z_$][\w$]*)\s*=(?!=)""")
_RESERVED = frozenset(["default", "__esModule"])


def rewrite(
    text: str, asked: PackageFile, version: str, path: str, manifest: dict[str, Any]
) -> str:
    """Every import of another file or package becomes a URL of the same CDN."""

    def url(found: Specifier) -> str:
        return _url(found.text, asked, version, path, manifest)

    return specifiers.rewrite(text, url)


def wrap_common(
    text: str, asked: PackageFile, version: str, path: str, manifest: dict[str, Any]
) -> str:
    """A CommonJS file as a module: `require` becomes imports, and names that are plainly exported
    become exports beside the default. A file that only passes another one on does so here too."""
    passed = _PASSED.findall(text)
    if passed and len(text) < 2000:
        # The production file is the one that CDNs serve.
        name = next((n for n in passed if "production" in n or ".min" in n), passed[0])
        target = _url(name, asked, version, path, manifest)
        return f'export * from "{target}";\nexport {{ default }} from "{target}";\n'
    wanted = list(dict.fromkeys(_REQUIRE.findall(text)))
    head = [
        f'import * as __m{i} from "{_url(name, asked, version, path, manifest)}";'
        for i, name in enumerate(wanted)
    ]
    table = ",".join(f"{json.dumps(name)}:__m{i}" for i, name in enumerate(wanted))
    names = [n for n in dict.fromkeys(_EXPORTED.findall(text)) if n not in _RESERVED]
    tail = [f"const __e_{n}=module.exports.{n};export{{__e_{n} as {n}}};" for n in names]
    return "\n".join(
        [
            *head,
            "const module={exports:{}},exports=module.exports;",
            'const process={env:{NODE_ENV:"production"}};',
            f"const __all={{{table}}};",
            "const require=n=>{const m=__all[n];return m&&m.default!==undefined?m.default:m};",
            "(function(){",
            text,
            "}).call(globalThis);",
            *tail,
            "export default module.exports;",
        ]
    )


def _url(name: str, asked: PackageFile, version: str, path: str, manifest: dict[str, Any]) -> str:
    """Bare names get the version range that the package's manifest states for them."""
    prefix, suffix = _FORMS[asked.form]
    if re.match(r"^[a-z]+:|^/", name):
        return name
    if name.startswith("."):
        inside = posixpath.normpath(posixpath.join(posixpath.dirname(path), name))
        return f"{prefix}{asked.package}@{version}/{inside}{suffix}"
    named = parse_named(name)
    if named is None:
        return name
    spec = version if named.package == asked.package else _range(named.package, manifest)
    return f"{prefix}{named.package}@{spec}{'/' + named.rest if named.rest else ''}{suffix}"


def _range(package: str, manifest: dict[str, Any]) -> str:
    for kind in ("dependencies", "peerDependencies"):
        found = manifest.get(kind)
        if isinstance(found, dict) and package in found:
            return quote(str(found[package]), safe="^~.*-")
    return "latest"
