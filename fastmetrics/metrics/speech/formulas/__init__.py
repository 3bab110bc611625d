"""The records of speech."""
