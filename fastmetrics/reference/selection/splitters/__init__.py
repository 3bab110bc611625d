"""Splitters: which rows a model is trained on, and which test it."""
