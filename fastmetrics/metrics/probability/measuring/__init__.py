"""Sums over rows of probabilities, and contributions of each row."""
