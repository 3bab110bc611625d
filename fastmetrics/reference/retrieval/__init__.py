"""The definitions of retrieval in plain Python."""
