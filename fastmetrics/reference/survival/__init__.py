"""Metrics of censored times, in plain Python."""
