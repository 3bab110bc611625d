"""Comparison: what is known of several models and their differences on one test set."""

from __future__ import annotations

import math
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from fastmetrics._common.names import distinct, listed, shown
from fastmetrics._common.options import check_level
from fastmetrics._common.plain import data_frame, plain_all
from fastmetrics.comparison.groups import TooManyGroups, maximal_groups
from fastmetrics.comparison.letters import letters_of
from fastmetrics.comparison.planning import (
    minimum_detectable_difference,
    required_sample_size,
)
from fastmetrics.comparison.sentences import largest_first, sentences_of
from fastmetrics.show.notebook import Bar, Shown, bundle
from fastmetrics.show.numbers import numerals, pvalue_numeral

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from fastmetrics._common.interval import Interval

__all__ = ["Comparison", "Difference", "Resolution"]

Pair = tuple[str, str]

# With which probability differences that can be detected are.
_POWER = 0.8


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference of two models, A − B, and what is known of it.

    Attributes
    ----------
    estimate : float
        A's value minus B's.
    low, high : float
        Bounds of the interval of this difference alone; NaN where there are none.
    standard_error : float
        Of the estimate; NaN where the interval's method gives none.
    simultaneous_low, simultaneous_high : float
        Bounds that hold for all differences together with the confidence level, never
        inside of ``low`` and ``high``; NaN where there are none.
    pvalue : float
        The least α whose interval leaves 0 out, of the level 1 − α and made by the same
        method: at most 1 − ``confidence_level`` where 0 is outside of ``low`` and
        ``high``. NaN where a difference other than 0 has no bounds.
    adjusted_pvalue : float
        The same among all differences: at most 1 − ``confidence_level`` where 0 is
        outside of the simultaneous bounds, if there are any.
    test : str
        The test that was asked for by name, as a paper would print it; empty if none
        was.
    method : str
        How the interval was made, see `Interval`.
    test_pvalue, adjusted_test_pvalue : float
        Those of the test that was asked for; NaN if none was.
    """

    estimate: float
    low: float
    high: float
    standard_error: float
    simultaneous_low: float
    simultaneous_high: float
    pvalue: float
    adjusted_pvalue: float
    test: str
    method: str
    test_pvalue: float = math.nan
    adjusted_test_pvalue: float = math.nan

    def __str__(self) -> str:
        p = "no p-value" if math.isnan(self.pvalue) else f"p = {self.pvalue:.4g}"
        estimate, low, high = numerals(self.estimate, self.low, self.high)
        return f"{'+' * (self.estimate > 0)}{estimate} [{low}, {high}], {p}"


class Resolution(NamedTuple):
    """What so many rows can tell apart.

    Attributes
    ----------
    n_adjacent : int
        Pairs of models that are neighbours in the ranking.
    n_told_apart : int
        How many of these are told apart.
    detectable : dict
        Of each pair the difference that so many rows find with probability 0.8.
    rows_needed : dict
        Of each pair how many rows find the observed difference with probability 0.8;
        infinite where there is none.
    """

    n_adjacent: int
    n_told_apart: int
    detectable: Mapping[Pair, float]
    rows_needed: Mapping[Pair, float]


@dataclass(frozen=True, eq=False, kw_only=True)
class Comparison:
    """What is known of several models on the same rows, by one metric.

    Made by `compare`. ``print(comparison)`` shows its sentences, and
    ``comparison["a", "b"]`` is the difference a − b.

    Attributes
    ----------
    metric : str
        The metric's name.
    title : str
        The same for headings.
    greater_is_better : bool or None
        Its direction; of a metric without one greater values rank first.
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
        Sets of ranks that the models may have, 1 being the best, from who is told apart
        among the pairs compared: with the confidence level all true ranks are inside of
        theirs, if p-values are adjusted so that one wrong rejection is unlikely.
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
        What a reader should know to read the numbers rightly.
    """

    metric: str
    title: str
    greater_is_better: bool | None
    values: Mapping[str, Interval]
    differences: Mapping[Pair, Difference]
    baseline: str | None
    ranking: tuple[str, ...]
    rank_intervals: Mapping[str, tuple[int, int]]
    test: str
    adjust: str | None
    margin: float
    confidence_level: float
    n_rows: int
    n_units: int
    n_resamples: int
    seed: int
    notes: tuple[str, ...] = ()

    @property
    def models(self) -> list[str]:
        """The models' names, in the order given."""
        return list(self.values)

    @property
    def best_set(self) -> tuple[str, ...]:
        """The models that may be best: no other one is told apart as better."""
        return tuple(
            model for model in self.ranking if self.rank_intervals[model][0] == 1
        )

    def __getitem__(self, pair: Pair) -> Difference:
        """Return the difference of two models, in either order.

        Raises
        ------
        KeyError
            If these were not compared. Of a non-inferiority test the order counts.
        """
        if pair in self.differences:
            return self.differences[pair]
        if isinstance(pair, tuple) and pair[::-1] in self.differences:
            if self.margin:
                raise KeyError(
                    f"{pair!r} was not tested for non-inferiority; {pair[::-1]!r} was"
                )
            return _turned(self.differences[pair[::-1]])
        raise KeyError(
            f"{shown(pair)} were not compared; the models are {listed(self.models)}"
        )

    # --- who is told apart

    def groups(self, alpha: float | None = None) -> tuple[tuple[str, ...], ...]:
        """Return all largest groups of models of which no pair is told apart.

        A model may be in several groups: that A is not told from B, nor B from C, does
        not say that A is not told from C. Against a baseline there is one group: the
        baseline and the models that are not told from it.

        Parameters
        ----------
        alpha : float in (0, 1), optional
            Pairs with an adjusted p-value of at most this are told apart; by default
            1 − ``confidence_level``.

        Returns
        -------
        tuple of tuples
            Names, the best first; the group of the best model first.

        Raises
        ------
        ValueError
            If there are more than 10,000 groups, or p-values are of non-inferiority.
        """
        told = self._told(alpha)
        if self.baseline is not None:
            apart = {a for pair in told for a in pair} - {self.baseline}
            return (tuple(model for model in self.ranking if model not in apart),)
        place = {model: i for i, model in enumerate(self.ranking)}
        matrix = np.zeros((len(place), len(place)), bool)
        for a, b in told:
            matrix[place[a], place[b]] = matrix[place[b], place[a]] = True
        return tuple(
            tuple(self.ranking[i] for i in group) for group in maximal_groups(matrix)
        )

    def letters(self, alpha: float | None = None) -> dict[str, str]:
        """Return letters for each model; two share one if they are not told apart.

        Parameters
        ----------
        alpha : float in (0, 1), optional
            As `groups` takes it, of which each has a letter.

        Returns
        -------
        dict
            Name to letters, the best model, whose letter is "a", first.

        Raises
        ------
        ValueError
            If there are more than 10,000 groups, p-values are of non-inferiority, or
            models were compared with a baseline only.
        """
        if self.baseline is not None:
            raise ValueError(
                "letters need all pairs of models, and these were compared with "
                f"{self.baseline!r} only; use groups, or leave baseline out."
            )
        return letters_of(self.ranking, self.groups(alpha))

    def _told(self, alpha: float | None) -> list[Pair]:
        """Return the pairs that are told apart; what is undefined is not."""
        if self.margin:
            raise ValueError(
                f"these p-values are of non-inferiority by margin={self.margin:g}: "
                "groups and letters are of differences, made with margin=0."
            )
        alpha = self.alpha if alpha is None else check_level(alpha, "alpha")
        return [
            pair
            for pair, one in self.differences.items()
            if one.adjusted_pvalue <= alpha
        ]

    @property
    def alpha(self) -> float:
        """The level at which pairs are told apart, 1 − ``confidence_level``."""
        return round(1 - self.confidence_level, 15)

    @property
    def resolution(self) -> Resolution:
        """What so many rows can tell apart: see `Resolution`.

        Detectable differences and rows needed are for a power of 0.8 and the level
        1 − ``confidence_level``, shared evenly among the comparisons made where
        p-values are adjusted (Bonferroni). They take a difference's standard error to
        fall with the root of the number of rows, and to be what it is here.
        """
        n = self.n_rows
        asked: Any = {"alpha": self.alpha, "power": _POWER}
        if self.adjust:
            asked["n_comparisons"] = len(self.differences)
        detectable, needed = {}, {}
        for pair, one in self.differences.items():
            error = one.standard_error
            detectable[pair] = math.nan
            needed[pair] = math.nan if one.estimate else math.inf
            if not math.isfinite(error):
                continue
            asked["standard_deviation"] = error * math.sqrt(n)
            detectable[pair] = minimum_detectable_difference(n, **asked)
            if one.estimate:
                rows = required_sample_size(abs(one.estimate), **asked)
                needed[pair] = float(rows)
        neighbours = (
            self._adjacent(a, b)
            for a, b in zip(self.ranking, self.ranking[1:], strict=False)
        )
        near = [one for one in neighbours if one is not None]
        told = [one for one in near if one.adjusted_pvalue <= self.alpha]
        return Resolution(len(near), len(told), detectable, needed)

    def _adjacent(self, a: str, b: str) -> Difference | None:
        return self.differences.get((a, b)) or self.differences.get((b, a))

    # --- what is shown

    def summary(self) -> str:
        """Return what was found in sentences, the size of each difference first."""
        return "\n".join([*sentences_of(self), *self.notes])

    def __str__(self) -> str:
        return self.summary()

    def __repr__(self) -> str:
        return (
            f"<Comparison: {self.metric}, {len(self.values)} models, "
            f"{len(self.differences)} differences, {self.n_rows} rows>"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return all that was found, as JSON can hold it; what is undefined is None."""
        found: dict[str, Any] = plain_all(
            {
                "metric": self.metric,
                "title": self.title,
                "greater_is_better": self.greater_is_better,
                "baseline": self.baseline,
                "test": self.test,
                "adjust": self.adjust,
                "margin": self.margin,
                "confidence_level": self.confidence_level,
                "n_rows": self.n_rows,
                "n_units": self.n_units,
                "n_resamples": self.n_resamples,
                "seed": self.seed,
                "models": [*self._model_rows()],
                "differences": [*self._pair_rows()],
                "ranking": self.ranking,
                "best_set": self.best_set,
                "notes": self.notes,
            }
        )
        return found

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
            Of pandas with model, or (a, b), as the index; of Polars with these as the
            first columns.

        Raises
        ------
        ValueError
            If ``backend`` is unknown.
        ImportError
            If it is not installed.
        """
        rows = [*(self._pair_rows() if differences else self._model_rows())]
        return data_frame(
            rows,
            index=["a", "b"] if differences else ["model"],
            columns=[],
            backend=backend,
            asked_by="Comparison.to_frame",
        )

    def _model_rows(self) -> list[dict[str, Any]]:
        """Return what is known of each model, the best first."""
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
                    "rank_low": low,
                    "rank_high": high,
                    "letters": letters.get(model),
                }
            )
        return rows

    def _pair_rows(self) -> list[dict[str, Any]]:
        """Return what is known of each difference."""
        names = Difference.__dataclass_fields__
        return [
            {"a": a, "b": b, **{name: getattr(one, name) for name in names}}
            for (a, b), one in self.differences.items()
        ]

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> dict[str, str]:
        """Show in notebooks the models, the best first, and the differences."""
        written = distinct(self.models)
        rows = []
        for one in self._model_rows():
            value, low, high = numerals(one["estimate"], one["low"], one["high"])
            ranks = _ranks(one["rank_low"], one["rank_high"])
            cells = [written[one["model"]], value, f"[{low}, {high}]", ranks]
            rows.append([*cells, one["letters"] or ""])
        best = self.values[self.ranking[0]]
        bar = None
        if not math.isnan(best.low):
            bar = Bar(best.low, best.estimate, best.high)
        heads = ["model", self.title, "interval", "rank", ""]
        models = Shown(sentences_of(self)[0], heads, rows, bar)
        return bundle(models, self._shown_differences(written))

    def _shown_differences(self, written: Mapping[str, str]) -> Shown:
        """Return the differences, the largest first, with their p-values."""
        several = len(self.differences) > 1
        heads = ["", "difference", "interval", *["among all"] * several]
        heads.append("adjusted p-value" if several and self.adjust else "p-value")
        rows = []
        for (a, b), one in largest_first(self):
            together = one.simultaneous_low, one.simultaneous_high
            value, low, high, *ends = numerals(
                one.estimate, one.low, one.high, *together
            )
            cells = [f"{written[a]} − {written[b]}", value, f"[{low}, {high}]"]
            if several:
                cells.append(f"[{', '.join(ends)}]")
            rows.append([*cells, pvalue_numeral(one.adjusted_pvalue)])
        of_margin = (
            f"; p-values: the first is not worse by {self.margin:g}"
            if self.margin
            else ""
        )
        return Shown(f"Differences{of_margin}", heads, rows)

    def _repr_html_(self) -> str:
        return self._repr_mimebundle_()["text/html"]

    def plot(self) -> Figure:
        """Draw the differences: thick bars for their own intervals, thin ones for all.

        Thick bars are the intervals of single differences, thin ones hold for all of
        them together. The largest differences come first, at most 60 of them.

        Returns
        -------
        matplotlib.figure.Figure

        Raises
        ------
        ImportError
            If matplotlib is not installed.
        """
        from fastmetrics.comparison.difference_plot import draw

        return draw(self)

    def to_svg(self) -> str:
        """Return the same picture as SVG text, the same for the same numbers."""
        from fastmetrics.comparison.difference_plot import to_svg

        return to_svg(self)


def _turned(one: Difference) -> Difference:
    """Return B − A for A − B."""
    return Difference(
        -one.estimate,
        -one.high,
        -one.low,
        one.standard_error,
        -one.simultaneous_high,
        -one.simultaneous_low,
        one.pvalue,
        one.adjusted_pvalue,
        one.test,
        one.method,
        one.test_pvalue,
        one.adjusted_test_pvalue,
    )


def _ranks(low: int, high: int) -> str:
    """Return a set of ranks: "1", "2-4"."""
    return f"{low}" if low == high else f"{low}–{high}"
