"""OpenRouter: comments keep the line open, errors may come in the middle of a stream."""

from presscheck.models.dialects.profile import Dialect

OPENROUTER = Dialect(
    name="openrouter",
    label="OpenRouter",
    hosts=("openrouter.ai",),
    notes=("Which provider answers, and how fast, may change from request to request.",),
)
