"""Tests of models on the same rows, or on the same data sets, in plain Python."""
