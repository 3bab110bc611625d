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
from fastmetrics._common.warn import hold_warnings
from fastmetrics._inputs.row_takers import take_rows
from fastmetrics.intervals.engine import Intervals, make_intervals
from fastmetrics.intervals.positives import with_pos_label
from fastmetrics.intervals.wanted import Wanted, make_plans
from fastmetrics.resampling.plan import Design
from fastmetrics.selection.resampled_error.losses_by_row import share_losses
from fastmetrics.selection.validation import fold_intervals
from fastmetrics.selection.validation.combined_folds import (
    Folded,
    combination,
    combined,
    is_row_mean,
)
from fastmetrics.selection.validation.fold_scores import check_same_folds
from fastmetrics.selection.validation.intervals_by_fold import (
    caution_of,
    check_scores_do,
    has_failed,
    not_by_row,
    parameters_of,
    split_of,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.selection.validation.fold_scores import FoldScores
    from fastmetrics.selection.validation.scorers import Scorer

    Floats = NDArray[np.float64]
    Pairs = Sequence[tuple[int, int]]

__all__ = ["SideBySide", "side_by_side"]

# Replicates of a fold, where its standard error is the bootstrap's.
_RESAMPLES = 499


class SideBySide(NamedTuple):
    """What cross-validations say of one score of several models.

    Attributes
    ----------
    metric, title : str
        The name of the metric, or of the score, and that for headings.
    greater_is_better : bool or None
        Of the metric: its values are without the sign of a scorer.
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
) -> SideBySide:
    """Return the values of a score of all models, and the differences of pairs.

    ``metric``: as `CrossValidation.interval` takes it. ``pairs``: places of models.
    ``seed``: of replicates, where an interval is of such. ``target``: what intervals
    are for, one of `fold_intervals.TARGETS`.

    Raises
    ------
    ValueError
        If they are of other data or folds, or have no such score.
    """
    check_same_folds(models)
    (_, first), *_ = models.items()
    name = first.score_name(metric)
    scorer = first.scorers.get(name)
    for model, one in models.items():
        if one.score_name(metric) != name or not _same(one.scorers.get(name), scorer):
            raise ValueError(
                f"the models were not all scored alike: {name!r} of {shown(model)} is "
                "another scorer; give cross_validate the same scoring"
            )
    row = None if scorer is None else scorer.row
    asked = models, name, scorer, confidence_level, target
    why = next(filter(None, (not_by_row(one, scorer) for one in models.values())), "")
    made = None
    if not why:
        try:
            with hold_warnings():
                made = _all(_OfRows(*asked, seed), [*models], pairs, name, scorer)
        except (TypeError, ValueError) as error:
            if not has_failed(models.values(), name):
                raise
            why = str(error)
    if made is None:
        check_scores_do(target, why)
        made = _all(_OfScores(*asked), [*models], pairs, name, scorer)
    return SideBySide(
        name if row is None else row.name,
        name if row is None else row.title,
        True if row is None else row.greater_is_better,
        made,
        first.n_rows,
    )


def _same(one: Scorer | None, other: Scorer | None) -> bool:
    if one is None or other is None:
        return one is other
    return (one.function, one.sign, one.item) == (
        other.function,
        other.sign,
        other.item,
    ) and repr(one.parameters) == repr(other.parameters)


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
    ) -> None:
        self._level, self._target = level, target
        self._first = next(iter(models.values()))
        self._scorer = scorer
        # Of a metric of the catalog without the sign that makes greater better.
        sign = 1 if scorer is None or scorer.row is None else scorer.sign
        self._scores = [
            sign * np.asarray(one[f"test_{name}"], np.float64)
            for one in models.values()
        ]

    def values(self, of: tuple[int, ...]) -> Floats:
        """Return the scores of a model, or of one less another, on the folds."""
        if len(of) == 1:
            return self._scores[of[0]]
        return fold_intervals.differences(*(self._scores[k] for k in of))

    def interval(self, of: tuple[int, ...]) -> Interval:
        """Return the interval of a model, or of the difference of two."""
        first, scorer = self._first, self._scorer
        made = fold_intervals.corrected(
            self.values(of),
            float(first.n_train.mean()),
            float(first.n_test.mean()),
            self._level,
            approximate=caution_of(first, scorer),
        )
        if scorer is None or scorer.row is None:
            return made
        ends = scorer.row.ends(scorer.parameters)
        return within(made, ends if len(of) == 1 else ends_apart(ends))


class _OfRows(_OfScores):
    """Intervals of out-of-fold predictions, as a report makes them."""

    def __init__(
        self,
        models: Mapping[str, FoldScores],
        name: str,
        scorer: Scorer | None,
        level: float,
        target: str | None,
        seed: int,
    ) -> None:
        super().__init__(models, name, scorer, level, target)
        assert scorer is not None
        assert scorer.row is not None
        self._metric = scorer.row
        weights = self._first.score_weight
        self._weights = scorer.routed.get("sample_weight", weights)
        self._names, self._seed = [*models], seed
        self._parts = [_responses_by_fold(one, scorer) for one in models.values()]
        classes = self._first.classes
        self._positive = scorer.positive(classes)
        wanted = Wanted(scorer.row, scorer.row.public, parameters_of(scorer, classes))
        self._wanted = with_pos_label(wanted, self._positive)

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
            "auto",
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
            return np.concatenate(rows), [np.concatenate(one) for one in self._parts]
        return rows[fold], [parts[fold] for parts in self._parts]

    def _whole(self, of: tuple[int, ...]) -> Interval:
        """Return the interval of all rows, or where that is not needed the value."""
        row, split = self._metric, split_of(self._first)
        is_mean = combination(row) == "mean"
        way = fold_intervals.method_for(
            "auto", self._target, split, is_row_mean=not is_mean
        )
        if way != "pooled" and not is_row_mean(row):
            values = self._plan[0].estimates[:, self._plan[1]]
            found = values[of[0]] if len(of) == 1 else values[of[0]] - values[of[1]]
            return no_interval(float(found), self._level, "")
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
        found = (_of(one, self._names, self._metric.name, of) for one in self._by_fold)
        return np.array([one.standard_error for one in found])

    def _intervals(self, plan: Any, n_resamples: int | None) -> Intervals:
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
        [found] = make_plans(
            [self._wanted],
            take_rows(first.y, rows),
            {m: {"y_pred": one} for m, one in zip(self._names, said, strict=True)},
            Design(None if weights is None else take_rows(weights, rows)),
            {"seed": self._seed, "progress": None, "pos_label": self._positive},
        )
        return found


def _responses_by_fold(found: FoldScores, scorer: Scorer) -> list[NDArray[Any]]:
    """Return what the metric takes of each fold's predictions."""
    return [
        np.asarray(scorer.read(said, len(rows), found.classes))
        for rows, said in zip(found.test_rows, found.fold_predictions, strict=True)
    ]


def _of(
    made: Intervals, names: list[str], metric: str, of: tuple[int, ...]
) -> Interval:
    if len(of) == 1:
        return made.values[names[of[0]]][metric]
    a, b = (names[k] for k in of)
    if (a, b) in made.differences:
        return made.differences[a, b][metric]
    return turned(made.differences[b, a][metric])
