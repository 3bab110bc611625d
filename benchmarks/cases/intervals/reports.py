"""Default reports of several models, next to the functions of their metrics."""

from functools import partial
from typing import Any

import numpy as np

import fastmetrics as fm
from benchmarks.case import Case, Floor


def _models(n: int, k: int, kind: str) -> tuple[Any, Any]:
    """Return true values and the outputs of so many models, the best one first."""
    rng = np.random.default_rng(0)
    noise = rng.normal(size=(k, n)) * np.linspace(1, 2, k)[:, None]
    if kind == "numbers":
        truth: Any = rng.normal(size=n)
        return truth, truth + noise
    truth = rng.integers(0, 2, n)
    if kind == "labels":
        return truth, np.where(noise > 1, 1 - truth, truth)
    if kind == "probabilities":
        return truth, 1 / (1 + np.exp(0.5 - truth - noise))
    return truth, truth + noise


def _named(outputs: Any) -> dict[str, Any]:
    return {f"model {k}": one for k, one in enumerate(outputs)}


def _report(truth: Any, outputs: Any, argument: str) -> int:
    """Return the length of the text of the default report."""
    given: Any = {argument: _named(outputs)}
    return len(str(fm.evaluate(truth, **given, random_state=0)))


def _compare(truth: Any, outputs: Any, metric: str, argument: str) -> Any:
    """Return the difference of two models."""
    given: Any = {argument: _named(outputs), "random_state": 0}
    return fm.compare(metric, truth, **given).differences["model 0", "model 1"].estimate


def _each(truth: Any, outputs: Any, metric: str) -> list[float]:
    """Compute one of the metrics for each model by its function."""
    function = getattr(fm, metric)
    return [float(np.ravel(function(truth, one))[0]) for one in outputs]


def _floor(metric: str) -> Floor:
    return Floor(f"{metric} of each model", partial(_each, metric=metric))


def _report_case(
    name: str, n: int, k: int, kind: str, argument: str, metric: str, seconds: float
) -> Case:
    return Case(
        f"report of {name}",
        n,
        partial(_models, k=k, kind=kind),
        partial(_report, argument=argument),
        covers="evaluate",
        fixed_n=n <= 10_000,
        floor=_floor(metric),
        seconds_at_most=seconds,
    )


def _compare_case(metric: str, kind: str, argument: str) -> Case:
    return Case(
        f"compare {metric} of two models, 300 rows",
        300,
        partial(_models, k=2, kind=kind),
        partial(_compare, metric=metric, argument=argument),
        covers="compare",
        fixed_n=True,
        floor=_floor(metric),
    )


_SCORES = "scores", "y_score", "roc_auc_score"
_LABELS = "labels", "y_pred", "f1_score"
_PROBABILITIES = "probabilities", "y_proba", "calibration_slope"
_NUMBERS = "numbers", "y_pred", "spearman_rho"

CASES = [
    _report_case("two models of scores, n = 10⁴", 10**4, 2, *_SCORES, 1),
    _report_case("two models of probabilities, n = 10⁶", 10**6, 2, *_PROBABILITIES, 4),
    _report_case("a regression, n = 10⁶", 10**6, 1, *_NUMBERS, 2),
    _report_case("50 models of labels, n = 2,000", 2_000, 50, *_LABELS, 3),
    _report_case("50 models of scores, n = 2,000", 2_000, 50, *_SCORES, 15),
    _compare_case("mean_absolute_error", "numbers", "y_pred"),
    _compare_case("roc_auc_score", "scores", "y_score"),
    _compare_case("f1_score", "labels", "y_pred"),
]
