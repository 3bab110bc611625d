"""Comparison: several models on one test set, from intervals or from scores by fold."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, Protocol, TypeGuard

import numpy as np
from numpy.typing import NDArray

from fastmetrics._common.names import shown, with_noun
from fastmetrics._common.pair_intervals import PairTable
from fastmetrics._common.records import data_frame, plain_fields
from fastmetrics._inputs.groups import across_folds as why_not
from fastmetrics.comparison.adjustments import METHODS, adjust_pvalues
from fastmetrics.comparison.diagrams import difference_picture
from fastmetrics.comparison.documents import MOST, on_one_test_set, sentences_of
from fastmetrics.comparison.model_differences import (
    Difference,
    Differences,
    ModelDifferences,
    TooManyGroups,
    column_of,
)
from fastmetrics.comparison.simultaneous import (
    Answers,
    Null,
    Question,
    Tested,
    answer,
    rank_sets,
    tested,
)
from fastmetrics.metrics.record import (
    BAND,
    BOOTSTRAP,
    INVERTED_DELONG,
    JACKKNIFE,
    LONG_RUN,
    MOVER,
    NORMAL_DELONG,
    SKEWED_T,
    SMOOTHED,
    drawn_plainly,
)
from fastmetrics.show.pictures import Picture
from fastmetrics.show.result import Result
from fastmetrics.show.words import in_lines, of_catalog, say, sentence

if TYPE_CHECKING:
    from fastmetrics._common.interval import Interval
    from fastmetrics._common.pair_intervals import PairIntervals
    from fastmetrics.intervals.engine import Intervals
    from fastmetrics.resampling.plan import Design, Plan
    from fastmetrics.show.text import Document


# ---------------------------------------------------------------------- compared models
# Comparison: results for several models and their differences on one test set.


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
    differences : mapping of (str, str) to Difference
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
        # For many models: the leaderboard, not a sentence for each difference.
        return super().__str__() if len(self.differences) > MOST else self.summary()

    def __repr__(self) -> str:
        return (
            f"<Comparison: {self.metric}, {with_noun(len(self.values), 'model')}, "
            f"{with_noun(len(self.differences), 'difference')}, "
            f"{with_noun(self.n_rows, 'row')}>"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return all results as values for JSON; undefined numbers are None."""
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


# ---------------------------------------------------------------------------- comparing
# Make a Comparison of the intervals of models and of their differences.


# How p-values are adjusted if nobody says.
DEFAULT: Final = "maxt"
# The test that an interval inverts, by the interval's method.
TESTS_OF = {
    **dict.fromkeys(NORMAL_DELONG, "DeLong's test"),
    INVERTED_DELONG: "t test with DeLong's variance",
    "t": "paired t test",
    LONG_RUN: "t test with the long-run variance",
    SKEWED_T: "paired t test, transformed by the skewness",
    **dict.fromkeys((*JACKKNIFE, "jackknife-t"), "paired jackknife test"),
    **dict.fromkeys((*BOOTSTRAP, SMOOTHED), "paired bootstrap test"),
    "corrected": "corrected resampled t test",
    "pooled": "paired t test of all out-of-fold rows",
    "folds": "z test by the standard errors of folds",
    "naive": "paired t test over folds",
    MOVER: "test by MOVER bounds",
    BAND: "test by the bands of both curves",
}


@dataclass(frozen=True, kw_only=True)
class Setting:
    """The options of `compare`, except the metric."""

    pairs: Sequence[tuple[int, int]]
    baseline: str | None
    test: str
    adjust: str | None
    simultaneous: bool
    confidence_level: float
    margin: float
    seed: int
    n_resamples: int | None
    design: Design


def alpha_of(confidence_level: float) -> float:
    """Return the significance level of differences."""
    return round(1 - confidence_level, 15)


