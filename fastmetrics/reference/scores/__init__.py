"""Definitions of the metrics of scores."""
