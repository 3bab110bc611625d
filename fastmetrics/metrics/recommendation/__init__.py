"""Recommendation: coverage, diversity and novelty of lists of recommended items."""
