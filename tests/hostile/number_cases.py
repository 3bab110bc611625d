"""Numbers that are awkward or wrong, for test_numbers.py."""

import decimal

import numpy as np
import pandas as pd
from hostile.probability_cases import WEIGHTS, with_first

__all__ = ["BAD", "HELD", "WEIGHTS", "P", "Y"]

nan, inf = np.nan, np.inf
# Eighths, above 0 and in the range of all dtypes.
Y = [3.0, 0.5, 2.0, 7.0, 1.25, 4.0]
P = [2.5, 1.0, 2.0, 8.0, 1.0, 5.5]


def bad_first(column, other):
    """Return what is wrong with one column, beside another."""
    return {
        "no rows": ([], []),
        "rows without columns": (np.zeros((6, 0)), np.zeros((6, 0))),
        "shorter": (column[:-1], other),
        "longer": ([*column, 1.0], other),
        "NaN": (with_first(nan, column), other),
        "infinite": (with_first(inf, column), other),
        "infinitely small": (with_first(-inf, column), other),
        "huge": (with_first(10**400, column), other),
        "None inside": (with_first(None, column), other),
        "text inside": (with_first("a", column), other),
        "text": (list("abcdef"), other),
        "complex": (np.array(column, complex), other),
        "decimal NaN": (with_first(decimal.Decimal("NaN"), column), other),
        "dates": (np.zeros(6, "M8[D]"), other),
        "differences of dates": (np.zeros(6, "m8[s]"), other),
        "an object": (object(), other),
        "None": (None, other),
        "a dict": ({"a": column}, other),
        "more axes": (np.array(column)[:, None, None], np.array(other)[:, None, None]),
        "no axes": (np.array(0.5), other),
        "a matrix": (np.stack([column, column], 1), other),
        "null": (pd.Series(column, dtype="Float64").mask([True] + [False] * 5), other),
        "ragged": ([[1.0, 2.0], [1.0]], [[1.0, 2.0], [1.0, 2.0]]),
    }


BAD = {
    **{f"y_true: {name}": pair for name, pair in bad_first(Y, P).items()},
    **{f"y_pred: {name}": pair[::-1] for name, pair in bad_first(P, Y).items()},
}
HELD = {
    "float32": lambda v: np.array(v, np.float32),
    "float16": lambda v: np.array(v, np.float16),
    "longdouble": lambda v: np.array(v, np.longdouble),
    "big endian": lambda v: np.array(v, ">f8"),
    "every other": lambda v: np.repeat(np.array(v), 2)[::2],
    "backwards": lambda v: np.array(v[::-1])[::-1],
    "a column of a matrix": lambda v: np.stack([v, v], 1)[:, 1],
    "a matrix of one column": lambda v: np.array(v)[:, None],
    "not aligned": lambda v: np.array([(0, x) for x in v], "u1,f8")["f1"],
    "read only": lambda v: np.broadcast_to(np.array(v), np.shape(v)),
    "objects": lambda v: np.array(v, object),
    "decimals": lambda v: [decimal.Decimal(x) for x in v],
    "pandas": pd.Series,
    "nullable": lambda v: pd.Series(v, dtype="Float64"),
    "a list": lambda v: v,
    "a tuple": tuple,
}