def all_pairs(
    plan: Plan,
    metric: int,
    intervals: Intervals,
    design: Design,
    seed: int,
    n_resamples: int | None,
) -> Comparison:
    """Return the comparison of all pairs, with the defaults of `compare`."""
    [first, *_] = intervals.values.values()
    setting = Setting(
        pairs=[*combinations(range(len(plan.names)), 2)],
        baseline=None,
        test="auto",
        adjust=DEFAULT,
        simultaneous=True,
        confidence_level=first[plan.asked[metric].row.name].confidence_level,
        margin=0.0,
        seed=seed,
        n_resamples=n_resamples,
        design=design,
    )
    return compared(plan, metric, intervals, setting)


def test_of(differences: Mapping[tuple[str, str], Difference]) -> str:
    """Return the name of the test that the intervals invert; empty without one."""
    methods = dict.fromkeys(column_of(differences, "method").tolist())
    known = dict.fromkeys(TESTS_OF.get(drawn_plainly(one)) for one in methods)
    return " and ".join(name for name in known if name)


class ComparedMetric(NamedTuple):
    """By what models are compared, and on how many rows."""

    name: str
    title: str
    greater_is_better: bool | None
    n_rows: int
    n_units: int
    percent: bool = False


def compared(
    plan: Plan, metric: int, intervals: Intervals, setting: Setting, asked: str = ""
) -> Comparison:
    """Return the comparison of all models by one metric of a plan.

    ``intervals`` are of the pairs in the setting, with the replicates of the metric if
    there are any; ``asked`` is the requested name of the metric.
    """
    row = plan.asked[metric].row
    compared_metric = ComparedMetric(
        row.name,
        row.called(asked or row.name, of_catalog(row.title)),
        row.greater_is_better,
        plan.n_rows,
        plan.n_units,
        row.percent,
    )
    null = _null(compared_metric, setting)
    drawn = intervals.replicates.get(row.name)
    comparison = _comparison(
        compared_metric,
        intervals,
        setting,
        null,
        _named(plan, metric, drawn, setting, null),
    )
    remarks = plan.remarks(metric)
    if remarks:
        comparison = replace(comparison, notes=(*remarks, *comparison.notes))
    order = setting.design.order
    if order is None:
        return comparison
    in_time = say(
        "Rows are in order of time (horizon {h}): intervals and tests allow for losses "
        "of neighbouring rows that depend on each other.",
        h=order.horizon,
    )
    return replace(comparison, notes=(in_time, *comparison.notes))


def compared_by_intervals(
    metric: ComparedMetric, intervals: Intervals, setting: Setting
) -> Comparison:
    """Return the comparison that follows from intervals, without a named test."""
    nothing = Tested(np.full(len(setting.pairs), np.nan), "")
    return _comparison(metric, intervals, setting, _null(metric, setting), nothing)


def compared_across_folds(
    metric: ComparedMetric, intervals: Intervals, setting: Setting
) -> Comparison:
    """Return the same for scores by fold, for which no test can be named."""
    comparison = compared_by_intervals(metric, intervals, setting)
    test = test_of(comparison.differences)
    across = (say("Across folds: {test}.", test=of_catalog(test)),) if test else ()
    return replace(comparison, notes=(*across, *comparison.notes))


def _null(metric: ComparedMetric, setting: Setting) -> Null | None:
    if not setting.margin:
        return None
    if metric.greater_is_better is None:
        raise ValueError(
            f"margin needs a metric with a direction; {metric.name} has none: pass "
            "greater_is_better."
        )
    return Null(1 if metric.greater_is_better else -1, setting.margin)


