"""Sealed Chromium, the frozen clock, the watchdog, the library mirror, the preview's seal."""
