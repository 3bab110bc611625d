"""Pictures of probabilities."""
