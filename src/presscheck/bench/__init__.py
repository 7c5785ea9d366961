"""Suites, runs, speed, statistics, reports."""
