"""Operates a page and says what works: plan, explore, probes, verdict."""
