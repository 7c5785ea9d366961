"""What public URLs stand for, before anything is fetched."""

from __future__ import annotations

import pytest

from presscheck.sandbox.mirror.classify import classify
from presscheck.sandbox.mirror.targets import Dead, FirstOf, Missing, PackageFile, Unknown


def _first(url: str) -> PackageFile:
    target = classify(url)
    if isinstance(target, FirstOf):
        target = target.files[0]
    assert isinstance(target, PackageFile), target
    return target


@pytest.mark.parametrize(
    ("url", "package", "spec", "path"),
    [
        (
            "https://cdn.jsdelivr.net/npm/three@0.128.0/build/three.min.js",
            "three",
            "0.128.0",
            "build/three.min.js",
        ),
        (
            "https://unpkg.com/@babel/standalone/babel.min.js",
            "@babel/standalone",
            "",
            "babel.min.js",
        ),
        (
            "https://cdnjs.cloudflare.com/ajax/libs/three.js/r128/three.min.js",
            "three",
            "0.128",
            "build/three.min.js",
        ),
        (
            "https://cdnjs.cloudflare.com/ajax/libs/p5.js/1.4.0/p5.js",
            "p5",
            "1.4.0",
            "lib/p5.js",
        ),
        ("https://code.jquery.com/jquery-3.7.1.min.js", "jquery", "3.7.1", "dist/jquery.min.js"),
    ],
)
def test_files_of_packages(url: str, package: str, spec: str, path: str) -> None:
    found = _first(url)
    assert (found.package, found.spec, found.path) == (package, spec, path)


def test_plotly_latest_is_frozen() -> None:
    found = _first("https://cdn.plot.ly/plotly-latest.min.js")
    assert found.spec == "1.58.5"


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("https://polyfill.io/v3/polyfill.min.js?features=es6", Dead),
        ("https://cdn.rawgit.com/a/b/master/c.js", Dead),
        ("https://cdn.mathjax.org/mathjax/latest/MathJax.js", Dead),
        ("https://cdnjs.cloudflare.com/ajax/libs/three.js/r152/three.min.js", Missing),
        ("https://cdn.plot.ly/plotly-latest.min.css", Missing),
        ("https://cdn.jsdelivr.net/npm/three@0.163.0/examples/jsm/", Missing),
        ("https://cdn.jsdelivr.net/npm/three/../../etc/passwd", Missing),
        ("https://example.com/x.js", Unknown),
    ],
)
def test_what_is_no_file(url: str, kind: type[object]) -> None:
    assert isinstance(classify(url), kind)


def test_source_maps_are_never_served() -> None:
    target = classify("https://cdn.jsdelivr.net/npm/three@0.128.0/build/three.min.js.map")
    assert isinstance(target, Missing)
