"""Probabilities that are awkward or wrong, for test_probability.py."""

import decimal

import numpy as np
import pandas as pd

nan, inf = np.nan, np.inf
Y = [0, 1, 1, 0, 1, 0]
P = [0.25, 0.5, 0.75, 0.5, 1.0, 0.0]
CLASSES = [0, 1, 2, 2, 1, 0]
# Eighths, which every dtype holds, and which sum to one.
Q = [
    *([0.5, 0.25, 0.25], [0.125, 0.75, 0.125], [0.25, 0.25, 0.5]),
    *([0.0, 0.0, 1.0], [0.25, 0.5, 0.25], [0.125, 0.375, 0.5]),
]


def with_first(value, rows):
    """Return rows with another value in the first place."""
    first = [value, *rows[0][1:]] if isinstance(rows[0], list) else value
    return [first, *rows[1:]]


def bad(truth, proba):
    """Return what every function refuses, of a column or of a matrix."""
    deep = np.array(proba)[..., None, None]
    return {
        "no rows": ([], []),
        "rows without columns": (truth, np.zeros((6, 0))),
        "truth is shorter": (truth[:-1], proba),
        "truth is longer": ([*truth, 1], proba),
        "NaN": (truth, with_first(nan, proba)),
        "infinite": (truth, with_first(inf, proba)),
        "above one": (truth, with_first(1.5, proba)),
        "just above one": (truth, with_first(np.nextafter(1, 2), proba)),
        "below zero": (truth, with_first(-0.25, proba)),
        "just below zero": (truth, with_first(-5e-324, proba)),
        "huge": (truth, with_first(10**400, proba)),
        "None inside": (truth, with_first(None, proba)),
        "text inside": (truth, with_first("a", proba)),
        "complex": (truth, np.array(proba, complex)),
        "decimal NaN": (truth, with_first(decimal.Decimal("NaN"), proba)),
        "dates": (truth, np.zeros(np.shape(proba), "M8[D]")),
        "an object": (truth, object()),
        "None": (truth, None),
        "a dict": (truth, {"a": proba}),
        "more axes": (truth, deep),
        "no axes": (truth, np.array(0.5)),
        "null": (truth, pd.DataFrame(proba).mask(pd.DataFrame(proba) == 0.5, pd.NA)),
        "truth None": (None, proba),
        "truth has None": ([None, *truth[1:]], proba),
        "truth has NaN": ([nan, *truth[1:]], proba),
        "truth has fractions": ([0.5, *truth[1:]], proba),
        "truth has more axes": (np.zeros((6, 1, 1), int), proba),
        "truth is an object": (object(), proba),
        "truth of one more class": ([7, *truth[1:]], proba),
    }


BAD_COLUMNS = bad(Y, P)
BAD_MATRICES = {
    **bad(CLASSES, Q),
    "truth of one class": ([1] * 6, Q),
    "truth of two classes": (Y, Q),
    "ragged": (CLASSES, [*Q[:-1], [1.0]]),
}
WEIGHTS = {
    "too few": [1.0] * 5,
    "negative": [-1.0, *[1.0] * 5],
    "NaN": [nan, *[1.0] * 5],
    "infinite": [inf, *[1.0] * 5],
    "all zero": [0.0] * 6,
    "text": list("abcdef"),
    "a matrix": np.ones((6, 2)),
}
HELD = {
    "float32": lambda v: np.array(v, np.float32),
    "big endian": lambda v: np.array(v, ">f8"),
    "every other": lambda v: np.repeat(np.array(v), 2, axis=0)[::2],
    "backwards": lambda v: np.array(v[::-1])[::-1],
    "Fortran": lambda v: np.asfortranarray(v),
    "read only": lambda v: np.broadcast_to(np.array(v), np.shape(v)),
    "objects": lambda v: np.array(v, object),
    "pandas": lambda v: pd.DataFrame(v).squeeze(axis=1),
    "a list": lambda v: v,
}
