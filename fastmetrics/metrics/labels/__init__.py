"""Predicted labels against true ones: everything that is read off counts."""
