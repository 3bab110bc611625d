"""How many examples hypothesis draws for a test."""

import os

# Whether each run draws others (with --hypothesis-seed=N); else they are the same.
RANDOM = os.environ.get("FASTMETRICS_RANDOM_TESTS", "0") not in ("", "0")


def examples(random, same=25):
    """Return how many of random ones; fewer if they are the same again and again."""
    return random if RANDOM else min(random, same)
