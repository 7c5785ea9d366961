"""The kinds of model servers that are known, and what is peculiar about each."""

from presscheck.models.dialects.generic import GENERIC
from presscheck.models.dialects.profile import Dialect

DIALECTS: dict[str, Dialect] = {dialect.name: dialect for dialect in (GENERIC,)}


def dialect_named(name: str) -> Dialect:
    """The dialect of that name; `generic` for one that is not known (any more)."""
    return DIALECTS.get(name, GENERIC)


__all__ = ["DIALECTS", "Dialect", "dialect_named"]
