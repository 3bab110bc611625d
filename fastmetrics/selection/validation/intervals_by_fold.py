"""Scores by fold, and the intervals of a cross-validation from them."""

from __future__ import annotations

import contextlib
import functools
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common import bounds
from fastmetrics._common.interval import (
    UNDEFINED,
    Interval,
    ends_apart,
    no_interval,
    within,
)
from fastmetrics._common.names import shown
from fastmetrics._common.options import check_level, hold_warnings
from fastmetrics._inputs.columns import as_array
from fastmetrics._inputs.labels import check_pos_label
from fastmetrics._inputs.rows import take_rows
from fastmetrics.catalog import FAMILIES
from fastmetrics.intervals.resolve import meant, named_with
from fastmetrics.selection.validation import fold_intervals, of_several
from fastmetrics.selection.validation.arguments import fresh
from fastmetrics.selection.validation.combined_folds import is_row_mean, is_sum
from fastmetrics.selection.validation.fold_intervals import Split
from fastmetrics.show.pictures import Intervals, Mark, Panel, Picture, Points, Scale
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.selection.validation.fitting import Task
    from fastmetrics.selection.validation.scorers import Scorer

    Rows = NDArray[np.intp]
    Floats = NDArray[np.float64]
    from numpy.typing import NDArray

    from fastmetrics._common.interval import Interval


# --- scores by fold, and checks that two have the same folds


class FoldScores(dict[str, Any]):
    """Scores by fold, with their predictions; see `CrossValidation`."""

    scorers: Mapping[str, Scorer]
    y: Any
    classes: Any
    n_rows: int
    test_rows: tuple[Rows, ...]
    n_train: NDArray[np.intp]
    n_test: NDArray[np.intp]
    failed: NDArray[np.bool_]
    fold_predictions: tuple[dict[str, Any], ...]
    score_weight: Any = None
    # Data for further fits; not in copies, because it includes all rows.
    again: tuple[Task, Any] | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "again": None}

    @property
    def n_folds(self) -> int:
        """Number of models."""
        return len(self.test_rows)

    @property
    def metrics(self) -> list[str]:
        """The names of all scores."""
        return [key.removeprefix("test_") for key in self if key.startswith("test_")]

    @property
    def n_repeats(self) -> int:
        """Number of tests of each row if all are equal, else 0."""
        times, left = divmod(sum(map(len, self.test_rows)), self.n_rows)
        if left:
            return 0
        counts = np.zeros(self.n_rows, np.intp)
        for rows in self.test_rows:
            counts += np.bincount(rows, minlength=self.n_rows)
        return times if (counts == times).all() else 0

    @property
    def fold_ids(self) -> NDArray[Any] | None:
        """The fold that tests each row, of shape (n,), or (repeats, n) if repeated.

        None where folds, in the order in which they came, do not test all rows once
        before they test any row again.
        """
        ids: list[NDArray[Any]] = []
        waiting = 0
        for rows in self.test_rows:
            if not waiting:
                ids.append(np.full(self.n_rows, -1, np.int64))
                waiting, fold = self.n_rows, 0
            if (ids[-1][rows] >= 0).any() or len(rows) > waiting:
                return None
            ids[-1][rows] = fold
            fold += 1
            waiting -= len(rows)
        if waiting or any((column < 0).any() for column in ids):
            return None
        most = max(int(column.max()) for column in ids)
        kind = np.min_scalar_type(most)
        return (np.stack(ids) if len(ids) > 1 else ids[0]).astype(kind)

    @property
    def predictions(self) -> dict[str, Any]:
        """Out-of-fold predictions of each row, by method.

        Empty where a row is not tested once, or a fit failed.
        """
        if self.n_repeats != 1 or self.failed.any():
            return {}
        order = np.concatenate(self.test_rows)
        columns: dict[str, Any] = {}
        for method in self.fold_predictions[0] if self.fold_predictions else ():
            each = [predicted[method] for predicted in self.fold_predictions]
            if any(of_several(part) or hasattr(part, "tocsr") for part in each):
                continue
            parts: list[NDArray[Any]] = [np.asarray(part) for part in each]
            if len({part.shape[1:] for part in parts}) > 1:
                continue
            said = np.concatenate(parts)
            columns[method] = np.empty_like(said)
            columns[method][order] = said
        return columns

    def score_name(self, metric: Any) -> str:
        """Return the name of one of the scores; of the only one if none is given."""
        known = self.metrics
        if metric is None:
            if len(known) == 1:
                return known[0]
            raise ValueError(f"metric must be one of {', '.join(known)}.")
        rows = {
            name: scorer.row and named_with(scorer.row, scorer.parameters)
            for name, scorer in self.scorers.items()
        }
        with contextlib.suppress(ValueError):
            score = meant(metric, rows)  # the only one is called "score"
            if score is not None:
                return score
        raise ValueError(
            f"metric must be one of {', '.join(known)}, got {shown(metric)}; others "
            "are there if scoring= names them."
        )


