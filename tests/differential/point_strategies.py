"""Points and their clusters for the differential tests of geometry.

As in strategies.py a case is drawn as plain Python lists, which go to the reference,
together with what they are dressed in for the library.
"""

from dataclasses import dataclass

import numpy as np
import pandas
import polars
from differential.label_strategies import CODINGS, label_column
from differential.strategies import Column
from helpers.random_cases import RANDOM
from hypothesis import assume
from hypothesis import strategies as st

# ------------------------------------------------------------------------- coordinates


@dataclass(frozen=True)
class Kind:
    """How coordinates are drawn, and the dtypes that hold them."""

    value: st.SearchStrategy
    dtypes: tuple[str, ...]
    centred: bool = True  # no offset that is large for the spread
    origin: bool = True  # are there zeros, and so points without a direction


def quarters(offset=0.0, scale=1.0):
    return st.integers(-20, 20).map(lambda k: (k / 4) * scale + offset)


KINDS = [
    Kind(quarters(), ("float64", "float32", "float16", "longdouble")),
    Kind(st.integers(-9, 9), ("int8", "int16", "int32", "int64", "object")),
    Kind(st.integers(0, 9), ("uint8", "uint16", "uint32", "uint64")),
    Kind(st.integers(0, 1), ("bool",)),
    Kind(st.floats(-1e3, 1e3).map(lambda x: round(x, 3)), ("float64",)),
    Kind(st.floats(-1e3, 1e3, width=32), ("float32", "float64")),
    Kind(quarters(offset=1e8), ("float64",), centred=False, origin=False),
    Kind(quarters(offset=-(2.0**40)), ("float64",), centred=False, origin=False),
    Kind(quarters(scale=2.0**100), ("float64",)),
    Kind(quarters(scale=2.0**-100), ("float64",)),
    Kind(st.integers(-5, 5).map(lambda k: k + 2**40), ("int64",), False, False),
]


def _strided(array):
    wide = np.zeros((2 * array.shape[0], 3 * array.shape[1]), array.dtype)
    wide[::2, 1::3] = array
    return wide[::2, 1::3]


def _backwards(array):
    return np.ascontiguousarray(array[::-1, ::-1])[::-1, ::-1]


def _read_only(array):
    array = array.copy()
    array.flags.writeable = False
    return array


def _rows(array):
    return list(array)


DENSE = [
    np.ascontiguousarray,
    np.asfortranarray,
    np.ndarray.tolist,
    _strided,
    _backwards,
    _read_only,
    _rows,
]


def frames(dtype):
    found = []
    if dtype not in ("longdouble", "float16"):
        found.append(pandas.DataFrame)
    if dtype not in ("longdouble", "float16", "object"):
        found.append(polars.DataFrame)
    return found


def dressed_points(dtype):
    if dtype == "longdouble":  # a list of them is one of objects
        return [w for w in DENSE if w not in (np.ndarray.tolist, _rows)]
    return DENSE + frames(dtype)


# ------------------------------------------------------------------------------- cases


@dataclass
class PointCase:
    """Points and the labels of their clusters."""

    X: Column
    labels: Column
    kind: Kind

    @property
    def single(self):
        """Whether the numbers have single precision only."""
        return self.X.dtype in ("float32", "float16")


@st.composite
def point_cases(draw, max_size=14 if RANDOM else 10, kinds=KINDS, any_number=True):
    """Draw points in clusters: equal points, single points and one cluster included.

    Without `any_number` there are 2 to n - 1 clusters.
    """
    kind = draw(st.sampled_from(kinds))
    dtype = draw(st.sampled_from(kind.dtypes))
    n = draw(st.integers(1 if any_number else 3, max_size))
    d = draw(st.integers(1, 4))
    point = st.lists(kind.value, min_size=d, max_size=d)
    if draw(st.integers(0, 3)) == 0:  # few places for many points
        point = st.sampled_from(draw(st.lists(point, min_size=1, max_size=4)))
    points = draw(st.lists(point, min_size=n, max_size=n))
    coding = draw(st.sampled_from(CODINGS))
    label = st.sampled_from(coding.values)
    labels = draw(st.lists(label, min_size=n, max_size=n))
    if not any_number:
        assume(1 < len(set(labels)) < n)
    array = np.array(points, dtype)
    wrap = draw(st.sampled_from(dressed_points(dtype)))
    plain = [[float(x) for x in p] for p in points] if dtype == "longdouble" else None
    X = Column(plain or array.tolist(), wrap(array), dtype)
    column = draw(label_column(draw(st.sampled_from(coding.dtypes)), labels))
    return PointCase(X, column, kind)
