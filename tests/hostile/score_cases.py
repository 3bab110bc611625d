"""Arguments that are awkward or wrong, for test_hostile.py."""

import array
import decimal
import fractions
from functools import partial

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
from scipy import sparse

# Scores that half precision holds, so that every dtype means the same.
Y = [0, 1, 1, 0, 1, 0]
S = [0.25, 0.5, 0.75, 0.5, 1.0, 0.0]
W = [1.0, 2.0, 0.5, 1.0, 3.0, 1.5]
y, s, w = np.array(Y), np.array(S), np.array(W)
nan, inf = np.nan, np.inf


class OnlyDLPack:
    """Speaks DLPack and nothing else."""

    def __init__(self, values):
        self.values = np.asarray(values)

    def __dlpack__(self, **options):
        return self.values.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.values.__dlpack_device__()


class OnlyArray:
    """Has ``__array__`` and nothing else."""

    def __init__(self, values):
        self.values = np.asarray(values)

    def __array__(self, dtype=None, copy=None):
        return np.array(self.values, dtype=dtype)


class BrokenArray:
    def __array__(self, dtype=None, copy=None):
        raise RuntimeError("no data today")


def masked(values):
    return np.ma.masked_array(values, mask=[1, 0, 0, 0, 0, 0])


def first(value, values):
    """Return the values with another in front."""
    return [value, *values[1:]]


# ---- the same as scikit-learn: y_true, y_score ----

AS_THEIRS = {
    "only positives": ([1, 1, 1], [0.1, 0.2, 0.3]),
    "only negatives": ([0, 0, 0], [0.1, 0.2, 0.3]),
    "one positive": ([1], [0.5]),
    "one negative": ([0], [0.5]),
    "all ties": (Y, [0.5] * 6),
    "score NaN": (Y, first(nan, S)),
    "score inf": (Y, first(inf, S)),
    "score -inf": (Y, first(-inf, S)),
    "score NaN in pandas": (Y, pd.Series(first(nan, S))),
    "label NaN": (first(nan, Y), S),
    "label inf": (first(inf, Y), S),
    "y_true shorter": (Y[:5], S),
    "y_score shorter": (Y, S[:5]),
    "y_score None": (Y, None),
    "y_true None": (None, S),
    "y_score a number": (Y, 0.5),
    "both numbers": (1, 0.5),
    "columns": (y[:, None], s[:, None]),
    "nested lists": ([[v] for v in Y], [[v] for v in S]),
    "frames of a column": (pd.DataFrame({"a": Y}), pd.DataFrame({"b": S})),
    "rows": (y[None], s[None]),
    "three dimensions": (y[:, None, None], s[:, None, None]),
    "no columns": (Y, np.empty((6, 0))),
    "two columns of labels": (np.c_[y, 1 - y], S),
    "ragged scores": (Y, [[1], [1, 2], [3], [4], [5], [6]]),
    "ragged labels": ([[1], [1, 2], [3], [4], [5], [6]], S),
    "complex scores": (Y, s + 1j),
    "complex labels": (y + 0j, S),
    "sparse scores": (Y, sparse.csr_matrix(s)),
    "sparse labels": (sparse.csr_array(y[None]), S),
    "both sparse": (sparse.csr_array(y[:, None]), sparse.csr_array(s[:, None])),
    "masked without a mask": (np.ma.masked_array(y), np.ma.masked_array(s)),
    "string labels": (["no", "yes", "yes", "no", "yes", "no"], S),
    "digits as labels": (list("011010"), S),
    "strings and numbers": ([0, "1", 1, 0, 1, 0], S),
    "bytes labels": ([b"n", b"y", b"y", b"n", b"y", b"n"], S),
    "bytes objects": (np.array([b"n", b"y", b"y", b"n", b"y", b"n"], object), S),
    "a string for y_true": ("011010", S),
    "continuous labels": ([0.5, 1, 1, 0, 1, 0], S),
    "three labels": (np.array([0, 1, 2, 0, 1, 2]), s),
    "labels 0 and 2": ([0, 2, 2, 0, 2, 0], S),
    "labels 1 and 2": ([1, 2, 2, 1, 2, 1], S),
    "labels -1 and 1": ([-1, 1, 1, -1, 1, -1], S),
    "labels -1 and 0": ([-1, 0, 0, -1, 0, -1], S),
    "only label 5": ([5] * 6, S),
    "only label -1": ([-1] * 6, S),
    "only label 'a'": (["a"] * 6, S),
    "label -0.0": ([-0.0, 1, 1, 0, 1, 0], S),
    "scores past 2**63": (Y, [2**63, 1, 2, 3, 4, 5]),
    "null score in pandas": (Y, pd.Series(first(None, S), dtype="Float64")),
    "null label in pandas": (pd.Series(first(None, Y), dtype="Int64"), S),
    "null bool in pandas": (pd.Series(first(None, [True] * 6), dtype="boolean"), S),
    "null score in PyArrow": (Y, pa.array(first(None, S))),
    "null label in PyArrow": (pa.array(first(None, Y)), S),
    "null in a chunk": (Y, pa.chunked_array([[None], S[1:]], pa.float64())),
    "null score in Polars": (Y, pl.Series(first(None, S))),
    "null label in Polars": (pl.Series(first(None, Y)), S),
    "an object": (Y, object()),
}

