"""Definitions of the metrics of predicted labels."""
