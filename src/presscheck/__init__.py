"""presscheck: asks a model for a one-file page, operates it, and says with evidence if it works."""

__version__ = "0.1.0"
