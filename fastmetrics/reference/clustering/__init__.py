"""Definitions of the metrics of clusterings."""
