"""Two models, several folds: tests that know what folds have in common."""
