"""Confidence intervals of catalog entries and of any callable."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from numpy.typing import ArrayLike

from fastmetrics import catalog
from fastmetrics._common.options import check_flag, seed_of
from fastmetrics._inputs.groups import time_order
from fastmetrics._inputs.rows import Omitted, check_missing, complete_rows
from fastmetrics.catalog import FAMILIES
from fastmetrics.intervals.bind import bind
from fastmetrics.intervals.engine import make_intervals
from fastmetrics.intervals.resolve import check_options, reporting, resolve, rows_beside
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.record import UNNAMED
from fastmetrics.metrics.summary import Summary, SummarySource
from fastmetrics.resampling.callable_plans import CallablePlan
from fastmetrics.resampling.plan import Design
from fastmetrics.show.numbers import count
from fastmetrics.show.words import Message, say

if TYPE_CHECKING:
    import numpy as np

    from fastmetrics._common.annotations import (
        Asked,
        IntervalMethod,
        Label,
        Progress,
        Sparse,
    )
    from fastmetrics._common.interval import Interval


_ELSEWHERE = "; parameters of the metric go into metric_params"
# Treatments of missing cells of a table of items and models.
_OF_CELLS = ("pairwise", "common")


def complete_cases(
    given: Mapping[str, Any], by: Any = None, *, of_batch: bool = False
) -> tuple[dict[str, Any], Any, Omitted]:
    """Return arguments of a call, and what rows are sliced by, of complete rows.

    ``given`` are columns by argument, including the design; columns of models may be a
    mapping of names to columns; None: not given, and an ``order`` of True is not a
    column. What `by` holds is a column, or a frame, dict or matrix of several.
    ``of_batch``: no row need be left.

    Raises
    ------
    ValueError
        If there are no rows, or none would be left.
    TypeError
        If a column is none.
    """
    flat: dict[Any, Any] = {}
    truth = catalog.columns_of_truth(given)
    settings = {
        name
        for family in FAMILIES.values()
        for name in {*family.settings} - family.row_settings
    }
    for name, one in {**given, "by": by}.items():
        if one is None or name in settings or (name == "order" and one is True):
            continue
        _check_rows(name, one)
        if name == "y_true" and truth:
            one = truth
        if isinstance(one, Mapping):
            flat |= {(name, model): column for model, column in one.items()}
        else:
            flat[name] = one
    called = {key: _called(key, truth) for key in flat}
    named = {called[key]: one for key, one in flat.items()}
    taken, omitted = complete_rows(named, of_batch=of_batch)
    if not omitted.n:
        return dict(given), by, omitted
    found: dict[str, Any] = {}
    for key in flat:
        if isinstance(key, tuple):
            found.setdefault(key[0], {})[key[1]] = taken[called[key]]
        else:
            found[key] = taken[called[key]]
    if truth:
        found["y_true"] = tuple(found["y_true"].values())
    by = found.pop("by", None)
    whole = {
        name: one if one is True or name in settings else None
        for name, one in given.items()
    }
    return {**whole, **found}, by, omitted


def _called(key: Any, truth: Mapping[str, Any]) -> str:
    if not isinstance(key, tuple):
        return str(key)
    argument, column = key
    if argument == "y_true" and truth:
        return str(column)
    return f"{argument}[{column!r}]"


def _check_rows(name: str, one: Any) -> None:
    """Raise ValueError where there are no rows that could be left out."""
    instead = ""
    if isinstance(one, Summary | SummarySource):
        instead = f"a {type(one).__name__} has no rows"
    elif isinstance(one, Mapping) and any(isinstance(v, Mapping) for v in one.values()):
        instead = f"{name} is a mapping of mappings, and no columns"
    elif name in _of_lists():
        instead = f"{name} has lists, and no column with a value per row"
    if instead:
        raise ValueError(f"missing='omit' leaves out rows of columns, and {instead}.")


def _of_lists() -> set[str]:
    """Return the arguments of families whose data are not columns of rows."""
    every = [one for family in FAMILIES.values() for one in family.arguments]
    objects = {one.name for one in every if one.form == "object"}
    return objects - {one.name for one in every if one.form != "object"}


def omitted_text(omitted: Omitted) -> Message:
    """Say how many rows were left out, and which columns lacked values."""
    columns = ", ".join(f"{k} ({count(n)})" for k, n in omitted.by_column.items())
    return say(
        "{n} of {total} rows left out for missing values: {columns}",
        n=count(omitted.n),
        total=count(omitted.total),
        columns=columns,
    )


def confidence_interval(
    metric: Asked,
    y_true: ArrayLike | Sparse | Summary | SummarySource | None = None,
    y_pred: ArrayLike | Sparse | None = None,
    *,
    y_score: ArrayLike | None = None,
    y_proba: ArrayLike | None = None,
    metric_params: Mapping[str, Any] | None = None,
    confidence_level: float = 0.95,
    method: IntervalMethod = "auto",
    n_resamples: int | None = None,
    stratified: bool = False,
    groups: ArrayLike | None = None,
    order: ArrayLike | Literal[True] | None = None,
    horizon: int | None = None,
    block_length: int | None = None,
    sample_weight: ArrayLike | None = None,
    missing: Literal["raise", "omit", "pairwise", "common"] = "raise",
    pos_label: Label | None = None,
    random_state: int | np.random.Generator | None = None,
    progress: Progress | None = None,
    **columns: Any,
) -> Interval:
    """Confidence interval for a metric.

    Parameters
    ----------
    metric : str or callable
        A name or alias from the catalog, which may have parameters in it
        (``"fbeta_score:beta=0.5"``), one of this package's functions (parameters come
        from a ``functools.partial``, or from a pair of a name or a function and a
        dict), or any callable ``metric(y_true, y_other, **metric_params)`` that returns
        a number. A callable of one column, such as ``numpy.median``, is called with
        ``y_true`` only. For a callable the rows are resampled: every replicate calls it
        once on n rows. It is undefined on a replicate if it returns NaN or warns with
        UndefinedMetricWarning. It is also undefined if it raises ValueError and the
        replicate lacks a label of the data.
    y_true : array_like of shape (n_samples,) or (n_samples, n_labels)
        True labels, or another first argument of the metric's function, such as the
        points X of the silhouette. A summary of the data, such as a ConfusionCounts, is
        also accepted, without further columns.
    y_pred, y_score, y_proba : array_like
        Predictions to compare with the labels; exactly one of the three. For metrics of
        clusterings y_pred, the labels of the clusters. For metrics of probabilities
        y_proba, of shape (n_samples,), P(positive), or (n_samples, n_classes). Scores
        and labels are made from ``y_proba`` as in `evaluate`: P(positive), and the most
        likely class (of two, the positive one from 0.5 on).
    metric_params : dict, optional
        Parameters of the metric.
    confidence_level : float, default=0.95
        Nominal coverage, in (0, 1).
    method : str, default="auto"
        "auto" is the method that the catalog names for the metric. The others:
        "percentile", "basic", "bca", "bias-corrected", "normal" (bootstrap standard
        error), "smoothed" (best values over thresholds, centred on the values of
        smoothed scores). For the AUC and linear functions of it, "inverted-delong"
        (inverted t tests with DeLong's variance), "delong" (normal on the logit scale)
        and "delong-raw" (normal on the scale of the area, clipped to [0, 1], as in
        other packages). For proportions of rows, such as accuracy, precision or recall,
        "wilson", "clopper-pearson", "agresti-coull" and "jeffreys". For likelihood
        ratios, "log" (normal on the log scale). For means over rows, such as the log
        loss, "skew-t" (Student's t, transformed by the skewness of the losses) and "t"
        (Student's t as it is). "jackknife" uses the jackknife standard error. It is
        available for metrics whose leave-one-out values have a closed form, with
        Student's t on the scale that the catalog names; the method is then called
        "jackknife-t", with the scale. It is also available for metrics of clusterings,
        with the normal distribution ("normal" is the same there), and with up to 200
        groups for all metrics except quantiles. For the agreement of two clusterings,
        "corrected-jackknife" is centred on the value minus the jackknife estimate of
        its bias. Distances from a calibration curve have only "simultaneous-band", by a
        band around the curve.
    n_resamples : int, optional
        Number of replicates. By default 9999 if they are drawn from a table of labels,
        and 1999 if each of them reads all rows. Ignored by methods without resampling.
    stratified : bool, default=False
        Keep the number of rows of each class fixed in replicates.
    groups : array_like of shape (n_samples,), optional
        Groups of dependent rows. For proportions of rows "auto" is Wilson's interval
        with the effective number of groups ("wilson-effective"). For other metrics with
        up to 200 groups it is Student's t with the leave-one-group-out jackknife
        ("jackknife-t"). With more groups, the rows of a group are drawn together
        (cluster bootstrap).
    order : True or array_like of shape (n_samples,), optional
        For rows that are a time series with dependent neighbours, such as errors of
        forecasts. True if the rows are in order of time, or the time of each row:
        numbers, dates, timestamps, or ISO strings of these. Rows of the same time count
        as one. "auto" is then Student's t with the long-run standard error
        ("long-run-t") [9]_. Quantiles, optima over thresholds and the bootstrap methods
        draw blocks of neighbouring times.
    horizon : int, default=1
        With ``order``: how many steps ahead the forecasts are made (the forecast
        horizon).
    block_length : int, optional
        With ``order``: number of neighbouring times in a block. By default it is
        estimated from the data [10]_, and is at least the horizon.
    sample_weight : array_like of shape (n_samples,), optional
        Non-negative weights of the rows. Rows are resampled, not weights.
    missing : {"raise", "omit", "pairwise", "common"}, default="raise"
        "raise": a missing value (null, None, NaN or NaT) is an error. "omit": rows with
        a missing value in any of the columns are left out; ``Interval.n_omitted``
        counts them. For scores of items, "pairwise" and "common" replace the rule of
        the table for missing cells.
    pos_label : int, float, bool or str, optional
        The positive label: the class that scores and a column of probabilities refer
        to. It replaces the default of the metric's own function. By default 1, if the
        labels are 0 and 1, −1 and 1, or booleans; for other labels, pass it.
    random_state : int or numpy.random.Generator, optional
        An int gives the same interval for any number of threads and on any platform.
        For a sampled silhouette it also draws the sample.
    progress : bool or callable, optional
        True shows a bar on stderr; a callable is called with (done, total). By default
        a bar is shown on a terminal if replicates take longer than 20 s.
    **columns : array_like
        Further columns that the metric's function takes, or takes in place of these, by
        their names in the metric's family. For scores of items, such as `mean_score`,
        also ``model``, ``average``, ``weights`` and ``short`` of the function, and
        ``target``: "items" (the default) for an interval for new items like these, or
        "runs" for new runs of these items.

    Returns
    -------
    Interval
        The estimate, bounds, standard error, method and replicates. For `ItemScores`
        with several models, a dict of the interval of each model.

    Raises
    ------
    ValueError
        If data are invalid, the metric or method is unknown, the metric does not have
        the method (the message lists the available methods), or neither the labels nor
        ``pos_label`` identify the positive label.
    TypeError
        If the arguments do not fit the metric.

    Warns
    -----
    UndefinedMetricWarning
        If the metric is undefined on the data.
    UserWarning
        If it is undefined on more than 1 % of the replicates. Above 10 % the bounds are
        NaN. If a class was missing from replicates, pass ``stratified=True``.

    Notes
    -----
    The data are read once: the function's value, its errors and warnings, and all
    replicates come from one summary of them. For labels a replicate is one multinomial
    draw of the cells of their table, at a cost that does not depend on the number of
    rows. For scores, and with weights or groups, it is a weight per row and one linear
    pass, about a nanosecond per row. A replicate on which the metric is undefined is
    left out and counted. Clusterings are not resampled: each row is left out in turn.
    Means over rows and metrics with pseudo-values are not resampled either: their
    bounds are closed forms of sums over the rows.

    ``docs/intervals.md`` describes which method suits which metric, its coverage in
    simulations, and the limits of these simulations.

    References
    ----------
    .. [1] Efron, B., Tibshirani, R. (1993). An Introduction to the Bootstrap.
    .. [2] DeLong, E., DeLong, D., Clarke-Pearson, D. (1988). Comparing the areas under
       two or more correlated receiver operating characteristic curves. Biometrics
       44(3), 837-845.
    .. [3] Brown, L., Cai, T., DasGupta, A. (2001). Interval estimation for a binomial
       proportion. Statistical Science 16(2), 101-133.
    .. [4] Qin, G., Hotilovac, L. (2008). Comparison of non-parametric confidence
       intervals for the area under the ROC curve of a continuous-scale diagnostic
       test. Statistical Methods in Medical Research 17, 207-221.
    .. [5] Hanley, J., McNeil, B. (1982). The meaning and use of the area under a
       receiver operating characteristic (ROC) curve. Radiology 143, 29-36.
    .. [6] Newcombe, R. (2006). Confidence intervals for an effect size measure based on
       the Mann-Whitney statistic. Part 2: asymptotic methods and evaluation. Statistics
       in Medicine 25(4), 559-573.
    .. [7] Tukey, J. (1958). Bias and confidence in not-quite large samples. Annals of
       Mathematical Statistics 29, 614.
    .. [8] Hall, P. (1992). On the removal of skewness by transformation. Journal of the
       Royal Statistical Society B 54(1), 221-228.
    .. [9] Lazarus, E., Lewis, D., Stock, J., Watson, M. (2018). HAR inference:
       recommendations for practice. Journal of Business & Economic Statistics 36(4),
       541-559.
    .. [10] Politis, D., White, H. (2004). Automatic block-length selection for the
       dependent bootstrap. Econometric Reviews 23(1), 53-70; correction by Patton, A.,
       Politis, D., White, H. (2009), 28(4), 372-375.

    Examples
    --------
    >>> from fastmetrics import confidence_interval
    >>> y = [1, 0, 1, 1, 0, 0, 1, 0]
    >>> s = [0.77, 0.62, 0.58, 0.47, 0.47, 0.33, 0.23, 0.15]
    >>> interval = confidence_interval(
    ...     "average_precision_score", y, y_score=s, stratified=True, random_state=0
    ... )
    >>> round(interval.estimate, 6)
    0.709524
    >>> interval.method, interval.n_resamples
    ('bca', 1999)
    >>> print(confidence_interval("accuracy", y, [1, 0, 1, 0, 0, 0, 1, 0]))
    0.8750 [0.5291, 0.9776] (95 %, wilson)
    >>> a, b = [0] * 30 + [1] * 30, [0] * 25 + [1] * 35
    >>> print(confidence_interval("adjusted_rand_score", a, b))
    0.6893 [0.4463, 0.9324] (95 %, jackknife)
    """
    if isinstance(y_true, SummarySource):
        metric, y_true, metric_params = _handed_out(metric, y_true, metric_params)
    confidence_level = check_options(confidence_level, method, n_resamples)
    check_flag(stratified, "stratified")
    known = {"y_pred": y_pred, "y_score": y_score, "y_proba": y_proba}
    columns, settings = _apart(columns)
    catalog.check_arguments(columns, otherwise=_ELSEWHERE)
    if missing in _OF_CELLS:
        settings["missing"], missing = missing, "raise"
    given = {k: v for k, v in {**known, **columns}.items() if v is not None}
    n_omitted = 0
    if check_missing(missing) == "omit":
        if y_true is None:
            given |= catalog.columns_of_truth(given)
        every = {"y_true": y_true, "groups": groups, "order": order}
        every["sample_weight"] = sample_weight
        beside = rows_beside(metric, metric_params, {**every, **given})
        taken, _, omitted = complete_cases({**every, **given, **beside})
        given = {name: taken[name] for name in given}
        metric_params = {**(metric_params or {}), **{k: taken[k] for k in beside}}
        y_true, n_omitted = taken["y_true"], omitted.n
        groups, order = taken["groups"], taken["order"]
        sample_weight = taken["sample_weight"]
    in_time = time_order(order, horizon, block_length)
    design = Design(sample_weight, groups, stratified, in_time)
    seed = seed_of(random_state)
    with reporting(progress) as report:
        options = {"seed": seed, "progress": report, "pos_label": pos_label}

        data = y_true, {UNNAMED: given}, design, {**options, **settings}
        bound, plan, _ = bind(metric, metric_params, *data)
        _check_settings(settings, bound)
        value = None
        if bound.in_catalog and not isinstance(plan.of_rows, CallablePlan):
            # The function itself checks the parameters and the data, and warns.
            value = plan.value(0, 0)
        found = make_intervals(
            plan,
            confidence_level=confidence_level,
            method=method,
            n_resamples=n_resamples,
            seed=seed,
            progress=report,
            pairs=(),
        )
    of_models = {model: next(iter(one.values())) for model, one in found.values.items()}
    if n_omitted:
        of_models = {
            model: replace(one, n_omitted=n_omitted) for model, one in of_models.items()
        }
    if len(of_models) > 1:  # a table of several models
        return of_models  # type: ignore[return-value]
    [interval] = of_models.values()
    if math.isnan(interval.estimate) and isinstance(value, float | int):
        # Its substitute for an undefined ratio is not an estimate.
        return replace(interval, estimate=float(value))
    return interval


def _apart(columns: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the columns of a call, and its options for a single family."""
    names = {name for one in FAMILIES.values() for name in one.interval_settings}
    settings = {name: one for name, one in columns.items() if name in names}
    return {k: one for k, one in columns.items() if k not in names}, settings


def _check_settings(settings: Mapping[str, Any], bound: BoundMetric) -> None:
    """Raise TypeError for options of a family that is not the metric's."""
    family = FAMILIES.get(bound.row.task)
    own = family.interval_settings if family is not None else ()
    if "missing" in settings and not own:
        check_missing(settings["missing"])
    catalog.check_arguments(settings.keys() - {*own, "missing"}, otherwise=_ELSEWHERE)


def _handed_out(
    metric: Any, source: SummarySource, metric_params: Mapping[str, Any] | None
) -> tuple[str, Summary, dict[str, Any]]:
    """Return a metric's name, the summary that it is read off, and its parameters.

    Raises
    ------
    ValueError
        If it was not accumulated, or of several models.
    """
    row = resolve(metric, metric_params).row
    called = type(source).__name__
    found = {
        model: (summary, parameters)
        for models in source.handed_out().values()
        for model, parts in models.items()
        for summary, asked in parts
        for one, parameters in asked
        if one.name == row.name
    }
    if not found:
        raise ValueError(f"{row.name} was not asked of this {called}")
    if len(found) > 1:
        raise ValueError(
            f"this {called} has several models ({', '.join(found)}): evaluate makes "
            "the interval of each"
        )
    [(summary, parameters)] = found.values()
    own = {k: v for k, v in parameters.items() if k not in row.parameters}
    if not {*row.parameters} <= {*parameters}:  # the summary was made with the others
        return row.function, summary, {**parameters, **(metric_params or {})}
    return row.name, summary, {**own, **(metric_params or {})}
