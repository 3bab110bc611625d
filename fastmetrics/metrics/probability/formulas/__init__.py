"""The records of the family, and what is read off its sums."""
