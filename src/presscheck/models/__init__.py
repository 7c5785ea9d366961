"""Talking to model servers: endpoints, the streaming client, dialects, the built-in model."""

from presscheck.models.builtin import BUILTIN_ID, BuiltinModel, StartProgress
from presscheck.models.client import stream_chat
from presscheck.models.endpoints import (
    Endpoint,
    check_allowed,
    endpoint_at,
    endpoint_from_environment,
    normalize_base_url,
)
from presscheck.models.events import (
    Answering,
    Delta,
    Failed,
    StreamEnd,
    StreamEvent,
    TimingsUpdate,
    UsageUpdate,
)
from presscheck.models.faults import ModelServerError
from presscheck.models.generate import generate
from presscheck.models.listing import list_models
from presscheck.models.prompt import PROMPT_VERSION, Message, build_messages

__all__ = [
    "BUILTIN_ID",
    "PROMPT_VERSION",
    "Answering",
    "BuiltinModel",
    "Delta",
    "Endpoint",
    "Failed",
    "Message",
    "ModelServerError",
    "StartProgress",
    "StreamEnd",
    "StreamEvent",
    "TimingsUpdate",
    "UsageUpdate",
    "build_messages",
    "check_allowed",
    "endpoint_at",
    "endpoint_from_environment",
    "generate",
    "list_models",
    "normalize_base_url",
    "stream_chat",
]
