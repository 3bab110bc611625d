"""CrossValidation: scores by fold, what they were read off, and their picture."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common.options import check_level
from fastmetrics._common.records import data_frame, plain_fields
from fastmetrics.selection.validation.intervals_by_fold import FoldScores, gap_of
from fastmetrics.selection.validation.side_by_side import (
    SideBySide,
    interval_of,
    side_by_side,
)
from fastmetrics.show.numbers import NONE, count, estimates, number
from fastmetrics.show.pictures import (
    Intervals,
    Mark,
    Panel,
    Picture,
    Points,
    Scale,
)
from fastmetrics.show.result import Result
from fastmetrics.show.text import Cell, Document, Notes, Table
from fastmetrics.show.words import of_catalog, say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._common.annotations import Label
    from fastmetrics._common.interval import Interval
    from fastmetrics.show.pictures.drawing import Figure

    Rows = NDArray[np.intp]


# --- the picture of a cross-validation: each score by fold, its mean and its interval


def fold_picture(
    scores: Mapping[str, Any],
    n_folds: int,
    intervals: Mapping[str, Interval],
    called: Mapping[str, str],
) -> Picture:
    """Return a panel for each score that has an interval here.

    ``scores`` holds those of the folds, as `CrossValidation` has them, and ``called``
    what a reader calls them.
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


# --- CrossValidation: scores by fold, with their predictions


