"""The records of recommendation."""
