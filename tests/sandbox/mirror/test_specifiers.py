"""Module specifiers are found in code, and nowhere else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from presscheck.sandbox.mirror.specifiers import is_module, rewrite, specifiers


def found(source: str) -> list[str]:
    return [one.text for one in specifiers(source)]


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ('import "a"', ["a"]),
        ('import{x as y}from"a";export*from"b"', ["a", "b"]),
        ("import d, { e } from 'a'", ["a"]),
        ('export { a }\nimport c from "y"', ["y"]),
        ('export default foo\nexport { x } from "y"', ["y"]),
        ('const m = import(/* now */ "a")', ["a"]),
        ('// import "a"\n/* import "b" */', []),
        ("""const s = 'import "a"'""", []),
        ('const t = `import "a" ${import("b")} from "c"`', ["b"]),
        ('if (x) /from "a/.test(y); import "b"', ["b"]),
        ('n = i++ / 2; s = "/"; import "b"', ["b"]),
        ('loader.import("a")', []),
        ('const o = { import: "a", export: "b" }', []),
        ("import(name)", []),
    ],
)
def test_specifiers(source: str, names: list[str]) -> None:
    assert found(source) == names


@pytest.mark.parametrize(
    ("source", "module"),
    [
        ("export default 1", True),
        ("import.meta.url", True),
        ('import("a")', False),
        ("exports.a = 1", False),
        ("// export default 1", False),
        ("({ export: 1 })", False),
    ],
)
def test_what_makes_a_module(source: str, module: bool) -> None:
    assert is_module(source) is module


def test_rewriting_touches_nothing_else() -> None:
    source = 'import a from "a";\nconst b = "a"; export { a }\nexport * from \'c\'\n'
    new = rewrite(source, lambda one: {"a": "/npm/a"}.get(one.text))
    assert new == source.replace('from "a"', 'from "/npm/a"')


@given(st.text(alphabet=list("abimportexfr \n\"'`${}()/*.,;=+-\\[]"), max_size=120))
def test_any_text_is_kept_where_nothing_is_replaced(source: str) -> None:
    assert rewrite(source, lambda _: None) == source
    assert rewrite(source, lambda one: one.text) == source
