"""Judge models in one call: every metric, each with its interval, as one report."""

from __future__ import annotations

import math
import secrets
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics import _inputs, _report_export, _report_view, catalog, intervals
from fastmetrics._interval_options import DEFAULT_RESAMPLES, seed_of
from fastmetrics.catalog import METRICS
from fastmetrics.exceptions import UndefinedMetricWarning

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from fastmetrics.intervals import Interval

__all__ = ["Report", "evaluate"]

TASK = "binary_scores"
# Replicates times rows times models that a report makes when nobody says how many: some
# 12 ns each for all metrics together, so half a minute on one thread.
LEAST_RESAMPLES, ROW_BUDGET = 199, 5_000_000_000
MOST_RESAMPLES = DEFAULT_RESAMPLES


@dataclass(frozen=True, eq=False)
class Report:
    """How good one or several models are, with an interval on every number.

    Made by `evaluate`. ``print(report)`` shows it as text, a notebook as HTML.

    Attributes
    ----------
    values : dict
        ``values[model][metric]`` is the `Interval` around the metric's value.
    differences : dict
        ``differences[a, b][metric]`` is the `Interval` around a's value minus b's,
        from replicates that gave each row the same weight for both models.
    tests : dict
        ``tests[a, b]`` is the result of `delong_roc_test`; empty where the test does
        not hold (with weights or groups).
    n_rows, n_positive, n_negative : int
        Rows in all and of either class.
    weight_positive, weight_negative : float
        The sums of their sample weights, or the same counts without weights.
    pos_label : object
        The label that counts as positive.
    confidence_level : float
        The probability with which intervals are made to cover.
    method : str
        The method asked for; each `Interval` says which one it was made by.
    n_resamples : int
        How many replicates were asked for.
    seed : int
        ``random_state=seed`` makes the same report.
    notes : tuple of str
        What a reader should know to read the numbers rightly.
    """

    values: Mapping[str, Mapping[str, Interval]]
    differences: Mapping[tuple[str, str], Mapping[str, Interval]]
    tests: Mapping[tuple[str, str], Any]
    n_rows: int
    n_positive: int
    n_negative: int
    weight_positive: float
    weight_negative: float
    pos_label: object
    confidence_level: float
    method: str
    n_resamples: int
    seed: int
    notes: tuple[str, ...] = ()
    _data: tuple[Any, Mapping[str, Any], Any, Any] | None = field(
        default=None, repr=False
    )

    @property
    def models(self) -> list[str]:
        """The models' names, in the order given."""
        return list(self.values)

    @property
    def metrics(self) -> list[str]:
        """The metrics' names."""
        return list(next(iter(self.values.values())))

    @property
    def prevalence(self) -> float:
        """The share of the positive class, by weight."""
        return self.weight_positive / (self.weight_positive + self.weight_negative)

    def p_value(self, pair: tuple[str, str], metric: str) -> float | None:
        """Return DeLong's two-sided p-value for a difference, None if there is none.

        The Gini coefficient and the rank loss are linear in the area under the ROC
        curve, so its test is theirs too.
        """
        test = self.tests.get(pair)
        reduction = METRICS[metric].reduce()
        linear = reduction is not None and reduction.reducer == ("roc_auc",)
        return test.pvalue if test is not None and linear else None

    def to_dict(self) -> dict[str, Any]:
        """Return everything as dicts, lists, str, int, float, bool and None.

        What JSON cannot hold is None: an undefined value, an infinite bound.
        """
        return _report_export.to_dict(self)

    def to_frame(self, *, differences: bool = False) -> Any:
        """Return a pandas DataFrame with a row per model and metric.

        Parameters
        ----------
        differences : bool, default=False
            A row per pair of models and metric instead.

        Returns
        -------
        pandas.DataFrame
            Indexed by (model, metric), or by (a, b, metric).

        Raises
        ------
        ImportError
            If pandas is not installed.
        """
        return _report_export.to_frame(self, differences)

    def plot(self, kind: str = "both") -> Any:
        """Draw the models' ROC and precision-recall curves.

        Parameters
        ----------
        kind : {"both", "roc", "pr"}, default="both"
            Which curves.

        Returns
        -------
        matplotlib.figure.Figure
            ``figure.savefig(path)`` writes it to a file.

        Raises
        ------
        ImportError
            If matplotlib is not installed.
        """
        from fastmetrics import _report_plot

        return _report_plot.draw(self, kind)

    def __str__(self) -> str:
        return _report_view.to_text(self)

    def _repr_html_(self) -> str:
        return _report_view.to_html(self)

    def __repr__(self) -> str:
        return (
            f"<Report: {self.n_rows} rows, {len(self.models)} models, "
            f"{len(self.metrics)} metrics>"
        )


