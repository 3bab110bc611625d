"""One fit: an estimator, the rows that it learns from, and those that judge it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from traceback import format_exc
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_real
from fastmetrics._common.warn import hold_warnings, warn
from fastmetrics._inputs.row_takers import take_rows
from fastmetrics.exceptions import FitFailedWarning
from fastmetrics.selection.validation.arguments import classes_of
from fastmetrics.selection.validation.estimators import is_classifier, is_pairwise
from fastmetrics.selection.validation.fit_parameters import cut_params
from fastmetrics.selection.validation.responses import Responses
from fastmetrics.selection.validation.scorers import Scoring, checked_number

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.selection.validation.arguments import Data
    from fastmetrics.selection.validation.fit_parameters import Params

    Rows = NDArray[np.intp]
    from fastmetrics.selection.validation.scorers import Scoring


__all__ = [
    "Fit",
    "Task",
    "check_error_score",
    "fill_scores",
    "fit",
    "task_of",
    "tell_of_failures",
]

Scores = dict[str, Any]


@dataclass(slots=True)
class Fit:
    """What came of one fit.

    Attributes
    ----------
    test, train : dict
        Scores by the scorer's name, of the rows held out and of those learnt from; a
        callable that returns a dict has its own names. Of a fit that failed, empty.
    n_test, n_train : int
        Rows of either part.
    fit_time, score_time : float
        Seconds.
    error : str or None
        The traceback, if the fit failed.
    estimator : object or None
        Fitted, if it was asked for.
    predictions : dict
        What was said of the rows held out, by the estimator's method.
    warnings : list
        Messages and categories, for the caller to warn of.
    """

    test: Scores
    train: Scores
    n_test: int
    n_train: int
    fit_time: float = 0.0
    score_time: float = 0.0
    error: str | None = None
    estimator: Any = None
    predictions: dict[str, Any] = field(default_factory=dict)
    warnings: list[tuple[str, type[Warning]]] = field(default_factory=list)


@dataclass(frozen=True)
class Task:
    """Data and what is to be done with them, the same for all fits.

    Attributes
    ----------
    X, y : object
        All rows; y is None where there is no target.
    n : int
        How many rows.
    scoring : Scoring
        What is measured.
    classes : ndarray or None
        The classes of y in sorted order, where a metric reads a column for each.
    classifier : bool
        Whether the estimator is one.
    pairwise : bool
        Whether X has a value for each pair of rows.
    params : mapping or callable or None
        Keywords of ``fit``.
    score_params : mapping or None
        Keywords of metrics.
    error_score : float or "raise"
        The score where a fit or a metric fails.
    train_scores, keep_estimator, keep_predictions : bool
        What else is wanted.
    also : tuple of str
        Methods to be asked whether or not a metric reads them.
    """

    X: Any
    y: Any
    n: int
    scoring: Scoring
    classes: Any = None
    classifier: bool = False
    pairwise: bool = False
    params: Params = None
    score_params: Mapping[str, Any] | None = None
    error_score: Any = float("nan")
    train_scores: bool = False
    keep_estimator: bool = False
    keep_predictions: bool = False
    also: tuple[str, ...] = ()

    def __call__(self, estimator: Any, train: Rows, test: Rows) -> Fit:
        """Fit an estimator, which is this call's own, and score it."""
        done = Fit({}, {}, len(test), len(train))
        with hold_warnings() as done.warnings:
            self._run(estimator, train, test, done)
        return done

    def _run(self, estimator: Any, train: Rows, test: Rows, done: Fit) -> None:
        keywords = cut_params(self.params, train, self.n)
        start = time.perf_counter()
        X_train, y_train = self.part(train, train)
        try:
            fit(estimator, X_train, y_train, keywords)
        except Exception:
            if self.error_score == "raise":
                raise
            done.error = format_exc()
            done.fit_time = time.perf_counter() - start
            return
        fitted = time.perf_counter()
        done.fit_time = fitted - start
        X_test, y_test = self.part(test, train)
        said = self.said(estimator, X_test, test)
        done.test = self.scores(said, y_test, test)
        if self.keep_predictions:
            for method in self.also:
                said.raw(method)
            done.predictions = said.asked
        done.score_time = time.perf_counter() - fitted
        if self.train_scores:
            learnt = self.said(estimator, X_train, train)
            done.train = self.scores(learnt, y_train, train)
        if self.keep_estimator:
            done.estimator = estimator

    def part(self, rows: Rows, train: Rows) -> tuple[Any, Any]:
        """Return some rows of the data, for a model that learns from ``train``."""
        if self.pairwise:
            X = take_pairs(self.X, rows, train)
        else:
            X = take_rows(self.X, rows)
        return X, None if self.y is None else take_rows(self.y, rows)

    def said(self, estimator: Any, X: Any, rows: Rows) -> Responses:
        """Return what a fitted estimator says of one part, when it is asked."""
        return Responses(
            estimator, X, len(rows), self.classes, classifier=self.classifier
        )

    def scores(self, said: Responses, y: Any, rows: Rows) -> Scores:
        """Return all scores of one part; one that fails is ``error_score``."""
        more = cut_params(self.score_params, rows, self.n)
        found: Scores = {}
        single = self.scoring.single
        for name, scorer in self.scoring.scorers.items():
            given = self.scoring.parameters_of(scorer, more)
            if scorer.routed:
                given |= cut_params(scorer.routed, rows, self.n)
            try:
                value = scorer.value(said, y, given)
            except Exception:
                if self.error_score == "raise":
                    raise
                warn(
                    "Scoring failed. The score on this train-test partition for these "
                    f"parameters will be set to {self.error_score}. Details: \n"
                    f"{format_exc()}"
                )
                value = self.error_score
            if isinstance(value, dict) and scorer.kind == "call" and single:
                return {key: checked_number(one, key) for key, one in value.items()}
            found[name] = checked_number(value, name)
        return found


