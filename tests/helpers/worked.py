"""The worked example and random data that the tests of the definitions share."""

import random

# Eight rows with one tie across the classes; counts by hand at every threshold:
#   threshold  .77 .62 .58 .47 .33 .23 .15
#   tp          1   1   2   3   3   4   4
#   fp          0   1   1   2   3   3   4
LABELS = [1, 0, 1, 1, 0, 0, 1, 0]
SCORES = [0.77, 0.62, 0.58, 0.47, 0.47, 0.33, 0.23, 0.15]
THRESHOLDS = [0.77, 0.62, 0.58, 0.47, 0.33, 0.23, 0.15]
TP = [1, 1, 2, 3, 3, 4, 4]
FP = [0, 1, 1, 2, 3, 3, 4]


def draw(seed, n=30, *, weights=False):
    """Return labels with both classes, scores full of ties, and weights or None."""
    rng = random.Random(seed)
    labels = [1, 0] + [rng.randrange(2) for _ in range(n - 2)]
    scores = [rng.randrange(8) / 4 for _ in range(n)]
    drawn = [rng.choice([0, 0.25, 1, 2.5]) for _ in range(n)]
    drawn[:2] = [1, 1]
    return labels, scores, drawn if weights else None


def rows(table):
    """Return (y_true, y_pred) with so many rows of label i predicted as j."""
    pairs = [
        (i, j)
        for i, line in enumerate(table)
        for j, count in enumerate(line)
        for _ in range(count)
    ]
    return [i for i, _ in pairs], [j for _, j in pairs]
