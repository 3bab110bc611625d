"""permutation_importance: what a model's columns are worth to a metric of its rows."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common.interval import Interval, no_interval
from fastmetrics._common.laws import StudentLaw, p_value
from fastmetrics._common.names import shown
from fastmetrics._common.options import check_level, seed_of, whole
from fastmetrics._common.records import data_frame, plain_fields
from fastmetrics._inputs.columns import as_array
from fastmetrics._inputs.labels import Labels
from fastmetrics._inputs.rows import is_sparse
from fastmetrics.comparison.adjustments import adjust_pvalues, check_adjustment
from fastmetrics.comparison.covariances import metric_covariance
from fastmetrics.intervals.resolve import reporting
from fastmetrics.metrics.scores.delong import delong_roc_variance
from fastmetrics.selection.validation import Responses
from fastmetrics.selection.validation.arguments import (
    classes_of,
    is_classifier,
    read_data,
)
from fastmetrics.selection.validation.scorers import Scorer, read_metric
from fastmetrics.show.numbers import NONE, count, estimates
from fastmetrics.show.numbers import p_value as written_p
from fastmetrics.show.pictures import Intervals, Panel, Picture, Rule, Scale
from fastmetrics.show.result import Result
from fastmetrics.show.text import Cell, Document, Notes, Table
from fastmetrics.show.words import of_catalog, say

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Asked, Label, Progress

    Floats = NDArray[np.float64]

# More columns than these nobody reads.
MOST = 30
_WHOLE = "as it is"
_TOO_FEW = "the metric does not vary as far as the rows tell"


def permutation_importance(
    estimator: Any,
    X: Any,
    y: Any,
    *,
    metric: Asked = "accuracy",
    metric_params: Mapping[str, Any] | None = None,
    n_repeats: int = 5,
    adjust: str | None = "holm",
    confidence_level: float = 0.95,
    groups: ArrayLike | None = None,
    pos_label: Label | None = None,
    random_state: int | np.random.Generator | None = None,
    progress: Progress = False,
) -> PermutationImportance:
    r"""Permutation importance: the loss of performance if a column is shuffled.

    .. math:: I_j = m(y, h(X)) - \frac{1}{R} \sum_{r=1}^{R} m\bigl(y,
              h(X^{(j, r)})\bigr)

    with :math:`X^{(j, r)}` the rows, their column j in another order; of a metric of
    which less is better with the other sign.

    Parameters
    ----------
    estimator : object
        A fitted model with the method that the metric needs: ``predict``,
        ``predict_proba`` or ``decision_function``.
    X : array_like or data frame of shape (n_samples, n_features)
        Rows that the model was not fitted to, except to find out what it has learnt.
    y : array_like of shape (n_samples,)
        True labels, or observed numbers.
    metric : str or callable, default="accuracy"
        The name of a metric in the catalog or an alias, or one of this package's
        functions.
    metric_params : dict, optional
        Parameters of the metric.
    n_repeats : int, default=5
        How often each column is shuffled, R.
    adjust : str or None, default="holm"
        How p-values are adjusted for the number of columns, as `adjust_pvalues` does.
    confidence_level : float, default=0.95
        Nominal coverage, in (0, 1).
    groups : array_like of shape (n_samples,), optional
        Groups of rows that depend on each other.
    pos_label : int, float, bool or str, optional
        The positive label, where the metric has one; by default 1, of labels {0, 1} or
        {-1, 1}.
    random_state : int or numpy.random.Generator, optional
        An int gives the same orders on any platform. A column's do not depend on which
        other columns there are before it but by its place.
    progress : bool or callable, default=False
        Show a bar, or call with (done, total).

    Returns
    -------
    PermutationImportance
        ``importances`` by column, each an `Interval` over rows of the same model on
        the same rows with and without the column, with p-values and adjusted ones.

    Raises
    ------
    ValueError
        If lengths differ, there are no columns, or a metric or option is unknown.
    TypeError
        If the estimator lacks the method that the metric asks for, X is sparse, or
        ``metric`` is not in the catalog.

    See Also
    --------
    metric_covariance : how values of models on the same rows vary together.
    adjust_pvalues : what p-values are worth when several were looked at.

    Notes
    -----
    The model is not fitted again, and a column that others can stand in for is worth
    little: an importance is of this model, and not of the column.

    Standard errors are for a contrast of 1 + R values on the same rows, with the normal
    distribution: from DeLong's covariances for areas under the ROC curve, and from the
    jackknife otherwise. Shuffled columns are nearly the same as values drawn
    independently for each row, so the errors include the variation of the shuffles. In
    a simulation of 200 rows (AUC and accuracy of a linear model, a strong column and a
    weak one) 95 % intervals covered 93 to 95 %.

    References
    ----------
    .. [1] L. Breiman, "Random forests", Machine Learning 45(1), 2001, 5-32.
    .. [2] A. Fisher, C. Rudin and F. Dominici, "All models are wrong, but many are
       useful", Journal of Machine Learning Research 20, 2019, 1-81.

    Examples
    --------
    >>> import numpy as np
    >>> from fastmetrics import permutation_importance
    >>> class First:
    ...     classes_ = np.array([0, 1])
    ...     def predict(self, X):
    ...         return (X[:, 0] > 0).astype(int)
    >>> X = np.random.default_rng(0).normal(size=(200, 2))
    >>> y = (X[:, 0] + 0.5 * X[:, 1] > 0).astype(int)
    >>> found = permutation_importance(First(), X, y, random_state=0)
    >>> found.ranking
    ('x0', 'x1')
    >>> found["x0"].low > 0, found["x1"].estimate, found.pvalues["x1"]
    (True, 0.0, 1.0)
    """
    level = check_level(confidence_level)
    repeats = whole(n_repeats, "n_repeats", 1)
    if adjust is not None:
        check_adjustment(adjust, "adjust")
    scorer = read_metric(metric, metric_params or {})
    if scorer.kind != "metric" or scorer.row is None:
        raise TypeError(
            f"metric must be a metric of the catalog, got {shown(metric)}: of other "
            "functions it is not known how values on the same rows vary together."
        )
    columns = _Columns(X)
    data = read_data(columns.whole, y, groups)
    model = _Model(estimator, scorer, data.y, data.n, pos_label)
    seed = seed_of(random_state)
    better = bool(scorer.greater_is_better)
    found: dict[str, Interval] = {}
    drops = np.empty((len(columns.names), repeats))
    value = math.nan
    said = model.say(columns.whole)
    with reporting(progress, "columns") as tell:
        for j, name in enumerate(columns.names):
            models = {_WHOLE: said}
            for r in range(repeats):
                order = np.random.default_rng([seed, j, r]).permutation(data.n)
                models[str(r)] = model.say(columns.shuffled(j, order))
            values, covariance, method = model.values(models, groups)
            value = float(values[0])
            turned = 1.0 if better else -1.0
            drops[j] = turned * (values[0] - values[1:])
            found[name] = _interval(turned, values, covariance, level, method)
            if tell is not None:
                tell(j + 1, len(columns.names))
    pvalues = {name: _p_of(one) for name, one in found.items()}
    adjusted = dict(pvalues)
    if adjust is not None:
        of_all = adjust_pvalues([*pvalues.values()], method=adjust).tolist()
        adjusted = dict(zip(pvalues, of_all, strict=True))
    return PermutationImportance(
        metric=scorer.row.name,
        greater_is_better=better,
        value=value,
        importances=found,
        pvalues=pvalues,
        adjusted_pvalues=adjusted,
        adjust=adjust,
        repeats=dict(zip(columns.names, drops, strict=True)),
        confidence_level=level,
        n_rows=data.n,
        seed=seed,
    )


class _Columns:
    """The columns of X, with one of them in another order."""

    def __init__(self, X: Any) -> None:
        if is_sparse(X):
            raise TypeError("X must be dense, because its columns are shuffled.")
        self._is_frame = hasattr(X, "columns") and hasattr(X, "shape")
        if self._is_frame:
            self.whole = X
            self.names = [str(name) for name in X.columns]
        else:
            self.whole = as_array(X, "X")
            if self.whole.ndim != 2:
                raise ValueError(
                    "X must be of shape (n_samples, n_features), got an array of shape "
                    f"{self.whole.shape}."
                )
            self.names = [f"x{j}" for j in range(self.whole.shape[1])]
        if not self.names:
            raise ValueError("X must have columns, got none.")
        if len({*self.names}) < len(self.names):
            raise ValueError("X must have columns of different names.")

    def shuffled(self, j: int, order: NDArray[np.intp]) -> Any:
        """Return X with the rows of column j in this order."""
        if not self._is_frame:
            made = self.whole.copy()
            made[:, j] = self.whole[order, j]
            return made
        if hasattr(self.whole, "iloc"):
            made = self.whole.copy()
            column = self.whole.iloc[:, j].iloc[order]
            column.index = self.whole.index
            made[self.whole.columns[j]] = column
            return made
        name = self.whole.columns[j]  # of Polars
        return self.whole.with_columns(self.whole[name][order].alias(name))


class _Model:
    """A fitted model, asked for what a metric takes, and its values on the rows."""

    def __init__(
        self, estimator: Any, scorer: Scorer, y: Any, n: int, pos_label: Any
    ) -> None:
        self._estimator, self._scorer, self._y, self._n = estimator, scorer, y, n
        self._classifier = is_classifier(estimator)
        self._classes = classes_of(y) if self._classifier else None
        row = scorer.row
        assert row is not None
        self._parameters = {**row.parameters, **scorer.parameters}
        # A metric of labels takes the label itself, one of scores their class.
        self._of_labels = scorer.methods == ("predict",)
        self._takes_label = "pos_label" in row.options and self._of_labels
        self._positive = None
        if self._classes is not None and len(self._classes) == 2:
            told = self._parameters.get("pos_label") if pos_label is None else pos_label
            if told is not None or "pos_label" in row.options or row.is_swept:
                Labels(y, "y").check_known(told)
            self._positive = self._classes.tolist()[1] if told is None else told

    def say(self, X: Any) -> Any:
        """Return what the metric takes of the model, of these rows."""
        asked = Responses(
            self._estimator, X, self._n, self._classes, classifier=self._classifier
        )
        return asked.read(self._scorer.methods, self._positive)

    def values(
        self, models: Mapping[str, Any], groups: Any
    ) -> tuple[Floats, Floats, str]:
        """Return the values of all, how they vary together, and by which method."""
        row = self._scorer.row
        assert row is not None
        positive = self._positive
        reduction = row.reduce(self._parameters)
        if groups is None and reduction is not None:
            if reduction.reducer == ("roc_auc",):
                scores = np.column_stack([*models.values()])
                areas, varied = delong_roc_variance(self._y, scores, pos_label=positive)
                scale = reduction.scale
                values = scale * np.asarray(areas) + reduction.offset
                return values, scale**2 * np.asarray(varied), "delong"
        asked: Any = (row.name, dict(self._scorer.parameters))
        if row.name != row.function:
            asked = row.name
        of_scores = row.is_swept
        given: Any = {"y_score": models} if of_scores else {"y_pred": models}
        told = None if self._of_labels and not self._takes_label else positive
        found = metric_covariance(
            asked, self._y, **given, groups=groups, pos_label=told
        )
        return found.values, found.covariance, "jackknife"


def _interval(
    turned: float, values: Floats, covariance: Floats, level: float, method: str
) -> Interval:
    """Return what the first value is above the mean of the others, with bounds."""
    contrast = np.full(len(values), -turned / (len(values) - 1))
    contrast[0] = turned
    estimate = float(turned * np.mean(values[0] - values[1:]))
    variance = float(contrast @ covariance @ contrast)
    if not math.isfinite(estimate) or not math.isfinite(variance):
        return no_interval(estimate, level, _TOO_FEW)
    error = math.sqrt(max(variance, 0.0))
    if bool((values == values[0]).all()):  # nobody reads the column
        return Interval(0.0, 0.0, 0.0, 0.0, level, method)
    if not error > 0:
        return no_interval(estimate, level, _TOO_FEW)
    law = StudentLaw(estimate, error)
    return Interval(estimate, *law.bounds(level), error, level, method, law=law)


def _p_of(one: Interval) -> float:
    if one.law is not None:
        return p_value(one.law)
    return 1.0 if one.estimate == 0 == one.standard_error else math.nan


@dataclass(frozen=True, eq=False, repr=False)
class PermutationImportance(Result):
    """Permutation importance of the columns of a model's input.

    Made by `permutation_importance`. ``found["age"]`` is the `Interval` of a column.

    Attributes
    ----------
    metric : str
        The metric's name.
    greater_is_better : bool
        Its direction.
    value : float
        The metric on the rows as they are.
    importances : dict of str to Interval
        How much worse it is where the column is shuffled, the mean over repeats.
    pvalues, adjusted_pvalues : dict of str to float
        That this is 0, of each column alone, and adjusted for all of them.
    adjust : str or None
        How they are adjusted.
    repeats : dict of str to ndarray of shape (n_repeats,)
        How much worse it is each time.
    confidence_level : float
        Nominal coverage of the intervals.
    n_rows : int
        How many rows there are.
    seed : int
        ``random_state=seed`` makes the same again.
    """

    metric: str
    greater_is_better: bool
    value: float
    importances: dict[str, Interval]
    pvalues: dict[str, float]
    adjusted_pvalues: dict[str, float]
    adjust: str | None
    repeats: dict[str, Floats] = field(repr=False)
    confidence_level: float
    n_rows: int
    seed: int

    def __getitem__(self, column: str) -> Interval:
        return self.importances[column]

    @property
    def ranking(self) -> tuple[str, ...]:
        """The columns, the most important one first."""
        found = self.importances
        return tuple(sorted(found, key=lambda name: -_place(found[name].estimate)))

    def __repr__(self) -> str:
        return (
            f"<PermutationImportance: {self.metric}, {len(self.importances)} columns, "
            f"{self.n_rows} rows>"
        )

    def _rows(self) -> Iterator[dict[str, Any]]:
        for name in self.ranking:
            one = self.importances[name]
            yield {
                "column": name,
                "importance": one.estimate,
                "low": one.low,
                "high": one.high,
                "standard_error": one.standard_error,
                "pvalue": self.pvalues[name],
                "adjusted_pvalue": self.adjusted_pvalues[name],
            }

    def to_dict(self) -> dict[str, Any]:
        """Return all results as objects for JSON; undefined values are None."""
        names = "metric greater_is_better value adjust confidence_level n_rows seed"
        return plain_fields(self, names, columns=[*self._rows()], repeats=self.repeats)

    def to_frame(self, *, backend: Literal["pandas", "polars"] = "pandas") -> Any:
        """Return a data frame with a row per column, the most important one first.

        Parameters
        ----------
        backend : {"pandas", "polars"}, default="pandas"
            Whose frame it is.

        Returns
        -------
        pandas.DataFrame or polars.DataFrame
            Table with the names of the columns as the index (pandas) or first column
            (Polars).

        Raises
        ------
        ValueError
            If ``backend`` is unknown.
        ImportError
            If it is not installed.
        """
        asked_by = "PermutationImportance.to_frame"
        return data_frame(self._rows(), ["column"], backend, asked_by)

    def _document(self, width: int | None = None, **options: Any) -> Document:
        shown_ones = self.ranking[:MOST]
        values = estimates([self.importances[name] for name in shown_ones])
        rows: list[list[Cell]] = [
            [
                name,
                value,
                written_p(self.adjusted_pvalues[name])
                if math.isfinite(self.adjusted_pvalues[name])
                else NONE,
            ]
            for name, value in zip(shown_ones, values, strict=True)
        ]
        heads = [say("Column"), say("Importance"), say("Adjusted p-value")]
        left = len(self.importances) - len(shown_ones)
        more = say("{n} more columns are in the JSON.", n=count(left))
        return Document(
            sentences=[self._sentence()],
            tables=[Table(say("Importance of columns"), heads, rows, frozenset({2}))],
            foot=[Notes(say("Notes"), [more])] if left else [],
            title=say("Permutation importance"),
        )

    def _sentence(self) -> str:
        from fastmetrics.catalog import METRICS

        told = [n for n in self.ranking if self.adjusted_pvalues[n] <= self._alpha]
        return say(
            "By {metric}, the model needs {k} of {n} columns for more than chance "
            "explains (level {level}); the most important one is {first}.",
            metric=of_catalog(METRICS[self.metric].title),
            k=count(len(told)),
            n=count(len(self.importances)),
            level=f"{self._alpha:g}",
            first=self.ranking[0],
        )

    @property
    def _alpha(self) -> float:
        return round(1 - self.confidence_level, 12)

    def _pictures(self, **options: Any) -> list[Picture]:
        names = [
            name
            for name in self.ranking[:MOST]
            if math.isfinite(self.importances[name].estimate)
        ]
        ones = [self.importances[name] for name in names]
        value, low, high = (
            np.array([getattr(one, part) for one in ones], np.float64)
            for part in ("estimate", "low", "high")
        )
        series = [
            0 if self.adjusted_pvalues[name] <= self._alpha else None for name in names
        ]
        at = np.arange(len(names))
        panel = Panel(
            "",
            Scale(say("Importance")),
            Scale("", kind="names", names=names, longest=3.6),
            [Rule(0.0), Intervals(at, value, low, high, series, "x")],
        )
        note = say("in colour: needed for more than chance explains, of all columns")
        return [Picture("importances", self._sentence(), [panel], 1, notes=[note])]


def _place(value: float) -> float:
    return value if math.isfinite(value) else -math.inf
