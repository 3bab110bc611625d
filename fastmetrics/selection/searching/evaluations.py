"""Candidates tried on all folds, and what came of each."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.warn import warn
from fastmetrics.selection.validation.estimators import fresh, with_parameters
from fastmetrics.selection.validation.failures import tell_of_failures
from fastmetrics.selection.validation.running import repeat_warnings

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.selection.searching.fits import Prepared
    from fastmetrics.selection.validation.fitting import Fit

    Floats = NDArray[np.float64]
    Rows = NDArray[np.intp]
    Parameters = dict[str, Any]
    Splits = Sequence[tuple[Rows, Rows]]

__all__ = ["Trials", "Tried", "check_names", "tell_of_undefined"]


@dataclass(frozen=True)
class Tried:
    """One candidate, and its scores by fold.

    Attributes
    ----------
    parameters : dict
    test, train : ndarray of float64
        Scores on the rows held out and on those learnt from, NaN where a fit failed or
        the score is infinite.
    n_train : float
        How many rows its models learnt from, on average.
    fit_time, score_time : float
        Seconds of a fold, on average.
    fits : list of Fit
        What came of each fold.
    """

    parameters: Parameters
    test: Floats
    train: Floats
    n_train: float
    fit_time: float
    score_time: float
    fits: list[Fit]

    @property
    def value(self) -> float:
        """The mean over folds; NaN if one of them has no score."""
        return float(self.test.mean())


class Trials:
    """All candidates that a search has tried, in the order in which it did."""

    def __init__(self, made: Prepared, how: Mapping[str, Any]) -> None:
        self.made = made
        self.better = -1 if made.scorer.greater_is_better is False else 1
        self._how = how
        self._fits: list[Fit] = []

    def tried(
        self, candidates: Sequence[Parameters], splits: Splits | None = None
    ) -> list[Tried]:
        """Fit and score candidates on all folds, or on ``splits``."""
        pairs = self.made.splits if splits is None else splits
        fits = self.made.fit_each(
            ((each, *pair) for each in candidates for pair in pairs),
            total=len(candidates) * len(pairs),
            **self._how,
        )
        for one in fits:
            repeat_warnings(one.warnings)
            one.warnings = []
        self._fits += fits
        k = len(pairs)
        return [
            self._of(each, fits[at * k : at * k + k])
            for at, each in enumerate(candidates)
        ]

    def _of(self, parameters: Parameters, fits: list[Fit]) -> Tried:
        [name] = self.made.task.scoring.scorers
        return Tried(
            parameters,
            _finite([one.test.get(name, math.nan) for one in fits]),
            _finite([one.train.get(name, math.nan) for one in fits]),
            float(np.mean([one.n_train for one in fits])),
            float(np.mean([one.fit_time for one in fits])),
            float(np.mean([one.score_time for one in fits])),
            fits,
        )

    def finish(self) -> None:
        """Warn of fits that failed, once for all; raise if all of them did."""
        tell_of_failures(self._fits, math.nan)

    def order(self, found: Sequence[Tried]) -> list[int]:
        """Return places of candidates, the best first, those without a value last."""
        values = self.better * np.array([one.value for one in found])
        order: list[int] = np.argsort(-values, kind="stable").tolist()  # NaN is last
        return order


def _finite(scores: Sequence[float]) -> Floats:
    """Return scores as an array, NaN in place of what no mean can be made of."""
    found = np.array(scores, np.float64)
    found[np.isinf(found)] = math.nan
    return found


def tell_of_undefined(tried: Sequence[Tried]) -> None:
    """Warn of candidates without a value; raise where no candidate has one.

    What is said of fits that failed is not said again.
    """
    values = np.array([one.value for one in tried])
    fitted = np.array([all(fit.error is None for fit in one.fits) for one in tried])
    n = int((np.isnan(values) & fitted).sum())
    if np.isnan(values).all():
        raise ValueError(
            "scoring gives no finite number of any candidate on all folds, so that "
            "none of them is the best."
        )
    if n:
        warn(
            f"One or more of the test scores are non-finite: those of {n} of "
            f"{len(values)} candidates, which rank last."
        )


def check_names(estimator: Any, candidates: Iterable[Mapping[str, Any]]) -> None:
    """Raise ValueError unless an estimator has all parameters of all candidates.

    Of candidates with parameters of the same names, one is looked at.
    """
    seen: set[frozenset[str]] = set()
    for one in candidates:
        names = frozenset(one)
        if names in seen:
            continue
        seen.add(names)
        try:
            with_parameters(fresh(estimator), one)
        except (ValueError, TypeError) as error:
            raise ValueError(f"parameters cannot be set to {one!r}: {error}") from error
