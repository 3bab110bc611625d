"""Metrics of each slice of the rows."""

from typing import Any

import numpy as np
import sklearn.metrics as sk

import fastmetrics as fm
from benchmarks import rows
from benchmarks.case import READ, Case, Floor, Peer, agree

_METRICS = ["accuracy", "f1", "recall", "precision"]
_THEIRS = [sk.accuracy_score, sk.f1_score, sk.recall_score, sk.precision_score]


def _inputs(slices: int) -> Any:
    def made(n: int) -> tuple[Any, ...]:
        rng = np.random.default_rng(0)
        return *rows.binary_labels(n), rng.integers(0, slices, n)

    return made


def _ours(y_true: Any, y_pred: Any, by: Any) -> Any:
    found = fm.by_group(_METRICS, y_true, y_pred, by=by).by_group
    return np.array([found[name] for name in _METRICS])


def _theirs(y_true: Any, y_pred: Any, by: Any) -> Any:
    masks = [by == key for key in np.unique(by)]
    return np.array([[f(y_true[m], y_pred[m]) for m in masks] for f in _THEIRS])


def _f1(y_true: Any, y_pred: Any, by: Any) -> Any:
    return fm.by_group("f1", y_true, y_pred, by=by).by_group["f1"]


def _frame(n: int) -> tuple[Any]:
    import polars as pl

    y_true, y_pred, by = _inputs(n // _ROWS_OF_FEW)(n)
    return (pl.DataFrame({"y": y_true, "p": y_pred, "by": by}),)


def _of_polars(frame: Any) -> Any:
    """F₁ from sums of each slice; NaN where there is nothing to find."""
    import polars as pl

    hits = (pl.col("y") & pl.col("p")).sum().cast(float)
    found = frame.group_by("by").agg(
        hits=hits, both=pl.col("y").sum() + pl.col("p").sum()
    )
    f1 = pl.when(pl.col("both") > 0).then(2 * pl.col("hits") / pl.col("both"))
    return found.sort("by").select(f1=f1.otherwise(0.0))["f1"].to_numpy()


def _of_pandas(y_true: Any, y_pred: Any, by: Any) -> Any:
    import pandas as pd

    frame = pd.DataFrame({"y": y_true, "p": y_pred, "by": by})
    few = frame[by < np.unique(by)[: max(1, len(np.unique(by)) // _PART)][-1] + 1]
    slices = few.groupby("by")[["y", "p"]]
    return slices.apply(lambda one: sk.f1_score(one["y"], one["p"], zero_division=0))


def _same_beginning(ours: Any, theirs: Any) -> None:
    agree(np.nan_to_num(ours[: len(theirs)]), np.asarray(theirs))


def _apart(y_true: Any, y_pred: Any, by: Any) -> Any:
    found = fm.by_group(_METRICS, y_true, y_pred, by=by)
    return np.array([tuple(found.difference_interval(name)) for name in _METRICS])


def _loops(y_true: Any, y_pred: Any, by: Any) -> Any:
    """A bootstrap of the largest difference, of which a thousandth is run."""
    drawn = np.random.default_rng(0).integers(0, len(by), len(by))
    values = _theirs(y_true[drawn], y_pred[drawn], by[drawn])
    return values.max(1) - values.min(1)


def _no_comparison(ours: Any, theirs: Any) -> None:
    """Bounds of different laws are not the same."""
    assert len(ours) == len(theirs)


def _batches(y_true: Any, y_pred: Any, by: Any) -> Any:
    seen = fm.Accumulator("f1", by=True)
    for part in np.array_split(np.arange(len(by)), 10):
        mine = slice(part[0], part[-1] + 1)
        seen.update(y_true[mine], y_pred[mine], by=by[mine])
    return seen.compute("f1").by_group["f1"]


def _controlled(y_true: Any, y_pred: Any, by: Any) -> Any:
    found = fm.by_group(_METRICS, y_true, y_pred, by=by // 2, control=by % 2)
    return [*found.difference().values()]


_FIVE = ["accuracy", "f1", "roc_auc", "brier", "log_loss"]
_CLOSED = ["accuracy", "roc_auc", "brier", "log_loss"]


def _forecasts(n: int) -> tuple[Any, ...]:
    """Labels, probabilities and one of 500 slices of each row."""
    rng = np.random.default_rng(0)
    y_true = (rng.random(n) < 0.3).astype(np.int8)
    proba = 0.3 + 0.25 * (y_true - 0.3) + 0.15 * rng.normal(size=n)
    return y_true, np.clip(proba, 0.001, 0.999), rng.integers(0, 500, n)


def _table(y_true: Any, proba: Any, by: Any) -> Any:
    return str(fm.by_group(_FIVE, y_true, y_proba=proba, by=by, random_state=0))


def _intervals(y_true: Any, proba: Any, by: Any) -> Any:
    found = fm.by_group(_CLOSED, y_true, y_proba=proba, by=by)
    return np.array([tuple(one) for *_, one in found.intervals()])


def _report(y_true: Any, proba: Any, by: Any) -> Any:
    given = {"y_proba": proba, "metrics": _FIVE, "random_state": 0}
    return str(fm.evaluate(y_true, **given, by=by))


def _of_all_rows(y_true: Any, proba: Any, by: Any) -> Any:
    y_pred = (proba > 0.5).astype(np.int8)
    of_labels = fm.accuracy_score, fm.f1_score
    of_proba = fm.roc_auc_score, fm.brier_score_loss, fm.log_loss
    return (
        *(one(y_true, y_pred) for one in of_labels),
        *(one(y_true, proba) for one in of_proba),
    )


_ALL_ROWS = Floor("the five functions of all rows", _of_all_rows)


# Of F₁ in pandas a hundredth of the slices is run.
_ROWS_OF_FEW, _PART = 10, 100


CASES = [
    Case(
        "by_group, four metrics, 50 slices",
        10**6,
        _inputs(50),
        _ours,
        covers="by_group",
        peers=(Peer("scikit-learn, slice by slice", _theirs),),
        floor=READ,
    ),
    Case(
        "by_group, F₁, slices of ten rows",
        10**6,
        lambda n: _inputs(n // _ROWS_OF_FEW)(n),
        _f1,
        peers=(
            Peer("Polars", _of_polars, 5, inputs=_frame, agree=_same_beginning),
            Peer(
                "pandas, groupby.apply (1 of 100 parts of slices, extrapolated)",
                _of_pandas,
                10**4,
                agree=_same_beginning,
                fraction=1 / _PART,
            ),
        ),
        floor=READ,
    ),
    Case(
        "by_group, four metrics, 25 slices in each of 2 levels",
        10**6,
        _inputs(50),
        _controlled,
        floor=READ,
    ),
    Case(
        "by_group, bounds of differences, 50 slices",
        10**5,
        _inputs(50),
        _apart,
        peers=(
            Peer(
                "scikit-learn, drawn anew (1 of 1,000 replicates, extrapolated)",
                _loops,
                10**4,
                agree=_no_comparison,
                fraction=1 / 1000,
            ),
        ),
        floor=READ,
    ),
    Case(
        "by_group, table of five metrics, 500 slices",
        10**6,
        _forecasts,
        _table,
        floor=_ALL_ROWS,
        seconds_at_most=0.2,
    ),
    Case(
        "by_group, 2,000 intervals in closed form, 500 slices",
        10**6,
        _forecasts,
        _intervals,
        floor=_ALL_ROWS,
        seconds_at_most=0.2,
    ),
    Case(
        "evaluate, five metrics by 500 slices, printed",
        10**6,
        _forecasts,
        _report,
        floor=_ALL_ROWS,
    ),
    Case(
        "Accumulator, F₁, slices of ten rows in ten batches",
        10**6,
        lambda n: _inputs(n // _ROWS_OF_FEW)(n),
        _batches,
        floor=Floor("by_group of all rows", _f1),
    ),
]
