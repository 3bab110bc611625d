"""Cases of means over items."""
