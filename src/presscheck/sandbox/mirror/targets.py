"""What a URL stands for, before anything is fetched."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

Entry = Literal["none", "jsdelivr", "unpkg", "module"]
"""Which fields of package.json name the file, where the URL names none. `module` is the entry that
an `import` of the package would get."""

ModuleForm = Literal["as_is", "jsdelivr", "esm.sh", "skypack", "jspm", "unpkg"]
"""How imports of other packages are written in what is served: not touched, or as URLs of the CDN
that the page chose."""


@dataclass(frozen=True, slots=True)
class PackageFile:
    """A file of an npm package. An empty `spec` means the version tagged `latest`."""

    package: str
    spec: str = ""
    path: str = ""
    entry: Entry = "none"
    form: ModuleForm = "as_is"
    minifies: bool = False
    """The CDN makes `.min.js` and `.min.css` itself where the package has none."""
    adds_suffix: bool = False
    """The CDN finds `x.js` and `x/index.js` for `x`."""
    redirects: bool = False
    """The CDN answers with a redirect to the full address, so relative imports start from there."""
    note: str = ""
    """What sets it apart from the CDN's own file, in words; empty where it is that very file."""


@dataclass(frozen=True, slots=True)
class FirstOf:
    """The same file in several packages or places; the first that exists."""

    files: tuple[PackageFile, ...]


@dataclass(frozen=True, slots=True)
class Combined:
    """Several files in one answer, one after the other."""

    files: tuple[PackageFile, ...]


@dataclass(frozen=True, slots=True)
class FontSheet:
    """A style sheet of `@font-face` rules, made from style sheets in packages."""

    sheets: tuple[PackageFile, ...]
    note: str


@dataclass(frozen=True, slots=True)
class Missing:
    """The host lives, and never had such a file: 404."""

    reason: str


@dataclass(frozen=True, slots=True)
class Dead:
    """The host is gone, or no longer the one that pages trusted."""

    reason: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """No library that the mirror has a source for; the file may well exist."""

    reason: str


Target = PackageFile | FirstOf | Combined | FontSheet | Missing | Dead | Unknown


def first_of(*files: PackageFile) -> PackageFile | FirstOf:
    return files[0] if len(files) == 1 else FirstOf(files)


def with_note(file: PackageFile, note: str) -> PackageFile:
    return replace(file, note=f"{file.note}; {note}" if file.note else note)
