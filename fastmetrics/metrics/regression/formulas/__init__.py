"""Formulas on sums of errors, and the records of the family's metrics."""
