"""Cases of retrieval."""
