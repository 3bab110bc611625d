"""Cases of recommendation."""
