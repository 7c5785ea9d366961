"""vLLM."""

from presscheck.models.dialects.profile import Dialect, Place, Signature

VLLM = Dialect(
    name="vllm",
    label="vLLM",
    timing_fields=("metrics",),
    version=Place("/version", "version"),
    ports=(8000,),
    signatures=(Signature("/v1/models", "key", "data.0.owned_by=vllm"),),
)