def _comparison(
    row: ComparedMetric,
    made: Intervals,
    setting: Setting,
    null: Null | None,
    named: Tested,
) -> Comparison:
    """Put together what intervals say, and a test that was named."""
    names, pairs = [*made.values], setting.pairs
    table = PairTable.of(made.differences)
    every = table.by_metric[row.name]
    places = {name: at for at, name in enumerate(names)}
    alpha = alpha_of(setting.confidence_level)
    answers = answer(
        every,
        [(places[a], places[b]) for a, b in table.pairs],
        len(names),
        alpha,
        setting.adjust,
        null,
        n_compared=len(pairs),
    )
    compared = every.head(len(pairs))
    low, high = answers.low, answers.high
    if not setting.simultaneous:
        low = high = np.full(len(pairs), np.nan)
    differences = Differences(
        table.pairs[: len(pairs)],
        {
            "estimate": compared.estimate,
            "low": compared.low,
            "high": compared.high,
            "standard_error": compared.standard_error,
            "simultaneous_low": low,
            "simultaneous_high": high,
            "pvalue": answers.pvalues,
            "adjusted_pvalue": answers.adjusted,
            "test": np.full(len(pairs), named.name, object),
            "method": compared.method,
            "test_pvalue": named.pvalues,
            "adjusted_test_pvalue": _adjusted(named.pvalues, len(names), setting),
            "approximate": compared.approximate,
            "reason": compared.reason,
        },
    )
    ranks = rank_sets(_better(answers, row.greater_is_better), len(names))
    values = {name: made.values[name][row.name] for name in names}
    estimates = np.array([one.estimate for one in values.values()])
    order = _order(estimates, row.greater_is_better)
    n_resamples = [one.n_resamples for one in values.values()]
    n_resamples += compared.n_resamples.tolist()
    targets = [*(one.target for one in values.values()), *compared.target.tolist()]
    return Comparison(
        metric=row.name,
        title=row.title,
        greater_is_better=row.greater_is_better,
        values=values,
        differences=differences,
        baseline=setting.baseline,
        ranking=tuple(names[k] for k in order),
        rank_intervals=dict(zip(names, ranks, strict=True)),
        test=setting.test,
        adjust=setting.adjust,
        margin=setting.margin,
        confidence_level=setting.confidence_level,
        n_rows=row.n_rows,
        n_units=row.n_units,
        n_resamples=max(n_resamples),
        seed=setting.seed,
        notes=_notes(targets, values.values(), compared),
        target=next(filter(None, targets), ""),
        percent=row.percent,
    )


def _notes(
    targets: Iterable[str], values: Iterable[Interval], differences: PairIntervals
) -> tuple[str, ...]:
    """Return notes on the target and the quality of the bounds."""
    reasons = {
        (interval.reason, interval.approximate): None
        for interval in values
        if interval.reason and not (math.isnan(interval.low) or interval.n_undefined)
    }
    unclear = differences.reason != ""
    unclear &= ~(np.isnan(differences.low) | (differences.n_undefined > 0))
    columns = (differences.reason, differences.approximate)
    reasons |= dict.fromkeys(
        zip(*(one[unclear].tolist() for one in columns), strict=True)
    )
    return (
        *(
            say("Intervals are for {target}.", target=of_catalog(t))
            for t in dict.fromkeys(targets)
            if t
        ),
        *(
            say("≈ {why}.", why=of_catalog(reason)) if approximate else sentence(reason)
            for reason, approximate in reasons
        ),
    )


def _better(answers: Answers, greater_is_better: bool | None) -> NDArray[np.bool_]:
    """Return who is better than whom; without a direction greater is better."""
    return answers.better.T if greater_is_better is False else answers.better


def _order(values: NDArray[np.float64], greater_is_better: bool | None) -> list[int]:
    """Return the models' places, the best first and undefined values last."""
    sign = 1 if greater_is_better is False else -1
    keys = np.where(np.isnan(values), np.inf, sign * values)
    return [int(k) for k in np.lexsort((keys, np.isnan(values)))]


