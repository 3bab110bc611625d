"""Labels that are awkward or wrong, for test_hostile_labels.py."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
from hostile.score_cases import (
    CLOTHES,
    BrokenArray,
    W,
    Y,
    chunked_dictionary,
    first,
    inf,
    masked,
    nan,
    y,
)
from scipy import sparse

P = [0, 1, 0, 0, 1, 1]
p = np.array(P)
TEXT = ["no", "yes", "yes", "no", "yes", "no"]
GUESS = ["no", "yes", "no", "no", "yes", "yes"]

# ---- columns, each to be tried as labels, as predictions and as both ----

AWKWARD = {
    "one class": [1] * 6,
    "one other class": [7] * 6,
    "three classes": [0, 1, 2, 0, 1, 2],
    "labels 1 and 2": [1, 2, 2, 1, 2, 1],
    "labels -1 and 1": [-1, 1, 1, -1, 1, -1],
    "bool": y.astype(bool),
    "uint8": y.astype(np.uint8),
    "whole floats": [0.0, 1.0, 1.0, 0.0, 1.0, 0.0],
    "float32": y.astype(np.float32),
    "-0.0": [-0.0, 1, 1, 0, 1, 0],
    "past 2**53": [2**53, 2**53 + 1, 2**53 + 1, 2**53, 2**53 + 1, 2**53],
    "past 2**63": np.array([2**63, 2**64 - 1] * 3, np.uint64),
    "halves": [0.5, 1, 1, 0, 1, 0],
    "NaN": first(nan, Y),
    "inf": first(inf, Y),
    "strings": TEXT,
    "string array": np.array(TEXT),
    "string objects": np.array(TEXT, object),
    "digits": list("011010"),
    "empty strings": ["", "a", "a", "", "a", ""],
    "strings and numbers": [0, "1", 1, 0, 1, 0],
    "a string": "011010",
    "bytes": [b"n", b"y", b"y", b"n", b"y", b"n"],
    "bytes objects": np.array([b"n", b"y", b"y", b"n", b"y", b"n"], object),
    "None": None,
    "a number": 1,
    "one row": [1],
    "too short": Y[:5],
    "too long": [*Y, 1],
    "a column": y[:, None],
    "a frame of one column": pd.DataFrame({"a": Y}),
    "a row": y[None],
    "three dimensions": y[:, None, None],
    "no columns": np.empty((6, 0)),
    "indicators": np.c_[y, 1 - y],
    "bool indicators": np.c_[y, 1 - y] > 0,
    "float indicators": np.c_[y, 1 - y] / 1.0,
    "lists of indicators": [[v, 1 - v] for v in Y],
    "three indicators": np.c_[y, 1 - y, y],
    "sparse indicators": sparse.csr_array(np.c_[y, 1 - y]),
    "sparse with stored zeros": sparse.csr_array(
        (np.array([0, 1, 1, 1, 0, 1, 1.0]), [0, 1, 0, 1, 1, 0, 1], range(0, 8, 1)),
        shape=(7, 2),
    )[:6],
    "sparse, one of each": sparse.coo_array(np.c_[y, 1 - y]),
    "a frame of indicators": pd.DataFrame({"a": Y, "b": P}),
    "indicators of 0 and 2": np.c_[2 * y, 2 - 2 * y],
    "indicators of -1 and 1": np.c_[2 * y - 1, 1 - 2 * y],
    "indicators of all ones": np.ones((6, 2), int),
    "several outputs": np.c_[y, y + 1, y + 2],
    "continuous outputs": np.c_[y, y] + 0.5,
    "NaN among indicators": np.c_[first(nan, Y), P],
    "ragged": [[1], [1, 2], [3], [4], [5], [6]],
    "complex": y + 0j,
    "sparse column": sparse.csr_array(y[:, None]),
    "masked without a mask": np.ma.masked_array(y),
    "null in pandas": pd.Series(first(None, Y), dtype="Int64"),
    "null bool in pandas": pd.Series(first(None, [True] * 6), dtype="boolean"),
    "null in PyArrow": pa.array(first(None, Y)),
    "null in a chunk": pa.chunked_array([[None], Y[1:]], pa.int64()),
    "null in Polars": pl.Series(first(None, Y)),
    "an object": object(),
    "empty list": [],
    "empty array": np.empty(0, int),
    "no rows of indicators": np.empty((0, 2), int),
    "None in a list": first(None, Y),
    "only None": [None] * 6,
    "None among strings": first(None, TEXT),
    "NaN among strings": first(nan, TEXT),
    "null string in pandas": pd.Series(first(None, TEXT), dtype="string"),
    "null category": pd.Series(first(None, TEXT), dtype="category"),
    "null string in PyArrow": pa.array(first(None, TEXT)),
    "null in a dictionary": pa.array(first(None, TEXT)).dictionary_encode(),
    "0-d": np.array(1),
    "masked": masked(Y),
    "dates": np.arange(6).astype("M8[D]"),
    "time differences": np.arange(6).astype("m8[D]"),
    "structured": np.zeros(6, "i4,f8"),
    "void": np.zeros(6, "V4"),
    "tuples": [(0,), (1,), (1,), (0,), (1,), (0,)],
    "sets": [{0}, {1}, {1}, {0}, {1}, {0}],
    "objects": np.array([object() for _ in Y]),
    "mixed objects": np.array([0, "1", 1, 0, 1, 0], object),
    "large integers": [10**400, 1, 1, 0, 1, 0],
    "dict": dict(enumerate(Y)),
    "set": set(Y),
    "broken __array__": BrokenArray(),
    "matrix": y.view(np.matrix),
}

# ---- the same labels in other clothes ----

TEXT_CLOTHES = {
    "tuple": tuple,
    "array": np.array,
    "objects": lambda values: np.array(values, object),
    "wide array": lambda values: np.array(values, "U40"),
    "strided": lambda values: np.repeat(np.array(values), 2)[::2],
    "other byte order": lambda values: np.array(values).astype(">U3"),
    "np.str_": lambda values: list(np.array(values)),
    "StringDType": lambda values: np.array(values, np.dtypes.StringDType()),
    "column": lambda values: np.array(values)[:, None],
    "pandas": pd.Series,
    "pandas string": lambda values: pd.Series(values, dtype="string"),
    "pandas of Arrow": lambda values: pd.Series(values, dtype="string[pyarrow]"),
    "pandas categories": lambda values: pd.Series(values, dtype="category"),
    "pandas ordered": lambda values: pd.Series(
        pd.Categorical(values, ["no", "unused", "yes"], ordered=True)
    ),
    "pandas index": pd.Index,
    "Polars": pl.Series,
    "Polars categories": lambda values: pl.Series(values, dtype=pl.Categorical),
    "Polars enum": lambda values: pl.Series(values, dtype=pl.Enum(["-", "no", "yes"])),
    "PyArrow": pa.array,
    "PyArrow large": lambda values: pa.array(values, pa.large_string()),
    "PyArrow view": lambda values: pa.array(values, pa.string_view()),
    "PyArrow chunks": lambda values: pa.chunked_array([values[:2], [], values[2:]]),
    "PyArrow dictionary": lambda values: pa.array(values).dictionary_encode(),
    "PyArrow dictionary chunks": chunked_dictionary,
    "PyArrow dictionary slice": lambda values: pa.array(
        ["other", *values, "other"]
    ).dictionary_encode()[1:-1],
}
NUMBER_CLOTHES = {
    name: put_on
    for name, put_on in CLOTHES.items()
    if name not in ("fractions", "decimals")
}

# ---- where we do other than scikit-learn ----

# case -> why it is refused, though scikit-learn takes it or stumbles over it inside
REFUSED = {
    "NaN among strings": "a missing label is none; there it becomes the name 'nan'",
    "masked": "what is masked is missing; there the mask is ignored",
    "0-d": "not a column, and said so at once",
    "time differences": "they are equal to no number; there they are compared as such",
    "objects": "labels are numbers, strings or dates",
    "mixed objects": "a mix of numbers and strings is a TypeError wherever it is found",
    "dict": "a mapping is no column",
    "set": "it has no order",
    "broken __array__": "what it raises comes as the cause of one TypeError",
    "matrix": "it has two dimensions whatever is done to it",
}


def refused(case, side):
    """Whether we alone refuse it there, or refuse it in another way."""
    if case == "time differences":
        return side != "both"
    return case in REFUSED


# case -> what it is read as, though scikit-learn refuses it
TAKEN = {
    "large integers": [5, 1, 1, 0, 1, 0],  # numbers of any size are labels
}
MCM = "multilabel_confusion_matrix"
# (case, function or None for all) -> why its value is not scikit-learn's
OTHER_VALUES = {
    ("-0.0", "classification_report"): "-0.0 is 0.0, and is called so",
    ("past 2**63", "confusion_matrix"): (
        "there the labels meet as floats, and rows are lost"
    ),
    ("past 2**63", "classification_report"): (
        "there labels that meet as floats are shown rounded"
    ),
    ("sparse with stored zeros", None): "a stored 0 is a 0; there it counts as a 1",
    ("indicators of -1 and 1", "classification_report"): (
        "there other functions take them and this one does not"
    ),
}


def other_value(case, name):
    return (case, name) in OTHER_VALUES or (case, None) in OTHER_VALUES


# Whole numbers wherever rows are counted; there floats if no row at all is right.
INTEGERS = {"multilabel_confusion_matrix"}

# weights -> what they are read as, though scikit-learn refuses them
WEIGHTS_TAKEN = {"one column": W}  # a column is one, as labels may be
# weights that scikit-learn stumbles over -> why
WEIGHTS_OURS = {"string objects": "refused as numbers that they are not; there inside"}
# functions that are too small or too large for their products there, and 0 or NaN then
OVERFLOWING = {"matthews_corrcoef": ("large", "small")}
# (pos_label, labels) -> why that label is not among these, though there it is
POS_LABELS_OURS = {("'1'", "only 1"): "a string is no number; there 1 becomes '1'"}
# (option, its value) -> labels of which columns are chosen by whole numbers only; there
# by what these become when they meet whole numbers
OPTIONS_OURS = {
    ("labels", "array([1., 0.])"): ("indicators",),
    ("labels", "[True, False]"): ("indicators",),
}
