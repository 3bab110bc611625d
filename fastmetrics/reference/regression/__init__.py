"""Definitions of the metrics of regression."""
