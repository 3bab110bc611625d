"""The pictures of clusterings."""
