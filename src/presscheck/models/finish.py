"""The servers' words for why an answer ended."""

from __future__ import annotations

from presscheck.core.generation import FinishState
from presscheck.models.faults import Fault

_STATES: dict[str, FinishState] = {
    "stop": "stop",
    "eos": "stop",
    "eos_token": "stop",
    "end_turn": "stop",
    "stop_sequence": "stop",
    "length": "length",
    "max_tokens": "length",
    "max_output_tokens": "length",
    "model_length": "length",
}

_FAULTS: dict[str, tuple[str, str]] = {
    "abort": (
        "The server aborted the answer.",
        "It may have been overloaded or restarted; look at its log.",
    ),
    "error": ("The server failed while it was answering.", "Look at the server's log."),
    "repetition": (
        "The server stopped the answer because the model repeated itself.",
        "Try another temperature, or a repetition penalty in the extra body.",
    ),
    "content_filter": (
        "The server's content filter stopped the answer.",
        "Word the line differently, or ask another server.",
    ),
    "tool_calls": (
        "The model called a tool instead of answering.",
        "No tools are offered to it; ask another model.",
    ),
    "function_call": (
        "The model called a function instead of answering.",
        "No functions are offered to it; ask another model.",
    ),
}


def finish_state(reason: str) -> FinishState | Fault:
    """What a finish reason means; a Fault where it is no end that an answer should have.

    A word that is not known leaves open whether the answer is whole, hence `incomplete`.
    """
    word = reason.lower()
    if word in _FAULTS:
        message, hint = _FAULTS[word]
        return Fault(message, hint, reason=reason)
    return _STATES.get(word, "incomplete")
