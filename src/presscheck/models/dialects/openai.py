"""OpenAI's own API. Its reasoning models know only the newer name of the token limit."""

from presscheck.models.dialects.profile import Dialect

OPENAI = Dialect(
    name="openai",
    label="OpenAI",
    token_limit_field="max_completion_tokens",
    hosts=("api.openai.com",),
    notes=("Reasoning models refuse a temperature; leave it empty.",),
)
