"""Candidates of a search, and their fits on the same folds."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.options import warn
from fastmetrics.intervals.bind import of_event
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.selection.validation.arguments import (
    example_of,
    fresh,
    read_data,
    split_rows,
    with_parameters,
)
from fastmetrics.selection.validation.fitting import (
    check_error_score,
    check_jobs,
    fill_scores,
    read_task,
    repeat_warnings,
    run,
    tell_of_failures,
)
from fastmetrics.selection.validation.scorers import Scorer, one_scorer

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._common.interval import Interval
    from fastmetrics.selection.validation.arguments import Params
    from fastmetrics.selection.validation.fitting import Fit, Task

    Rows = NDArray[np.intp]
    Floats = NDArray[np.float64]
    Parameters = dict[str, Any]
    Splits = Sequence[tuple[Rows, Rows]]

Job = tuple[Mapping[str, Any], "Rows", "Rows"]


class Prepared(NamedTuple):
    """An estimator, data and folds, checked, that many fits have in common.

    Attributes
    ----------
    estimator : object
        As it was given.
    example : object
        One to ask what it is.
    task : Task
        What each fit does.
    scorer : Scorer
        What is measured.
    splits : list of pairs
        The rows of the training part and of the test part of each fold.
    groups : object
        Of the rows; None: there are none.
    """

    estimator: Any
    example: Any
    task: Task
    scorer: Scorer
    splits: list[tuple[Rows, Rows]]
    groups: Any

    def fit_each(
        self,
        jobs: Iterable[Job],
        *,
        total: int | None = None,
        task: Any = None,
        **how: Any,
    ) -> list[Any]:
        """Fit an estimator with these parameters, on these rows, for each of the jobs.

        Warnings of the fits are repeated here. ``task``: what each fit does instead.
        ``how``: what `run` takes besides.
        """

        def made() -> Iterator[tuple[Any, Rows, Rows]]:
            for parameters, train, test in jobs:
                model = with_parameters(fresh(self.estimator), parameters)
                yield model, train, test

        return run(task or self.task, made(), what="fits", total=total, **how)

    def scores(self, fits: list[Fit]) -> tuple[list[float], list[float]]:
        """Return the test scores and the training scores, and tell of fits that failed.

        Raises
        ------
        ValueError
            If all of them did.
        """
        for fit in fits:
            repeat_warnings(fit.warnings)
        tell_of_failures(fits, self.task.error_score)
        [name] = fill_scores(fits, self.task.scoring, self.task.error_score)
        train = [fit.train.get(name, math.nan) for fit in fits]
        return [fit.test[name] for fit in fits], train


def prepare(
    caller: str,
    estimator: Any,
    X: Any,
    y: Any,
    groups: Any,
    *,
    cv: Any,
    scoring: Any,
    params: Params,
    error_score: Any,
    pos_label: Any = None,
    n_jobs: int | None = None,
    executor: Any = None,
    method: str = "fit",
    **options: Any,
) -> Prepared:
    """Check what many fits have in common, and make the folds.

    ``caller``: the public function. ``method``: what models learn by. ``wanted``:
    what a `Task` keeps besides.
    """
    check_error_score(error_score)
    check_jobs(n_jobs, executor)
    example = example_of(estimator)
    scoring = one_scorer(scoring, example).told(pos_label)
    [scorer] = scoring.scorers.values()
    if options.get("keep_predictions") and scorer.kind != "metric":
        options["also"] = ("predict",) if hasattr(example, "predict") else ()
    task, splitter, data = read_task(
        caller,
        example,
        read_data(X, y, groups),
        scoring,
        cv,
        params,
        method=method,
        error_score=error_score,
        **options,
    )
    splits = [*split_rows(splitter, data)]
    if not splits:
        raise ValueError("cv must yield at least one split, got none.")
    [scorer] = task.scoring.scorers.values()
    return Prepared(estimator, example, task, scorer, splits, data.groups)


# --- candidates tried on all folds, and what came of each


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

    def __init__(self, prepared: Prepared, how: Mapping[str, Any]) -> None:
        self.made = prepared
        self.better = -1 if prepared.scorer.greater_is_better is False else 1
        self._how = how
        self._fits: list[Fit] = []

    @property
    def progress(self) -> Any:
        """The argument ``progress`` for the fits."""
        return self._how.get("progress", False)

    def tried(
        self,
        candidates: Sequence[Parameters],
        splits: Splits | None = None,
        **how: Any,
    ) -> list[Tried]:
        """Fit and score candidates on all folds, or on ``splits``.

        ``how``: what `run` takes, in place of what all trials have in common.
        """
        pairs = self.made.splits if splits is None else splits
        fits = self.made.fit_each(
            ((each, *pair) for each in candidates for pair in pairs),
            total=len(candidates) * len(pairs),
            **{**self._how, **how},
        )
        for fit in fits:
            repeat_warnings(fit.warnings)
            fit.warnings = []
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
            _finite([fit.test.get(name, math.nan) for fit in fits]),
            _finite([fit.train.get(name, math.nan) for fit in fits]),
            float(np.mean([fit.n_train for fit in fits])),
            float(np.mean([fit.fit_time for fit in fits])),
            float(np.mean([fit.score_time for fit in fits])),
            fits,
        )

    def finish(self) -> None:
        """Warn of fits that failed, once for all; raise if all of them did."""
        tell_of_failures(self._fits, math.nan)

    def order(self, tried: Sequence[Tried]) -> list[int]:
        """Return places of candidates, the best first, those without a value last."""
        values = self.better * np.array([trial.value for trial in tried])
        order: list[int] = np.argsort(-values, kind="stable").tolist()  # NaN is last
        return order


def _finite(scores: Sequence[float]) -> Floats:
    """Return scores as an array, NaN in place of what no mean can be made of."""
    finite = np.array(scores, np.float64)
    finite[np.isinf(finite)] = math.nan
    return finite


def tell_of_undefined(tried: Sequence[Tried]) -> None:
    """Warn of candidates without a value; raise where no candidate has one.

    What is said of fits that failed is not said again.
    """
    values = np.array([trial.value for trial in tried])
    fitted = np.array([all(fit.error is None for fit in trial.fits) for trial in tried])
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
    known: set[frozenset[str]] = set()
    for values in candidates:
        names = frozenset(values)
        if names in known:
            continue
        known.add(names)
        try:
            with_parameters(fresh(estimator), values)
        except (ValueError, TypeError) as error:
            raise ValueError(
                f"parameters cannot be set to {values!r}: {error}"
            ) from error


# --- candidates of a search, and their out-of-fold predictions


@dataclass(frozen=True, eq=False)
class SearchCandidate:
    """One combination of parameters, and how good it was on the folds.

    Attributes
    ----------
    parameters : dict
    value : float
        The mean over folds; NaN if a fold has no score.
    interval : Interval
        Of the value, corrected for what training parts share.
    train : float
        The mean score on the rows learnt from.
    gap : Interval
        The score on the rows learnt from less that on the rows held out; positive means
        worse on the rows held out.
    difference : Interval
        By how much the best candidate was better, on the same folds.
    rank : int
        1 is the best; equal values share the smaller rank.
    fit_time, score_time : float
        Seconds of a fold, on average.
    n_train : float
        How many rows a model learnt from, on average.
    scores, train_scores : ndarray of float64
        Both kinds of scores, by fold.
    """

    parameters: dict[str, Any]
    value: float
    interval: Interval
    train: float
    gap: Interval
    difference: Interval
    rank: int
    fit_time: float
    score_time: float
    n_train: float
    scores: NDArray[np.float64]
    train_scores: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class OutOfFold:
    """Out-of-fold predictions of the candidates, with the target and the metric.

    Attributes
    ----------
    wanted : BoundMetric or None
        The metric; None: it is no function of predictions.
    sign : int
        What its values are multiplied by to be scores.
    y_true : object
        The target.
    predictions : ndarray of shape (n_samples, n_candidates[, n_classes])
    folds : ndarray of shape (n_samples,)
    places : list of int
        Which candidates these are.
    """

    wanted: BoundMetric | None
    sign: int
    y_true: Any
    predictions: NDArray[Any]
    folds: NDArray[Any]
    places: list[int]


def out_of_fold(
    prepared: Prepared, tried: Sequence[Tried], finalists: Sequence[int]
) -> OutOfFold | str:
    """Return the predictions of the finalists for all rows; or why there are none."""
    folds = _folds(prepared)
    if folds is None:
        return "not every row is tested once"
    order = np.concatenate([test for _, test in prepared.splits])
    columns, places = [], []
    for k in finalists:
        column = _column(prepared, tried[k])
        if column is not None:
            columns.append(column)
            places.append(k)
    if not columns or any(each.shape != columns[0].shape for each in columns):
        return "the candidates have no predictions of one kind"
    joined = np.stack(columns, axis=1)
    by_row = np.empty_like(joined)
    by_row[order] = joined
    wanted, y = _metric(prepared), prepared.task.y
    if wanted is not None and wanted.in_catalog:
        positive = prepared.scorer.positive(prepared.task.classes)
        wanted, y = of_event(wanted, y, [by_row[:, 0]], positive)
    return OutOfFold(wanted, prepared.scorer.sign, y, by_row, folds, places)


def _folds(prepared: Prepared) -> NDArray[np.intp] | None:
    """Return the fold that tests each row; None where one is not tested once."""
    folds = np.full(prepared.task.n, -1, np.intp)
    for k, (_, test) in enumerate(prepared.splits):
        if (folds[test] >= 0).any():
            return None
        folds[test] = k
    return None if (folds < 0).any() else folds


def _metric(prepared: Prepared) -> BoundMetric | None:
    """Return the metric of the scorer, as a function of the target and a column."""
    scorer = prepared.scorer
    if prepared.task.y is None or scorer.kind != "metric" or scorer.function is None:
        return None
    parameters = scorer.call_of(prepared.task.classes)
    if scorer.item is not None:
        return BoundMetric.of_function(_Item(scorer.function, scorer.item), parameters)
    if scorer.row is None:
        return BoundMetric.of_function(scorer.function, parameters)
    return BoundMetric(scorer.row, parameters)


def _column(prepared: Prepared, trial: Tried) -> NDArray[Any] | None:
    """Return the out-of-fold predictions of one candidate, fold after fold."""
    scorer = prepared.scorer
    methods = scorer.methods if scorer.kind == "metric" else ("predict",)
    classes = prepared.task.classes if prepared.task.classifier else None
    parts = []
    for each, (_, test) in zip(trial.fits, prepared.splits, strict=True):
        said = each.predictions
        method = next((name for name in methods if name in said), None)
        if method is None or (method != "predict" and isinstance(said[method], list)):
            return None
        predicted = said[method]
        if scorer.kind == "metric":
            predicted = scorer.read(said, len(test), classes)
        parts.append(np.asarray(predicted))
    if any(part.shape[1:] != parts[0].shape[1:] for part in parts):
        return None
    return np.concatenate(parts)


class _Item:
    """One of the several values of a function."""

    def __init__(self, function: Callable[..., Any], item: int) -> None:
        self._function, self._item = function, item

    def __call__(self, *columns: Any, **parameters: Any) -> Any:
        return self._function(*columns, **parameters)[self._item]
