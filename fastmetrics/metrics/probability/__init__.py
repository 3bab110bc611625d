"""Probabilities: how good they are as forecasts of what was observed."""
