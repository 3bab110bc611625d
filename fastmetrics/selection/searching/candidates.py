"""Candidates of a search, and the performance of the best one on new rows."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.interval import Interval, from_replicates, warn_undefined
from fastmetrics._common.names import by_text, shown
from fastmetrics._common.options import check_level, check_resamples, seed_of
from fastmetrics._common.threads import map_blocks
from fastmetrics._inputs.columns import as_array
from fastmetrics._inputs.groups import group_codes
from fastmetrics._inputs.score_tables import named_columns
from fastmetrics._kernels import random
from fastmetrics.intervals.bind import make_plans, of_event, resolve_of_columns
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.row_sums import make
from fastmetrics.resampling.callable_plans import CallablePlan
from fastmetrics.resampling.plan import Data, Design
from fastmetrics.resampling.row_intervals import is_mean
from fastmetrics.resampling.row_plan import RowPlan
from fastmetrics.selection.validation.combined_folds import combination

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Label
    from fastmetrics._common.interval import Interval
    from fastmetrics.metrics.record import Metric
    from fastmetrics.selection.searching.strategies import Prepared, Tried

    Rows = NDArray[np.intp]
    Floats = NDArray[np.float64]
    Parameters = dict[str, Any]
    Splits = Sequence[tuple[Rows, Rows]]


# --- candidates of a search, and their out-of-fold predictions


@dataclass(frozen=True, eq=False)
class SearchCandidate:
    """One combination of parameters, with its scores on the folds.

    Attributes
    ----------
    parameters : dict
    value : float
        Mean over folds; NaN if a fold has no score.
    interval : Interval
        Interval of the value, corrected for the overlap of training parts.
    train : float
        Mean training score.
    gap : Interval
        Training score minus test score; positive means worse on the test rows.
    difference : Interval
        Difference of the best candidate from this one, on the same folds.
    rank : int
        Rank, 1 is the best; equal values share the smaller rank.
    fit_time, score_time : float
        Mean seconds per fold.
    n_train : float
        Mean number of training rows.
    scores, train_scores : ndarray of float64
        Test and training scores, by fold.
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
        The metric; None: it is not a function of predictions.
    sign : int
        What its values are multiplied by to be scores.
    y_true : object
        The target.
    predictions : ndarray of shape (n_samples, n_candidates[, n_classes])
    folds : ndarray of shape (n_samples,)
    places : list of int
        Indices of the candidates.
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


# Weights of rows that a job draws before it looks up.
_JOB = 4_000_000
_TARGET = "the score on new rows of the model that is chosen on these"


def selection_corrected_score(
    metric: str | Callable[..., float],
    y_true: ArrayLike,
    predictions: Any,
    *,
    folds: ArrayLike | None = None,
    confidence_level: float = 0.95,
    n_resamples: int = 999,
    pos_label: Label | None = None,
    random_state: int | np.random.Generator | None = None,
) -> Interval:
    """Estimate the performance of the best of several models on new rows.

    The score of the model that was chosen for its score is too good: part of it is
    luck. Here the choice is repeated on rows drawn with replacement, and the winner is
    evaluated on the rows that were not drawn; the mean over all draws is the estimate,
    or the best score on all rows, if the mean is better by the noise of the draws.

    Parameters
    ----------
    metric : str or callable
        The name of a metric in the catalog, which knows whether more is better, or a
        function of the true and the predicted values of which more is better.
    y_true : array_like of shape (n_samples,)
        Observed numbers or true labels, which the models were to predict.
    predictions : array_like of shape (n_samples, n_models[, n_classes]), frame or dict
        Predictions of each model for each row, made by a model that had not seen it;
        or a column for each model.
    folds : array_like of shape (n_samples,), optional
        The fold that each row was tested in: ids of any kind. A metric of rankings, or
        a function, is then the mean over folds, because scores of the models of two
        folds need not be comparable. Any other metric is computed on all rows.
    confidence_level : float, default=0.95
        Nominal coverage, in (0, 1).
    n_resamples : int, default=999
        Number of replicates. In each the choice is made again.
    pos_label : int, float, bool or str, optional
        Positive label: the class that scores and a column of probabilities refer to,
        whatever the default of the metric. By default 1 if the labels are 0 and 1, −1
        and 1, or booleans; required for other labels.
    random_state : int or numpy.random.Generator, optional
        Seed of the draws; the same number gives the same interval.

    Returns
    -------
    Interval
        The estimate and quantiles of the scores on rows that were not drawn. These rows
        are fewer than all (some 37 %), so the interval is rather too wide. In
        simulations of 20 and 50 models and 200 and 1,000 rows, nominal 95 % intervals
        covered the score on new rows of the model chosen on all rows in 99 to 100 %.

    Raises
    ------
    ValueError
        If there are fewer than two models, lengths differ, the metric is neither better
        when it is high nor when it is low, or it is undefined.
    TypeError
        If ``metric`` is neither a name nor a function.

    Warns
    -----
    UserWarning
        If the metric is undefined in more than 1 % of the draws, which are left out.

    See Also
    --------
    search : makes such predictions, and calls this.
    confidence_interval : the interval of a model that was not chosen for its score.

    Notes
    -----
    It is the bootstrap bias corrected cross-validation (BBC-CV) of [1]_. No model is
    fitted again; nested cross-validation, in contrast, repeats the search in each outer
    fold. It corrects the optimism of the choice, but not the difference between models
    fitted to all rows and the somewhat worse models of a cross-validation. Among models
    with equal scores the first one is chosen.

    References
    ----------
    .. [1] I. Tsamardinos, E. Greasidou and G. Borboudakis, "Bootstrapping the
       out-of-sample predictions for efficient and accurate cross-validation", Machine
       Learning 107, 2018, 1895-1922.

    Examples
    --------
    >>> import numpy as np
    >>> from fastmetrics import accuracy_score, selection_corrected_score
    >>> rng = np.random.default_rng(0)
    >>> y, guesses = rng.integers(0, 2, 100), rng.integers(0, 2, (100, 20))
    >>> max(accuracy_score(y, one) for one in guesses.T)  # the luckiest of twenty
    0.61
    >>> found = selection_corrected_score("accuracy", y, guesses, random_state=0)
    >>> round(found.estimate, 2)
    0.54
    """
    models = _models(predictions)
    columns = [*models.values()]
    first = {"y_pred": columns[0]}
    wanted = resolve_of_columns(metric, None, y_true, first, pos_label)
    wanted, y_true = of_event(wanted, y_true, columns, pos_label)
    return corrected_for_choice(
        wanted,
        y_true,
        models,
        folds,
        confidence_level,
        n_resamples,
        random_state,
    ).made