def evaluate(
    y_true: ArrayLike,
    *,
    y_score: ArrayLike | Mapping[str, ArrayLike],
    metrics: Sequence[str] | None = None,
    confidence_level: float = 0.95,
    method: str = "auto",
    n_resamples: int | None = None,
    stratified: bool = False,
    groups: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
    pos_label: object = None,
    random_state: int | np.random.Generator | None = None,
    progress: bool | Callable[[int, int], object] = False,
) -> Report:
    """Judge one or several scorers of a binary target: every metric, with intervals.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels of two classes.
    y_score : array_like of shape (n_samples,), or dict of name to such an array
        Scores, higher for what is more likely positive. Of several models, every
        pair is compared: the differences' intervals come from replicates in which a
        row has the same weight for both.
    metrics : sequence of str, optional
        Names out of `fastmetrics.catalog.METRICS`, or their aliases; by default all
        that the catalog has in a report.
    confidence_level : float, default=0.95
        The probability with which each interval is made to cover.
    method : str, default="auto"
        How intervals are made, see `confidence_interval`; "auto" takes for each
        metric the method that the catalog names, or none where none is valid.
    n_resamples : int, optional
        Bootstrap replicates. By default 1999, and on large data fewer, so that rows ×
        models × replicates stays below 5·10⁹, but never fewer than 199. Intervals
        that need no replicates (DeLong's) do not depend on it.
    stratified : bool, default=False
        Resample within each class, so that the class sizes stay as they are.
    groups : array_like of shape (n_samples,), optional
        Rows of one group stay together in every replicate (cluster bootstrap).
    sample_weight : array_like of shape (n_samples,), optional
        Non-negative weights, not all zero.
    pos_label : object, optional
        The label of the positive class; by default 1, if the labels are 0 and 1, −1
        and 1, or booleans.
    random_state : int or numpy.random.Generator, optional
        Where the replicates' random numbers come from. Without it they differ from
        call to call; the report's ``seed`` repeats them.
    progress : bool or callable, default=False
        True shows a bar on stderr; a callable is called with (done, total).

    Returns
    -------
    Report
        ``print`` it, or see `Report.to_dict`, `Report.to_frame` and `Report.plot`.

    Raises
    ------
    ValueError
        If lengths differ, scores are not finite, there are more than two classes,
        a metric is unknown or an option does not go with another.
    TypeError
        If an argument is of a type that cannot be used.

    Warns
    -----
    UndefinedMetricWarning
        If a metric is undefined on this data, for instance with one class only; its
        value is NaN then.
    UserWarning
        If it is undefined on more than 1 % of the replicates.

    See Also
    --------
    confidence_interval : One metric with its interval.

    Notes
    -----
    Each model's scores are sorted once, and all metrics are read off that one sweep,
    for the values and for every replicate. Time is O(n log n) plus O(n) per
    replicate; memory O(n) per model and thread.

    Examples
    --------
    >>> import fastmetrics
    >>> y = [1, 0, 1, 1, 0, 0, 1, 0]
    >>> scores = [0.77, 0.62, 0.58, 0.47, 0.47, 0.33, 0.23, 0.15]
    >>> report = fastmetrics.evaluate(y, y_score=scores, metrics=["roc_auc_score"])
    >>> report.values["score"]["roc_auc_score"].estimate
    0.65625
    """
    scores = _by_model(y_score)
    names = metric_names(metrics)
    if random_state is None:
        # Short, because the report says it.
        random_state = secrets.randbits(32)
    seed = seed_of(random_state)
    asked, n_given = n_resamples, len(next(iter(scores.values())))
    if n_resamples is None:
        n_resamples = default_resamples(n_given, len(scores))
    made = intervals.score_intervals(
        names,
        y_true,
        scores,
        pos_label=pos_label,
        sample_weight=sample_weight,
        groups=groups,
        stratified=stratified,
        confidence_level=confidence_level,
        method=method,
        n_resamples=n_resamples,
        random_state=seed,
        progress=progress,
    )
    _warn_undefined(made.values)
    notes = []
    if made.totals.n_samples < n_given:
        left_out = n_given - made.totals.n_samples
        notes.append(f"{left_out:,} rows of weight 0 are left out")
    if asked is None and n_resamples < MOST_RESAMPLES:
        notes.append(
            f"{n_resamples} replicates in place of {MOST_RESAMPLES}, so that rows × "
            "models × replicates stays near 5·10⁹; n_resamples asks for more"
        )
    if stratified:
        notes.append("replicates keep the size of each class (stratified)")
    if groups is not None:
        notes.append("replicates draw whole groups of rows (cluster bootstrap)")
    tests = {}
    if len(scores) > 1:
        if sample_weight is None and groups is None:
            tests = _delong_tests(y_true, scores, pos_label)
        else:
            reason = "weights" if sample_weight is not None else "groups"
            notes.append(f"no p-values: DeLong's test takes no {reason}")
        if len(tests) > 1:
            notes.append(
                f"p-values are not adjusted for the {len(tests)} comparisons made"
            )
    return Report(
        values=made.values,
        differences=made.differences,
        tests=tests,
        n_rows=made.totals.n_samples,
        n_positive=made.totals.n_positive,
        n_negative=made.totals.n_negative,
        weight_positive=made.totals.weight_positive,
        weight_negative=made.totals.weight_negative,
        pos_label=1 if pos_label is None else pos_label,
        confidence_level=confidence_level,
        method=method,
        n_resamples=n_resamples,
        seed=seed,
        notes=tuple(notes),
        _data=(y_true, scores, pos_label, sample_weight),
    )


