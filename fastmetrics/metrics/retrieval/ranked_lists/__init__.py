"""Ranked lists of many queries, and what is measured of each."""
