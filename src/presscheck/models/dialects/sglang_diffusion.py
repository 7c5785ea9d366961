"""SGLang serving a block-diffusion model (`--dllm-algorithm`): LLaDA 2 and its kin.

A block of tokens (32 by default) is denoised as a whole and arrives as a whole, so one arrival is
many tokens. Which token is kept follows from the algorithm's confidence threshold, which is set
when the server starts; what a request says about sampling changes nothing.
"""

from presscheck.models.dialects.profile import Dialect, Place, Signature

SGLANG_DIFFUSION = Dialect(
    name="sglang-diffusion",
    label="SGLang (diffusion)",
    without_effect=frozenset({"temperature", "top_p", "seed", "response_format"}),
    version=Place("/server_info", "version"),
    slots=Place("/server_info", "max_running_requests"),
    busy=Place("/get_load", "num_reqs"),
    ports=(30000,),
    signatures=(
        Signature("/server_info", "key", "dllm_algorithm"),
        Signature("/get_server_info", "key", "dllm_algorithm"),
    ),
    notes=("It may serve one request at a time; others wait.",),
)
