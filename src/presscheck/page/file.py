"""A file that is a page, or that holds an answer with one in it."""

from __future__ import annotations

from presscheck.core.page import Page
from presscheck.page.completeness import judge
from presscheck.page.extract import extract_page
from presscheck.page.patterns import THINK_TAG


def page_from_file(text: str) -> Page:
    """The page that a file is: all of it, where it begins as markup; else what an answer in it
    holds."""
    if text.lstrip("\ufeff \t\r\n\f").startswith("<") and not THINK_TAG.match(text.lstrip()):
        return judge(text, closed=False, finish="stop")
    return extract_page(text)
