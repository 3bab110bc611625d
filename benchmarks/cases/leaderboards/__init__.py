"""Cases of judges, ratings and item scores."""
