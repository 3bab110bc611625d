"""Comparison: several models and their differences on one test set, and the picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common.names import distinct, with_noun
from fastmetrics._common.records import data_frame, plain_fields
from fastmetrics.comparison.documents import (
    MOST,
    level_of,
    on_one_test_set,
    sentences_of,
)
from fastmetrics.comparison.model_differences import (
    Difference,
    ModelDifferences,
    TooManyGroups,
)
from fastmetrics.show.numbers import count
from fastmetrics.show.pictures import (
    Intervals,
    Mark,
    Panel,
    Picture,
    Rule,
    Scale,
)
from fastmetrics.show.result import Result
from fastmetrics.show.words import in_lines, say

if TYPE_CHECKING:
    from fastmetrics.show.text import Document


# ------------------------------------------------------------------- difference picture
# The picture of a comparison: each difference with both of its intervals.


# More differences than these nobody reads; the largest are drawn.
MOST_DIFFERENCES = 60
# The names of both models are so wide at most, in inches.
_PAIR = 3.0


def difference_picture(comparison: ModelDifferences) -> Picture:
    """Return a line per difference, the largest at the top."""
    shown = _largest(comparison)
    names = distinct(comparison.models)
    marks: list[Mark] = [Rule(0.0)]
    if comparison.margin:
        sign = -1 if comparison.greater_is_better else 1
        marks.append(Rule(sign * comparison.margin, label=say("margin")))
    differences = [difference for _, difference in shown]
    # Those that are told apart have a colour.
    series = [
        0 if difference.adjusted_pvalue <= comparison.alpha else None
        for difference in differences
    ]
    marks.append(_intervals(differences, series))
    level = level_of(comparison)
    notes: list[str] = [
        say("thick: {level} of each; thin: {level} of all together", level=level)
    ]
    if len(shown) < len(comparison.differences):
        n, k = len(shown), count(len(comparison.differences))
        notes.insert(0, say("the {n} largest of {k} differences", n=n, k=k))
    pairs = [f"{names[a]} − {names[b]}" for (a, b), _ in shown]
    rows = Scale("", kind="names", names=pairs, longest=_PAIR)
    ends = _ends(marks)
    x = Scale(say("Difference of {metric}", metric=comparison.title), *ends)
    if comparison.percent:
        label = say("Difference of {metric} in points", metric=comparison.title)
        x = Scale(label, *ends, unit="points")
    panel = Panel("", x, rows, marks)
    title = say(
        "Differences of {metric}: {k} of {n} significant",
        metric=comparison.title,
        k=count(
            sum(
                difference.adjusted_pvalue <= comparison.alpha
                for difference in _all(comparison)
            )
        ),
        n=count(len(comparison.differences)),
    )
    return Picture("differences", title, [panel], 1, notes)


def _all(comparison: ModelDifferences) -> Sequence[Difference]:
    return [*comparison.differences.values()]


def _intervals(
    differences: Sequence[Difference], series: Sequence[int | None]
) -> Intervals:
    value, low, high, wide_low, wide_high = (
        np.array([getattr(difference, name) for difference in differences], np.float64)
        for name in ("estimate", "low", "high", "simultaneous_low", "simultaneous_high")
    )
    places = np.arange(len(differences))
    # An end that is not finite is not drawn.
    low, high = _both(low, high)
    return Intervals(places, value, low, high, series, "x", *_both(wide_low, wide_high))


def _both(low: np.ndarray, high: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    known = np.isfinite(low) & np.isfinite(high)
    return np.where(known, low, np.nan), np.where(known, high, np.nan)


def _ends(marks: Sequence[Mark]) -> tuple[float, float]:
    """Return the ends of the axis: all that is on it, and a little room."""
    shown: list[float] = []
    for mark in marks:
        if isinstance(mark, Rule):
            shown.append(mark.at)
        elif isinstance(mark, Intervals):
            ends = (mark.low, mark.high, mark.outer_low, mark.outer_high)
            shown += [*mark.value]
            shown += [at for value in ends if value is not None for at in value]
    finite = [float(value) for value in shown if math.isfinite(value)]
    room = 0.05 * (max(finite) - min(finite)) or 0.05
    return min(finite) - room, max(finite) + room


def _largest(comparison: ModelDifferences) -> list[tuple[tuple[str, str], Difference]]:
    """Return the largest differences, each as the better model minus the other."""
    turned = -1 if comparison.greater_is_better is False else 1
    shown = []
    for (a, b), difference in comparison.differences.items():
        if np.isfinite(difference.estimate):
            is_fixed = comparison.baseline is not None or comparison.margin
            behind = not is_fixed and turned * difference.estimate < 0
            pair = (b, a) if behind else (a, b)
            shown.append((pair, comparison[pair]))
    shown.sort(key=lambda pair: -abs(pair[1].estimate))
    return shown[:MOST_DIFFERENCES]


# ---------------------------------------------------------------------- compared models
# Comparison: what is known of several models and their differences on one test set.


@dataclass(frozen=True, eq=False, kw_only=True)
class Comparison(Result, ModelDifferences):
    """Comparison of several models on the same rows, by one metric.

    Made by `compare`. ``print(comparison)`` shows its sentences, and
    ``comparison["a", "b"]`` is the difference a − b.

    Attributes
    ----------
    metric : str
        The metric's name.
    title : str
        The same for headings.
    greater_is_better : bool or None
        Its direction; of a metric without one the highest value ranks first, and no
        model is called best.
    values : dict of str to Interval
        ``values[model]`` is the `Interval` around the model's value.
    differences : dict of (str, str) to Difference
        ``differences[a, b]`` is a − b: of any two models, or of each model and the
        baseline.
    baseline : str or None
        The model that the others are compared with; None: any two are compared.
    ranking : tuple of str
        The models, the best first.
    rank_intervals : dict of str to (int, int)
        Sets of ranks that the models may have, 1 being the best, from the significant
        differences among the pairs compared. All true ranks are in their sets with the
        confidence level, if the adjustment of p-values controls the probability of one
        wrong rejection.
    test, adjust : str or None
        The options that were asked for.
    margin : float
        0: p-values are of no difference. Above 0: of A being worse than B by so much.
    confidence_level : float
        Nominal coverage of the intervals.
    n_rows, n_units : int
        Rows that were given; rows or groups of rows that a replicate draws.
    n_resamples : int
        Replicates; 0 where none were drawn.
    seed : int
        ``random_state=seed`` makes the same comparison.
    notes : tuple of str
        Remarks that a reader needs to interpret the numbers.
    target : str
        For cross-validations, the target of the intervals, see `Interval`; otherwise
        empty.
    """

    def summary(self, language: str = "en") -> str:
        """Summarize the results in sentences, the size of each difference first.

        Parameters
        ----------
        language : {"en", "zh"}, default="en"
            English or Chinese; names stay as they are.
        """
        return in_lines([*sentences_of(self), *self.notes], language)

    def __str__(self) -> str:
        # Of many models the leaderboard, not a sentence for each of some differences.
        return super().__str__() if len(self.differences) > MOST else self.summary()

    def __repr__(self) -> str:
        return (
            f"<Comparison: {self.metric}, {with_noun(len(self.values), 'model')}, "
            f"{with_noun(len(self.differences), 'difference')}, "
            f"{with_noun(self.n_rows, 'row')}>"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return all that was found, as JSON can hold it; what is undefined is None."""
        return plain_fields(
            self,
            "metric title greater_is_better baseline test adjust margin "
            "confidence_level n_rows n_units n_resamples seed",
            models=[*self._model_rows()],
            differences=[*self._pair_rows()],
            ranking=self.ranking,
            best_set=self.best_set,
            **({"target": self.target} if self.target else {}),
            notes=self.notes,
        )

    def to_frame(
        self,
        *,
        differences: bool = False,
        backend: Literal["pandas", "polars"] = "pandas",
    ) -> Any:
        """Return a data frame with a row per model.

        Parameters
        ----------
        differences : bool, default=False
            A row per pair of models instead.
        backend : {"pandas", "polars"}, default="pandas"
            Whose frame it is.

        Returns
        -------
        pandas.DataFrame or polars.DataFrame
            In pandas the model, or (a, b), is the index; in Polars these are the first
            columns.

        Raises
        ------
        ValueError
            If ``backend`` is unknown.
        ImportError
            If it is not installed.
        """
        rows = self._pair_rows() if differences else self._model_rows()
        index = ["a", "b"] if differences else ["model"]
        return data_frame(rows, index, backend, "Comparison.to_frame")

    def _model_rows(self) -> list[dict[str, Any]]:
        """Return a row for each model, the best first."""
        letters = {}
        if self.baseline is None and not self.margin:
            with suppress(TooManyGroups):
                letters = self.letters()
        rows = []
        for model in self.ranking:
            value = self.values[model]
            low, high = self.rank_intervals[model]
            rows.append(
                {
                    "model": model,
                    "estimate": value.estimate,
                    "low": value.low,
                    "high": value.high,
                    "standard_error": value.standard_error,
                    "method": value.method,
                    "approximate": value.approximate,
                    "reason": value.reason,
                    "rank_low": low,
                    "rank_high": high,
                    "letters": letters.get(model),
                }
            )
        return rows

    def _pair_rows(self) -> list[dict[str, Any]]:
        """Return a row for each difference."""
        names = Difference.__dataclass_fields__
        return [
            {"a": a, "b": b, **{name: getattr(one, name) for name in names}}
            for (a, b), one in self.differences.items()
        ]

    def _document(self, width: int | None = None, **options: Any) -> Document:
        return on_one_test_set(self)

    def _pictures(self, **options: Any) -> list[Picture]:
        return [difference_picture(self, **options)]
