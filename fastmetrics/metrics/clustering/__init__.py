"""Clusterings against labels or points."""
