"""Hosts that are gone, or that no longer belong to those whom pages trusted."""

from __future__ import annotations

from presscheck.sandbox.mirror.address import Address
from presscheck.sandbox.mirror.targets import Dead, Target

_HIJACKED = "was sold and has served malware since 2024"
_WHY = {
    "polyfill.io": f"polyfill.io {_HIJACKED}",
    "cdn.polyfill.io": f"polyfill.io {_HIJACKED}",
    "www.polyfill.io": f"polyfill.io {_HIJACKED}",
    "bootcdn.net": f"this host {_HIJACKED}",
    "cdn.bootcdn.net": f"this host {_HIJACKED}",
    "cdn.bootcss.com": f"this host {_HIJACKED}",
    "cdn.staticfile.org": f"this host {_HIJACKED}",
    "cdn.staticfile.net": f"this host {_HIJACKED}",
    "rawgit.com": "RawGit was shut down in 2018",
    "cdn.rawgit.com": "RawGit was shut down in 2018",
    "cdn.mathjax.org": "cdn.mathjax.org was shut down in 2017",
    "c328740.ssl.cf1.rackcdn.com": "this MathJax host was shut down in 2014",
    "cdn.pika.dev": "Pika CDN was shut down in favour of Skypack",
    "wzrd.in": "wzrd.in was shut down",
}

HOSTS = tuple(_WHY)


def classify(address: Address) -> Target:
    return Dead(_WHY[address.host])
