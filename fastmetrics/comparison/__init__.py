"""Tests and comparisons of models: is A better than B, and by how much.

They take scores, labels or tables of numbers, never estimators, and every one of them
returns a result that says in a sentence what was found.
"""
