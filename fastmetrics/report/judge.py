"""Judge models in one call: every metric, each with its interval, as one report."""

from __future__ import annotations

import math
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.warn import warn
from fastmetrics.catalog import METRICS, PROPORTION
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.intervals import single
from fastmetrics.intervals.options import seed_of
from fastmetrics.metrics.labels.counting.targets import count_targets
from fastmetrics.report import export as _report_export
from fastmetrics.report import models as _report_models
from fastmetrics.report import text as _report_view
from fastmetrics.report.budget import Resamples
from fastmetrics.report.choice import CLUSTERING, LABELS, SCORES, by_task, metric_names
from fastmetrics.report.sections import clustering as _report_clusters
from fastmetrics.report.sections import labels as _report_classes

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from fastmetrics.intervals.single import Interval
    from fastmetrics.report.models import Models
    from fastmetrics.report.sections.clustering import ClusterScores
    from fastmetrics.report.sections.labels import ClassScores

__all__ = ["Report", "evaluate"]


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
        not hold (with weights or groups) or there are no scores.
    kind : str
        What the target is: "binary", "multiclass" or "multilabel-indicator"; or
        "clustering".
    n_rows : int
        Rows in all.
    n_positive, n_negative : int or None
        Rows of either class of a binary target.
    weight_positive, weight_negative : float or None
        The sums of their sample weights, or the same counts without weights.
    pos_label : object
        The label that counts as positive; None where none does.
    threshold : float or None
        Scores at least as high were taken as the positive label.
    counts : dict
        ``counts[model]`` is the `ConfusionCounts` of the model's labels, or the
        `IndicatorCounts` of a multilabel target; empty where there are only scores.
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
    n_features : int or None
        Of clusterings: how many measurements there are of each row.
    contingency : dict
        ``contingency[model]`` is the `Contingency` of the true labels and a
        clustering; empty where there are none.
    per_cluster : dict
        ``per_cluster[model]`` lists each cluster's size, and with measurements its mean
        silhouette and its distances; empty where there are no clusterings.
    """

    values: Mapping[str, Mapping[str, Interval]]
    differences: Mapping[tuple[str, str], Mapping[str, Interval]]
    tests: Mapping[tuple[str, str], Any]
    kind: str
    n_rows: int
    n_positive: int | None
    n_negative: int | None
    weight_positive: float | None
    weight_negative: float | None
    pos_label: object
    threshold: float | None
    counts: Mapping[str, Any]
    confidence_level: float
    method: str
    n_resamples: int
    seed: int
    notes: tuple[str, ...] = ()
    n_features: int | None = None
    contingency: Mapping[str, Any] = field(default_factory=dict)
    per_cluster: Mapping[str, list[ClusterScores]] = field(default_factory=dict)
    _silhouettes: Mapping[str, Any] = field(default_factory=dict, repr=False)
    _data: tuple[Any, Mapping[str, Any], Any, Any] | None = field(
        default=None, repr=False
    )
    _grouped: bool = field(default=False, repr=False)

    @property
    def models(self) -> list[str]:
        """The models' names, in the order given."""
        return list(self.values)

    @property
    def metrics(self) -> list[str]:
        """The metrics' names; a model has those of what it gives, scores or labels."""
        return list(dict.fromkeys(name for row in self.values.values() for name in row))

    @property
    def tasks(self) -> list[str]:
        """What was judged: "binary_scores", "labels" or both, or "clustering"."""
        has_scores = self._data is not None and bool(self._data[1])
        judged = {
            SCORES: has_scores,
            LABELS: bool(self.counts),
            CLUSTERING: bool(self.per_cluster),
        }
        return [task for task, is_judged in judged.items() if is_judged]

    @property
    def prevalence(self) -> float | None:
        """The share of the positive class, by weight; None where none is positive."""
        if self.weight_positive is None or self.weight_negative is None:
            return None
        return self.weight_positive / (self.weight_positive + self.weight_negative)

    @cached_property
    def class_support(self) -> dict[Any, float]:
        """How many rows each label has in the truth, by weight where there are weights.

        Of the labels that some model was judged by, those only predicted among them.
        """
        return _report_classes.class_support(self.counts.values())

    @cached_property
    def per_class(self) -> dict[str, list[ClassScores]]:
        """Precision, recall, F1 and support of each class, by model.

        Precision and recall have an interval for proportions (Wilson's, if `method` is
        no other such), with weights for (Σw)² / Σw² rows; none where rows stay
        together in groups, as it takes rows for independent.
        """
        method = self.method if self.method in PROPORTION else "wilson"
        return {
            model: _report_classes.class_scores(
                counts, self.confidence_level, method, self._grouped
            )
            for model, counts in self.counts.items()
        }

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

    def to_frame(
        self,
        *,
        differences: bool = False,
        per_class: bool = False,
        per_cluster: bool = False,
    ) -> Any:
        """Return a pandas DataFrame with a row per model and metric.

        Parameters
        ----------
        differences : bool, default=False
            A row per pair of models and metric instead.
        per_class : bool, default=False
            A row per model and class instead.
        per_cluster : bool, default=False
            A row per clustering and cluster instead.

        Returns
        -------
        pandas.DataFrame
            Indexed by (model, metric), by (a, b, metric), by (model, class) or by
            (model, cluster).

        Raises
        ------
        ValueError
            If more than one of these is asked for.
        ImportError
            If pandas is not installed.
        """
        return _report_export.to_frame(self, differences, per_class, per_cluster)

    def plot(self, kind: str = "auto") -> Any:
        """Draw the models' curves, confusion matrices, or silhouettes.

        Parameters
        ----------
        kind : {"auto", "both", "roc", "pr", "confusion", "silhouette", \
"contingency"}, default="auto"
            "roc" and "pr" are the curves of scores, "both" is the two of them;
            "confusion" is a picture per model of which label was predicted for which,
            coloured by the share of the true class. Of clusterings, "silhouette" has a
            bar per row, sorted inside each cluster, and "contingency" is a picture of
            which true cluster went into which. "auto" is all that there is.

        Returns
        -------
        matplotlib.figure.Figure
            ``figure.savefig(path)`` writes it to a file.

        Raises
        ------
        ValueError
            If the report has nothing of that kind, or more classes or clusters than
            can be drawn.
        ImportError
            If matplotlib is not installed.
        """
        from fastmetrics.report.plots import figure

        return figure.draw(self, kind)

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
    y_true: ArrayLike | None = None,
    y_pred: ArrayLike | Mapping[str, ArrayLike] | None = None,
    *,
    y_score: ArrayLike | Mapping[str, ArrayLike] | None = None,
    threshold: float | None = None,
    X: Any = None,
    task: str | None = None,
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
    """Judge one or several models: every metric of their task, with intervals.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_samples, n_labels)
        True labels: of two classes, of more, or an indicator matrix (multilabel). For
        clusterings, labels to compare them with, or None if ``X`` is given.
    y_pred : array_like like ``y_true``, or dict of name to such an array, optional
        Predicted labels, or the labels of a clustering. Of several models, every pair
        is compared: the differences' intervals come from replicates in which a row has
        the same weight for both.
    y_score : array_like of shape (n_samples,), or dict of name to such an array, \
optional
        Scores of a binary target, higher for what is more likely positive. A name
        that ``y_pred`` has too is the same model, and so are two arrays without names.
    threshold : float, optional
        Makes labels of ``y_score``: the positive one where the score is at least as
        high, else the other; they are judged as those of ``y_pred`` are.
    X : array_like of shape (n_samples, n_features), optional
        Measurements of the rows, as they were clustered (scaled, if they were):
        clusterings are judged by the distances between rows. Sparse ones for metrics
        that take them.
    task : {"binary_scores", "labels", "clustering"}, optional
        What is judged: scores, labels as known classes, or labels as names of clusters,
        which only say which rows are together. By default clusterings where ``X`` is
        given, else scores and labels, whichever are.
    metrics : sequence of str, optional
        Names out of `fastmetrics.catalog.METRICS`, or their aliases; by default all
        that the catalog has in a report on such data.
    confidence_level : float, default=0.95
        The probability with which each interval is made to cover.
    method : str, default="auto"
        How intervals are made, see `confidence_interval`; "auto" takes for each
        metric the method that the catalog names, or none where none is valid.
    n_resamples : int, optional
        Bootstrap replicates. By default 1999 where a replicate reads the rows, and on
        large data fewer, so that rows × models × replicates stays below 5·10⁹, but
        never fewer than 199; and 9999 where it is drawn from a table of counts
        (labels without weights or groups). Intervals that need no replicates
        (DeLong's, Wilson's) do not depend on it.
    stratified : bool, default=False
        Resample within each class, so that the class sizes stay as they are.
    groups : array_like of shape (n_samples,), optional
        Rows of one group stay together in every replicate (cluster bootstrap).
    sample_weight : array_like of shape (n_samples,), optional
        Non-negative weights, not all zero.
    pos_label : object, optional
        The label of the positive class of a binary target; by default 1, if the
        labels are 0 and 1, −1 and 1, or booleans.
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
        If lengths differ, scores are not finite or judged on more than two classes,
        a metric is unknown or not for this data, or an option does not go with
        another or with the task.
    TypeError
        If an argument is of a type that cannot be used, or there is neither
        ``y_pred`` nor ``y_score``, or for clusterings neither ``y_true`` nor ``X``.

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
    classification_report : The values by class alone.

    Notes
    -----
    Each model's scores are sorted once and its labels counted once, and all metrics
    are read off that sweep or table, for the values and for every replicate. Time is
    O(n log n) for scores and O(n) for labels; a replicate takes O(n) for scores, and
    for labels a time that does not depend on n. Memory is O(n) per model and thread.

    Intervals of clusterings come from leaving out each row in turn, not from
    replicates. Agreement with ``y_true`` takes O(n) time, distances between rows O(n²)
    time and O(n) memory; of more than 100,000 rows, silhouettes are those of so many
    drawn at random, and what else reads all distances is left out unless ``metrics``
    names it. Labels of -1 are a cluster like any other.

    Examples
    --------
    >>> import fastmetrics
    >>> y = [1, 0, 1, 1, 0, 0, 1, 0]
    >>> scores = [0.77, 0.62, 0.58, 0.47, 0.47, 0.33, 0.23, 0.15]
    >>> report = fastmetrics.evaluate(y, y_score=scores, metrics=["roc_auc_score"])
    >>> report.values["score"]["roc_auc_score"].estimate
    0.65625

    >>> labels = ["cat", "dog", "dog", "cow"], ["cat", "dog", "cow", "cow"]
    >>> report = fastmetrics.evaluate(*labels, metrics=["accuracy_score"])
    >>> report.values["pred"]["accuracy_score"].estimate
    0.75
    >>> [(row.label, row.support, row.f1) for row in report.per_class["pred"]]
    [('cat', 1, 1.0), ('cow', 1, 0.6666666666666666), ('dog', 2, 0.6666666666666666)]

    >>> points, clusters = [[0, 0], [0, 1], [5, 5], [5, 7]], [0, 0, 1, 1]
    >>> report = fastmetrics.evaluate(None, clusters, X=points, metrics=["dunn_index"])
    >>> round(report.values["pred"]["dunn_index"].estimate, 4)
    3.2016
    >>> [(row.label, row.size, row.diameter) for row in report.per_cluster["pred"]]
    [(0, 2, 1.0), (1, 2, 2.0)]
    """
    names = metric_names(metrics)
    if X is not None and task is None:
        task = CLUSTERING
    given = {
        "y_true": y_true,
        "y_pred": y_pred,
        "y_score": y_score,
        "threshold": threshold,
        "X": X,
        "sample_weight": sample_weight,
        "groups": groups,
        "stratified": stratified or None,
        "pos_label": pos_label,
    }
    _report_models.check_task(task, {k for k, v in given.items() if v is not None})
    if random_state is None:
        # Short, because the report says it.
        random_state = secrets.randbits(32)
    seed = seed_of(random_state)
    if task == CLUSTERING:
        report = _judge_clusterings(
            y_true,
            y_pred,
            X,
            names,
            confidence_level=confidence_level,
            method=method,
            random_state=seed,
            progress=progress,
        )
        _warn_undefined(report.values)
        return report
    assert y_true is not None  # or check_task would have raised
    models = _report_models.gather(y_true, y_pred, y_score, threshold, pos_label)
    if task == LABELS:
        models = models._replace(scores={})
    counts = {
        model: count_targets(y_true, labels, sample_weight)
        for model, labels in models.labels.items()
    }
    kind = _report_classes.joint_kind(counts.values()) if counts else None
    kinds: dict[str, list[str]] = {SCORES: []} if models.scores else {}
    if kind is not None:
        kinds[LABELS] = [kind]
    chosen = by_task(names, kinds)
    of_scores, of_labels = chosen.get(SCORES), chosen.get(LABELS)
    positive = _positive(models, counts, kind, pos_label)
    options: dict[str, Any] = {
        "sample_weight": sample_weight,
        "groups": groups,
        "stratified": stratified,
        "confidence_level": confidence_level,
        "method": method,
        "random_state": seed,
        "progress": progress,
    }
    resamples = Resamples(n_resamples, models, counts, options)
    scored = labelled = None
    if of_scores:
        scored = single.score_intervals(
            of_scores,
            y_true,
            models.scores,
            pos_label=pos_label,
            n_resamples=resamples.of_scores,
            **options,
        )
    if of_labels:
        labelled = single.label_intervals(
            of_labels,
            y_true,
            models.labels,
            pos_label=1 if positive is None else positive,
            n_resamples=resamples.of_labels,
            **options,
        )
    made = [one for one in (scored, labelled) if one is not None]
    values = {
        model: {k: v for one in made for k, v in one.values.get(model, {}).items()}
        for model in models.names
    }
    differences = {
        pair: {k: v for one in made for k, v in one.differences.get(pair, {}).items()}
        for pair in combinations(models.names, 2)
    }
    _warn_undefined(values)
    totals = scored.totals if scored else _report_classes.totals(counts, kind, positive)
    notes = [*_notes(models, totals, resamples, options, threshold)]
    tests = {}
    if len(models.scores) > 1 and of_scores:
        if sample_weight is None and groups is None:
            tests = _delong_tests(y_true, models.scores, pos_label)
        else:
            reason = "weights" if sample_weight is not None else "groups"
            notes.append(f"no p-values: DeLong's test takes no {reason}")
        if len(tests) > 1:
            notes.append(
                f"p-values are not adjusted for the {len(tests)} comparisons made"
            )
    return Report(
        values=values,
        differences={pair: row for pair, row in differences.items() if row},
        tests=tests,
        kind=kind or "binary",
        n_rows=totals.n_samples,
        n_positive=totals.n_positive,
        n_negative=totals.n_negative,
        weight_positive=totals.weight_positive,
        weight_negative=totals.weight_negative,
        pos_label=positive,
        threshold=threshold,
        counts=counts,
        confidence_level=confidence_level,
        method=method,
        n_resamples=resamples.asked_for(values),
        seed=seed,
        notes=tuple(notes),
        _data=(y_true, models.scores, pos_label, sample_weight),
        _grouped=groups is not None,
    )


