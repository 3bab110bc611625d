"""Scores against labels of two classes: what is read off one threshold sweep."""
