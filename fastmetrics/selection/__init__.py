"""Splitters, validation, search, and estimates of a model's error."""
