"""The kinds of model servers that are known, and what is peculiar about each."""

from presscheck.models.dialects.generic import GENERIC
from presscheck.models.dialects.litellm import LITELLM
from presscheck.models.dialects.llama_cpp import LLAMA_CPP
from presscheck.models.dialects.lm_studio import LM_STUDIO
from presscheck.models.dialects.ollama import OLLAMA
from presscheck.models.dialects.openai import OPENAI
from presscheck.models.dialects.openrouter import OPENROUTER
from presscheck.models.dialects.profile import Dialect, Place, Signature
from presscheck.models.dialects.sglang import SGLANG
from presscheck.models.dialects.sglang_diffusion import SGLANG_DIFFUSION
from presscheck.models.dialects.transformers_serve import TRANSFORMERS_SERVE
from presscheck.models.dialects.vllm import VLLM

DIALECTS: dict[str, Dialect] = {
    dialect.name: dialect
    for dialect in (
        LITELLM,
        SGLANG_DIFFUSION,
        SGLANG,
        LLAMA_CPP,
        VLLM,
        OLLAMA,
        LM_STUDIO,
        TRANSFORMERS_SERVE,
        OPENAI,
        OPENROUTER,
        GENERIC,
    )
}
"""By name, in the order in which a server is compared with them: a proxy shows the marks of what
stands behind it, and SGLang's diffusion mode those of SGLang."""


def dialect_named(name: str) -> Dialect:
    """The dialect of that name; `generic` for one that is not known (any more)."""
    return DIALECTS.get(name, GENERIC)


__all__ = ["DIALECTS", "GENERIC", "Dialect", "Place", "Signature", "dialect_named"]
