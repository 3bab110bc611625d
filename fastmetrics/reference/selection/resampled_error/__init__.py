"""Errors estimated without refits, or from bootstrap resamples."""
