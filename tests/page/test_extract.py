"""Which HTML file an answer holds, in all the ways that models wrap one."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from presscheck.core.generation import FinishState
from presscheck.page import PageExtractor, extract_page, page_from_file

PAGE = (
    '<!DOCTYPE html>\n<html lang="en">\n<head><title>Eclipse</title>\n<style>b{color:red}</style>\n'
    "</head>\n<body>\n<h1>Eclipse</h1>\n<p>Sun, moon and earth in one line.</p>\n<script>\n"
    "const s = `a`;\nlet t = '```';\n</script>\n"
    "</body>\n</html>"
)
OTHER = PAGE.replace("Eclipse", "Another eclipse")
FRAGMENT = '<div class="box">\n  <button onclick="go()">Go</button>\n</div>'

WRAPPED = {
    "fence": f"```html\n{PAGE}\n```",
    "fence with prose": f"Your page:\n\n```html\n{PAGE}\n```\n\nIt does `this` and **that**.",
    "fence glued to prose": f"Sure!```html\n{PAGE}\n```Enjoy.",
    "document glued to fence": f"```html{PAGE}```",
    "fence not closed": f"Here:\n```html\n{PAGE}",
    "fence not closed, prose behind": f"```html\n{PAGE}\n\nThis page shows an eclipse.",
    "fence with four backticks": f"````html\n{PAGE}\n````",
    "tildes": f"~~~html\n{PAGE}\n~~~",
    "capital label": f"```HTML\n{PAGE}\n```",
    "label with a file name": f'```html title="index.html"\n{PAGE}\n```',
    "no label": f"```\n{PAGE}\n```",
    "wrong label": f"```javascript\n{PAGE}\n```",
    "indented fence": f"1. The page:\n   ```html\n{PAGE}\n   ```\n",
    "windows line breaks": f"Here:\r\n```html\r\n{PAGE}\r\n```\r\n",
    "markdown around it": f"````markdown\n# Page\n```html\n{PAGE}\n```\n````",
    "bare": PAGE,
    "bare with prose": f"Here you go.\n\n{PAGE}\n\nHave fun with it!",
    "bare, prose glued": f"Here you go: {PAGE} Have fun.",
    "thought": f"<think>A page. <html> needs a <body>.</think>\n\n```html\n{PAGE}\n```",
    "long tag of thought": f"<thinking>\nHm.\n</thinking>\n{PAGE}",
    "thought with a draft": f"<think>```html\n{OTHER}\n```</think>```html\n{PAGE}\n```",
    "only the end of a thought": f"Let me see: ```html\n{OTHER}\n``` no.\n</think>\n{PAGE}",
    "end of a thought inside a script": f"Draft: ```html\n<script>\nlet\n</think>\n{PAGE}",
    "thought in capitals": f"<THINK>x</THINK>{PAGE}",
    "code of another kind first": f"```bash\nnpm\n```\n```html\n{PAGE}\n```\n```js\nlet a\n```",
    "open code of another kind first": f"```bash\nnpm i\n\n```html\n{PAGE}\n```",
    "inline code first": f"Use ```pre``` and `<html>` and `<think>`.\n```html\n{PAGE}\n```",
    "tag named in prose": f"An <html> document follows.\n```html\n{PAGE}\n```",
    "quoted doctype in prose": f'It starts with "<!DOCTYPE html>":\n\n{PAGE}',
    "an excerpt behind": f"```html\n{PAGE}\n```\nThe button:\n```html\n<b>x</b>\n```",
    "a rooted excerpt behind": f"```html\n{PAGE}\n```\nlike\n```html\n<html><p>x</html>\n```",
    "a corrected version": f"```html\n{OTHER}\n```\nWait, better:\n```html\n{PAGE}\n```",
    "a corrected version, first one open": f"```html\n{OTHER[:-60]}\n```html\n{PAGE}\n```",
    "a second one that stops": f"```html\n{PAGE}\n```\nAgain:\n```html\n{OTHER[:-40]}",
    "open thought, whole page": f"<think>The user wants a page.\n```html\n{PAGE}\n```\n",
    "all inside a thought": f"Now\n```html\n{PAGE}\n```\n</think>\n",
    "JSON": json.dumps({"title": "x", "html": PAGE}),
    "JSON in a fence": f"```json\n{json.dumps({'files': [{'index.html': PAGE}]})}\n```",
    "empty fence first": f"```html\n```\n```html\n{PAGE}\n```",
}


def trimmed(html: str) -> str:
    return html.replace("\r\n", "\n").strip()


@pytest.mark.parametrize("name", WRAPPED)
def test_the_page_is_found(name: str) -> None:
    page = extract_page(WRAPPED[name])
    assert trimmed(page.html) == trimmed(PAGE)
    assert (page.completeness, page.reasons) == ("complete", [])


@pytest.mark.parametrize(
    "start", ["<!doctype HTML>", "<!DOCTYPE html>", "<HTML>", "<html lang=en>", "<!DocType  Html >"]
)
def test_any_case_of_a_start(start: str) -> None:
    html = f"{start}<body><p>Hello</body></html>"
    assert extract_page(f"Here: {html}\nBye.").html == html


INSIDE = {
    "template literal": "<script>\nconst md = `\n\\`\\`\\`js\nlet a\n\\`\\`\\`\n`;\n</script>",
    "fence in a script": '<script type="text/markdown">\n```js\nlet a\n```\n</script>\n<p>on</p>',
    "fence in a text area": "<textarea>\n# Title\n```html\n<b>\n```\n</textarea><p>on</p>",
    "fence in a comment": "<!--\n```\n-->\n<p>on</p>",
    "page in a text area": "<textarea>\n```html\n<!DOCTYPE html>\n```\n</textarea><p>on</p>",
    "end of a page in a script": "<script>\nlet s = '</html>';\n</script><p>on</p>",
    "page in an attribute": "<iframe srcdoc=\"<html><p>in</html>\"></iframe><p>on</p>",
    "thought in a script": "<script>\nlet s = '<think>' + '</think>';\n</script><p>on</p>",
    "quotes in text": "<p>It's 5\" wide</p>\n<p>on</p>",
    "script behind": "<p>on</p></body></html>\n<script>go()</script>\n<!-- end -->",
}  # fmt: skip


@pytest.mark.parametrize("name", INSIDE)
@pytest.mark.parametrize("fence", ["```", "````", ""])
def test_what_is_the_pages_own(name: str, fence: str) -> None:
    html = f"<!DOCTYPE html>\n<html>\n<body>\n{INSIDE[name]}"
    html += "" if "behind" in name else "\n</body>\n</html>"
    answer = f"{fence}html\n{html}\n{fence}\n\nDone." if fence else f"{html}\n\nDone."
    page = extract_page(answer)
    assert trimmed(page.html) == html
    assert page.completeness == "complete"


def test_a_fence_in_an_open_script_ends_a_page_that_is_cut_off() -> None:
    page = extract_page("```html\n<html><script>\nlet a = 1\n```\n\nThe script is not done.")
    assert page.html == "<html><script>\nlet a = 1\n"
    assert page.completeness == "cut_off"


def test_fragments_and_drawings() -> None:
    assert extract_page(f"```html\n{FRAGMENT}\n```").html.strip() == FRAGMENT
    assert extract_page(f"Here:\n\n{FRAGMENT}\n\nBye.").html == FRAGMENT
    svg = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="4"/></svg>'
    for answer in (svg, f"Drawn:\n{svg}\n", f"```svg\n{svg}\n```", f"```xml\n{svg}\n```"):
        page = extract_page(answer)
        assert (page.html.strip(), page.completeness) == (svg, "complete")


def test_json_that_stops_is_cut_off() -> None:
    page = extract_page(json.dumps({"html": PAGE})[:-90], finish="length")
    assert PAGE.startswith(page.html) and len(page.html) > 100
    assert page.completeness == "cut_off"


def test_an_answer_that_only_looks_like_json() -> None:
    answer = f'{{"note": this is no JSON}}\n```html\n{PAGE}\n```'
    assert extract_page(answer).html.strip() == PAGE


@pytest.mark.parametrize(
    ("answer", "reasoning", "finish", "reason"),
    [
        ("", "", "stop", "empty"),
        ("   \n", "I think.", "length", "reasoning, but no answer"),
        ("I cannot do that.", "", "stop", "no HTML"),
        ("Use `<button>` and `</button>` as in <b>bold</b>.", "", "stop", "no HTML"),
        ("```python\nprint('<html>')\n```", "", "stop", "no HTML"),
        ("<think>A page with <html> in it", "", "length", "never leaves its reasoning"),
        (f"<think>```html\n{PAGE}\n```", "", "length", "never leaves its reasoning"),
        (f"```html\n{PAGE}\n```</think>", "", "length", "never leaves its reasoning"),
        ("", f"```html\n{PAGE}\n```", "stop", "takes the answer for reasoning"),
    ],
)
def test_no_page(answer: str, reasoning: str, finish: FinishState, reason: str) -> None:
    page = extract_page(answer, reasoning=reasoning, finish=finish)
    assert (page.html, page.completeness) == ("", "none")
    assert reason in page.reasons[0]


# Splitting


def read_in_pieces(
    pieces: list[str], finish: FinishState = "stop"
) -> tuple[str, str, bool, PageExtractor]:
    """The page, what the preview shows at the end, whether it was restarted, and the extractor."""
    extractor = PageExtractor()
    shown, restarted = "", False
    for piece in pieces:
        html = extractor.feed(piece)
        if extractor.restarted:
            shown, restarted = "", True
        shown += html
    page = extractor.finish(finish=finish)
    if extractor.restarted:
        shown, restarted = "", True
    assert len(shown) == extractor.given
    assert page.html.startswith(shown)
    return page.model_dump_json(), shown, restarted, extractor


SNIPPETS = st.sampled_from(
    [
        PAGE, OTHER, FRAGMENT, "```html\n", "```\n", "```", "````", "~~~\n", "\n", "\r\n", " ", "<",
        "<think>", "</think>", "<thinking>", "\n</think>\n", "<!DOCTYPE html>", "<html>", "</html>",
        "<script>", "</script>", "<style>", "</style>", "<!--", "-->", '<p title="', '">', "'", "x",
        "prose", "<textarea>", "</textarea>", "```js\n", "```json\n", '{"html": "', "`", "=",
        "<svg></svg>", "</body>", "\\", "  ```", "```markdown\n", "<div>\n", "</div>\n", "é" * 300,
    ]
)  # fmt: skip
ANSWERS = st.one_of(
    st.lists(SNIPPETS, max_size=14).map("".join), st.sampled_from(sorted(WRAPPED.values()))
)


@settings(max_examples=400, deadline=None)
@given(
    answer=ANSWERS,
    sizes=st.lists(st.integers(1, 400), min_size=1, max_size=60),
    finish=st.sampled_from(["stop", "length", "incomplete"]),
)
def test_splitting_changes_nothing(answer: str, sizes: list[int], finish: FinishState) -> None:
    pieces, at = [], 0
    for index in range(len(answer)):
        if at >= len(answer):
            break
        size = sizes[index % len(sizes)]
        pieces.append(answer[at : at + size])
        at += size
    whole = extract_page(answer, finish=finish)
    assert read_in_pieces(pieces, finish)[0] == whole.model_dump_json()
    assert read_in_pieces(list(answer), finish)[0] == whole.model_dump_json()


ONE_DOCUMENT = [
    name
    for name, answer in WRAPPED.items()
    if len(re.findall("<html", answer)) == 1 and "all inside" not in name and "rooted" not in name
]


@pytest.mark.parametrize("name", ONE_DOCUMENT)
def test_a_preview_of_one_document_never_restarts(name: str) -> None:
    _, _, restarted, _ = read_in_pieces(list(WRAPPED[name]))
    assert not restarted


def test_the_preview_grows_with_the_answer() -> None:
    long = PAGE.replace("<h1>", "<p>more</p>" * 400 + "<h1>")
    extractor = PageExtractor()
    answer = f"Here:\n```html\n{long}\n```\n"
    behind = []
    for character in answer:
        extractor.feed(character)
        behind.append(extractor.given)
    assert max(index - given for index, given in enumerate(behind)) < 400


def test_a_correction_restarts_the_preview() -> None:
    long = PAGE.replace("<h1>", "<p>more</p>" * 40 + "<h1>")
    answer = f"```html\n{OTHER}\n```\nBetter:\n```html\n{long}\n```"
    _, shown, restarted, _ = read_in_pieces(list(answer))
    assert restarted
    assert "Another" not in shown and shown.startswith("<!DOCTYPE html>")


def test_an_excerpt_does_not_disturb_the_preview() -> None:
    answer = WRAPPED["an excerpt behind"] + "\n\nIt is a button, and it can be clicked." * 20
    _, shown, restarted, _ = read_in_pieces(list(answer))
    assert not restarted and shown.strip() == PAGE


def test_a_file_is_its_page_from_the_first_character_to_the_last() -> None:
    for html in (
        f"\ufeff<!-- made by hand -->\n{PAGE}\n<!-- end -->\n",
        FRAGMENT,
        f"\n{PAGE} text",
    ):
        page = page_from_file(html)
        assert (page.html, page.completeness) == (html, "complete")
    assert page_from_file(PAGE[:-60]).completeness == "cut_off"
    assert page_from_file(WRAPPED["thought"]).html.strip() == PAGE
    assert page_from_file(WRAPPED["fence with prose"]).html.strip() == PAGE
    assert page_from_file("words").completeness == "none"
