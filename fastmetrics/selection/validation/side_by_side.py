"""Several models' cross-validations on the same folds: values, and their differences.

Each is made as `evaluate` makes it of the out-of-fold predictions, where these were
kept and every row is tested once; else of the scores by fold alone.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.interval import (
    Interval,
    ends_apart,
    no_interval,
    turned,
    within,
)
from fastmetrics._common.names import shown
from fastmetrics._common.options import check_level, hold_warnings, is_one_of
from fastmetrics._inputs.rows import take_rows
from fastmetrics.intervals.bind import make_plans
from fastmetrics.intervals.engine import Intervals, make_intervals
from fastmetrics.intervals.resolve import with_pos_label
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.record import UNNAMED
from fastmetrics.resampling.plan import Design
from fastmetrics.selection.out_of_bag_rows import share_losses
from fastmetrics.selection.validation import fold_intervals
from fastmetrics.selection.validation.combined_folds import (
    Folded,
    combination,
    combined,
    is_row_mean,
)
from fastmetrics.selection.validation.fold_intervals import METHODS
from fastmetrics.selection.validation.intervals_by_fold import (
    caution_of,
    check_same_folds,
    check_scores_do,
    has_failed,
    nested_interval,
    not_by_row,
    parameters_of,
    split_of,
    told_scorer,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.selection.validation.intervals_by_fold import FoldScores
    from fastmetrics.selection.validation.scorers import Scorer

    Floats = NDArray[np.float64]
    Pairs = Sequence[tuple[int, int]]


# Replicates of a fold, where its standard error is the bootstrap's.
_RESAMPLES = 499


class SideBySide(NamedTuple):
    """One cross-validated score of several models.

    Attributes
    ----------
    metric, title : str
        The name of the metric, or of the score, and that for headings.
    greater_is_better : bool or None
        Values of the metric, without the sign of a scorer.
    intervals : Intervals
        Of models and of pairs of them, under the name of the score.
    n_rows : int
    """

    metric: str
    title: str
    greater_is_better: bool | None
    intervals: Intervals
    n_rows: int


def side_by_side(
    models: Mapping[str, FoldScores],
    metric: str | None,
    pairs: Pairs,
    confidence_level: float,
    seed: int = 0,
    target: str | None = None,
    pos_label: Any = None,
    method: str = "auto",
) -> SideBySide:
    """Return the values of a score of all models, and the differences of pairs.

    ``metric``: as `CrossValidation.interval` takes it. ``pairs``: places of models.
    ``seed``: of replicates, where an interval is of such. ``target``: what intervals
    are for, one of `fold_intervals.TARGETS`. ``pos_label``: the positive label, if it
    differs from the scores. ``method``: one of `fold_intervals.METHODS`, but "nested".

    Raises
    ------
    TypeError, ValueError
        If they are of other data or folds, or have no such score, or the label, the
        target or the method is not for it.
    """
    check_same_folds(models)
    (_, first), *_ = models.items()
    name = first.score_name(metric)
    scorer = first.scorers.get(name)
    for model, run in models.items():
        if run.score_name(metric) != name or not _same(run.scorers.get(name), scorer):
            raise ValueError(
                f"the models were not all scored alike: {name!r} of {shown(model)} is "
                "another scorer; give cross_validate the same scoring"
            )
    row = None if scorer is None else scorer.row
    used = told_scorer(name, scorer, pos_label)
    args = models, name, used, confidence_level, target, method
    why = next(filter(None, (not_by_row(run, used) for run in models.values())), "")
    intervals = None
    if not why:
        if (first.n_test == 1).all():
            fold_intervals.check_single(method)
        try:
            of_rows = _OfRows(*args, seed=seed, is_scored=used == scorer)
            intervals = _all(of_rows, [*models], pairs, name, scorer)
        except (TypeError, ValueError) as error:
            if used != scorer or not has_failed(models.values(), name):
                raise
            why = str(error)
    if intervals is None:
        if used != scorer:
            raise ValueError(
                f"pos_label={shown(pos_label)} differs from the pos_label of the "
                f"scores, and {why}: "
                "give it to cross_validate"
            )
        if method in ("pooled", "folds"):
            raise ValueError(f"method={method!r} is not for {name!r}: {why}")
        check_scores_do(target, why)
        intervals = _all(_OfScores(*args), [*models], pairs, name, scorer)
    return SideBySide(
        name if row is None else row.name,
        name if row is None else row.title,
        True if row is None else row.greater_is_better,
        intervals,
        first.n_rows,
    )


def interval_of(
    scores: FoldScores,
    metric: str | None,
    method: str,
    confidence_level: float,
    target: str | None = None,
    pos_label: Any = None,
) -> Interval:
    """Return the interval of one of the scores; see `CrossValidation.interval`."""
    level = check_level(confidence_level)
    if not is_one_of(method, METHODS):
        raise ValueError(
            f"method must be one of {', '.join(METHODS)}; got {shown(method)}"
        )
    fold_intervals.check_target(target, method)
    name = scores.score_name(metric)
    scorer = scores.scorers.get(name)
    if method == "nested":
        interval = nested_interval(
            scores, name, told_scorer(name, scorer, pos_label), level
        )
    else:
        models = {UNNAMED: scores}
        several = side_by_side(models, name, (), level, 0, target, pos_label, method)
        [interval] = several.intervals.values[UNNAMED].values()
    if scorer is None:
        return interval
    if scorer.row is not None and scorer.sign < 0:
        interval = turned(interval)
    return within(interval, scorer.ends)


def _same(first: Scorer | None, other: Scorer | None) -> bool:
    if first is None or other is None:
        return first is other
    return (first.function, first.sign, first.item) == (
        other.function,
        other.sign,
        other.item,
    ) and repr(first.parameters) == repr(other.parameters)


def _all(
    way: Any, names: list[str], pairs: Pairs, name: str, scorer: Scorer | None
) -> Intervals:
    key = name if scorer is None or scorer.row is None else scorer.row.name
    return Intervals(
        {model: {key: way.interval((k,))} for k, model in enumerate(names)},
        {(names[i], names[j]): {key: way.interval((i, j))} for i, j in pairs},
    )


class _OfScores:
    """Intervals of the mean over folds, corrected for rows that they share."""

    def __init__(
        self,
        models: Mapping[str, FoldScores],
        name: str,
        scorer: Scorer | None,
        level: float,
        target: str | None,
        method: str,
    ) -> None:
        self._level, self._target, self._method = level, target, method
        self._models, self._first = models, next(iter(models.values()))
        self._scorer = scorer
        # For a metric of the catalog, without the sign that makes greater better.
        sign = 1 if scorer is None or scorer.row is None else scorer.sign
        self._scores = [
            sign * np.asarray(run[f"test_{name}"], np.float64)
            for run in models.values()
        ]

    def values(self, of: tuple[int, ...]) -> Floats:
        """Return the scores of a model, or of one less another, on the folds."""
        if len(of) == 1:
            return self._scores[of[0]]
        return fold_intervals.differences(*(self._scores[k] for k in of))

    def interval(self, of: tuple[int, ...]) -> Interval:
        """Return the interval of a model, or of the difference of two."""
        first, scorer = self._first, self._scorer
        if self._method == "naive":
            interval = fold_intervals.naive(self.values(of), self._level)
        else:
            interval = fold_intervals.corrected(
                self.values(of),
                float(first.n_train.mean()),
                float(first.n_test.mean()),
                self._level,
                approximate=caution_of(first, scorer),
            )
        if scorer is None or scorer.row is None:
            return interval
        ends = scorer.row.ends(scorer.parameters)
        return within(interval, ends if len(of) == 1 else ends_apart(ends))


class _OfRows(_OfScores):
    """Intervals of out-of-fold predictions, as a report makes them."""

    def __init__(self, *args: Any, seed: int, is_scored: bool) -> None:
        super().__init__(*args)
        scorer, models = self._scorer, self._models
        assert scorer is not None
        assert scorer.row is not None
        self._metric, self._is_scored = scorer.row, is_scored
        weights = self._first.score_weight
        self._weights = scorer.routed.get("sample_weight", weights)
        self._names, self._seed = [*models], seed
        self._parts = [_responses_by_fold(run, scorer) for run in models.values()]
        classes = self._first.classes
        self._positive = scorer.positive(classes)
        wanted = BoundMetric(scorer.row, parameters_of(scorer, classes))
        self._wanted = with_pos_label(wanted, self._positive)

    def values(self, of: tuple[int, ...]) -> Floats:
        """Return the scores on the folds, made anew if those are of another label."""
        if not self._is_scored:
            self._scores = self._of_label
        return super().values(of)

    @functools.cached_property
    def _of_label(self) -> list[Floats]:
        plans = [self._plan_of(fold) for fold in range(self._first.n_folds)]
        return [*np.array([plan.estimates[:, at] for plan, at in plans]).T]

    def interval(self, of: tuple[int, ...]) -> Interval:
        """Return the interval of a model, or of the difference of two."""
        row = self._metric
        ends = row.ends(self._wanted.parameters)
        return combined(
            row,
            Folded(
                self._whole(of),
                lambda: self.values(of),
                lambda: self._errors(of),
                ends if len(of) == 1 else ends_apart(ends),
                self._losses(of),
            ),
            combination(row),
            split_of(self._first),
            self._method,
            self._target,
        )

    def _losses(self, of: tuple[int, ...]) -> Any:
        first = self._first
        if len(of) < 2 or self._weights is not None:
            return None
        rows, said = self._columns(None)
        return share_losses(
            self._metric, take_rows(first.y, rows), [said[k] for k in of]
        )

    def _columns(self, fold: int | None) -> tuple[Any, list[Any]]:
        """Return the rows of a fold, or of all, and what models said of them."""
        rows = self._first.test_rows
        if fold is None:
            return np.concatenate(rows), [np.concatenate(p) for p in self._parts]
        return rows[fold], [parts[fold] for parts in self._parts]

    def _whole(self, of: tuple[int, ...]) -> Interval:
        """Return the interval of all rows, or where that is not needed the value."""
        row, split = self._metric, split_of(self._first)
        is_mean = combination(row) == "mean"
        way = fold_intervals.method_for(
            self._method, self._target, split, is_row_mean=not is_mean
        )
        if way != "pooled" and not is_row_mean(row):
            values = self._plan[0].estimates[:, self._plan[1]]
            value = values[of[0]] if len(of) == 1 else values[of[0]] - values[of[1]]
            return no_interval(float(value), self._level, "")
        return _of(self._every, self._names, self._metric.name, of)

    @functools.cached_property
    def _plan(self) -> Any:
        return self._plan_of(None)

    @functools.cached_property
    def _every(self) -> Intervals:
        return self._intervals(self._plan[0], None)

    @functools.cached_property
    def _by_fold(self) -> list[Intervals]:
        return [
            self._intervals(self._plan_of(fold)[0], _RESAMPLES)
            for fold in range(self._first.n_folds)
        ]

    def _errors(self, of: tuple[int, ...]) -> Floats:
        """Return the standard errors of the folds."""
        each = (_of(fold, self._names, self._metric.name, of) for fold in self._by_fold)
        return np.array([i.standard_error for i in each])

    def _intervals(self, plan: Any, n_resamples: int | None) -> Intervals:
        with hold_warnings():  # scores of folds have been warned of
            return make_intervals(
                plan,
                confidence_level=self._level,
                method="auto",
                n_resamples=n_resamples,
                seed=self._seed,
            )

    def _plan_of(self, fold: int | None) -> Any:
        """Return the plan of a fold, or of all rows, and the metric's place there."""
        first = self._first
        rows, said = self._columns(fold)
        weights = self._weights
        with hold_warnings():
            [plan] = make_plans(
                [self._wanted],
                take_rows(first.y, rows),
                {m: {"y_pred": c} for m, c in zip(self._names, said, strict=True)},
                Design(None if weights is None else take_rows(weights, rows)),
                {"seed": self._seed, "progress": None, "pos_label": self._positive},
            )
            plan[0].estimates  # noqa: B018 - for the warnings of the metric
        return plan


def _responses_by_fold(scores: FoldScores, scorer: Scorer) -> list[NDArray[Any]]:
    """Return the input of the metric from the predictions of each fold."""
    return [
        np.asarray(scorer.read(said, len(rows), scores.classes))
        for rows, said in zip(scores.test_rows, scores.fold_predictions, strict=True)
    ]


def _of(
    intervals: Intervals, names: list[str], metric: str, of: tuple[int, ...]
) -> Interval:
    if len(of) == 1:
        return intervals.values[names[of[0]]][metric]
    a, b = (names[k] for k in of)
    if (a, b) in intervals.differences:
        return intervals.differences[a, b][metric]
    return turned(intervals.differences[b, a][metric])
