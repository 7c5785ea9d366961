"""Names for generations and groups that sort by the moment they were made (UUID version 7)."""

from __future__ import annotations

import secrets
import threading
import time
from uuid import UUID

_lock = threading.Lock()
_last = 0


def new_id() -> str:
    """32 hexadecimal digits: 48 bits of Unix milliseconds, then a counter, then chance
    (RFC 9562, section 5.7). Later ones of the same process sort later."""
    global _last
    with _lock:
        # 60 bits of time: milliseconds, and 12 bits that keep the order within one.
        moment = max(_last + 1, (time.time_ns() // 1_000_000) << 12)
        _last = moment
    value = (moment >> 12) << 80 | 7 << 76 | (moment & 0xFFF) << 64
    value |= 0b10 << 62 | secrets.randbits(62)
    return UUID(int=value).hex
