"""Two models, several folds, in plain Python."""
