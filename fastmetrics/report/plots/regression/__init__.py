"""Pictures of regression: predictions, residuals, and how large errors are."""
