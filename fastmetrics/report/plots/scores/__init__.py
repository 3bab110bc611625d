"""The pictures of scores, read off the sweeps that their plan has made."""