class Corrected(NamedTuple):
    """Corrected and apparent value of the best of several models."""

    made: Interval
    best: float
    """The best value on all rows, measured as in each draw."""


def corrected_for_choice(
    wanted: BoundMetric,
    y_true: Any,
    predictions: Any,
    folds: ArrayLike | None,
    confidence_level: float,
    n_resamples: int,
    random_state: int | np.random.Generator | None,
    sign: int = 1,
) -> Corrected:
    """Compute `selection_corrected_score` for a metric with parameters.

    ``sign``: what its values are multiplied by.
    """
    better = _sign(wanted)
    confidence_level = check_level(confidence_level)
    check_resamples(n_resamples)
    seed = seed_of(random_state)
    selection = _selection(wanted, y_true, _models(predictions), folds)
    values = sign * selection.replicates(seed, n_resamples, better)
    if len(values) < 2:
        raise ValueError("y_true must have more rows: hardly any draw leaves one out.")
    defined = values[~np.isnan(values)]
    if not len(defined):
        raise ValueError(f"{wanted.row.name} is undefined in all draws of rows.")
    best = sign * better * float(np.nanmax(better * selection.values()))
    # Draws are noisy, and the choice made no model better: at most the best value.
    at_most = min if sign * better > 0 else max
    estimate = at_most(float(defined.mean()), best)
    interval = from_replicates(estimate, values, "percentile", confidence_level)
    warn_undefined([(wanted.row.name, interval)], "")
    low, high = min(interval.low, estimate), max(interval.high, estimate)
    return Corrected(replace(interval, low=low, high=high, target=_TARGET), best)


def _sign(wanted: BoundMetric) -> int:
    """Return 1 where more is better and -1 where less is."""
    if not wanted.in_catalog:
        return 1
    if wanted.row.greater_is_better is None:
        raise ValueError(
            f"metric must be one that can be too high or too low, got "
            f"{shown(wanted.row.name)}, of which neither is better."
        )
    return 1 if wanted.row.greater_is_better else -1


def _models(predictions: Any) -> dict[str, Any]:
    """Return the predictions of each model under a name."""
    columns = named_columns(predictions)
    if columns is None:
        array = as_array(predictions, "predictions")
        if array.ndim not in (2, 3):
            raise ValueError(
                "predictions must have a column for each model, got an array of shape "
                f"{array.shape}."
            )
        columns = [(k, array[:, k]) for k in range(array.shape[1])]
    models = by_text(dict(columns), "predictions", "models")
    if len(models) < 2:
        raise ValueError(
            f"predictions must have two models or more, got {len(models)}."
        )
    return models


