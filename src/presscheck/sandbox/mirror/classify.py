"""From a URL to what it stands for. Pure: nothing is fetched, nothing is looked up."""

from __future__ import annotations

from presscheck.sandbox.mirror.address import parse_address
from presscheck.sandbox.mirror.cdns import BY_HOST
from presscheck.sandbox.mirror.targets import Dead, Missing, Target, Unknown


def classify(url: str) -> Target:
    """What the mirror would serve for `url`, or why nothing."""
    address = parse_address(url)
    if address is None:
        return Missing("this is no address of the web")
    known = BY_HOST.get(address.host)
    if known is None:
        return Unknown(f"{address.host} is no library host that the mirror knows")
    target = known(address)
    if address.path.endswith(".map") and not isinstance(target, Dead):
        return Missing("source maps are for people who debug, not for pages")
    return target
