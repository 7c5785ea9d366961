"""The one HTML file inside an answer."""

from __future__ import annotations

import hashlib
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Completeness = Literal["complete", "cut_off", "abbreviated", "none"]
"""`cut_off`: the answer ended before the document did. `abbreviated`: the model left parts out
("rest unchanged"). `none`: the answer holds no page."""


class Page(BaseModel):
    """The HTML exactly as the model wrote it, never repaired."""

    model_config = ConfigDict(frozen=True)

    html: str
    completeness: Completeness
    reasons: list[str] = Field(default_factory=list, description="why it is not `complete`")

    @property
    def data(self) -> bytes:
        """The bytes that are previewed, scored and downloaded."""
        return self.html.encode("utf-8", errors="surrogatepass")

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.data).hexdigest()