def _judge_clusterings(
    labels_true: Any,
    labels_pred: Any,
    X: Any,
    names: list[str] | None,
    **options: Any,
) -> Report:
    labellings = _report_models.by_model(labels_pred)
    judged = _report_clusters.judge(labels_true, labellings, X, names, **options)
    return Report(
        values=judged.intervals.values,
        differences=judged.intervals.differences,
        tests={},
        kind=CLUSTERING,
        n_rows=judged.n_rows,
        n_positive=None,
        n_negative=None,
        weight_positive=None,
        weight_negative=None,
        pos_label=None,
        threshold=None,
        counts={},
        confidence_level=options["confidence_level"],
        method=options["method"],
        n_resamples=0,
        seed=options["random_state"],
        notes=tuple(judged.notes),
        n_features=judged.n_features,
        contingency=judged.intervals.tables,
        per_cluster=judged.per_cluster,
        _silhouettes=judged.silhouettes,
    )


def _positive(
    models: Models, counts: Mapping[str, Any], kind: str | None, pos_label: object
) -> object:
    """Return the label that counts as positive, None where none does."""
    if kind == "binary":
        labels = _report_classes.joint_labels(counts.values())
        return _report_models.positive_of(labels, pos_label)
    if models.scores:
        return 1 if pos_label is None else pos_label
    if pos_label is not None:
        raise ValueError(f"pos_label is for labels of two classes; these are {kind}")
    return None


