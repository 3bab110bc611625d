"""ItemCounts, and what makes it."""
