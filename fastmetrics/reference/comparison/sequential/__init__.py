"""Tests that may be looked at after every row, in plain Python."""
