"""Labels, predictions, weights and options for the differential tests of hard labels.

As in strategies.py, a `LabelCase` is drawn as plain Python lists, which go to the
reference, together with the containers they are dressed in for the library.
"""

import inspect
import operator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import pandas
import polars
import pyarrow
from differential.strategies import MOST_ROWS, Column, containers
from hypothesis import strategies as st
from scipy import sparse

NAN = np.nan  # scikit-learn knows this very object, not math.nan
EMPTY = inspect.Parameter.empty

# ------------------------------------------------------------------------------ labels


@dataclass(frozen=True)
class Coding:
    """Values that labels have, the dtypes that hold them, and one that none has."""

    values: tuple[Any, ...]
    dtypes: tuple[str, ...]
    unknown: Any


INTS = ("int8", "int16", "int32", "int64")
UINTS = ("uint8", "uint16", "uint32")
FLOATS = ("float16", "float32", "float64")
TEXT = ("str", "object")
CODINGS = [
    Coding((0, 1), ("bool", *INTS, *UINTS, *FLOATS, "object"), 7),
    Coding((0, 1, 2), (*INTS, *UINTS, *FLOATS, "object"), 7),
    Coding((1, 2), (*INTS, *UINTS, *FLOATS), 0),
    Coding((-1, 1), (*INTS, *FLOATS), 0),
    Coding((-2, 0, 1, 100), (*INTS, *FLOATS), 5),
    Coding((3, 1, 4, 5, 9, 2, 6), ("int64", "int32", "uint8", "float64"), 8),
    Coding((-(2**40), 2**31, 2**31 + 5), ("int64", "float64"), 1),
    Coding((2**63, 2**64 - 1, 2**63 + 1), ("uint64",), 2**63 + 7),
    Coding(("no", "yes"), TEXT, "perhaps"),
    Coding(("a", "b", "c"), TEXT, "d"),
    Coding(("", "ä", "a long label of many letters", "A"), TEXT, "z"),
]


def _categories(array):
    return pandas.Series(array, dtype="category")


def _categorical(array):
    return polars.Series(array, dtype=polars.Categorical)


def _dictionary(array):
    return pyarrow.array(array).dictionary_encode()


def _dictionary_chunks(array):
    """Each chunk with a dictionary of its own."""
    parts = [pyarrow.array(part).dictionary_encode() for part in (array[:1], array[1:])]
    return pyarrow.chunked_array(parts)


def label_containers(dtype):
    """Return the containers that hold labels of a dtype without changing them."""
    found = list(containers(dtype))
    if dtype == "str":
        found += [polars.Series, pyarrow.array, _categorical]
    if dtype in ("str", "int64", "float64"):
        found += [_categories, _dictionary, _dictionary_chunks]
    return found


@st.composite
def label_column(draw, dtype, values):
    """Put labels into one of the containers for their dtype."""
    array = np.array(values, dtype=None if dtype == "str" else dtype)
    wrap = draw(st.sampled_from(label_containers(dtype)))
    return Column(array.tolist(), wrap(array), dtype)


# ------------------------------------------------------------------------------ weights


def quarters(n):
    return st.lists(st.integers(0, 12).map(lambda k: k / 4), min_size=n, max_size=n)


def scaled(factor):
    return lambda n: quarters(n).map(lambda drawn: [w * factor for w in drawn])


def whole(low, high):
    return lambda n: st.lists(st.integers(low, high), min_size=n, max_size=n)


@dataclass(frozen=True)
class Weights:
    """How weights are drawn, and what becomes of sums of them."""

    draw: Any
    dtype: str
    exact: bool = True  # sums do not round
    ratios: bool = True  # nor does their way to float64
    products: bool = True  # nor is a product of four of them out of range


WEIGHTS = [
    Weights(quarters, "float64"),
    Weights(quarters, "float32"),
    Weights(whole(0, 1), "bool"),
    Weights(whole(0, 5), "int64"),
    Weights(whole(0, 255), "uint8"),
    # Sums of up to 24 of them stay below 2**53, those of the next do not.
    # Products of two wrap around where scikit-learn multiplies integers.
    Weights(whole(2**47, 2**47 + 9), "int64", products=False),
    Weights(
        whole(2**57, 2**57 + 9), "int64", exact=False, ratios=False, products=False
    ),
    Weights(scaled(2.0**900), "float64", products=False),
    Weights(scaled(2.0**-900), "float64", products=False),
    Weights(
        lambda n: st.lists(st.floats(0.25, 4.0), min_size=n, max_size=n),
        "float64",
        exact=False,
        ratios=False,
    ),
]


@st.composite
def weight_column(draw, n, modest=False):
    """Draw a kind of weights and a column of them, not all zero.

    Products of modest ones are in range of a float.
    """
    kind = draw(st.sampled_from([w for w in WEIGHTS if w.products or not modest]))
    drawn = draw(kind.draw(n).filter(any))
    array = np.array(drawn, dtype=kind.dtype)
    wrap = draw(st.sampled_from(containers(kind.dtype)))
    return kind, Column(array.tolist(), wrap(array), kind.dtype)


# ------------------------------------------------------------------------------ cases


@dataclass
class LabelCase:
    """Labels and predictions, and the labels that options may name."""

    y_true: Column
    y_pred: Column
    classes: list[Any]  # that occur
    unknown: Any
    sample_weight: Column | None = None
    weights: Weights = field(default_factory=lambda: WEIGHTS[0])
    multilabel: bool = False

    @property
    def any_right(self):
        return any(map(operator.eq, self.y_true.plain, self.y_pred.plain))