def _named(
    plan: Plan,
    metric: int,
    drawn: NDArray[np.float64] | None,
    setting: Setting,
    null: Null | None,
) -> Tested:
    """Return the test that was asked for by name, if one was."""
    if setting.test == "auto":
        return Tested(np.full(len(setting.pairs), np.nan), "")
    question = Question(
        plan,
        metric,
        setting.pairs,
        null,
        drawn,
        setting.design,
        setting.n_resamples,
        setting.seed,
    )
    return tested(setting.test, question)


def _adjusted(
    pvalues: NDArray[np.float64], n_models: int, setting: Setting
) -> NDArray[np.float64]:
    """Return the p-values of a named test adjusted.

    The distribution of the largest deviation is unknown, so Holm's method is used.
    """
    if setting.adjust is None:
        return pvalues
    how = setting.adjust if setting.adjust in METHODS else "holm"
    if how != "shaffer":
        return adjust_pvalues(pvalues, method=how)
    matrix = np.ones((n_models, n_models))
    first, second = np.array(setting.pairs).T
    matrix[first, second] = matrix[second, first] = pvalues
    adjusted: NDArray[np.float64] = adjust_pvalues(matrix, method=how)
    return adjusted[first, second]


# ------------------------------------------------------------------------- across folds
# Several models by the scores of their cross-validations on the same folds.


Pairs = Sequence[tuple[int, int]]


class _Said(Protocol):
    """Results of cross-validations for one score; see `SideBySide`."""

    metric: str
    title: str
    greater_is_better: bool | None
    intervals: Intervals
    n_rows: int


class CrossValidated(Protocol):
    """The part of `CrossValidation` that is used here."""

    def side_by_side(
        self,
        models: Mapping[str, Any],
        metric: str,
        pairs: Pairs,
        confidence_level: float,
        seed: int,
        target: Literal["learner", "models"] | None = None,
        pos_label: Any = None,
    ) -> _Said:
        """Return a score of several models, and differences."""


def are_cross_validations(models: Any) -> TypeGuard[Mapping[Any, CrossValidated]]:
    """Whether all values are cross-validations, by model.

    Raises
    ------
    TypeError
        If some are and others are not.
    """
    if not isinstance(models, Mapping):
        return False
    others = [
        name for name, result in models.items() if not hasattr(result, "side_by_side")
    ]
    if others and len(others) < len(models):
        raise TypeError(
            f"{shown(others[0])} is not a CrossValidation, but other models are"
        )
    return bool(models) and not others


def across_folds(
    metrics: Sequence[Any],
    models: Mapping[str, CrossValidated],
    setting: Setting,
    pairs: Pairs,
    others: Mapping[str, Any],
    target: Literal["learner", "models"] | None = None,
    pos_label: Any = None,
) -> dict[str, Comparison]:
    """Compare models by each of the named scores.

    ``pairs`` are the pairs of the options, and others whose errors give correlations.
    ``others`` are arguments that must be None. For ``target`` and ``pos_label`` see
    `CrossValidation.interval`.

    Raises
    ------
    TypeError
        If one of the others is not None, or a score is not named by text.
    ValueError
        If data, folds or scorers differ, or there is no such score.
    """
    given = [name for name, value in others.items() if value is not None]
    if given:
        why = why_not(given[0])
        raise TypeError(f"{given[0]} cannot be combined with cross-validations{why}")
    comparisons = {}
    (first, *_) = models.values()
    for metric in metrics:
        if not isinstance(metric, str):
            raise TypeError(
                "metric must be the name of a score of the cross-validations, got "
                f"{shown(metric)}"
            )
        results = first.side_by_side(
            models,
            metric,
            pairs,
            setting.confidence_level,
            setting.seed,
            target,
            pos_label,
        )
        judged = ComparedMetric(
            results.metric,
            of_catalog(results.title),
            results.greater_is_better,
            results.n_rows,
            results.n_rows,
        )
        if judged.name in comparisons:
            raise ValueError(f"metric has {judged.name!r} twice")
        comparisons[judged.name] = compared_across_folds(
            judged, results.intervals, setting
        )
    return comparisons
