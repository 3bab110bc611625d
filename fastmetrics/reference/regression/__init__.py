"""Measures of numbers, and of forecasts of them."""

"""Twins of the metrics of numbers and of forecasts of them."""
"""Definitions of the metrics of regression."""
