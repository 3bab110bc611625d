"""The pictures of predicted labels, read off their counts."""
