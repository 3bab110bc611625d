"""Data sets for the differential tests: what people pass, and what they should not.

A `Case` is drawn as plain Python lists, which go to the reference, together with the
container it is dressed in for the library. Dressing never changes a value: float32
scores are drawn as numbers that float32 holds.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas
import polars
import pyarrow
from helpers.random_cases import RANDOM
from hypothesis import strategies as st

# Fewer rows where they are the same again and again.
MOST_ROWS = 24 if RANDOM else 14

# ------------------------------------------------------------------------------ values

FLOATS = {"float64": 64, "float32": 32, "float16": 16}
INTEGERS = {
    "int8": (-(2**7), 2**7 - 1),
    "uint8": (0, 2**8 - 1),
    "int16": (-(2**15), 2**15 - 1),
    "uint16": (0, 2**16 - 1),
    "int32": (-(2**31), 2**31 - 1),
    "uint32": (0, 2**32 - 1),
    "int64": (-(2**63), 2**63 - 1),
    "uint64": (0, 2**64 - 1),
}
SCORE_DTYPES = [*FLOATS, *INTEGERS, "bool", "longdouble"]


def any_float(width):
    """All finite floats: denormals, huge values and both zeros among them."""
    extremes = np.finfo(f"float{width}")
    special = [0.0, -0.0, extremes.smallest_subnormal, extremes.tiny, extremes.max]
    special += [-value for value in special]
    neighbours = np.array([1.0, 0.5, 0.1], dtype=f"float{width}")
    for towards in (0, 2):
        special += np.nextafter(neighbours, neighbours.dtype.type(towards)).tolist()
    return st.one_of(
        st.floats(allow_nan=False, allow_infinity=False, width=width),
        st.sampled_from([float(value) for value in special]),
    )


def one_score(dtype):
    """Scores that a dtype holds exactly."""
    if dtype == "bool":
        return st.booleans()
    if dtype == "longdouble":
        return any_float(64)
    if dtype in FLOATS:
        return any_float(FLOATS[dtype])
    low, high = INTEGERS[dtype]
    # The two largest differ only beyond the 53 bits of a float.
    return st.one_of(
        st.integers(low, high), st.sampled_from([low, low + 1, high - 1, high])
    )


@st.composite
def scores(draw, n):
    """Return a dtype and n scores; mostly from a small pool, so that ties abound."""
    dtype = draw(st.sampled_from(SCORE_DTYPES))
    values = one_score(dtype)
    if draw(st.booleans()):
        pool = draw(st.lists(values, min_size=1, max_size=max(1, n // 2)))
        values = st.sampled_from(pool)
    return dtype, draw(st.lists(values, min_size=n, max_size=n))


@dataclass(frozen=True)
class Labels:
    """Two label values, the dtypes that hold them, and whether 1 is understood."""

    negative: Any
    positive: Any
    dtypes: tuple[str | None, ...]
    named: bool = False  # pos_label must say which is positive


NUMERIC = (*INTEGERS, "float32", "float64")
SIGNED = tuple(name for name in NUMERIC if not name.startswith("u"))
LABELS = [
    Labels(0, 1, NUMERIC),
    Labels(False, True, ("bool",)),
    Labels(-1, 1, SIGNED),
    Labels(1, 2, NUMERIC, named=True),
    Labels("no", "yes", ("str", "object"), named=True),
]


def weights(n):
    """Weights with zeros, exact in binary: their sums round nowhere."""
    quarters = st.integers(0, 12).map(lambda k: k / 4)
    return st.lists(quarters, min_size=n, max_size=n).filter(any)


def rough_weights(n):
    """Weights over many orders of magnitude: every sum of them rounds."""
    return st.lists(st.floats(1e-3, 1e3), min_size=n, max_size=n)


# -------------------------------------------------------------------------- containers


def _contiguous(array):
    return array


def _strided(array):
    spread = np.repeat(array, 3, axis=0)
    return spread[1::3]


def _backwards(array):
    return np.ascontiguousarray(array[::-1])[::-1]


def _read_only(array):
    array = array.copy()
    array.flags.writeable = False
    return array


def _fortran_column(array):
    matrix = np.zeros((len(array), 2), dtype=array.dtype)
    matrix[:, 1] = array
    return matrix[:, 1]


def _list(array):
    return array.tolist()


def _tuple(array):
    return tuple(array.tolist())


def _byte_swapped(array):
    return array.astype(array.dtype.newbyteorder())


def _pandas(array):
    return pandas.Series(array, index=range(len(array), 0, -1))


def _polars(array):
    return polars.Series(array)


def _pyarrow(array):
    return pyarrow.array(array)


def _pyarrow_chunks(array):
    return pyarrow.chunked_array([array[:1], array[1:]])


ARRAYS = [_contiguous, _strided, _backwards, _read_only, _fortran_column]
PLAIN = [_list, _tuple]
COLUMNS = [_pandas, _polars, _pyarrow, _pyarrow_chunks]


def containers(dtype):
    """Return the containers that hold a dtype without changing it."""
    if dtype == "object":
        return [*ARRAYS, _list, _pandas]
    if dtype == "longdouble":
        return ARRAYS
    if dtype == "str":
        return [*ARRAYS, *PLAIN, _pandas]
    if dtype == "float16":  # not every version of the column libraries has it
        return [*ARRAYS, *PLAIN, _byte_swapped, _pandas]
    if dtype == "uint64":  # NumPy reads a list of small and huge integers as floats
        return [*ARRAYS, _byte_swapped, *COLUMNS]
    return [*ARRAYS, *PLAIN, _byte_swapped, *COLUMNS]


@dataclass
class Column:
    """A column twice: plain for the reference, dressed for the library."""

    plain: list[Any]
    dressed: Any
    dtype: str

    def __repr__(self):
        kind = type(self.dressed).__name__
        strides = getattr(self.dressed, "strides", "")
        return f"<{self.plain} as {self.dtype} {kind} {strides}>"


@st.composite
def dressed(draw, dtype, values):
    """Put values of a dtype into one of the containers for it."""
    array = np.array(values, dtype=None if dtype == "str" else dtype)
    wrap = draw(st.sampled_from(containers(dtype)))
    plain = [float(v) for v in values] if dtype == "longdouble" else array.tolist()
    return Column(plain, wrap(array), dtype)


@dataclass
class Case:
    """One data set."""

    y_true: Column
    y_score: Column
    pos_label: Any = None
    sample_weight: Column | None = None
    rough: bool = False  # weights whose sums round
    extra: list[Column] = field(default_factory=list)  # further scores of these rows

    @property
    def n(self):
        return len(self.y_true.plain)


@st.composite
def cases(draw, max_size=MOST_ROWS, weighted=None, pos_label=True, models=0):
    """Draw a data set: any mix of classes, one class and one row included.

    `weighted` is True, False or None for either; without `pos_label` only labels are
    drawn whose larger one is positive and understood to be.
    """
    n = draw(st.integers(1, max_size))
    y = draw(st.lists(st.integers(0, 1), min_size=n, max_size=n))
    coding = draw(st.sampled_from([c for c in LABELS if pos_label or not c.named]))
    label_dtype = draw(st.sampled_from(coding.dtypes))
    swap = pos_label and draw(st.integers(0, 4)) == 0
    values = [(coding.negative, coding.positive)[k] for k in y]
    y_true = draw(dressed(label_dtype, values))

    named = None
    if swap:
        named = coding.negative
    elif coding.named or (pos_label and draw(st.booleans())):
        named = coding.positive

    columns = [draw(dressed(*draw(scores(n)))) for _ in range(1 + models)]
    case = Case(y_true, columns[0], named, extra=columns[1:])
    if weighted is None:
        weighted = draw(st.booleans())
    if weighted:
        case.rough = draw(st.booleans())
        drawn = draw((rough_weights if case.rough else weights)(n))
        case.sample_weight = draw(dressed("float64", drawn))
    return case


# ----------------------------------------------------------------------- what is wrong

NAN, INF = float("nan"), float("inf")

# name -> what to replace in ([0, 1, 0], [0.3, 0.7, 0.5], weights)
BAD = {
    "no rows": {"y_true": [], "y_score": []},
    "more labels": {"y_true": [0, 1, 0, 1]},
    "more scores": {"y_score": [0.3, 0.7, 0.5, 0.1]},
    "more weights": {"sample_weight": [1, 1, 1, 1]},
    "a NaN score": {"y_score": [0.3, NAN, 0.5]},
    "an infinite score": {"y_score": [0.3, INF, 0.5]},
    "a minus infinite score": {"y_score": [0.3, -INF, 0.5]},
    "text for a score": {"y_score": ["a", "b", "c"]},
    "a complex score": {"y_score": [1j, 2j, 3j]},
    "a continuous label": {"y_true": [0.5, 1.0, 0.0]},
    "a NaN label": {"y_true": [NAN, 1.0, 0.0]},
    "a missing label": {"y_true": [None, 1, 0]},
    "three classes": {"y_true": [0, 1, 2]},
    "unknown classes": {"y_true": [3, 7, 3]},
    "unknown names": {"y_true": ["a", "b", "a"]},
    "a negative weight": {"sample_weight": [1, -1, 1]},
    "a NaN weight": {"sample_weight": [1, NAN, 1]},
    "an infinite weight": {"sample_weight": [1, INF, 1]},
    "no weight at all": {"sample_weight": [0, 0, 0]},
}
