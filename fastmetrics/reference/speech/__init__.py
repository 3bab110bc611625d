"""The definitions of speech in plain Python."""
