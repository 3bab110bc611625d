"""Twins of the metrics of numbers and of forecasts of them."""
