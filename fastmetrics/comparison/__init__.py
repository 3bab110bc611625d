"""Tests and comparisons of models: is A better than B, and by how much.

They take scores, labels or tables of numbers, never estimators, and each returns a
result that states its finding in a sentence.
"""
