"""The LiteLLM proxy, in front of any server."""

from presscheck.models.dialects.profile import Dialect, Place, Signature

LITELLM = Dialect(
    name="litellm",
    label="LiteLLM proxy",
    version=Place("/health/readiness", "litellm_version"),
    ports=(4000,),
    signatures=(
        Signature("/health/readiness", "key", "litellm_version"),
        Signature("/v1/models", "header", "x-litellm-version"),
    ),
    notes=("Figures are those of the proxy and the server behind it together.",),
)
