"""Font Awesome's own hosts: the free style sheets, scripts and fonts; kits belong to accounts."""

from __future__ import annotations

import re

from presscheck.sandbox.mirror.address import Address
from presscheck.sandbox.mirror.targets import Missing, PackageFile, Target, Unknown

HOSTS = ("use.fontawesome.com", "kit.fontawesome.com", "pro.fontawesome.com")

_RELEASE = re.compile(r"releases/v(?P<version>\d+\.\d+\.\d+)/(?P<file>.+)")


def classify(address: Address) -> Target:
    if address.host != "use.fontawesome.com":
        return Unknown("kits and Pro icons belong to someone's account")
    if match := _RELEASE.fullmatch(address.path):
        return PackageFile("@fortawesome/fontawesome-free", match["version"], match["file"])
    if re.fullmatch(r"[0-9a-f]{10}\.(?:js|css)", address.path):
        return Unknown("embed codes belong to someone's account")
    return Missing("use.fontawesome.com has nothing there")
