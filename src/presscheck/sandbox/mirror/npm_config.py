"""Which npm registry this machine uses, and how to reach it: read from npm's own configuration.

Precedence as in npm: environment (`npm_config_*`, any case), then the `.npmrc` of the working
folder, of the user, of the machine. Where none of them names a registry, an installed npm is asked
for its default, then `packageurl`, which knows where npm packages come from; no registry is named
in this program.
"""

from __future__ import annotations

import asyncio
import base64
import os
import re
import shutil
import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from packageurl.contrib.purl2url import get_download_url

from presscheck.core.errors import PresscheckError

_REFERENCE = re.compile(r"\$\{([^}]+)\}")
_ASK_NPM_S = 5.0
_CERTIFICATES = ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "PIP_CERT", "NODE_EXTRA_CA_CERTS")


@dataclass(frozen=True, slots=True)
class NpmConfig:
    """Settings by npm's names, lower case, dashes; scoped and host-bound ones with their prefix."""

    values: Mapping[str, str] = field(default_factory=dict)
    origins: Mapping[str, str] = field(default_factory=dict)
    """Where each setting comes from: a file, or `environment`."""

    @classmethod
    def read(
        cls, environment: Mapping[str, str] | None = None, folder: Path | None = None
    ) -> NpmConfig:
        """Read environment and files. Missing files count for nothing."""
        environ = os.environ if environment is None else environment
        named = {
            _name(key[len("npm_config_") :]): value
            for key, value in environ.items()
            if key.lower().startswith("npm_config_") and value
        }
        home = Path(environ["HOME"]) if environ.get("HOME") else Path.home()
        prefix = named.get("prefix") or environ.get("PREFIX")
        machine = [Path("/etc/npmrc"), Path("/usr/etc/npmrc"), Path("/usr/local/etc/npmrc")]
        if prefix:
            machine.append(Path(prefix) / "etc" / "npmrc")
        if "globalconfig" in named:
            machine = [Path(named["globalconfig"])]
        values: dict[str, str] = {}
        origins: dict[str, str] = {}
        for path in [
            *machine,
            Path(named.get("userconfig", home / ".npmrc")),
            (folder or Path.cwd()) / ".npmrc",
        ]:
            found = _read_file(path, environ)
            values.update(found)
            origins.update(dict.fromkeys(found, str(path)))
        values.update(named)
        origins.update(dict.fromkeys(named, "environment"))
        return cls(values, origins)

    def registry_for(self, package: str) -> str | None:
        """The registry's address without a slash at its end, or None where none is named."""
        scope = package.split("/", 1)[0] if package.startswith("@") else ""
        address = self.values.get(f"{scope}:registry") if scope else None
        address = address or self.values.get("registry")
        return address.rstrip("/") if address else None

    def authorization_for(self, url: str) -> str | None:
        """The Authorization header for a URL. A key is sent only to the place it is bound to."""
        parts = urlsplit(url)
        host = f"//{parts.netloc.rpartition('@')[2]}"
        segments = parts.path.strip("/").split("/") if parts.path.strip("/") else []
        for length in range(len(segments), -1, -1):
            place = "/".join([host, *segments[:length]])
            for prefix in (place, f"{place}/"):
                if found := self._authorization(prefix):
                    return found
        return None

    def _authorization(self, prefix: str) -> str | None:
        if token := self.values.get(f"{prefix}:_authToken"):
            return f"Bearer {token}"
        if basic := self.values.get(f"{prefix}:_auth"):
            return f"Basic {basic}"
        user, password = (self.values.get(f"{prefix}:{key}") for key in ("username", "_password"))
        if user and password:
            plain = base64.b64decode(password).decode()
            return "Basic " + base64.b64encode(f"{user}:{plain}".encode()).decode()
        return None

    @property
    def proxy(self) -> str | None:
        """The proxy that npm is told of; those of the environment hold without it."""
        return self.values.get("https-proxy") or self.values.get("proxy")

    def tls(self, environment: Mapping[str, str] | None = None) -> ssl.SSLContext:
        """The system's certificates, with those that npm, Node.js and Python are told of."""
        environ = os.environ if environment is None else environment
        context = ssl.create_default_context()
        if self.values.get("strict-ssl", "true").lower() == "false":
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
        for extra in (self.values.get("cafile"), *(environ.get(name) for name in _CERTIFICATES)):
            if extra and Path(extra).exists():
                _trust(context, Path(extra))
        return context


def _trust(context: ssl.SSLContext, place: Path) -> None:
    """Trust a file of certificates, or a folder of them."""
    try:
        if place.is_dir():
            context.load_verify_locations(capath=place)
        else:
            context.load_verify_locations(cafile=place)
    except OSError as error:
        raise PresscheckError(
            f"The certificates in {place} cannot be read.",
            hint=f"Correct cafile in the npm configuration, or {', '.join(_CERTIFICATES)}.",
        ) from error


def _name(key: str) -> str:
    """npm's name of a setting. Host-bound names (`//host/:_authToken`) are kept as they are."""
    if key.startswith(("//", "@")):
        return key
    return key.lower().replace("_", "-").lstrip("-") if not key.startswith("_") else key


def _read_file(path: Path, environment: Mapping[str, str]) -> dict[str, str]:
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        # Absent or not ours to read: npm itself goes on without it.
        return {}
    found = {}
    for raw in text.splitlines():
        line = raw.strip()
        if not line or line[0] in ";#[" or "=" not in line:
            continue
        key, _, value = line.partition("=")
        value = value.strip().strip("\"'")
        found[_name(key.strip())] = _REFERENCE.sub(
            lambda match: environment.get(match[1], match[0]), value
        )
    return found


async def default_registry() -> str:
    """The registry where no configuration names one, without a slash at its end."""
    return await _ask_npm() or _usual_registry()


def _usual_registry() -> str:
    address = get_download_url("pkg:npm/a@1")  # type: ignore[no-untyped-call]
    parts = urlsplit(address or "")
    if not parts.netloc:
        raise PresscheckError(
            "No npm registry is configured on this machine.",
            hint="Set the environment variable npm_config_registry to the address of a registry "
            "(or `registry=` in ~/.npmrc).",
        )
    return f"{parts.scheme}://{parts.netloc}"


async def _ask_npm() -> str | None:
    """What an installed npm uses; None where there is none, or it does not say so in time."""
    npm = shutil.which("npm")
    if npm is None:
        return None
    process = await asyncio.create_subprocess_exec(
        *(npm, "config", "get", "registry"),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        async with asyncio.timeout(_ASK_NPM_S):
            said, _ = await process.communicate()
    except TimeoutError:
        return None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    address = said.decode(errors="replace").strip().rstrip("/")
    named = process.returncode == 0 and address.startswith(("https://", "http://"))
    return address if named else None
