"""Confidence intervals of whatever is in the catalog, and of any callable."""
