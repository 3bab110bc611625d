"""Cases of splits, validation and search."""