def _draw_rows(seed: int, replicate: int, n_rows: int) -> NDArray[np.uint8]:
    """Return the number of draws of each row."""
    return random.draw_weights(seed, replicate, np.array([n_rows], np.int64))


def _selection(
    wanted: BoundMetric, y_true: Any, models: dict[str, Any], folds: ArrayLike | None
) -> _OfMeans | _OfCalls:
    columns = {name: {"y_pred": column} for name, column in models.items()}
    if wanted.in_catalog and is_mean(wanted.row):
        options = {"seed": 0}
        [(plan, metric)] = make_plans([wanted], y_true, columns, Design(), options)
        if isinstance(plan, RowPlan):
            _parts(folds, plan.n_rows)  # which are checked, whatever they are used for
            values = [plan.row_values(metric, k) for k in range(len(columns))]
            return _OfMeans(np.column_stack(values), wanted.row)
    called = CallablePlan(
        Data({"y_true": y_true}, columns), Design(), {"function": wanted.function}
    )
    called.ask([wanted])
    if np.isnan(called.estimates).all():
        raise ValueError(f"{wanted.row.name} is undefined for every model.")
    parts = _parts(folds, called.n_rows)
    by_fold = not wanted.in_catalog or combination(wanted.row) == "mean"
    return _OfCalls(called, parts if by_fold else [np.arange(called.n_rows)])


def _parts(folds: ArrayLike | None, n_rows: int) -> list[NDArray[np.int64]]:
    """Return the rows of each fold, or all rows if there are no folds."""
    if folds is None:
        return [np.arange(n_rows)]
    codes, _ = group_codes(folds, n_rows, "folds")
    order = np.argsort(codes, kind="stable")
    return np.split(order, np.cumsum(np.bincount(codes))[:-1])


class _OfMeans:
    """Judges by the mean of what each row contributes: a matrix product chooses."""

    def __init__(self, values: Floats, row: Metric) -> None:
        self._values = values
        self._row = row

    def values(self) -> Floats:
        """Return each model's value."""
        return make(self._row, self._values.mean(axis=0), len(self._values))

    def replicates(self, seed: int, n: int, better: int) -> Floats:
        """Return the values of the chosen on rows not drawn."""
        values = np.empty(n)
        some_left = np.ones(n, np.bool_)
        step = max(1, min(64, _JOB // len(self._values)))

        def draw(first: int) -> None:
            block = range(first, min(first + step, n))
            weights = np.stack([_draw_rows(seed, i, len(self._values)) for i in block])
            # The sums of all draws are of as many rows, so they choose as means do.
            sums = weights.astype(np.float64) @ self._values
            winners = np.argmax(better * sums, axis=1)
            for i, drawn, winner in zip(block, weights, winners, strict=True):
                left = np.flatnonzero(drawn == 0)
                some_left[i] = len(left) > 0
                values[i] = self._values[left, winner].sum() / max(len(left), 1)

        map_blocks(draw, range(0, n, step))
        return make(self._row, values[some_left], len(self._values))


class _OfCalls:
    """Judges by calling the metric's function, on the rows of each fold or on all."""

    def __init__(self, plan: CallablePlan, parts: list[NDArray[np.int64]]) -> None:
        self._plan = plan
        self._parts = parts

    def values(self) -> Floats:
        """Return each model's value."""
        return self._means(self._parts)

    def replicates(self, seed: int, n: int, better: int) -> Floats:
        """Return the values of the chosen on rows not drawn."""
        values = []
        for i in range(n):
            drawn = _draw_rows(seed, i, self._plan.n_rows)
            if drawn.all():
                continue
            again = [np.repeat(rows, drawn[rows]) for rows in self._parts]
            on_drawn = self._means(again)
            if np.isnan(on_drawn).all():
                values.append(math.nan)
                continue
            winner = int(np.nanargmax(better * on_drawn))
            left = [rows[drawn[rows] == 0] for rows in self._parts]
            values.append(float(self._means(left, [winner])[0]))
        return np.array(values, np.float64)

    def _means(
        self, parts: list[NDArray[np.int64]], models: Sequence[int] | None = None
    ) -> Floats:
        """Return each model's mean over the parts where it is defined."""
        n_models = len(self._plan.names if models is None else models)
        values = [self._plan.values_on(rows, models) for rows in parts if len(rows)]
        by_part = np.reshape(values, (-1, n_models))
        defined = ~np.isnan(by_part)
        n = defined.sum(axis=0)
        sums = np.where(defined, by_part, 0.0).sum(axis=0)
        return np.divide(sums, n, out=np.full(n_models, np.nan), where=n > 0)
