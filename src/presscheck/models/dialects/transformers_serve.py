"""`transformers serve` of Hugging Face.

It refuses a body with fields that it does not use (HTTP 422), `stream_options` among them; usage
comes with the finish chunk, and the stream ends without `[DONE]`. It loads a model on its first
request, which can take minutes.
"""

from presscheck.models.dialects.profile import Dialect, Signature

TRANSFORMERS_SERVE = Dialect(
    name="transformers",
    label="transformers serve",
    stream_options=False,
    refused_fields=frozenset(
        {
            "stream_options",
            "max_completion_tokens",
            "presence_penalty",
            "reasoning_effort",
            "response_format",
            "logprobs",
            "n",
            "user",
        }
    ),
    ports=(8000,),
    signatures=(Signature("/openapi.json", "key", "paths./load_model"),),
)
