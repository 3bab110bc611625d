"""Intervals from the table: replicates that never touch a row."""

from functools import partial
from typing import Any

import numpy as np
import sklearn.metrics as sk

import fastmetrics as fm
from benchmarks import rows
from benchmarks.case import READ, Case, Floor, Peer
from benchmarks.cases.intervals.scores import bootstrap, loop_peer


def _sk_macro(y_true: Any, y_pred: Any) -> Any:
    return sk.f1_score(y_true, y_pred, average="macro")


def _wilson(y_true: Any, y_pred: Any) -> Any:
    found = fm.confidence_interval("accuracy_score", y_true, y_pred, method="wilson")
    return found.estimate, found.low, found.high


def _wrong(y_true: Any, y_pred: Any) -> Any:
    return (y_true != y_pred).astype(np.float64)


def _fifty_models(y_true: Any, y_preds: Any) -> Any:
    models = {f"model {k}": y_pred for k, y_pred in enumerate(y_preds)}
    report = fm.evaluate(y_true, models, metrics=["f1_score"], random_state=0)
    return [found["f1_score"].estimate for found in report.values.values()]


def _images(n: int) -> tuple[Any, Any]:
    """Masks of n images of 256 by 256 pixels, 90 % of which are right."""
    rng = np.random.default_rng(0)
    truth = (rng.random((n, 1 << 16)) < 0.3).astype(np.int8)
    return truth, np.where(rng.random(truth.shape) < 0.1, 1 - truth, truth)


def _mean_over_rows(y_true: Any, y_pred: Any) -> Any:
    found = fm.confidence_interval("f1_samples", y_true, y_pred)
    return found.estimate, found.low, found.high


def _differing_images(y_true: Any, y_pred: Any) -> Any:
    models = {"A": y_pred, "B": np.roll(y_pred, 1, axis=0)}
    return fm.compare("f1_samples", y_true, models).values["A"].estimate


VALUE = Floor("the value", partial(fm.f1_score, average="samples"))


def _case(name: str, metric: str, n: int, inputs: Any, **changes: Any) -> Case:
    settings: dict[str, Any] = {
        "ours": partial(bootstrap, metric=metric),
        "covers": "confidence_interval",
        "floor": READ,
        "column": "labels",
        "memory_at_most": None,
    }
    return Case(name, n, inputs, **{**settings, **changes})


CASES = [
    _case(
        "bootstrap of F₁, n = 10⁵",
        "f1",
        10**5,
        rows.binary_labels,
        peers=(loop_peer(30, 3000, sk.f1_score),),
    ),
    _case("bootstrap of F₁, n = 10⁷", "f1", 10**7, rows.binary_labels),
    _case(
        "bootstrap of macro F₁, 10 classes, n = 10⁵",
        "f1_macro",
        10**5,
        rows.labels,
        peers=(loop_peer(10, None, _sk_macro),),
    ),
    _case(
        "intervals of F₁, 50 models and their 1225 differences",
        "",
        10**5,
        rows.fifty_models,
        ours=_fifty_models,
        covers="evaluate",
        seconds_at_most=3.0,
    ),
    _case(
        "interval of F₁ over images of 65,536 pixels",
        "",
        300,
        _images,
        ours=_mean_over_rows,
        floor=VALUE,
        floor_at_most=3.0,
        fixed_n=True,
    ),
    _case(
        "interval of F₁ over rows of five labels",
        "",
        10**6,
        rows.indicators,
        ours=_mean_over_rows,
        floor=VALUE,
        floor_at_most=3.0,
    ),
    _case(
        "comparison of two models by F₁ over images",
        "",
        300,
        _images,
        ours=_differing_images,
        covers="compare",
        floor=VALUE,
        floor_at_most=6.0,
        fixed_n=True,
    ),
    _case("Wilson interval of accuracy", "", 10**6, rows.labels, ours=_wilson),
    _case(
        "row_losses, errors of 10 classes",
        "",
        10**6,
        rows.labels,
        ours=partial(fm.row_losses, "error_rate"),
        covers="row_losses",
        peers=(Peer("NumPy, y_true != y_pred", _wrong),),
    ),
]
