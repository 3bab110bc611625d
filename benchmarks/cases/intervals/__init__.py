"""Cases of intervals, by family."""
