"""Fairness: how far a model's decisions differ between groups of rows."""
