"""Every public function with data in every container; the examples say what data.

A function is called as its docstring calls it, with numbers in lists and arrays held
otherwise: the result is the same.
"""

import copy
import doctest
import functools
import inspect
import re
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from helpers.one_case import one_case
from helpers.tensor import Tensor

import fastmetrics as fm

# Options that are no data; and what reads files, whose columns have names.
OPTIONS = {"bounds", "labels", "loss", "metrics", "multioutput", "normalize", "test"}
OF_FILES = {
    *("accumulate", "evaluate_files", "read_item_scores", "read_qrels", "read_run"),
}
# They hand on rows as they came.
GIVES_BACK = {"train_test_split", "train_validation_test_split"}
# An index or columns of a frame are names: of classes, of items or of models.
NAMED = {
    "cost_matrix": "total_cost cost_sensitive_accuracy cost_sensitive_error",
    "popularity": "mean_popularity novelty",
    "scores": "friedman_test",
}
# What scikit-learn says of no rows; what is undefined of none is NaN, or counted.
OF_NONE = {
    "adjusted_mutual_info_score": 1.0,
    "adjusted_rand_score": 1.0,
    "completeness_score": 1.0,
    "fowlkes_mallows_score": 0.0,
    "homogeneity_completeness_v_measure": (1.0, 1.0, 1.0),
    "homogeneity_score": 1.0,
    "normalized_mutual_info_score": 1.0,
    "rand_score": 1.0,
    "v_measure_score": 1.0,
}
HAS_ANSWER = {
    "adjust_pvalues", "aic", "check_cv", "clustering_accuracy", "conditional_entropy",
    "confidence_interval", "contingency_matrix", "cramers_v", "lp_norm",
    "pair_confusion_matrix", "pair_counts", "pairwise_jaccard_score",
    "pairwise_precision_recall", "penalized_loss", "purity_score", "theils_u",
}  # fmt: skip

# They take as long as all others together: a few containers for them.
LONG = {"precision_recall_band", "selection_corrected_score", "worst_slab_coverage"}
OF_LONG = ("list", "NumPy", "pandas")


def torch_tensor(array):
    return pytest.importorskip("torch").tensor(array)


def frame(array):
    return {f"c{j}": array[:, j] for j in range(array.shape[1])}


def in_pandas(array):
    rows = range(len(array), 0, -1)
    if array.ndim == 1:
        return pd.Series(array, index=rows)
    return pd.DataFrame(frame(array), index=rows)


CONTAINERS = {
    "list": np.ndarray.tolist,
    "tuple": lambda a: tuple(map(tuple, a.tolist())) if a.ndim == 2 else tuple(a),
    "NumPy": np.copy,
    "tensor": Tensor,
    "Torch": torch_tensor,
    "memoryview": memoryview,
    "pandas": in_pandas,
    "Polars": lambda a: pl.Series(a) if a.ndim == 1 else pl.DataFrame(frame(a)),
    "Arrow": lambda a: pa.array(a) if a.ndim == 1 else pa.table(frame(a)),
}


@functools.cache
def examples():
    """Return (name, bound arguments, result) of each call in a docstring."""
    found = []
    for name in fm.__all__:
        function = getattr(fm, name)
        if not inspect.isfunction(function) or name in OF_FILES:
            continue
        signature = inspect.signature(function)
        if "estimator" in signature.parameters:  # it is the estimator that reads
            continue

        def record(*args, _name=name, _call=function, _as=signature, **kwargs):
            bound = _as.bind(*args, **kwargs)
            if "random_state" in _as.parameters:
                bound.arguments.setdefault("random_state", 0)
            value = _call(*bound.args, **bound.kwargs)
            found.append((_name, copy.deepcopy(bound), shown(value)))
            first = numbers(bound.args[0] if bound.args else None)
            if "sample_weight" in _as.parameters and first is not None:
                bound.arguments["sample_weight"] = np.arange(1.0, len(first) + 1)
                weighted = called(_name, bound, _call)
                found.append((_name, copy.deepcopy(bound), shown(weighted)))
            return value

        with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            patch.setattr(fm, name, record)
            for test in doctest.DocTestFinder(recurse=False).find(function, name):
                doctest.DocTestRunner(verbose=False).run(test, out=lambda text: None)
    return found


