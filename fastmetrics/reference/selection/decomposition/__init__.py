"""Bias, variance and noise."""
