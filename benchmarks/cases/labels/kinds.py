"""Labels in columns of every kind: what reading them costs, not counting them."""

from functools import partial
from typing import Any

import numpy as np

from benchmarks import rows
from benchmarks.case import Case, Floor
from benchmarks.cases.labels.label_case import label_case

MACRO = {"average": "macro"}
N_CLASSES = 1000


def _lists(dtype: Any, n: int) -> tuple[Any, Any]:
    truth, guess = rows.binary_labels(n) if dtype is bool else rows.labels(n)
    return truth.astype(dtype).tolist(), guess.astype(dtype).tolist()


def _texts(n: int) -> tuple[Any, Any]:
    truth, guess = rows.string_labels(n)
    return truth.tolist(), guess.tolist()


def _many_names(n: int) -> tuple[Any, Any]:
    """As many classes as a large catalogue has, as text of a fixed width."""
    rng = np.random.default_rng(20240229)
    truth = rng.integers(0, N_CLASSES, n)
    guess = np.where(rng.random(n) < rows.RIGHT, truth, rng.integers(0, N_CLASSES, n))
    names = np.array([f"class {i:03d}" for i in range(N_CLASSES)])
    return names[truth], names[guess]


def _dates(n: int) -> tuple[Any, Any]:
    truth, guess = rows.labels(n)
    return truth.astype("M8[D]"), guess.astype("M8[D]")


def _pandas(dtype: str, n: int) -> tuple[Any, Any]:
    import pandas as pd

    truth, guess = (pd.Series(x, dtype=dtype) for x in _texts(n))
    return truth, guess


def _polars(dtype: str, n: int) -> tuple[Any, Any]:
    import polars as pl

    truth, guess = (pl.Series(x, dtype=getattr(pl, dtype)) for x in _texts(n))
    return truth, guess


def _as_arrays(y_true: Any, y_pred: Any) -> Any:
    return np.asarray(y_true), np.asarray(y_pred)


def _case(function: str, kind: str, at_least: float, inputs: Any, n: int) -> Case:
    options = MACRO if function == "f1_score" else {}
    return label_case(
        function,
        at_least,
        f"{function}, {kind}",
        options,
        n=n,
        fixed_n=True,
        inputs=inputs,
        floor=Floor("np.asarray", _as_arrays),
        memory_at_most=None,
    )


_LISTS = {
    "list of int": partial(_lists, int),
    "list of float": partial(_lists, float),
    "list of bool": partial(_lists, bool),
    "list of str": _texts,
}

_FRAMES = {
    "pandas strings": partial(_pandas, "str"),
    "pandas categories": partial(_pandas, "category"),
    "Polars strings": partial(_polars, "String"),
    "Polars categories": partial(_polars, "Categorical"),
}

CASES = [
    *(
        _case("accuracy_score", kind, 2.5, inputs, 10**5)
        for kind, inputs in _LISTS.items()
    ),
    *(
        _case(function, "1,000 names", 3, _many_names, 10**5)
        for function in ("accuracy_score", "f1_score", "confusion_matrix")
    ),
    _case("accuracy_score", "dates", 3, _dates, 10**5),
    *(
        _case(function, f"{kind}, ten rows", 3, inputs, 10)
        for kind, inputs in _FRAMES.items()
        for function in ("accuracy_score", "f1_score", "adjusted_rand_score")
    ),
]
