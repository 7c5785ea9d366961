"""Ollama. Its default context is a few thousand tokens, whatever limit a request names."""

from presscheck.models.dialects.profile import Dialect, Place, Signature

OLLAMA = Dialect(
    name="ollama",
    label="Ollama",
    version=Place("/api/version", "version"),
    ports=(11434,),
    signatures=(Signature("/", "body", "Ollama is running"),),
    notes=(
        "Its context is set on the server (OLLAMA_CONTEXT_LENGTH); the default cuts pages off.",
    ),
)
