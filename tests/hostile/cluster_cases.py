"""Clusterings and points that are awkward or wrong, for test_hostile_clustering.py."""

import decimal
import fractions

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
from hostile.score_cases import BrokenArray, OnlyArray, OnlyDLPack, inf, nan
from scipy import sparse

# ---- two labellings: where we do other than scikit-learn ----

# case -> why it is refused, though scikit-learn takes it or stumbles over it inside
REFUSED = {
    "None in a list": "a missing label is none; there the sort fails",
    "only None": "the same",
    "None among strings": "the same",
    "null string in pandas": "the same",
    "null string in PyArrow": "the same",
    "null in a dictionary": "the same",
    "null category": "the same",
    "NaN among strings": "a missing label is none; there it becomes the name 'nan'",
    "masked": "what is masked is missing; there the mask is ignored",
    "objects": "labels are numbers, strings or dates",
    "sets": "the same",
    "dict": "a mapping is no column",
    "set": "it has no order",
    "structured": "a row of several fields is no label",
    "void": "raw bytes are no labels",
    "broken __array__": "what it raises comes as the cause of one TypeError",
    "None": "no column at all; there it is one of no dimension",
}

# ---- points: each to be tried with the labels below ----

A, B = [0.25, 0.5, 0.75, 4.5, 5.0, 5.25], [1.0, 0.5, 0.0, 3.5, 3.0, 4.0]
X = np.array([A, B]).T
LABELS = [0, 0, 0, 1, 1, 1]


def changed(value, dtype=float):
    """Return the points with another number in front."""
    points = X.astype(dtype)
    points[0, 0] = value
    return points


POINTS = {
    "integers": (8 * X).astype(int),
    "bool": X > 2,
    "uint8": (8 * X).astype(np.uint8),
    "float16": X.astype(np.float16),
    "float32": X.astype(np.float32),
    "longdouble": X.astype(np.longdouble),
    "one feature": X[:, :1],
    "a column of a frame": pd.DataFrame({"a": A}),
    "lists": X.tolist(),
    "tuples": tuple(map(tuple, X.tolist())),
    "list of arrays": list(X),
    "objects": X.astype(object),
    "fractions": [[fractions.Fraction(v) for v in row] for row in X],
    "decimals": [[decimal.Decimal(v) for v in row] for row in X],
    "digits": (8 * X).astype(int).astype(str),
    "equal points": np.ones((6, 2)),
    "huge": X * 1e150,
    "tiny": X * 1e-150,
    "NaN": changed(nan),
    "inf": changed(inf),
    "-inf": changed(-inf),
    "float32 NaN": changed(nan, np.float32),
    "None": None,
    "a None inside": changed(None, object),
    "a string inside": changed("a", object),
    "strings": np.full((6, 2), "a"),
    "bytes": np.full((6, 2), b"1"),
    "a string": "abcdef",
    "a number": 1.0,
    "0-d": np.array(1.0),
    "one dimension": A,
    "three dimensions": X[:, :, None],
    "ragged": [[1.0], [1.0, 2.0], [3.0], [4.0], [5.0], [6.0]],
    "no rows": np.empty((0, 2)),
    "no features": np.empty((6, 0)),
    "empty list": [],
    "too short": X[:5],
    "too long": np.r_[X, X[:1]],
    "complex": X + 0j,
    "complex with an imaginary part": X + 1j,
    "masked": np.ma.masked_array(X, mask=X > 5.1),
    "masked without a mask": np.ma.masked_array(X),
    "matrix": X.view(np.matrix),
    "dates": np.arange(12).reshape(6, 2).astype("M8[D]"),
    "time differences": np.arange(12).reshape(6, 2).astype("m8[D]"),
    "structured": np.zeros(6, "f8,f8"),
    "structured matrix": np.zeros((6, 2), "f8,f8"),
    "dict": {"a": A, "b": B},
    "set": {1.0, 2.0},
    "generator": (row for row in X),
    "an object": object(),
    "broken __array__": BrokenArray(),
    "null in pandas": pd.DataFrame({"a": [None, *A[1:]], "b": B}, dtype="Float64"),
    "null in Polars": pl.DataFrame({"a": [None, *A[1:]], "b": B}),
    "null in PyArrow": pa.table({"a": [None, *A[1:]], "b": B}),
    "text in a frame": pd.DataFrame({"a": A, "b": list("abcdef")}),
    "sparse": sparse.csr_array(X),
    "sparse with NaN": sparse.csr_array(changed(nan)),
    "sparse column": sparse.csr_array(X[:, :1]),
}

# case -> why it is refused, though scikit-learn takes it or stumbles over it inside
POINTS_REFUSED = {
    "masked": "what is masked is missing; there the mask is ignored",
    "digits": "text is no number; there one function reads it and others do not",
    "bytes": "the same",
    "complex": "no order of sizes; there one function drops the imaginary part",
    "complex with an imaginary part": "the same",
    "dates": "no numbers; there they become some, by no unit of anybody's choice",
    "time differences": "the same",
    "structured": "a row of several fields is no point",
    "structured matrix": "the same",
    "dict": "a mapping is no matrix",
    "set": "it has no order",
    "broken __array__": "what it raises comes as the cause of one TypeError",
    "null in pandas": "missing, and said so; there one function stumbles over it",
}
# (case, function) -> why its value is not scikit-learn's
OTHER_VALUES = {
    (
        "float16",
        "davies_bouldin_score",
    ): "there centroids have half precision",
    ("tiny", "davies_bouldin_score"): "there distances below 1e-8 are 0",
}

CLOTHES = {
    "Fortran": np.asfortranarray,
    "strided": lambda x: np.repeat(np.repeat(x, 2, axis=0), 3, axis=1)[::2, ::3],
    "backward": lambda x: np.array(x[::-1, ::-1])[::-1, ::-1],
    "transposed": lambda x: np.ascontiguousarray(x.T).T,
    "other byte order": lambda x: x.astype(x.dtype.newbyteorder()),
    "unaligned": lambda x: np.frombuffer(
        bytearray(b"\0" + x.tobytes()), x.dtype, offset=1
    ).reshape(x.shape),
    "lists": lambda x: x.tolist(),
    "tuples": lambda x: tuple(map(tuple, x.tolist())),
    "list of arrays": list,
    "objects": lambda x: x.astype(object),
    "longdouble": lambda x: x.astype(np.longdouble),
    "float16": lambda x: x.astype(np.float16),
    "only __array__": OnlyArray,
    "only DLPack": OnlyDLPack,
    "masked, no mask": np.ma.masked_array,
    "pandas": lambda x: pd.DataFrame(x, index=range(9, 9 - len(x), -1)),
    "pandas of Arrow": lambda x: pd.DataFrame(x).astype(pd.ArrowDtype(pa.float64())),
    "pandas nullable": lambda x: pd.DataFrame(x).convert_dtypes(),
    "Polars": lambda x: pl.DataFrame(x),
    "PyArrow": lambda x: pa.table({f"{j}": x[:, j] for j in range(x.shape[1])}),
}

# ---- where labels of points differ ----

LABELS_REFUSED = {
    **REFUSED,
    "bytes": "are no text, and no numbers; there they pass as either",
    "bytes objects": "the same",
}
