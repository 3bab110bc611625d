"""Regression: predicted numbers and other forecasts, against observed numbers."""
