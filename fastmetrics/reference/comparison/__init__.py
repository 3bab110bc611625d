"""Tests and comparisons of models, in plain Python."""
