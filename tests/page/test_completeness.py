"""Complete, cut off or abbreviated, and why, in words."""

from __future__ import annotations

import pytest

from presscheck.core.generation import FinishState
from presscheck.page import extract_page

HEAD = "<!DOCTYPE html><html><head><title>t</title></head><body>"
END = "</body></html>"


@pytest.mark.parametrize(
    ("html", "finish", "reason"),
    [
        (f"{HEAD}<p>Half a sen", "length", "token limit"),
        (f"{HEAD}<p>Half a sen", "incomplete", "stream stopped"),
        (f"{HEAD}<p>Half a sen", "cancelled", "was stopped"),
        (f"{HEAD}<p>Half a sen", "error", "server failed"),
        (f"{HEAD}<div><p>Half", "stop", "while <div> is open"),
        (f"{HEAD}<script>let a = 'x", "stop", "a <script>"),
        ("<!DOCTYPE html><html><head><style>b {", "stop", "a <style>"),
        ("<!DOCTYPE html><html><head><title>b", "stop", "a <title>"),
        (f"{HEAD}<textarea>b", "stop", "a <textarea>"),
        (f"{HEAD}<!-- a note", "stop", "a comment"),
        (f'{HEAD}<p class="a', "stop", "a tag"),
        (f"{HEAD}<p>Text</p", "stop", "a tag"),
        (f"{HEAD}<script>s = '</html>';", "stop", "a <script>"),
    ],
)
def test_cut_off(html: str, finish: FinishState, reason: str) -> None:
    for answer in (html, f"```html\n{html}"):
        page = extract_page(answer, finish=finish)
        assert page.completeness == "cut_off"
        assert reason in page.reasons[0]
        assert page.html == html


def test_a_closed_fence_around_an_open_script_is_cut_off_all_the_same() -> None:
    page = extract_page(f"```html\n{HEAD}<script>go(\n```")
    assert (page.completeness, page.reasons) == (
        "cut_off",
        ["the document ends inside a <script>"],
    )


@pytest.mark.parametrize(
    ("answer", "finish"),
    [
        (f"{HEAD}<p>All{END}", "length"),
        (f"```html\n{HEAD}<p>All{END}\n```\nIt do", "length"),
        (f"```html\n{HEAD}<p>All\n```", "length"),
        (f"{HEAD}<p>The end tags are left out", "stop"),
        (f"{HEAD}<ul><li>a<li>b</ul><table><tr><td>1<td>2</table>", "stop"),
        ("<!DOCTYPE html><html><frameset><frame src=a></frameset></html>", "stop"),
        ("```html\n<button>Go</button>\n```", "stop"),
        (f"{HEAD}<script>let a = '<div';</script>{END}", "stop"),
    ],
)
def test_complete(answer: str, finish: FinishState) -> None:
    page = extract_page(answer, finish=finish)
    assert (page.completeness, page.reasons) == ("complete", [])


@pytest.mark.parametrize(
    "comment",
    [
        "<!-- rest of the page unchanged -->",
        "<!-- ... existing code ... -->",
        "<!-- 其余代码不变 -->",
        "<!-- 此处省略 -->",
        "<script>\n// ... rest of the code\n</script>",
        "<script>\n// Rest of the functions remain the same as before\n</script>",
        "<script>go(); // your code here\n</script>",
        "<script>\n// 其他部分保持不变\n</script>",
        "<style>/* previous styles here */</style>",
        "<script>/* game logic omitted for brevity */</script>",
        "<script>// Add your game logic here\n</script>",
    ],
)
def test_abbreviated(comment: str) -> None:
    page = extract_page(f"{HEAD}<p>a</p>{comment}{END}")
    assert page.completeness == "abbreviated"
    assert "left out" in page.reasons[0]


def test_an_empty_body_is_abbreviated() -> None:
    page = extract_page(f"{HEAD}  {END}")
    assert (page.completeness, page.reasons) == ("abbreviated", ["the body is empty"])


@pytest.mark.parametrize(
    "html",
    [
        "<script>// reset the rest timer\n// draw the remaining lives\n</script><p>a",
        "<p>The rest is unchanged: enter your code here</p>",
        '<a href="https://example.org/rest-of-code-omitted">a</a>',
        "<script>s = 'http://existing code here'</script><p>a",
        "<!-- Add button: adds what is typed -->",
        "<script>// keep the same content height\n// 其余格子变灰\n</script><p>a",
        "<canvas></canvas>",
    ],
)
def test_not_abbreviated(html: str) -> None:
    assert extract_page(f"{HEAD}{html}<p>x</p>{END}").completeness == "complete"


def test_a_page_that_its_script_fills_is_complete() -> None:
    page = extract_page(f"{HEAD}<script>document.body.append('x')</script>{END}")
    assert page.completeness == "complete"
    page = extract_page(
        "<!DOCTYPE html><html><head><script>addEventListener('load', go)</script></head>"
        "<body></body></html>"
    )
    assert page.completeness == "complete"
