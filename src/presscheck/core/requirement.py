"""The one line that a person asks for."""

from __future__ import annotations

import re
import unicodedata
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict

from presscheck.core.errors import UsageError

MAX_REQUIREMENT_CHARS = 4_000
"""A line longer than this is a document. Models are asked one line, and so are plans."""

Language = Literal["en", "zh"]

_WHITE_SPACE = re.compile(r"\s+")
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
_LATIN_WORD = re.compile(r"[A-Za-z]{2,}")


def normalize_requirement(text: str) -> str:
    """Fold white space and Unicode forms. Raises UsageError for an empty or an oversized line."""
    line = _WHITE_SPACE.sub(" ", unicodedata.normalize("NFC", text)).strip()
    line = "".join(c for c in line if unicodedata.category(c) not in ("Cc", "Cs"))
    if not line:
        raise UsageError(
            "The requirement is empty.", hint="Type one line that says what the page should do."
        )
    if len(line) > MAX_REQUIREMENT_CHARS:
        raise UsageError(
            f"The requirement has {len(line):,} characters; at most {MAX_REQUIREMENT_CHARS:,} fit.",
            hint="Ask for the page in one line.",
        )
    return line


def detect_language(text: str) -> Language:
    """Chinese where Han characters outnumber Latin words, else English."""
    return "zh" if len(_HAN.findall(text)) > len(_LATIN_WORD.findall(text)) else "en"


RequirementText = Annotated[str, AfterValidator(normalize_requirement)]


class Requirement(BaseModel):
    """A normalised line and the language that it is written in."""

    model_config = ConfigDict(frozen=True)

    text: RequirementText
    lang: Language

    @classmethod
    def parse(cls, text: str) -> Requirement:
        line = normalize_requirement(text)
        return cls(text=line, lang=detect_language(line))
