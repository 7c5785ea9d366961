"""llama.cpp's `llama-server`."""

from presscheck.models.dialects.profile import Dialect, Place, Signature

LLAMA_CPP = Dialect(
    name="llama.cpp",
    label="llama.cpp",
    timing_fields=("timings",),
    version=Place("/props", "build_info"),
    slots=Place("/props", "total_slots"),
    busy=Place("/slots", "is_processing"),
    ports=(8080,),
    signatures=(
        Signature("/v1/models", "key", "data.0.owned_by=llamacpp"),
        Signature("/props", "key", "default_generation_settings"),
    ),
)
