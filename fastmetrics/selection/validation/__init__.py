"""Scores over the folds of a split, and how far to trust them."""