def check_same_folds(models: Mapping[str, FoldScores]) -> None:
    """Raise unless cross-validations can be compared fold by fold.

    Raises
    ------
    ValueError
        If targets, folds or weights differ.
    """
    (name, first), *others = models.items()
    for other, scores in others:
        pair = f"{shown(name)} and {shown(other)}"
        if first.n_rows != scores.n_rows or not _are_equal(first.y, scores.y):
            raise ValueError(
                f"{pair} are cross-validations of different data: they have not the "
                "same target, row by row"
            )
        if not _have_same_folds(first, scores):
            raise ValueError(
                f"{pair} were cross-validated on different folds: give both calls the "
                "same cv, a splitter that is not shuffled or has a random_state, or "
                "the same list of splits"
            )
        if not _are_equal(first.score_weight, scores.score_weight):
            raise ValueError(f"{pair} were scored with different sample_weight")


def _have_same_folds(first: FoldScores, other: FoldScores) -> bool:
    return (
        first.n_folds == other.n_folds
        and np.array_equal(first.n_train, other.n_train)
        and all(
            np.array_equal(a, b)
            for a, b in zip(first.test_rows, other.test_rows, strict=True)
        )
    )


def _are_equal(first: Any, other: Any) -> bool:
    if first is None or other is None:
        return first is other
    if first is other:
        return True
    return np.array_equal(as_array(first, "y"), as_array(other, "y"))


# --- intervals of a cross-validation: from its scores, its predictions, or more fits


def told_scorer(name: str, scorer: Scorer | None, pos_label: Any) -> Scorer | None:
    """Return a scorer with the positive label that was given for its score, if any.

    Raises
    ------
    TypeError, ValueError
        If it can be none, or the score has no use for one.
    """
    if pos_label is None:
        return scorer
    check_pos_label(pos_label)
    if scorer is None or not scorer.knows_pos_label:
        raise ValueError(f"{name} has no use for pos_label")
    own = {k: value for k, value in scorer.parameters.items() if k != "pos_label"}
    return replace(scorer, parameters=own).told(pos_label)


def gap_of(
    scores: FoldScores,
    metric: str | None,
    confidence_level: float,
    pos_label: Any = None,
) -> Interval:
    """Return the advantage of scores of training rows; see `CrossValidation.gap`."""
    level = check_level(confidence_level)
    name = scores.score_name(metric)
    if f"train_{name}" not in scores:
        raise ValueError(
            "there are no scores of training rows: cross_validate makes them with "
            "return_train_score=True"
        )
    scorer = scores.scorers.get(name)
    if told_scorer(name, scorer, pos_label) != scorer:
        raise ValueError(
            f"pos_label={shown(pos_label)} differs from the pos_label of the scores "
            "of training rows: give it to cross_validate"
        )
    better = True if scorer is None else scorer.greater_is_better
    if better is None:
        raise ValueError(f"{name!r} is neither better high nor better low")
    interval = fold_intervals.gap(
        scores[f"train_{name}"],
        scores[f"test_{name}"],
        float(scores.n_train.mean()),
        float(scores.n_test.mean()),
        level,
        greater_is_better=better,
        approximate=caution_of(scores, scorer),
    )
    return interval if scorer is None else within(interval, ends_apart(scorer.ends))


def split_of(scores: FoldScores) -> Split:
    """Return the sizes of the folds, which the rules for intervals need."""
    return Split(
        scores.n_rows,
        float(scores.n_train.mean()),
        float(scores.n_test.mean()),
        scores.n_repeats or 1,
        bool(scores.n_repeats),
    )


def caution_of(scores: FoldScores, scorer: Scorer | None) -> str:
    """Return the reason why intervals across these folds are approximate, or ""."""
    row = None if scorer is None else scorer.row
    return fold_intervals.caution(
        split_of(scores), is_squared=row is not None and row.light_tails
    )


