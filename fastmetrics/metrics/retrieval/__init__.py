"""Retrieval: ranked lists of documents compared with relevance judgements."""
