"""LM Studio."""

from presscheck.models.dialects.profile import Dialect, Signature

LM_STUDIO = Dialect(
    name="lmstudio",
    label="LM Studio",
    timing_fields=("stats",),
    ports=(1234,),
    signatures=(
        Signature("/api/v0/models", "key", "data.0.compatibility_type"),
        Signature("/api/v1/models", "key", "models.0.loaded_instances"),
    ),
)