class CrossValidation(Result, FoldScores):
    """Result of a cross-validation: scores of the models by fold.

    Made by `cross_validate`. A dict with scikit-learn's keys, such as ``test_score``
    and ``fit_time``, each with an entry per fold; attributes say what they are of.

    Attributes
    ----------
    scorers : dict
        What was measured, by name.
    y : object
        The target of all rows.
    classes : ndarray or None
        Its classes in sorted order, if a metric reads a column for each.
    n_rows : int
        How many rows there are in all.
    test_rows : tuple of ndarray
        The rows on which each model was tested.
    n_train, n_test : ndarray of int
        How many rows each model learnt from, and on how many it was tested.
    failed : ndarray of bool
        Whether the fit of a fold failed.
    fold_predictions : tuple of dict
        What each model said of the rows on which it was tested, by the estimator's
        method: those that the scorers read.
    score_weight : array_like or None
        The weights of all rows that the metrics were given.
    """

    def interval(
        self,
        metric: str | None = None,
        *,
        target: Literal["learner", "models"] | None = None,
        method: Literal[
            "auto", "pooled", "folds", "corrected", "nested", "naive"
        ] = "auto",
        confidence_level: float = 0.95,
        pos_label: Label | None = None,
    ) -> Interval:
        r"""Return a score of all folds, with an interval that names its target.

        Parameters
        ----------
        metric : str, optional
            The name of the score; not needed where there is one.
        target : {"learner", "models"}, optional
            Target of the bounds: the expected performance over training sets, or the
            mean performance of the models of these folds. By default "learner", but for
            leave-one-out, which allows "models" only.
        method : str, default="auto"
            "pooled": of a mean over rows, :math:`s/\sqrt{n}` of all rows. "folds":
            :math:`\sqrt{\sum_f SE_f^2}/k` of the folds' own standard errors. These
            need a metric of the catalog, and folds that test each row once.
            "corrected": :math:`s \sqrt{1/J + n_{test}/n_{train}}`, s the standard
            deviation of J scores. "nested": from k (k + 1)/2 more fits per repeat, of a
            mean over rows. "naive": :math:`s/\sqrt{J}`, for comparison. "auto":
            "corrected" for the learner; for the models "pooled" if the score is a mean
            over rows, and "folds" otherwise.
        confidence_level : float, default=0.95
            Nominal coverage, in (0, 1).
        pos_label : int, float, bool or str, optional
            The positive label, by default the positive label of the scores. The score
            of another one is made of the predictions.

        Returns
        -------
        Interval
            ``target`` says what the bounds are for. The estimate is the one that
            `compare` and `evaluate` have: the value of all rows of a mean over rows,
            of added counts for ratios of these such as F1 [1]_, and the mean over folds
            of what orders rows; the mean over folds also of whatever has no
            predictions, and of repeats.

        Raises
        ------
        ValueError
            If there is no such score, the method is not for it, or the folds do not
            allow the target.

        Notes
        -----
        How often each covers its target is measured in ``docs/validation.md``.

        References
        ----------
        .. [1] Forman, G., Scholz, M. (2010). Apples-to-apples in cross-validation
           studies: pitfalls in classifier performance measurement. ACM SIGKDD
           Explorations 12(1), 49-57.
        """
        return interval_of(self, metric, method, confidence_level, target, pos_label)

    def gap(
        self,
        metric: str | None = None,
        *,
        confidence_level: float = 0.95,
        pos_label: Label | None = None,
    ) -> Interval:
        """Return by how much a score is better on the rows that models learnt from.

        Parameters
        ----------
        metric : str, optional
            The name of the score; not needed where there is one.
        confidence_level : float, default=0.95
            Nominal coverage, in (0, 1).
        pos_label : int, float, bool or str, optional
            The positive label, which must be the positive label of the scores.

        Returns
        -------
        Interval
            Positive where models are worse on rows that they have not seen.

        Raises
        ------
        ValueError
            If there is no such score, or training rows were not scored, or not for this
            label.
        """
        return gap_of(self, metric, confidence_level, pos_label)

    def side_by_side(
        self,
        models: Mapping[str, CrossValidation],
        metric: str,
        pairs: Sequence[tuple[int, int]],
        confidence_level: float,
        seed: int = 0,
        target: Literal["learner", "models"] | None = None,
        pos_label: Label | None = None,
    ) -> SideBySide:
        """Return a score of several models, of which this is one, and differences.

        Parameters
        ----------
        models : mapping of str to CrossValidation
            By name; all made with the same rows and folds.
        metric : str
            The name of the score.
        pairs : sequence of (int, int)
            Places of the models whose differences are wanted.
        confidence_level : float
            Nominal coverage, in (0, 1).
        seed : int, default=0
            Of replicates, where an interval is made of such.
        target : {"learner", "models"}, optional
            Target of the bounds, see `interval`.
        pos_label : int, float, bool or str, optional
            The positive label, see `interval`.

        Returns
        -------
        SideBySide
            What `compare` makes a `Comparison` of.

        Raises
        ------
        ValueError
            If data, folds or scorers differ, or there is no such score.
        """
        return side_by_side(
            models, metric, pairs, confidence_level, seed, target, pos_label
        )

    def to_frame(self, *, backend: Literal["pandas", "polars"] = "pandas") -> Any:
        """Return a data frame with a row per fold.

        Parameters
        ----------
        backend : {"pandas", "polars"}, default="pandas"
            Whose frame it is.

        Returns
        -------
        pandas.DataFrame or polars.DataFrame
            The fold is the index in pandas, and the first column in Polars.

        Raises
        ------
        ValueError
            If ``backend`` is unknown.
        ImportError
            If it is not installed.
        """
        columns = {"n_train": self.n_train, "n_test": self.n_test, **self._by_fold()}
        rows = [
            {"fold": fold, **{name: c[fold] for name, c in columns.items()}}
            for fold in range(self.n_folds)
        ]
        caller = "CrossValidation.to_frame"
        return data_frame(rows, index=["fold"], backend=backend, asked_by=caller)

    def plot(  # type: ignore[override]  # it says what it takes
        self,
        metric: str | None = None,
        *,
        confidence_level: float = 0.95,
        language: str = "en",
    ) -> Figure:
        """Draw the scores of each fold, with their mean and its interval.

        Parameters
        ----------
        metric : str, optional
            The name of the score; by default all, one below the other.
        confidence_level : float, default=0.95
            Nominal coverage, in (0, 1).
        language : {"en", "zh"}, default="en"
            Of the words in it.

        Returns
        -------
        matplotlib.figure.Figure
            ``figure.savefig(path)`` writes it to a file.

        Raises
        ------
        ValueError
            If there is no such score.
        ImportError
            If matplotlib is not installed.
        """
        from fastmetrics.show.pictures.drawing import figure_of

        pictures = self._pictures(metric=metric, confidence_level=confidence_level)
        return figure_of(pictures, "CrossValidation.plot", language=language)

    def _pictures(
        self,
        *,
        metric: str | None = None,
        confidence_level: float = 0.95,
        **options: Any,
    ) -> list[Picture]:
        names = self.metrics if metric is None else [self.score_name(metric)]
        level = check_level(confidence_level)
        intervals = {
            name: self.interval(name, confidence_level=level) for name in names
        }
        called = {name: self._called(name) for name in names}
        return [fold_picture(self, self.n_folds, intervals, called)]

    def _by_fold(self) -> dict[str, NDArray[Any]]:
        """Return the scores and times."""
        kinds = ("test_", "train_", "fit_time", "score_time")
        return {key: column for key, column in self.items() if key.startswith(kinds)}

    def _called(self, score: str) -> str:
        """Return what a reader calls scores: by the metric, where it was one alone."""
        scorer = self.scorers.get(score)
        if score != "score" or scorer is None or scorer.row is None:
            return score
        return ("neg_" if scorer.sign < 0 else "") + scorer.row.name

    def to_dict(self) -> dict[str, Any]:
        """Return scores, times and means with their intervals, as JSON can hold it."""
        means = {name: self.interval(name) for name in self.metrics}
        names = "estimate low high confidence_level method target"
        mean = {name: plain_fields(one, names) for name, one in means.items()}
        fields = plain_fields(self, "n_rows n_train n_test failed", **self._by_fold())
        return fields | {"mean": mean}

    def _document(self, width: int | None = None, **options: Any) -> Document:
        by_fold = self._by_fold()
        folds: list[list[Cell]] = [
            [str(fold), *(number(float(column[fold])) for column in by_fold.values())]
            for fold in range(self.n_folds)
        ]
        means = [(self._called(name), self.interval(name)) for name in self.metrics]
        rows: list[list[Cell]] = []
        for key, (name, one) in zip(self.metrics, means, strict=True):
            [mean] = estimates([one])
            train = self.get(f"train_{key}")
            on_train = NONE if train is None else mean.written(float(np.mean(train)))
            rows.append([name, mean, on_train])
        heads = [say("Metric"), say("Mean of test rows"), say("Mean of training rows")]
        reasons: dict[str, list[str]] = {}
        for name, one in means:
            if one.reason:
                reasons.setdefault(one.reason, []).append(name)
        said = [
            *(
                say("Intervals are for {target}.", target=of_catalog(interval.target))
                for _, interval in means
                if interval.target
            ),
            *(
                say(
                    "{metric}: {reason}",
                    metric=", ".join(names),
                    reason=of_catalog(why),
                )
                for why, names in reasons.items()
            ),
        ]
        notes = [*dict.fromkeys(said)]
        return Document(
            sentences=[
                say(
                    "{folds} of {rows} rows.",
                    folds=folds_of(self.n_folds),
                    rows=count(self.n_rows),
                )
            ],
            tables=[
                Table(say("Scores"), heads, rows, frozenset({2})),
                Table(
                    say("By fold"),
                    [say("Fold"), *by_fold],
                    folds,
                    frozenset(range(1, len(by_fold) + 1)),
                ),
            ],
            foot=[Notes(say("Notes"), notes)] if notes else [],
            title=say("Cross-validation"),
        )


def folds_of(n: int) -> str:
    """Return how many folds there are, in words."""
    return say("1 fold") if n == 1 else say("{n} folds", n=count(n))
