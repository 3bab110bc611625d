"""Regression: numbers, and forecasts of them, compared with what was observed."""
