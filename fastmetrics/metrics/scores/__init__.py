"""Scores against labels of two classes: metrics computed from one threshold sweep."""
