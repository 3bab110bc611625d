"""Cases of censored times."""
