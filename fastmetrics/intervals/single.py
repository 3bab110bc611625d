"""Confidence intervals of whatever is in the catalog, and of any other callable."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from fastmetrics import catalog
from fastmetrics._common.options import check_flag, seed_of
from fastmetrics.intervals.engine import make_intervals
from fastmetrics.intervals.options import check_options, reporting
from fastmetrics.metrics.record import UNNAMED
from fastmetrics.resampling import plan_of
from fastmetrics.resampling.any_callable import CallablePlan, record_of
from fastmetrics.resampling.plan import Asked, Data, Design, Plan

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike

    from fastmetrics._common.annotations import IntervalMethod, Progress, Sparse
    from fastmetrics._common.interval import Interval
    from fastmetrics.metrics.record import Family, Metric
    from fastmetrics.metrics.summary import Summary

__all__ = ["confidence_interval"]

# The columns of which a callable takes one beside y_true.
_OTHERS = ("y_pred", "y_score", "y_proba")


def confidence_interval(
    metric: str | Callable[..., Any],
    y_true: ArrayLike | Sparse | Summary | None = None,
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
    sample_weight: ArrayLike | None = None,
    random_state: int | np.random.Generator | None = None,
    progress: Progress = False,
    **columns: Any,
) -> Interval:
    """Confidence interval of a metric.

    Parameters
    ----------
    metric : str or callable
        A name or alias from the catalog, one of this package's functions (a
        ``functools.partial`` of one gives its parameters), or any callable
        ``metric(y_true, y_other, **metric_params)`` that returns a number. Of a
        callable the rows are resampled: every replicate calls it once on n rows. It
        is undefined on a replicate where it returns NaN, raises UndefinedMetricWarning,
        or raises ValueError while a label is missing there that the data have.
    y_true : array_like of shape (n_samples,) or (n_samples, n_labels)
        True labels, or what else the metric's function takes first: the points X of a
        geometric index, such as the silhouette. Also a summary of the data, such as a
        ConfusionCounts, and then nothing beside it.
    y_pred, y_score, y_proba : array_like
        What the metric compares with the labels; exactly one of the three. For metrics
        of clusterings y_pred, the labels of the clusters; for those of probabilities
        y_proba, of shape (n_samples,), P(positive), or (n_samples, n_classes).
    metric_params : dict, optional
        Parameters of the metric.
    confidence_level : float, default=0.95
        Nominal coverage, in (0, 1).
    method : str, default="auto"
        "auto" is the method that the catalog names for the metric. The others:
        "percentile", "basic", "bca", "bias-corrected", "normal" (bootstrap standard
        error), "smoothed" (best values over thresholds, around those of smoothed
        scores), of the AUC and what is linear in it "inverted-delong" (inverted t tests
        with DeLong's variance) and "delong" (normal on the logit scale), and for
        shares of rows, such as accuracy, precision or recall, "wilson",
        "clopper-pearson", "agresti-coull" and "jeffreys", and for likelihood ratios
        "log" (normal on the scale of the logarithm). For means over rows, such as the
        log loss, "skew-t" (Student's t, transformed by the skewness of the losses) and
        "t" (Student's t as it is). "jackknife", the jackknife's standard error, is for
        metrics whose values without each row have a closed form, with Student's t on
        the scale that the catalog names (then the method is "jackknife-t", with the
        scale), and for those of clusterings, with the normal law (there "normal" is the
        same). For the agreement of two clusterings there is "corrected-jackknife",
        which goes around the value less the jackknife's estimate of its bias.
    n_resamples : int, optional
        Replicates; by default 9999 where they are drawn from a table of labels, 1999
        where each of them goes over rows. Ignored by methods that draw none.
    stratified : bool, default=False
        Keep the number of rows of each class as it is in replicates.
    groups : array_like of shape (n_samples,), optional
        Groups of rows that are drawn together (cluster bootstrap).
    sample_weight : array_like of shape (n_samples,), optional
        Non-negative weights of the rows. Rows are resampled, not weights.
    random_state : int or numpy.random.Generator, optional
        An int gives the same interval for any number of threads and on any platform. Of
        a sampled silhouette it draws the sample.
    progress : bool or callable, default=False
        True shows a bar on stderr; a callable is called with (done, total).
    **columns : array_like
        What the metric's function takes beside or in place of these, by the name that
        its family has for it.

    Returns
    -------
    Interval
        With estimate, bounds, standard error, method and replicates.

    Raises
    ------
    ValueError
        On bad data, an unknown metric or method, or a method that the metric does not
        have; the message says which there are.
    TypeError
        If what is given is not what the metric takes.

    Warns
    -----
    UndefinedMetricWarning
        If the metric is undefined on the data.
    UserWarning
        If it is undefined on more than 1 % of the replicates. Above 10 % the bounds
        are NaN; ``stratified=True`` then helps where a class went missing.

    Notes
    -----
    The data are read once: the function's value, its errors and warnings, and all
    replicates come from one summary of them. Of labels a replicate is one multinomial
    draw of the cells of their table, at a cost that does not depend on the number of
    rows; of scores, and with weights or groups, it is a weight per row and one linear
    pass, about a nanosecond per row. A replicate on which the metric is undefined is
    left out and counted. Clusterings are not resampled: each row is left out in turn.
    Of a mean over rows, and of what has pseudo-values, no row is drawn either: bounds
    are closed forms of sums over the rows.

    Which method suits which metric, how well it covered in simulations, and what that
    does not say, is in ``docs/intervals.md``.

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
    confidence_level = check_options(confidence_level, method, n_resamples)
    check_flag(stratified, "stratified")
    if not isinstance(metric_params, Mapping | None):
        raise TypeError(
            "metric_params must be a mapping of names to values or None, got a "
            f"{type(metric_params).__name__}"
        )
    row, function, parameters = _resolve(metric, metric_params or {})
    known = {"y_pred": y_pred, "y_score": y_score, "y_proba": y_proba}
    catalog.check_arguments(columns)
    given = {k: v for k, v in {**known, **columns}.items() if v is not None}
    design = Design(sample_weight, groups, stratified)
    seed = seed_of(random_state)
    with reporting(progress) as report:
        plan = None
        if row is not None:
            _check_parameters(row, parameters)
            options = {"seed": seed, "progress": report}
            plan = _plan_of(row, parameters, y_true, given, design, options)
        if plan is None:
            plan = _plan_of_callable(function, row, parameters, y_true, given, design)
        value = None
        if row is not None and not isinstance(plan, CallablePlan):
            # The function itself judges the parameters and the data, and warns.
            value = plan.value(0, 0)
        found = make_intervals(
            plan,
            confidence_level=confidence_level,
            method=method,
            n_resamples=n_resamples,
            seed=seed,
            progress=report,
        )
    [interval] = found.values[UNNAMED].values()
    if isinstance(value, float | int) and value == value:
        # What it gives in place of a ratio that is undefined is no estimate to go by.
        return _with_estimate(interval, float(value))
    return interval


def _with_estimate(interval: Interval, value: float) -> Interval:
    """Take the function's value, which may differ from the plan's by rounding."""
    if interval.low == interval.estimate == interval.high:
        return replace(interval, estimate=value, low=value, high=value)
    return replace(interval, estimate=value)


def _plan_of(
    row: Metric,
    parameters: Mapping[str, Any],
    first: Any,
    given: Mapping[str, Any],
    design: Design,
    options: Mapping[str, Any],
) -> Plan | None:
    """Return the plan of a metric; None where its rows must be resampled."""
    family = catalog.FAMILIES[row.task]
    make, asked = plan_of(row.task), Asked(row, parameters)
    judges = catalog.family_of_summary(first)
    if judges is not None:
        if judges is not family:
            raise TypeError(
                f"{row.name} is a metric of {family.name}; a {type(first).__name__} is "
                f"a summary of {judges.name}"
            )
        if given:
            raise TypeError(
                f"a {type(first).__name__} needs nothing beside it, got "
                f"{' and '.join(given)}"
            )
        data = Data({}, {UNNAMED: {}}, summary=first)
    else:
        own = make
        make = own.for_columns(asked, [*given.values()])
        if make is None:
            return None
        if make is not own and len(given) == 1 and {*given} <= {*_OTHERS}:
            # A matrix may be called scores or probabilities.
            [column] = given.values()
            given = {"y_pred": column}
        data = _columns(row, family, first, given)
    plan: Plan = make(data, design, {**options, **make.options_for(asked)})
    plan.ask([asked])
    return plan


def _columns(row: Metric, family: Family, first: Any, given: Mapping[str, Any]) -> Data:
    """Return the columns by the names that the family has for them."""
    leading = family.leading(row)
    columns = {} if first is None else {leading[0]: first}
    named = _names_taken(row, family)
    for name, column in given.items():
        # The second argument by position comes under the name y_pred.
        second = name == "y_pred" and name not in leading and len(leading) > 1
        columns[leading[1] if second else named.get(name, name)] = column
    if {*columns} != {*leading} or len(columns) != len(given) + (first is not None):
        raise TypeError(_taken(row, leading, given))
    own = family.columns_per_model
    return Data(
        {name: column for name, column in columns.items() if name not in own},
        {UNNAMED: {name: column for name, column in columns.items() if name in own}},
    )


def _names_taken(row: Metric, family: Family) -> dict[str, str]:
    """Return the arguments by all names that they go by in a call for this metric.

    Where its function itself calls one by another name than the family, any of the
    family's names for it will do.
    """
    own = inspect.signature(row.public).parameters
    return {
        name: one.name
        for one in family.arguments
        if one.name not in own
        for name in one.other_names
    }


def _taken(row: Metric, leading: Sequence[str], given: Mapping[str, Any]) -> str:
    """Say what a metric takes and how it is given, and what was given instead."""
    own = list(inspect.signature(row.public).parameters)[: len(leading)]
    got = f"got {' and '.join(given) or 'nothing'} beside it"
    if len(leading) == 1:
        return f"{row.name} takes {own[0]} alone, as y_true; {got}"
    ways = f"give {' and '.join(leading[1:])}"
    if len(leading) == 2:
        ways += ", exactly one column"
    return (
        f"{row.name} takes {' and '.join(own)}, the first as y_true: {ways} beside it; "
        f"{got}"
    )


def _plan_of_callable(
    function: Callable[..., Any],
    row: Metric | None,
    parameters: Mapping[str, Any],
    y_true: Any,
    given: Mapping[str, Any],
    design: Design,
) -> Plan:
    """Return the plan of a function that is called again on the rows of a replicate."""
    if catalog.family_of_summary(y_true) is not None:
        raise TypeError(
            f"a {type(y_true).__name__} has no rows for this metric to be called on"
        )
    if len(given) != 1 or not {*given} <= {*_OTHERS}:
        raise TypeError(
            "give exactly one of y_pred, y_score and y_proba: what the metric compares "
            f"with y_true; got {' and '.join(given) or 'none'}"
        )
    plan = CallablePlan(
        Data({"y_true": y_true}, {UNNAMED: given}), design, {"function": function}
    )
    plan.ask([Asked(row or record_of(function), parameters)])
    return plan


def _resolve(
    metric: str | Callable[..., Any], parameters: Mapping[str, Any]
) -> tuple[Metric | None, Callable[..., Any], dict[str, Any]]:
    """Catalog row (or None), function and parameters of what the user named."""
    merged = dict(parameters)
    if isinstance(metric, str):
        row = catalog.find(metric)
        if row.kind != "metric":
            raise ValueError(f"{metric!r} is {row.reason}, so it has no interval")
        return row, row.public, row.with_parameters(merged)
    if not callable(metric):
        raise TypeError(f"metric must be a name or a callable, got {metric!r}")
    function = metric
    while isinstance(function, functools.partial) and not function.args:
        merged = {**function.keywords, **merged}
        function = function.func
    return catalog.by_function().get(function), function, merged


def _check_parameters(row: Metric, parameters: Mapping[str, Any]) -> None:
    """Raise TypeError for parameters that the metric does not have."""
    signature = inspect.signature(row.public).parameters.values()
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in signature):
        return  # the function itself knows them
    known = set(row.options)  # the data and their weights are given elsewhere
    for name in parameters:
        if name not in known:
            raise TypeError(
                f"metric_params has {name!r}; {row.name} takes "
                f"{', '.join(sorted(known))}"
            )
