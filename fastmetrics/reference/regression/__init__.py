"""Measures of numbers, and of forecasts of them."""
