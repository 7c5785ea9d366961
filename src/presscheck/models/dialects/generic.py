"""Any server of which nothing is known but that it speaks the common chat API."""

from presscheck.models.dialects.profile import Dialect

GENERIC = Dialect(
    name="generic",
    label="OpenAI-compatible server",
    timing_fields=("timings", "metrics", "stats"),
)