def has_failed(models: Iterable[FoldScores], name: str) -> bool:
    """Whether a score is undefined on a fold, as where the metric raised."""
    return any(np.isnan(np.asarray(m[f"test_{name}"], float)).any() for m in models)


def check_scores_do(target: str | None, why: str) -> None:
    """Raise ValueError if a target needs predictions, for which there is a hindrance.

    ``why``: why intervals are made of scores by fold.
    """
    if target == "models":
        raise ValueError(
            f"target='models' needs out-of-fold predictions of a metric, but {why}: "
            "target='learner' needs scores alone"
        )


def not_by_row(scores: FoldScores, scorer: Scorer | None) -> str:
    """Return the reason why predictions give no interval, or ""."""
    if scorer is None or scorer.row is None:
        return "its scorer is not a metric of the catalog"
    family = FAMILIES[scorer.row.task]
    if family.is_of_one_fit:
        return f"it is a metric of {family.title.lower()}"
    if is_sum(scorer.parameters):
        return "it is a sum over rows"
    if scores.n_repeats != 1:
        return "each row must be tested once"
    if scores.failed.any():
        return "a fit failed"
    if not all(scores.fold_predictions):
        return "predictions were not kept"
    return ""


def parameters_of(scorer: Scorer, classes: Any) -> dict[str, Any]:
    """Return the parameters of the metric's call, but those that say nothing."""
    parameters = dict(scorer.parameters)
    if parameters.get("pos_label", 0) is None:
        del parameters["pos_label"]
    if scorer.item is not None:  # the parameter is not the single metric's
        parameters.pop("replace_undefined_by", None)
    if classes is not None and scorer.needs_classes and len(classes) > 2:
        parameters["labels"] = classes
    return parameters


def nested_interval(
    scores: FoldScores, name: str, scorer: Scorer | None, level: float
) -> Interval:
    """Return the interval of the metric, fitting again on parts of training parts."""
    row = None if scorer is None else scorer.row
    if scorer is None or row is None or not is_row_mean(row):
        raise ValueError(
            f"method='nested' needs a mean over rows, which {name!r} is not"
        )
    ids = scores.fold_ids
    if ids is None:
        raise ValueError(
            "method='nested' needs folds that test each row once, or once per repeat"
        )
    if scores.score_weight is not None or "sample_weight" in scorer.routed:
        raise ValueError("method='nested' takes no weights of rows")
    if scores.again is None:
        raise ValueError(
            "method='nested' fits models anew: ask it of the result of "
            "cross_validate, not of a copy or a file"
        )
    return nested(_losses_of(scores, scorer), np.atleast_2d(ids), level)


def _losses_of(scores: FoldScores, scorer: Scorer) -> Callable[[Rows, Rows], Floats]:
    """Return a function that fits on some rows and returns the losses of others."""
    assert scores.again is not None
    assert scorer.function is not None
    task, estimator = scores.again
    call = functools.partial(scorer.function, **parameters_of(scorer, scores.classes))

    def losses(train: Rows, test: Rows) -> Floats:
        done = task(fresh(estimator), train, test)
        said = np.asarray(scorer.read(done.predictions, len(test), scores.classes))
        y = np.asarray(take_rows(scores.y, test))
        with hold_warnings():
            each = [call(y[i : i + 1], said[i : i + 1]) for i in range(len(test))]
        return np.array(each, np.float64)

    return losses


# --- nested cross-validation: an interval for the error of the model of all rows
#
# The cross-validation inside each outer training part is compared with the mean loss of
# the outer fold, which shows the error of such an estimate.

OF_ALL_ROWS = "the performance of the model of all rows"


