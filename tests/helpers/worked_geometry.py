"""Points in clusters that the tests of the geometric indices share."""

import random

import numpy as np

# On a line, so that all can be worked by hand: 0, 1 against 4, 6, 8.
LINE = [[0], [1], [4], [6], [8]], ["a", "a", "b", "b", "b"]

# In the plane, distances 3, 4 and 5: (0,0), (3,0) against (0,4), and (9,12) alone.
PLANE = [[0, 0], [3, 0], [0, 4], [9, 12], [0, 4]], [2, 2, 0, 1, 0]


def draw(seed, n=15):
    """Return n points and their clusters: 2 to 5, all of the points too many."""
    rng = random.Random(seed)
    k, d = rng.randrange(2, 6), rng.choice([1, 2, 5])
    labels = [*range(k), *(rng.randrange(k) for _ in range(n - k))]
    rng.shuffle(labels)
    points = [[rng.gauss(label, 1) for _ in range(d)] for label in labels]
    return points, labels


CASES = [
    *map(draw, range(8)),
    LINE,
    PLANE,
    ([[0.5, 1]] * 4, [0, 0, 1, 1]),
    ([[1, 1], [2, 2], [1, 1], [2, 2], [5, 5]], [0, 0, 1, 1, 2]),
    ([[0, 0], [1, 2], [-1, 3]], [True, False, True]),
    (np.round(np.array(draw(9)[0]), 1).tolist(), draw(9)[1]),
]
