"""Labels and scores to begin with, and the layouts an array can have."""

import numpy as np

from fastmetrics._inputs.scores import split_scores

LABELS = [0, 0, 1, 1, 0]
SCORES = [0.1, 0.4, 0.35, 0.8, -0.5]
INTEGERS = ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"]
FLOATS = ["f2", "f4", "f8", "g"]


def halves(split):
    """Return the scores of the positives and of the negatives, each sorted."""
    scores = split.kind.decode(split.keys)
    return sorted(scores[: split.n_pos].tolist()), sorted(
        scores[split.n_pos :].tolist()
    )


def expected(labels, scores, positive):
    rows = list(zip(labels, scores, strict=True))
    return (
        sorted(s for y, s in rows if y == positive),
        sorted(s for y, s in rows if y != positive),
    )


def split(y_true, y_score=SCORES, pos_label=None):
    return split_scores(y_true, y_score, pos_label=pos_label)


def spread(values, dtype=None):
    """Return the layouts in which an array can hold the same values."""
    plain = np.array(values, dtype=dtype)
    n = len(plain)
    wide = np.zeros((n, 3), dtype=plain.dtype)
    wide[:, 1] = plain
    packed = np.zeros(n, dtype=[("a", "i1"), ("b", plain.dtype)])
    packed["b"] = plain
    read_only = plain.copy()
    read_only.flags.writeable = False
    return {
        "plain": plain,
        "strided": wide[:, 1],
        "reversed": plain[::-1].copy()[::-1],
        "fortran": np.asfortranarray(wide)[:, 1],
        "unaligned": packed["b"],
        "swapped": plain.astype(plain.dtype.newbyteorder("S")),
        "read-only": read_only,
        "column": plain[:, None],
        "subclass": plain.view(np.recarray),
    }