def nested(
    losses_of: Callable[[NDArray[np.intp], NDArray[np.intp]], Floats],
    fold_ids: NDArray[Any],
    confidence_level: float,
) -> Interval:
    """Return the interval of Bates, Hastie and Tibshirani (2023) for a mean over rows.

    With a the squared distance of the inner value to the outer fold's mean loss, and b
    the variance of that mean, the mean of a - b is the mean squared error of the inner
    value, the rows of a fold being independent of it. Values are centred where training
    on all rows, not on (k - 2)/k of them, would lead if the error falls as 1/n.

    Parameters
    ----------
    losses_of : callable
        ``losses_of(train, test)``: fits on some rows, and returns the loss of each of
        the others. It is called k(k + 1)/2 times for each repeat: two folds that are
        left out together, in either order, leave the same rows.
    fold_ids : ndarray of shape (n_repeats, n_samples)
        The fold of each row, 0 to k - 1, k at least 3.
    confidence_level : float
        In (0, 1).

    Raises
    ------
    ValueError
        If there are less than three folds, or a fold has less than two rows.
    """
    k = int(fold_ids.max()) + 1
    fewest = min(int(np.bincount(ids, minlength=k).min()) for ids in fold_ids)
    if k < 3 or fewest < 2:
        raise ValueError(
            "method='nested' needs 3 folds or more of 2 rows or more; got "
            f"{k} folds, the smallest of {fewest} rows"
        )
    inner, outer, squared = [], [], []
    for ids in fold_ids:
        held_out: list[list[Floats]] = [[] for _ in range(k)]
        for first in range(k):
            for second in range(first + 1, k):
                left_out = (ids == first) | (ids == second)
                test = np.flatnonzero(left_out)
                losses = losses_of(np.flatnonzero(~left_out), test)
                held_out[first].append(losses[ids[test] == second])
                held_out[second].append(losses[ids[test] == first])
        for fold in range(k):
            inside = np.concatenate(held_out[fold])
            test = np.flatnonzero(ids == fold)
            outside = losses_of(np.flatnonzero(ids != fold), test)
            variance = float(outside.var(ddof=1)) / len(outside)
            squared.append((inside.mean() - outside.mean()) ** 2 - variance)
            inner.append(inside)
            outer.append(outside)
    of_inner, of_outer = np.concatenate(inner), np.concatenate(outer)
    n = fold_ids.shape[1]
    value = float(of_inner.mean())
    shrinking = 1 + (k - 2) / k
    estimate = value - shrinking * (value - float(of_outer.mean()))
    if math.isnan(estimate):
        return _none(estimate, confidence_level, UNDEFINED)
    naive = float(of_outer.std(ddof=1)) / math.sqrt(n * (k - 1) / k)
    if not naive > 0:
        reason = "all rows have the same loss: there is no variance to estimate"
        return _none(estimate, confidence_level, reason)
    # The estimate of a mean squared error may be negative, or absurd.
    deviation = math.sqrt(max(float(np.mean(squared)), 0.0))
    error = min(max(deviation, naive), math.sqrt(k) * naive) * math.sqrt((k - 1) / k)
    low, high = bounds.normal(estimate, error, confidence_level)
    return Interval(
        estimate,
        low,
        high,
        error,
        confidence_level,
        "nested",
        target=OF_ALL_ROWS,
    )


def _none(estimate: float, confidence_level: float, reason: str) -> Interval:
    return replace(no_interval(estimate, confidence_level, reason), target=OF_ALL_ROWS)


# --- the picture of a cross-validation: each score by fold, its mean and its interval


def fold_picture(
    scores: Mapping[str, Any],
    n_folds: int,
    intervals: Mapping[str, Interval],
    called: Mapping[str, str],
) -> Picture:
    """Return a panel for each score that has an interval here.

    ``scores`` are the scores of the folds, as in `CrossValidation`, and ``called``
    their titles.
    """
    panels = [_panel(scores, name, i, called[name]) for name, i in intervals.items()]
    title = say("Scores of the test rows of {n} folds", n=n_folds)
    if any(f"train_{name}" in scores for name in intervals):
        title = say(
            "Scores of the test rows and the training rows of {n} folds", n=n_folds
        )
    return Picture("folds", title, panels, 1)


def _panel(
    scores: Mapping[str, Any], name: str, interval: Interval, called: str
) -> Panel:
    """Return one score: a dot per fold, and the mean with its interval below."""
    parts = {"test": say("test rows"), "train": say("training rows")}
    shown = {part: said for part, said in parts.items() if f"{part}_{name}" in scores}
    marks: list[Mark] = []
    for series, part in enumerate(shown):
        values = np.asarray(scores[f"{part}_{name}"], float)
        marks.append(Points(values, np.full(len(values), float(series)), series))
    at = np.array([float(len(shown))])
    value, low, high = (
        np.array([x]) for x in (interval.estimate, interval.low, interval.high)
    )
    marks.append(Intervals(at, value, low, high))
    mean: str = say("mean")
    if math.isfinite(interval.low):
        mean = say("mean, {level}", level=f"{100 * interval.confidence_level:g} %")
    y = Scale("", kind="names", names=[*shown.values(), mean])
    return Panel("", Scale(called), y, marks)