@st.composite
def label_cases(draw, max_size=MOST_ROWS, modest=False, mixed=True):
    """Draw binary or multiclass labels: one row and one class included.

    ``mixed`` lets the two columns have different dtypes.
    """
    n = draw(st.integers(1, max_size))
    coding = draw(st.sampled_from(CODINGS))
    # The two columns need not have the same labels.
    some = st.lists(st.sampled_from(coding.values), min_size=1, unique=True)
    y_true, y_pred = (
        draw(st.lists(st.sampled_from(draw(some)), min_size=n, max_size=n))
        for _ in range(2)
    )
    if draw(st.integers(0, 3)):  # mostly right
        right = draw(st.lists(st.booleans(), min_size=n, max_size=n))
        y_pred = [t if r else p for t, p, r in zip(y_true, y_pred, right, strict=True)]
    dtypes = [draw(st.sampled_from(coding.dtypes)) for _ in range(2)]
    columns = [
        draw(label_column(dtype if mixed else dtypes[0], values))
        for dtype, values in zip(dtypes, (y_true, y_pred), strict=True)
    ]
    classes = [v for v in coding.values if v in y_true or v in y_pred]
    case = LabelCase(*columns, classes, coding.unknown)
    if draw(st.booleans()):
        case.weights, case.sample_weight = draw(weight_column(n, modest))
    return case


def _frame(array):
    return pandas.DataFrame(array)


def _plane(array):
    """One plane of a stack of matrices: no axis of it is contiguous."""
    stack = np.zeros((*array.shape, 2), array.dtype)
    stack[..., 1] = array
    return stack[..., 1]


INDICATORS = [
    np.asarray,
    np.asfortranarray,
    _plane,
    np.ndarray.tolist,
    sparse.csr_array,
    sparse.csc_matrix,
    sparse.coo_array,
    _frame,
]


@st.composite
def indicator_cases(draw, max_size=MOST_ROWS // 2, modest=False):
    """Draw label indicator matrices: empty rows and columns included."""
    n, width = draw(st.integers(1, max_size)), draw(st.integers(2, 4))
    row = st.lists(st.integers(0, 1), min_size=width, max_size=width)
    columns = []
    for _ in range(2):
        values = draw(st.lists(row, min_size=n, max_size=n))
        dtype = draw(st.sampled_from(("int64", "bool", "uint8", "float64", "int32")))
        array = np.array(values, dtype=dtype)
        wrap = draw(st.sampled_from(INDICATORS))
        columns.append(Column(array.tolist(), wrap(array), dtype))
    case = LabelCase(*columns, list(range(width)), width, multilabel=True)
    if draw(st.booleans()):
        case.weights, case.sample_weight = draw(weight_column(n, modest))
    return case


# ------------------------------------------------------------------------------ options


def some_labels(case):
    """Labels in any order, all or some, at times one that no row has."""
    pool = [*case.classes, case.unknown]
    # One that no row has can only be added to columns of a multilabel target in vain.
    return st.lists(st.sampled_from(pool), min_size=1, unique=True)


def one_label(case):
    return st.sampled_from([*case.classes, case.unknown])


def cost_matrices(case):
    k = len(case.classes)
    cost = st.sampled_from([0, 1, 0.25, 2, 10])
    row = st.lists(cost, min_size=k, max_size=k)
    return st.lists(row, min_size=k, max_size=k)


def names_for(case):
    k = len(case.classes)
    return st.just([f"class {i}" for i in range(k)])


def constant(*values):
    return lambda case: st.sampled_from(values)


# name of a parameter, or that of the function and the parameter -> strategy of a case
OPTIONS = {
    "labels": some_labels,
    "pos_label": one_label,
    "average": constant("binary", "micro", "macro", "weighted", "samples", None),
    "zero_division": constant(0, 1, 0.0, 1.0, NAN, "warn"),
    "beta": constant(0, 0.5, 1.0, 2, 3.5),
    "normalize": constant(True, False),
    "confusion_matrix.normalize": constant(None, "true", "pred", "all"),
    "samplewise": constant(True, False),
    "adjusted": constant(True, False),
    "weights": constant(None, "linear", "quadratic"),
    "replace_undefined_by": constant(NAN, 0.0, 1.0),
    "class_likelihood_ratios.replace_undefined_by": constant(
        NAN, 1.0, {"LR+": 2.0, "LR-": 0.5}, {"LR+": NAN, "LR-": NAN}
    ),
    "haldane": constant(True, False),
    "target_names": names_for,
    "digits": constant(0, 2, 5),
    "output_dict": constant(True, False),
    "warn_for": constant(
        ("precision", "recall", "f-score"), ("precision",), ("recall", "f-score"), ()
    ),
    "cost_matrix": cost_matrices,
}
ROWS = ("y_true", "y_pred", "y1", "y2", "sample_weight")


def strategy_for(function, parameter):
    name = function.__name__
    return OPTIONS.get(f"{name}.{parameter}") or OPTIONS[parameter]


@cache
def parameters_of(function):
    return inspect.signature(function).parameters


@st.composite
def options_for(draw, function, case):
    """Draw keyword arguments for whatever the function takes beyond its rows."""
    chosen = {}
    for name, parameter in parameters_of(function).items():
        if name in ROWS:
            continue
        if parameter.default is EMPTY or draw(st.integers(0, 2)):
            chosen[name] = draw(strategy_for(function, name)(case))
    if "cost_matrix" in chosen and chosen.get("labels") is not None:
        # As many costs as labels; those without a row may have any.
        chosen["labels"] = draw(st.permutations(case.classes))
    return chosen
