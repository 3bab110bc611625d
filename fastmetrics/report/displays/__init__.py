"""Displays: pictures of one kind as classes, from arrays, estimators and reports."""
