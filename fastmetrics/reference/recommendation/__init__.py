"""The definitions of recommendation in plain Python."""
