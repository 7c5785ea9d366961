"""Talking to model servers: endpoints, the streaming client, dialects, the built-in model."""

from presscheck.models.builtin import BUILTIN_ID, BuiltinModel, StartProgress
from presscheck.models.client import stream_chat
from presscheck.models.dialects import DIALECTS, Dialect, dialect_named
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
from presscheck.models.recognition import discover, recognise, recognised
from presscheck.models.speed import Speed, measure
from presscheck.models.state import ServerState, server_state, wait_until_idle

__all__ = [
    "BUILTIN_ID",
    "DIALECTS",
    "PROMPT_VERSION",
    "Answering",
    "BuiltinModel",
    "Delta",
    "Dialect",
    "Endpoint",
    "Failed",
    "Message",
    "ModelServerError",
    "ServerState",
    "Speed",
    "StartProgress",
    "StreamEnd",
    "StreamEvent",
    "TimingsUpdate",
    "UsageUpdate",
    "build_messages",
    "check_allowed",
    "dialect_named",
    "discover",
    "endpoint_at",
    "endpoint_from_environment",
    "generate",
    "list_models",
    "measure",
    "normalize_base_url",
    "recognise",
    "recognised",
    "server_state",
    "stream_chat",
    "wait_until_idle",
]
