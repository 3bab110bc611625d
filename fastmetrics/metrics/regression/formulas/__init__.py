"""Formulas on sums of errors, of products and of pairs."""
