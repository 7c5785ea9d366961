"""Answer text to one HTML file."""

from presscheck.page.extract import PageExtractor, extract_page
from presscheck.page.file import page_from_file
from presscheck.page.references import external_references

__all__ = ["PageExtractor", "external_references", "extract_page", "page_from_file"]
