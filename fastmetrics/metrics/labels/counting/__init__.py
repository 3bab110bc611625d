"""From labels to their counts."""
