"""Recommendation: lists of recommended items, judged beyond their accuracy."""
