"""BootstrapCDN under its three names: Bootstrap, Font Awesome 4, Bootswatch, Bootstrap Icons."""

from __future__ import annotations

from presscheck.sandbox.mirror.address import Address
from presscheck.sandbox.mirror.targets import Missing, PackageFile, Target, first_of

HOSTS = ("maxcdn.bootstrapcdn.com", "stackpath.bootstrapcdn.com", "netdna.bootstrapcdn.com")


def classify(address: Address) -> Target:
    pieces = address.path.split("/")
    if len(pieces) < 3 or not pieces[-1]:
        return Missing("BootstrapCDN has nothing there")
    name, version, file = pieces[0], pieces[1], "/".join(pieces[2:])
    if name == "bootstrap":
        return PackageFile("bootstrap", version, f"dist/{file}")
    if name == "font-awesome":
        return PackageFile("font-awesome", version, file)
    if name == "bootswatch":
        return first_of(
            PackageFile("bootswatch", version, f"dist/{file}"),
            PackageFile("bootswatch", version, file),
        )
    return Missing("BootstrapCDN has nothing there")
