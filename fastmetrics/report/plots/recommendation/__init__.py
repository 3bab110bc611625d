"""Pictures of lists of items."""