# ---- what scikit-learn takes, or fails on somewhere inside, and we refuse ----

no, odd = ValueError, TypeError
REFUSED = {
    "empty lists": ([], [], no),
    "empty arrays": (np.empty(0, int), np.empty(0), no),
    "empty columns": (np.empty((0, 1)), np.empty((0, 1)), no),
    "score None": (Y, first(None, S), no),
    "label None": (first(None, Y), S, no),
    "only None labels": ([None] * 6, S, no),
    "None among strings": (first(None, list("011010")), S, no),
    "NaN among strings": (first(nan, list("011010")), S, no),
    "null string in pandas": (
        pd.Series(first(None, list("abbaba")), dtype="string"),
        S,
        no,
    ),
    "0-d score": (Y, np.array(0.5), (no, odd)),
    "0-d label": (np.array(1), S, (no, odd)),
    "masked scores": (Y, masked(S), no),
    "masked labels": (masked(Y), S, no),
    "strings as scores": (Y, list("abcdef"), no),
    "digits as scores": (Y, list("123456"), no),
    "bytes as scores": (Y, [b"1"] * 6, no),
    "string objects as scores": (Y, np.array(list("abcdef"), object), no),
    "mixed objects as scores": (Y, np.array([1, "a", 2, 3, 4, 5], object), no),
    "mixed objects as labels": (np.array([0, "1", 1, 0, 1, 0], object), S, (no, odd)),
    "dates as scores": (Y, np.arange(6).astype("M8[D]"), no),
    "time differences as scores": (Y, np.arange(6).astype("m8[D]"), no),
    "structured scores": (Y, np.zeros(6, "i4,f8"), odd),
    "structured labels": (np.zeros(6, "i4,f8"), S, odd),
    "void scores": (Y, np.zeros(6, "V4"), odd),
    "integer beyond floats": (Y, [10**400, 1, 2, 3, 4, 5], no),
    "Decimal NaN": (Y, first(decimal.Decimal("nan"), [decimal.Decimal(1)] * 6), no),
    "dict": (Y, dict(enumerate(S)), odd),
    "set": (Y, set(range(6)), odd),
    "generator": (Y, (v for v in S), odd),
    "broken __array__": (Y, BrokenArray(), odd),
    "matrix": (Y, s.view(np.matrix), odd),
}
if np.finfo(np.longdouble).max > np.finfo(np.float64).max:
    huge = np.array(["1e400", *"12345"], np.longdouble)
    REFUSED["long doubles beyond doubles"] = (Y, huge, no)

# ---- the same values in other clothes ----


def strided(values):
    return np.repeat(np.asarray(values), 3)[1::3]


def backward(values):
    return np.array(values[::-1])[::-1]


def read_only(values):
    array = np.array(values)
    array.flags.writeable = False
    return array


def fortran(values):
    return np.asfortranarray(np.array([values, values]).T)[:, 1]


def swapped(values):
    array = np.asarray(values)
    return array.astype(array.dtype.newbyteorder())


def unaligned(values):
    array = np.asarray(values)
    buffer = bytearray(b"\0" + array.tobytes())
    return np.frombuffer(buffer, array.dtype, offset=1)


def chunked(values):
    return pa.chunked_array([values[:1], [], values[1:4], values[4:]])


def chunked_dictionary(values):
    parts = [pa.array(part).dictionary_encode() for part in (values[:2], values[2:])]
    return pa.chunked_array(parts)


