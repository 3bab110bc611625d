"""Formulas on tables of two clusterings and on distances."""
