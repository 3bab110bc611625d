"""Pairs of transcripts, drawn, and the worked examples that all functions share."""

import random

# reference, hypothesis, H, S, D, I; the fewest edits in RapidFuzz's order.
WORKED = [
    ("a b c d e", "a x c e f", 2, 3, 0, 0),
    ("c a b", "a b b", 1, 2, 0, 0),
    ("a", "b c d", 0, 1, 0, 2),
    ("", "b c", 0, 0, 0, 2),
    ("b c", "", 0, 0, 2, 0),
    ("", "", 0, 0, 0, 0),
    (" a\tb ", "a b", 2, 0, 0, 0),
]
# The same as sclite counts them.
SCLITE = [
    ("d b a d", "e c e d b", 1, 3, 0, 1),
    ("a b c d e", "a x c e f", 3, 1, 1, 1),
    ("", "b c", 0, 0, 0, 2),
]


def drawn_words(seed, n_pairs=60, longest=14, alphabet="abcd"):
    """Return two columns of texts of few different words, some of them empty."""
    draw = random.Random(seed)

    def text():
        return " ".join(draw.choices(alphabet, k=draw.randrange(longest)))

    return [text() for _ in range(n_pairs)], [text() for _ in range(n_pairs)]
