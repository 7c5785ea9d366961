"""The library mirror: public CDN URLs answered from npm packages, checked and kept."""

from presscheck.sandbox.mirror.mirror import Mirror

__all__ = ["Mirror"]
