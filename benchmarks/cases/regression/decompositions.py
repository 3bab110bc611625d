"""The parts of mean losses."""

from functools import partial
from typing import Any

import numpy as np
from sklearn.isotonic import IsotonicRegression
from sklearn.metrics import mean_poisson_deviance, mean_squared_error

import fastmetrics as fm
from benchmarks.case import Case, Peer
from benchmarks.cases.regression.columns import numbers


def _positive(n: int) -> tuple[Any, Any]:
    true, pred = numbers(n)
    return np.exp(true / 10), np.exp(pred / 10)


def _sk_parts(mean_loss: Any, y: Any, p: Any) -> Any:
    fitted = IsotonicRegression().fit_transform(p, y)
    score, after = mean_loss(y, p), mean_loss(y, fitted)
    uncertainty = mean_loss(y, np.full(len(y), y.mean()))
    return score, score - after, uncertainty - after, uncertainty


def _case(loss: str, theirs: Any) -> Case:
    return Case(
        f"error_decomposition, {loss}",
        10**6,
        _positive,
        partial(fm.error_decomposition, loss=loss),
        covers="error_decomposition",
        peers=(Peer("scikit-learn's isotonic regression", partial(_sk_parts, theirs)),),
    )


CASES = [
    _case("squared", mean_squared_error),
    _case("poisson", mean_poisson_deviance),
]