def default_resamples(n_rows: int, n_models: int) -> int:
    """Return how many replicates a report makes when nobody says how many.

    >>> default_resamples(1000, 1), default_resamples(10**6, 3)
    (1999, 1599)
    >>> default_resamples(10**7, 1)
    399
    """
    affordable = ROW_BUDGET // max(n_rows * n_models, 1)
    # k·200 − 1 replicates: the 95 % bounds are then replicates, not between two.
    return min(max(affordable // 200 * 200 - 1, LEAST_RESAMPLES), MOST_RESAMPLES)


def _by_model(y_score: Any) -> dict[str, np.ndarray]:
    """Return each model's scores as one column, converted once for all that follows."""
    if isinstance(y_score, Mapping):
        scores = {
            str(name): _inputs.as_column(column, f"y_score[{str(name)!r}]")
            for name, column in y_score.items()
        }
        if not scores:
            raise ValueError("y_score has no models: it is an empty mapping")
        if len(scores) < len(y_score):
            raise ValueError(f"y_score has two models of one name: {list(y_score)}")
        return scores
    if getattr(y_score, "ndim", 1) != 1:
        raise ValueError(
            f"y_score has shape {tuple(y_score.shape)}; scores of a binary target "
            "have one dimension, those of several models go in a dict"
        )
    return {"score": _inputs.as_column(y_score, "y_score")}


def metric_names(metrics: Sequence[str] | None) -> list[str]:
    """Return the catalog's names for the metrics asked for, each once.

    Raises
    ------
    ValueError
        If a name is none of a metric of binary scores.
    """
    rows = catalog.scalar(TASK)
    if metrics is None:
        return [row.name for row in rows if row.in_report]
    # Aliases of metrics come before names of other things: "auc" is also a function
    # that integrates any curve.
    known = {alias: row.name for row in rows for alias in (row.name, *row.aliases)}
    names = []
    for name in [metrics] if isinstance(metrics, str) else metrics:
        if name not in known:
            other = catalog.find(name)  # raises, and says what comes close
            raise ValueError(f"{name!r} is {other.reason}")
        names.append(known[name])
    if not names:
        raise ValueError("metrics is empty; leave it out for all metrics")
    return list(dict.fromkeys(names))


def _warn_undefined(values: Mapping[str, Mapping[str, Interval]]) -> None:
    undefined = {
        name
        for row in values.values()
        for name, one in row.items()
        if math.isnan(one.estimate)
    }
    if undefined:
        warnings.warn(
            f"undefined on this data, so NaN: {', '.join(sorted(undefined))}",
            UndefinedMetricWarning,
            stacklevel=3,
        )


def _delong_tests(
    y_true: Any, scores: Mapping[str, Any], pos_label: object
) -> dict[tuple[str, str], Any]:
    test = METRICS["delong_roc_test"].public
    return {
        (a, b): test(y_true, scores[a], scores[b], pos_label=pos_label)
        for a, b in combinations(scores, 2)
    }
