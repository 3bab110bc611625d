"""Formulas on counts, each written once, for one table and for thousands."""
