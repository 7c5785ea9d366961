"""SGLang, with autoregressive models."""

from presscheck.models.dialects.profile import Dialect, Place, Signature

SGLANG = Dialect(
    name="sglang",
    label="SGLang",
    version=Place("/server_info", "version"),
    slots=Place("/server_info", "max_running_requests"),
    busy=Place("/get_load", "num_reqs"),
    ports=(30000,),
    signatures=(
        Signature("/v1/models", "key", "data.0.owned_by=sglang"),
        Signature("/get_model_info", "key", "model_path"),
    ),
)
