"""Definitions of the metrics of probabilities."""