CLOTHES = {
    "list": list,
    "tuple": tuple,
    "strided": strided,
    "backward": backward,
    "read-only": read_only,
    "Fortran": fortran,
    "other byte order": swapped,
    "unaligned": unaligned,
    "one column": lambda values: np.array(values)[:, None],
    "NumPy scalars": lambda values: list(np.array(values)),
    "float16": partial(np.array, dtype=np.float16),
    "float32": partial(np.array, dtype=np.float32),
    "longdouble": partial(np.array, dtype=np.longdouble),
    "objects": partial(np.array, dtype=object),
    "array.array": lambda values: array.array("d", values),
    "memoryview": lambda values: memoryview(np.array(values)),
    "only __array__": OnlyArray,
    "only DLPack": OnlyDLPack,
    "subclass": lambda values: np.array(values).view(np.recarray),
    "masked, no mask": np.ma.masked_array,
    "pandas": lambda values: pd.Series(values, index=range(9, 3, -1)),
    "pandas index": pd.Index,
    "pandas nullable": lambda values: pd.Series(values).convert_dtypes(),
    "pandas of Arrow": lambda values: pd.Series(
        values, dtype=pd.ArrowDtype(pa.float64())
    ),
    "pandas categories": lambda values: pd.Series(values, dtype="category"),
    "pandas frame of one column": lambda values: pd.DataFrame({"a": values}),
    "Polars": pl.Series,
    "Polars chunks": lambda values: pl.Series(values[:2]).append(pl.Series(values[2:])),
    "PyArrow": pa.array,
    "PyArrow slice": lambda values: pa.array([9, *values, 9], pa.float64())[1:-1],
    "PyArrow chunks": chunked,
    "PyArrow dictionary": lambda values: pa.array(values).dictionary_encode(),
    "PyArrow dictionary chunks": chunked_dictionary,
    "fractions": lambda values: [fractions.Fraction(v) for v in values],
    "decimals": lambda values: [decimal.Decimal(v) for v in values],
}
NOT_FOR_LABELS = {"fractions", "decimals"}
DTYPES = ("bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "uint64")

# ---- weights ----

WEIGHTS_AS_THEIRS = {
    "NaN": first(nan, W),
    "inf": first(inf, W),
    "all zero": [0.0] * 6,
    "too few": W[:5],
    "too many": [*W, 1.0],
    "none": [],
    "one column": w[:, None],
    "two columns": np.c_[w, w],
    "one row": w[None],
    "complex": w + 0j,
    "a string": "abcdef",
    "string objects": np.array(list("abcdef"), object),
    "sparse": sparse.csr_array(w[None]),
    "null in pandas": pd.Series(first(None, W), dtype="Float64"),
    "null in PyArrow": pa.array(first(None, W)),
    "integers": [1, 2, 3, 4, 5, 6],
    "uint8": np.array([1, 2, 3, 4, 5, 255], np.uint8),
    "bool": [True, False, True, True, False, True],
    "float32": np.array(W, np.float32),
    "-0.0": first(-0.0, W),
    "some zero": [0, 2, 0, 1, 3, 1],
    "no weight on positives": [1, 0, 0, 1, 0, 1],
    "no weight on negatives": [0, 1, 1, 0, 1, 0],
    "weight on one row": [0, 0, 1, 0, 0, 0],
    "large": [1e150] * 6,
    "small": [1e-150] * 6,
}
WEIGHTS_REFUSED = {
    "negative": (first(-1.0, W), no),
    "all negative": ([-1.0] * 6, no),
    "None": (first(None, W), no),
    "masked": (masked(W), no),
    "digits": (list("123456"), no),
    "bytes": ([b"1"] * 6, no),
    "dates": (np.arange(6).astype("M8[D]"), no),
    "dict": ({}, odd),
    "a number": (2.0, (no, odd)),
    "0-d": (np.array(2.0), (no, odd)),
}


# ---- positive labels ----

LABELS = {
    "0, 1": Y,
    "-1, 1": [2 * v - 1 for v in Y],
    "strings": ["yes" if v else "no" for v in Y],
    "bool": [bool(v) for v in Y],
    "floats": [float(v) for v in Y],
    "three": [0, 1, 2, 0, 1, 2],
    "three strings": list("abcabc"),
    "only 1": [1] * 6,
}
POS_LABELS = {
    "0": 0, "1": 1, "2": 2, "-1": -1, "1.0": 1.0, "0.5": 0.5, "NaN": nan, "inf": inf,
    "True": True, "False": False, "'yes'": "yes", "'no'": "no", "'a'": "a", "''": "",
    "'1'": "1", "np.int8": np.int8(1), "np.str_": np.str_("yes"), "300": 300,
}  # fmt: skip