def called(name, bound, function=None):
    """Return what a function makes of arguments, or the error that it raises."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return (function or getattr(fm, name))(*bound.args, **bound.kwargs)
        except Exception as error:
            return error


def numbers(value):
    """Return an array of what holds numbers in rows, else None."""
    if not isinstance(value, (list, tuple, range, np.ndarray)):
        return None
    try:
        array = np.asarray(value)
    except ValueError:  # rows of different lengths
        return None
    is_data = array.dtype.kind in "biuf" and array.ndim in (1, 2) and array.size
    return np.ascontiguousarray(array) if is_data else None


def held(value, make):
    """Return data in another container, models in their dict; all else as it is."""
    array = numbers(value)
    if array is not None:
        return make(array)
    if isinstance(value, dict):
        made = {key: held(one, make) for key, one in value.items()}
        return made if any(made[key] is not value[key] for key in value) else value
    return value


def with_data(bound, make):
    """Return the arguments with data in another container; None if there is none."""
    found, changed = bound.signature.bind(*bound.args, **bound.kwargs), False
    for name, value in bound.arguments.items():
        if name in OPTIONS:
            continue
        if bound.signature.parameters[name].kind == inspect.Parameter.VAR_POSITIONAL:
            made = tuple(held(one, make) for one in value)
            changed |= any(a is not b for a, b in zip(made, value, strict=True))
        else:
            made = held(value, make)
            changed |= made is not value
        found.arguments[name] = made
    return found if changed else None


def shown(value):
    """Return a text that is the same for equal results."""
    if isinstance(value, np.ndarray):
        return shown(value.tolist())
    if hasattr(value, "to_dict"):
        return shown(value.to_dict())
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(shown, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{k}: {shown(v)}' for k, v in value.items())}}}"
    if hasattr(value, "__dict__") and not isinstance(value, type):
        return f"{type(value).__name__}{shown(vars(value))}"
    return re.sub("0x[0-9a-f]+", "", repr(value))


@one_case("container", CONTAINERS)
def data_in_any_container(container):
    different = []
    for name, bound, expected in examples():
        if name in GIVES_BACK or (name in LONG and container not in OF_LONG):
            continue
        framed = container in ("pandas", "Polars", "Arrow")
        if framed and any(
            name in NAMED[key].split() for key in bound.arguments if key in NAMED
        ):
            continue
        given = with_data(bound, CONTAINERS[container])
        if given is None:
            continue
        found = shown(called(name, given))
        if found != expected:
            different.append(f"{name}: {found[:300]} for {expected[:300]}")
    assert not different, "\n".join(different)


@one_case("container", [name for name in CONTAINERS if name != "tuple"])
def no_rows_in_any_container(container):
    make, unclear = CONTAINERS[container], []
    for name, bound, _ in examples():
        given = with_data(bound, lambda array: make(array[:0].copy()))
        if given is None:
            continue
        found = called(name, given)
        if name in OF_NONE and "sample_weight" not in bound.arguments:
            assert found == OF_NONE[name], name
        elif not (isinstance(found, (ValueError, TypeError)) or name in HAS_ANSWER):
            unclear.append(f"{name}: {found!r}")
    assert not unclear, "\n".join(unclear)


def every_public_function_is_called():
    called_ones = {name for name, _, _ in examples()}
    assert len(called_ones) > 350
    assert {"f1_score", "roc_auc_score", "total_cost", "rand_score"} <= called_ones
    n_weighted = sum("sample_weight" in bound.arguments for _, bound, _ in examples())
    assert n_weighted > 100


@pytest.mark.long
def test_examples_with_data_in_any_container():
    """In one case: the examples are run once for all."""
    every_public_function_is_called()
    data_in_any_container()
    no_rows_in_any_container()


# Columns of rows, and how summaries and accumulators are made of them.
ROWS = {
    "y": np.array([0, 1, 1, 0, 1, 0]),
    "p": np.array([0, 1, 0, 0, 1, 1]),
    "s": np.array([0.2, 0.7, 0.4, 0.4, 0.9, 0.5]),
    "w": np.array([1.0, 2.0, 0.5, 1.0, 3.0, 1.5]),
    "matrix": np.array([[0, 1], [1, 1], [1, 0]]),
    "ranked": np.array([[1, 2, 3], [3, 4, 5], [6, 1, 2]]),
    "wanted": np.array([[1, 9], [4, 3], [2, 8]]),
}


def streamed(metric, *columns, **named):
    accumulator = fm.Accumulator(metric)
    accumulator.update(*columns, **named)
    return accumulator.update(*columns, **named), accumulator.compute()


DOORS = {
    "stream of labels": lambda r: streamed(["f1"], r["y"], r["p"]),
    "stream of scores": lambda r: streamed("roc_auc", r["y"], y_score=r["s"]),
    "stream of weighted scores": lambda r: streamed(
        "roc_auc", r["y"], y_score=r["s"], sample_weight=r["w"]
    ),
    "stream of numbers": lambda r: streamed("mae", r["s"], r["w"]),
    "counts": lambda r: fm.ConfusionCounts.from_labels(r["y"], r["p"]),
    "weighted counts": lambda r: fm.ConfusionCounts.from_labels(
        r["y"], r["p"], sample_weight=r["w"]
    ),
    "marks": lambda r: fm.IndicatorCounts.from_labels(r["matrix"], r["matrix"]),
    "sweep": lambda r: fm.ScoreSweep.from_scores(r["y"], r["s"], sample_weight=r["w"]),
    "sketch": lambda r: fm.ScoreSketch.from_scores(r["y"], r["s"]),
    "errors": lambda r: fm.ErrorSums.from_values(r["s"], r["w"]),
    "losses": lambda r: fm.ProbabilitySums.from_proba(r["y"], r["s"]),
    "bins": lambda r: fm.CalibrationBins.from_proba(r["y"], r["s"]),
    "items": lambda r: fm.ItemCounts.from_lists(r["ranked"]),
    "lists": lambda r: fm.RankedLists.from_lists(r["ranked"], r["wanted"]),
    "columns": lambda r: fm.RankedLists.from_columns(r["y"], r["s"], r["p"]),
    "rows": lambda r: fm.RankedLists.from_dense(r["matrix"], r["matrix"]),
    "peer's name": lambda r: DOORS["lists"](r).compute("nDCG@2"),
}


@one_case("container", CONTAINERS)
def test_data_through_every_door(container):
    made = {name: CONTAINERS[container](column) for name, column in ROWS.items()}
    for name, door in DOORS.items():
        assert door(made) == door(ROWS), name


def test_many_scores_with_weights_in_a_tensor(rng):
    n = 70_000  # beyond those that are sorted at once
    columns = rng.integers(2, size=n), rng.random(n), rng.random(n)
    found, expected = (
        fm.roc_auc_score(y, s, sample_weight=w)
        for y, s, w in (map(Tensor, columns), columns)
    )
    assert found == expected
