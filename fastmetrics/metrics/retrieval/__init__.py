"""Retrieval: ranked lists of documents compared with what is relevant."""
