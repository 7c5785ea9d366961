"""Work grows no faster than the answer: counted in characters scanned, not in seconds."""

from __future__ import annotations

import re

import pytest

from presscheck.page import PageExtractor, extract_page

UNITS = {
    "markup": '<p class="a">text</p>\n',
    "fences in markup": "```\n",
    "fences in a script": "<script>\n```\n</script>\n",
    "open scripts with fences": "<script>\n```\n",
    "documents": "```html\n<!DOCTYPE html><p>x</html>\n```\nor\n",
    "bare documents": "<!DOCTYPE html><p>x</html>\n",
    "thoughts": "<think>x</think>\n",
    "ends of thoughts": "x</think>\n",
    "open tags": "<a ",
    "quotes": '<a b="',
    "open comments": "<!--",
    "backticks": "`",
    "white space": " \n",
    "white space in fences": "```\n   \n",
    "angle brackets": "<",
    "prose": "Some words. ",
}


class Counting(PageExtractor):
    scanned = 0

    def _next(self, pattern: re.Pattern[str]) -> tuple[str, re.Match[str] | None]:
        match = pattern.search(self._buffer, self._at)
        self.scanned += (match.end() if match else len(self._buffer)) - self._at
        return super()._next(pattern)


def scanned(answer: str, size: int) -> int:
    extractor = Counting()
    for at in range(0, len(answer), size):
        extractor.feed(answer[at : at + size])
    extractor.finish()
    return extractor.scanned


@pytest.mark.parametrize("start", ["", "```html\n<!DOCTYPE html>\n<body>\n"])
@pytest.mark.parametrize("name", UNITS)
def test_each_character_is_scanned_about_once(name: str, start: str) -> None:
    size = 60_000
    answer = start + UNITS[name] * (size // len(UNITS[name]))
    assert scanned(answer, len(answer)) <= 3 * len(answer) + 1_000
    assert scanned(answer, 4_000) <= 3 * len(answer) + 1_000 + 256 * (size // 4_000)


def test_an_answer_of_twenty_megabytes() -> None:
    html = f"<!DOCTYPE html><html><body>{('<p>' + 'line ' * 40 + '</p>') * 93_000}</body></html>"
    assert len(html) > 19_000_000
    page = extract_page(f"Here it is:\n```html\n{html}\n```\n")
    assert page.html == html + "\n"
    assert page.completeness == "complete"
