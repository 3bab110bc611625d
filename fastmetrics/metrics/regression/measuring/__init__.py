"""Quantities computed from the rows: sums of errors, losses, ranks and pairs."""
