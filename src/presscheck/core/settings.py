"""Where things are kept and how the tool is set up, from the environment (PRESSCHECK_...)."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from platformdirs import PlatformDirs
from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

_DIRS = PlatformDirs("presscheck", appauthor=False)


class Settings(BaseSettings):
    """One data folder holds everything; each part can be placed elsewhere.

    XDG rules hold by default: the data folder under XDG_DATA_HOME, what can be fetched again
    (model weights, library mirror) under XDG_CACHE_HOME.
    """

    model_config = SettingsConfigDict(env_prefix="PRESSCHECK_", extra="ignore")

    data_dir: Path = Field(default_factory=lambda: _DIRS.user_data_path)
    cache_dir: Path = Field(default_factory=lambda: _DIRS.user_cache_path)
    database_url: str | None = None
    chromium: Path | None = Field(default=None, description="browser to use instead of the found")
    host: str = "127.0.0.1"
    port: int = 8765
    token: SecretStr | None = Field(default=None, description="needed when bound beyond loopback")
    allow_unsealed: bool = Field(default=False, description="score even where no seal works")
    allow_endpoint: list[str] = Field(default_factory=list, description="URL prefixes; empty: any")

    @cached_property
    def resolved_database_url(self) -> str:
        return self.database_url or f"sqlite+aiosqlite:///{self.data_dir / 'presscheck.db'}"

    @property
    def blob_dir(self) -> Path:
        return self.data_dir / "blobs"

    @property
    def mirror_dir(self) -> Path:
        return self.cache_dir / "mirror"

    @property
    def models_dir(self) -> Path:
        return self.cache_dir / "models"