def task_of(data: Data, estimator: Any, scoring: Scoring, **more: Any) -> Task:
    """Return the task of fitting such an estimator to parts of the data."""
    classifier = is_classifier(estimator)
    reads = scoring.reads_columns and classifier and data.y is not None
    return Task(
        data.X,
        data.y,
        data.n,
        scoring,
        classes_of(data.y) if reads else None,
        classifier,
        is_pairwise(estimator),
        **more,
    )


def fit(estimator: Any, X: Any, y: Any, keywords: Mapping[str, Any]) -> None:
    """Fit an estimator; what its ``fit`` returns does not matter."""
    if y is None:
        estimator.fit(X, **keywords)
    else:
        estimator.fit(X, y, **keywords)


def take_pairs(X: Any, rows: Rows, train: Rows) -> Any:
    """Return the values of pairs: some rows, each with every row of the training part.

    Raises
    ------
    ValueError
        If there is no value for each pair of rows.
    """
    shape = getattr(X, "shape", None)
    if shape is None or not hasattr(X, "__getitem__"):
        raise ValueError(
            "X must be an array or a sparse matrix where it has a value for each pair "
            f"of rows, got {type(X).__name__}."
        )
    if len(shape) != 2 or shape[0] != shape[1]:
        raise ValueError(
            "X must be square, with a value for each pair of rows, got an array of "
            f"shape {tuple(shape)}."
        )
    return X[np.ix_(rows, train)]


# --- fits that failed: what is said of them, and which scores stand in their place

_RULE = "-" * 80


def check_error_score(error_score: Any) -> None:
    """Raise unless it is a number or the word "raise"."""
    if isinstance(error_score, str) and error_score == "raise":
        return
    if not is_real(error_score):
        raise ValueError(
            f"error_score must be 'raise' or a number, got {shown(error_score)}."
        )


def tell_of_failures(fits: Sequence[Fit], error_score: Any) -> None:
    """Warn of fits that failed, once for all.

    Raises
    ------
    ValueError
        If all of them did.
    """
    errors = [one.error for one in fits if one.error is not None]
    if not errors:
        return
    counted = "\n".join(
        f"{_RULE}\n{times} fits failed with the following error:\n{error}"
        for error, times in Counter(errors).items()
    )
    more = f"Below are more details about the failures:\n{counted}"
    if len(errors) == len(fits):
        last = errors[0].strip().rpartition("\n")[2]
        raise ValueError(
            f"\nAll the {len(fits)} fits failed.\n"
            f"The first error is {last!r}. error_score='raise' raises it.\n\n{more}"
        )
    warn(
        f"\n{len(errors)} fits failed out of a total of {len(fits)}.\n"
        "The score on these train-test partitions for these parameters will be set to "
        f"{error_score}.\n"
        "error_score='raise' raises the error.\n\n" + more,
        FitFailedWarning,
    )


def fill_scores(fits: Sequence[Fit], scoring: Scoring, error_score: Any) -> list[str]:
    """Give fits that failed their scores; return the names of all scores."""
    named = next(([*one.test] for one in fits if one.error is None), [])
    names = named or [*scoring.scorers]
    for one in fits:
        if one.error is not None:
            one.test = dict.fromkeys(names, error_score)
            one.train = dict.fromkeys(names, error_score)
    return names
