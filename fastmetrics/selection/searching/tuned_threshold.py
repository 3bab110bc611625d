"""TunedThreshold: a threshold that was chosen by a criterion, and what it is worth."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.plain import plain_all
from fastmetrics._inputs.row_takers import n_rows
from fastmetrics._inputs.scores import taken_rows
from fastmetrics.catalog import METRICS
from fastmetrics.selection.validation.responses import Responses
from fastmetrics.selection.validation.result import folds_of
from fastmetrics.show.document import Document
from fastmetrics.show.numbers import Estimate, count, number
from fastmetrics.show.pictures.picture import Panel, Picture, Points, Rule, Scale
from fastmetrics.show.result import Result
from fastmetrics.show.tables import Cell, Table
from fastmetrics.show.words import of_catalog, say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._common.interval import Interval

__all__ = ["OuterFold", "TunedThreshold", "bounded", "bounds_of"]


class OuterFold(NamedTuple):
    """Results of one outer fold.

    Attributes
    ----------
    threshold : float
        Chosen on its training part.
    n_rows : int
        Number of evaluated rows.
    value, default : float
        The metric of these by that threshold, and by the estimator's own cut.
    """

    threshold: float
    n_rows: int
    value: float
    default: float


@dataclass(frozen=True, eq=False, repr=False)
class TunedThreshold(Result):
    """Threshold chosen on inner folds, with its performance on outer folds.

    Made by `tune_threshold`.

    Attributes
    ----------
    criterion : str
        What it was chosen by.
    metric : str
        What it is judged by.
    greater_is_better : bool
        Whether more of that is better.
    threshold : float
        Threshold for all rows: predict positive if score >= threshold.
    chosen : float
        Value of the criterion at the threshold on the rows used to choose it, which is
        optimistic.
    value, default : Interval
        The metric on outer folds, whose thresholds were chosen without them, and by the
        cut at ``default_threshold``; NaN where there were no outer folds.
    default_threshold : float
        The estimator's own threshold: 0.5 or 0.
    folds : tuple of OuterFold
        ``threshold``, ``n_rows``, ``value`` and ``default`` of each outer fold.
    n_rows : int
        How many rows there were.
    pos_label : object
        The positive label.
    response_method : str
        What gives the scores: "predict_proba" or "decision_function".
    classes : tuple
        Both labels, in sorted order.
    estimator : object or None
        Fitted on all rows, unless ``refit=False``.
    """

    criterion: str
    metric: str
    greater_is_better: bool
    threshold: float
    chosen: float
    value: Interval
    default: Interval
    default_threshold: float
    folds: tuple[OuterFold, ...]
    n_rows: int
    pos_label: Any
    response_method: str
    classes: tuple[Any, ...]
    estimator: Any = field(default=None)

    def judged(
        self, value: Interval, default: Interval, folds: tuple[OuterFold, ...]
    ) -> TunedThreshold:
        """Return the same with what outer folds say."""
        return replace(self, value=value, default=default, folds=folds)

    def predict(self, X: Any) -> NDArray[Any]:
        """Return labels: the positive one where a score reaches the threshold.

        Parameters
        ----------
        X : array_like, data frame or sparse matrix of shape (n_samples, ...)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples,)

        Raises
        ------
        ValueError
            If there is no fitted model, or no threshold.
        """
        if self.estimator is None:
            raise ValueError("there is no fitted model: refit=False was asked for.")
        if math.isnan(self.threshold):
            raise ValueError("there is no threshold that keeps the criterion's bound.")
        classes = np.array(self.classes)
        said = Responses(self.estimator, X, n_rows(X), classes, classifier=True)
        scores = np.asarray(said.read((self.response_method,), self.pos_label))
        at = self.classes.index(self.pos_label)
        is_positive = taken_rows(scores, self.threshold).astype(np.intp)
        return classes[is_positive if at else 1 - is_positive]

    def __repr__(self) -> str:
        return (
            f"<TunedThreshold: {self.threshold:.4g} by {self.criterion}, {self.metric} "
            f"{self.value.estimate:.4g}>"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the choice and its performance in types that JSON can represent."""
        found: dict[str, Any] = plain_all(
            {
                "criterion": self.criterion,
                "metric": self.metric,
                "greater_is_better": self.greater_is_better,
                "threshold": self.threshold,
                "chosen": self.chosen,
                "value": bounds_of(self.value),
                "default": bounds_of(self.default),
                "default_threshold": self.default_threshold,
                "n_rows": self.n_rows,
                "pos_label": self.pos_label,
                "response_method": self.response_method,
                "folds": [one._asdict() for one in self.folds],
            }
        )
        return found

    def _document(self, width: int | None = None, **options: Any) -> Document:
        rows: list[list[Cell]] = [
            [count(k), number(one.threshold), *map(number, (one.value, one.default))]
            for k, one in enumerate(self.folds)
        ]
        heads = [say("Outer fold"), say("Threshold"), self.metric, say("Own cut")]
        right = frozenset({0, 1, 2, 3})
        tables = [Table(say("Outer folds"), heads, rows, right)] if rows else []
        return Document(
            sentences=[*self._sentences()], tables=tables, title=say("Threshold")
        )

    def _sentences(self) -> Iterator[str]:
        yield say(
            "The threshold is {threshold}, chosen by the criterion {criterion} on "
            "cross-validated scores of {n} rows.",
            criterion=self.criterion,
            threshold=number(self.threshold),
            n=count(self.n_rows),
        )
        if not self.folds:
            return
        yield say(
            "{metric} on {folds}, of thresholds chosen in the same way on the other "
            "rows: {value}; of the estimator's own cut at {own}: {default}.",
            metric=of_catalog(METRICS[self.metric].title),
            value=bounded(self.value),
            folds=folds_of(len(self.folds)),
            own=number(self.default_threshold),
            default=bounded(self.default),
        )

    def _pictures(self, **options: Any) -> list[Picture]:
        if not self.folds:
            return []
        thresholds = np.array([one.threshold for one in self.folds])
        finite = np.isfinite(thresholds)
        at = np.arange(len(thresholds), dtype=np.float64)
        names = [count(k) for k in range(len(thresholds))]
        marks = [Points(thresholds[finite], at[finite], 0)]
        rules = [self.threshold] if math.isfinite(self.threshold) else []
        panel = Panel(
            "",
            Scale(say("Threshold")),
            Scale(say("Outer fold"), kind="names", names=names),
            [*(Rule(one) for one in rules), *marks],
        )
        title = say(
            "The threshold is {threshold}, chosen by the criterion {criterion}",
            criterion=self.criterion,
            threshold=number(self.threshold),
        )
        note = say("the line is the threshold of all rows")
        return [Picture("thresholds", title, [panel], 1, notes=[note])]


def bounded(one: Interval) -> str:
    """Write a value with its bounds, if it has any."""
    if math.isnan(one.low):
        return number(one.estimate)
    return str(Estimate(one))


def bounds_of(one: Interval) -> dict[str, float]:
    """Return a value with its bounds, as JSON has them."""
    return {"value": one.estimate, "low": one.low, "high": one.high}
