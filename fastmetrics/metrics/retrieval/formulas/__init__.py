"""The records of retrieval."""