def _notes(
    models: Models,
    totals: Any,
    resamples: Resamples,
    options: Mapping[str, Any],
    threshold: float | None,
) -> list[str]:
    notes = []
    if totals.n_samples < resamples.n_given:
        left_out = resamples.n_given - totals.n_samples
        notes.append(f"{left_out:,} rows of weight 0 are left out")
    if threshold is not None:
        notes.append(f"labels of scores are positive where score ≥ {threshold:g}")
    if resamples.note:
        notes.append(resamples.note)
    if options["stratified"]:
        notes.append("replicates keep the size of each class (stratified)")
    if options["groups"] is not None:
        notes.append("replicates draw whole groups of rows (cluster bootstrap)")
    return notes


def _warn_undefined(values: Mapping[str, Mapping[str, Interval]]) -> None:
    undefined = {
        name
        for row in values.values()
        for name, one in row.items()
        if math.isnan(one.estimate)
    }
    if undefined:
        warn(
            f"undefined on this data, so NaN: {', '.join(sorted(undefined))}",
            UndefinedMetricWarning,
        )


def _delong_tests(
    y_true: Any, scores: Mapping[str, Any], pos_label: object
) -> dict[tuple[str, str], Any]:
    test = METRICS["delong_roc_test"].public
    return {
        (a, b): test(y_true, scores[a], scores[b], pos_label=pos_label)
        for a, b in combinations(scores, 2)
    }
