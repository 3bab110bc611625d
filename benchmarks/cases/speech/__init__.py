"""Cases of speech."""
