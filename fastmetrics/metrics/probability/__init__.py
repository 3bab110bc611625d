"""Probabilities as forecasts of observed classes."""
