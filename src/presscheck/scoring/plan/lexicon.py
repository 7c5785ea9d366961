"""The lexicon: what people ask for and what that means as checks, read from the YAML files."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from presscheck.core.errors import PresscheckError
from presscheck.core.steps import Expectation, Step
from presscheck.scoring.plan.patterns import han_words, literal_words

Text = dict[Literal["en", "zh"], str]
Use = str | dict[str, dict[str, Any]]
"""A check by its name, or by its name with the values of its slots."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class CheckEntry(_Strict):
    """A check with slots in braces; a piece in [brackets] is left out when its slot is empty."""

    en: str
    zh: str
    probe: str | None = None
    params: dict[str, Any] = Field(default_factory=dict)
    steps: list[Step] = Field(default_factory=list)
    expectations: list[Expectation] = Field(default_factory=list)
    by: list[str] = Field(default_factory=list, description="slots that tell two such apart")


class KindEntry(_Strict):
    """A kind of page, or of part of a page, and what makes it that kind."""

    en: list[str] = Field(default_factory=list)
    zh: list[str] = Field(default_factory=list)
    name: Text | None = None
    traits: list[str] = Field(default_factory=list)
    thing: Text | None = None
    slots: dict[str, Any] = Field(default_factory=dict)
    asked: list[Use] = Field(default_factory=list)
    expected: list[Use] = Field(default_factory=list)
    part: list[Use] | None = Field(default=None, description="asked when it is one of many parts")
    opened: dict[str, str] | None = Field(
        default=None, description="how a person says, by language, that it was opened and used"
    )
    unless: list[str] = Field(
        default_factory=list, description="gives way where another kind has one of these traits"
    )
    general: bool = Field(default=False, description="gives way to a more special kind")
    fallback: bool = Field(default=False, description="gives way to any kind")


class Variant(_Strict):
    when: list[str] = Field(default_factory=list, description="one of these traits or facts")
    unless: list[str] = Field(default_factory=list)
    asked: list[Use] = Field(default_factory=list)
    expected: list[Use] = Field(default_factory=list)


class DemandEntry(_Strict):
    """A behaviour, quantity or constraint; the first variant that fits is taken."""

    en: list[str] = Field(default_factory=list)
    zh: list[str] = Field(default_factory=list)
    stands: bool = Field(default=False, description="is a refusal itself, never turned round")
    inside: bool = Field(default=False, description="may lie within the name of a kind")
    near: list[str] = Field(default_factory=list, description="only with one of these traits")
    thing: Text | None = None
    asked: list[Use] = Field(default_factory=list)
    variants: list[Variant] = Field(default_factory=list)
    drops: list[str] = Field(default_factory=list, description="checks that are not asked then")


class Rule(_Strict):
    """What two facts together ask for."""

    all: list[str]
    none: list[str] = Field(default_factory=list)
    asked: list[Use] = Field(default_factory=list)
    drops: list[str] = Field(default_factory=list)


class Words(_Strict):
    """Words that ask for nothing, or turn a demand round."""

    filler: list[str]
    style: list[str]
    negations: list[str]
    stop_en: list[str]
    stop_zh: list[str]
    heads: list[str]
    not_typos: list[str]


class Topic(_Strict):
    """A subject, in the words that a page about it would use."""

    en: list[str]
    zh: list[str]
    words: dict[str, list[str]] = Field(default_factory=dict)
    body: bool = False


class Lexicon(_Strict):
    checks: dict[str, CheckEntry] = Field(default_factory=dict)
    kinds: dict[str, KindEntry] = Field(default_factory=dict)
    demands: dict[str, DemandEntry] = Field(default_factory=dict)
    rules: list[Rule] = Field(default_factory=list)
    topics: dict[str, Topic] = Field(default_factory=dict)
    items: dict[str, Topic] = Field(default_factory=dict)
    defaults: dict[str, dict[str, Any]] = Field(default_factory=dict)
    takes_thing: list[str] = Field(default_factory=list)
    words: Words

    def vocabulary(self) -> set[str]:
        """Latin words of three letters and more that typing errors may be corrected to."""
        return {w for p in self._patterns() for w in literal_words(p) if len(w) >= 3}

    def han_vocabulary(self) -> set[str]:
        return {w for p in self._patterns() for w in han_words(p)}

    def _patterns(self) -> list[str]:
        entries: list[KindEntry | DemandEntry | Topic] = [
            *self.kinds.values(), *self.demands.values(), *self.topics.values(),
            *self.items.values(),
        ]  # fmt: skip
        patterns = [p for entry in entries for p in (*entry.en, *entry.zh)]
        return [*patterns, *self.words.filler, *self.words.style]


@cache
def load_lexicon() -> Lexicon:
    """All files of the lexicon as one. Files of one section are merged; a name stands once."""
    merged: dict[str, Any] = {}
    folder = resources.files("presscheck.scoring.plan") / "lexicon"
    for file in sorted(folder.iterdir(), key=lambda f: f.name):
        if not file.name.endswith(".yaml"):
            continue
        content = yaml.load(file.read_text("utf-8"), Loader=_WordLoader)
        for section, entries in content.items():
            _merge(merged, section, entries, file.name)
    try:
        return Lexicon.model_validate(merged)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(p) for p in first["loc"])
        raise PresscheckError(
            f"The planner's lexicon is wrong at {where}: {first['msg']}"
        ) from error


_BOOL = "tag:yaml.org,2002:bool"


class _WordLoader(yaml.SafeLoader):
    """YAML in which "no", "on" and "yes" are words: only true and false are truth values."""


_WordLoader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in pairs if tag != _BOOL]
    for first, pairs in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_WordLoader.add_implicit_resolver(_BOOL, re.compile(r"^(?:true|false)$"), list("tf"))


def _merge(merged: dict[str, Any], section: str, entries: Any, file: str) -> None:
    if isinstance(entries, list):
        merged.setdefault(section, []).extend(entries)
        return
    known = merged.setdefault(section, {})
    for name, entry in entries.items():
        if name in known:
            raise PresscheckError(f"The planner's lexicon has {section} “{name}” twice ({file}).")
        known[name] = entry
