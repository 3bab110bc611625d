"""Streams, large data, and interfaces to other libraries."""
