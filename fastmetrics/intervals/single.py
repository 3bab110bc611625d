"""Confidence intervals of whatever is in the catalog, and of any other callable."""

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from fastmetrics import _inputs, catalog
from fastmetrics._common.interval import Interval
from fastmetrics.intervals._cluster_intervals import (
    ClusterIntervals,
    cluster_intervals_of,
    method_of,
    seeded,
)
from fastmetrics.intervals._count_intervals import LabelIntervals, label_intervals_of
from fastmetrics.intervals._score_intervals import ScoreIntervals, intervals_of
from fastmetrics.intervals.engine import make_intervals
from fastmetrics.intervals.options import check_options, seed_of
from fastmetrics.metrics.labels.counting.confusion_counts import ConfusionCounts
from fastmetrics.resampling.any_callable import CallablePlan, record_of
from fastmetrics.resampling.plan import Asked, Data, Design

__all__ = [
    "ClusterIntervals",
    "Interval",
    "LabelIntervals",
    "ScoreIntervals",
    "cluster_intervals",
    "confidence_interval",
    "label_intervals",
    "score_intervals",
]


def confidence_interval(
    metric: str | Callable[..., Any],
    y_true: Any,
    y_pred: Any = None,
    *,
    y_score: Any = None,
    y_proba: Any = None,
    metric_params: Mapping[str, Any] | None = None,
    confidence_level: float = 0.95,
    method: str = "auto",
    n_resamples: int | None = None,
    stratified: bool = False,
    groups: Any = None,
    sample_weight: Any = None,
    random_state: int | np.random.Generator | None = None,
    progress: Any = False,
) -> Interval:
    """Confidence interval of a metric.

    Parameters
    ----------
    metric : str or callable
        A name or alias from the catalog, one of this package's functions (a
        ``functools.partial`` of one gives its parameters), or any callable
        ``metric(y_true, y_other, **metric_params)`` that returns a number. Of a
        callable the rows are resampled: every replicate calls it once on n rows, and
        on a replicate where it raises ValueError it counts as undefined.
    y_true : array_like of shape (n_samples,) or (n_samples, n_labels)
        True labels. For a metric on labels also a ConfusionCounts, the table of true
        and predicted labels, and then nothing to compare with it. For a geometric
        index, such as the silhouette, the points X.
    y_pred, y_score, y_proba : array_like
        What the metric compares with the labels; exactly one of the three. For metrics
        of clusterings y_pred, the labels of the clusters.
    metric_params : dict, optional
        Parameters of the metric.
    confidence_level : float, default=0.95
        Nominal coverage, in (0, 1).
    method : str, default="auto"
        "auto" is the method that the catalog names for the metric. The others:
        "percentile", "basic", "bca", "bias-corrected", "normal" (bootstrap standard
        error), "delong" (AUC and what is linear in it, on the logit scale), and for
        shares of rows, such as accuracy, precision or recall, "wilson",
        "clopper-pearson", "agresti-coull" and "jeffreys". For metrics of clusterings,
        and for these alone, "jackknife" (normal, with the jackknife's standard error;
        here "normal" is the same) and for the agreement of two "corrected-jackknife",
        which goes around the value less the jackknife's estimate of its bias.
    n_resamples : int, optional
        Replicates; by default 9999 where they are drawn from a table of labels, 1999
        where each of them goes over rows. Ignored by methods that draw none.
    stratified : bool, default=False
        Keep the number of rows of each class as it is in replicates.
    groups : array_like of shape (n_samples,), optional
        Clusters of rows that are drawn together (cluster bootstrap).
    sample_weight : array_like of shape (n_samples,), optional
        Non-negative weights of the rows. Rows are resampled, not weights.
    random_state : int or numpy.random.Generator, optional
        An int gives the same interval for any number of threads and on any platform. Of
        a sampled silhouette it draws the sample.
    progress : bool or callable, default=False
        True shows a bar on stderr; a callable is called with (done, total).

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
        If not exactly one of ``y_pred``, ``y_score`` and ``y_proba`` is given.

    Warns
    -----
    UndefinedMetricWarning
        If the metric is undefined on the data.
    UserWarning
        If it is undefined on more than 1 % of the replicates. Above 10 % the bounds
        are NaN; ``stratified=True`` then helps where a class went missing.

    Notes
    -----
    A replicate of a metric on labels is one draw of the cells of the table of true and
    predicted labels (a multinomial one, which is the law of drawing rows with
    replacement), at a cost that does not depend on the number of rows. With weights or
    groups it draws these, about a nanosecond per row, and so it does where there are
    256 cells or more and at most 64 rows per cell. BCa takes its acceleration from the
    exact jackknife, one value per cell. With weights, a method for shares takes the
    rows for as many as they are worth, (Σw)² / Σw² over the rows that are trials. A
    ratio that is ill-defined on a replicate is left out there, unless ``zero_division``
    gives it a value; in a mean over classes it is 0, as it is for scikit-learn. Where
    all replicates are equal, as of F1 at its best, there are no bounds.

    A replicate of a score metric is a weight per sorted row and one linear pass, about
    a nanosecond per row; memory is a few bytes per row, whatever ``n_resamples``. BCa
    takes its acceleration from the exact jackknife where that has a closed form (AUC,
    average precision), else from up to 200 random groups of rows left out in turn; with
    more than 100,000 rows of each class it cannot be seen and is taken as 0.

    Coverage is a matter of the metric. In simulations (binormal scores, n = 200,
    nominal 95 %) the percentile interval of AUC 0.95 at 30 % positives covered
    92.4 %, DeLong's on the logit scale 95.0 %; at AUC 0.75 and 50 % positives 94.7 %
    and 95.4 %. BCa of average precision covered 94 %, percentile 92-93 %. Of labels
    (200 or 300 rows) Wilson's interval of shares covered 94-96 %, BCa of the F, kappa,
    costs and averages 94-96 %, of counts up to 97 %. For the
    Kolmogorov-Smirnov distance and for values optimised over thresholds no resampling
    method is exact (84-93 %), which ``Interval.approximate`` says.

    Clusterings are not resampled: a row that is drawn twice is together with itself in
    every cluster, at a distance of 0, and at nominal 95 % percentile intervals covered
    79 % for the adjusted Rand index (n = 300) and 0 % for the silhouette of small
    clusters. The jackknife leaves each row out in turn: for agreement once for all
    cells of the table that are alike, for geometric indices in one or two passes over
    the distances. In simulations it covered 94-96 % (agreement of three clusters at
    n = 300, geometric indices of clusters of twenty and of a hundred points). Measures
    of information are biased by up to twice their standard error, which is corrected
    for, so that their interval may lie beside the estimate. From ten rows on for each
    pair of clusters that covered 90-97 %; below, it is approximate, and below two there
    is no interval. Purity is approximate below ten rows for each cluster. All this
    takes the clusters as given: that another sample would be clustered otherwise is no
    part of it. Bounds are cut off at the range of the metric. A sampled silhouette
    (``metric_params={"sample_size": m}``) has the interval of the sample.

    An AUC of exactly 1 has the bounds (α/2)^(1/m) and 1, m the size of the smaller
    class. Where an estimated variance of 0 would claim certainty (all scores tied, a
    class of one row, one group) there are no bounds, and ``Interval.reason`` says why.
    DeLong's variance takes neither weights nor groups; with them "auto" is BCa. So it
    is for shares of rows that come in groups or strata.

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
    .. [5] Tukey, J. (1958). Bias and confidence in not-quite large samples. Annals of
       Mathematical Statistics 29, 614.

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
    check_options(confidence_level, method, n_resamples)
    row, function, parameters = _resolve(metric, metric_params or {})
    options = {
        "confidence_level": confidence_level,
        "method": method,
        "n_resamples": n_resamples,
        "stratified": stratified,
        "groups": groups,
        "sample_weight": sample_weight,
        "random_state": random_state,
        "progress": progress,
    }
    columns = {"y_pred": y_pred, "y_score": y_score, "y_proba": y_proba}
    given = {name: column for name, column in columns.items() if column is not None}
    if row is not None and row.task == "clustering":
        _check_parameters(row, parameters)
        return _of_clustering(row, parameters, y_true, given, **options)
    _refuse_jackknife(method)
    from_table = isinstance(y_true, ConfusionCounts)
    if len(given) != (0 if from_table else 1):
        raise TypeError(
            "give exactly one of y_pred, y_score and y_proba: what the metric compares "
            f"with y_true; got {' and '.join(given) or 'none'}"
            if not from_table
            else f"a table of labels needs nothing beside it, got {' and '.join(given)}"
        )
    if row is not None:
        _check_parameters(row, parameters)
    if from_table or (row is not None and row.task == "labels"):
        if row is None or row.task != "labels":
            raise TypeError(
                "a table of labels has no rows for this metric to be called on"
            )
        if "y_pred" not in given and not from_table:
            raise TypeError(f"{row.name} compares labels: give y_pred")
        return _of_labels(row, parameters, y_true, y_pred, **options)
    [(other_name, other)] = given.items()
    reduction = None
    if row is not None:
        reduction = row.reduce(
            {name: v for name, v in parameters.items() if name != "pos_label"}
        )
    if row is None or reduction is None:
        return _of_callable(
            function, row, y_true, other, parameters, other_name=other_name, **options
        )
    # The function itself judges the parameters and the data first, and warns.
    weighted = {} if sample_weight is None else {"sample_weight": sample_weight}
    function(y_true, other, **parameters, **weighted)
    found = intervals_of(
        {row.name: (row, parameters)},
        y_true,
        {"": other},
        pos_label=_positive(row, parameters),
        **options,
    )
    return found.values[""][row.name]


def _of_labels(
    row: catalog.Metric,
    parameters: Mapping[str, Any],
    y_true: Any,
    y_pred: Any,
    **options: Any,
) -> Interval:
    """Interval of one metric on labels, or on their table."""
    if isinstance(y_true, ConfusionCounts):
        for name in ("groups", "sample_weight"):
            if options[name] is not None:
                raise TypeError(f"a table of labels has no rows that {name} belong to")
        found = label_intervals_of(
            {row.name: (row, parameters)}, None, {"": None}, counts=[y_true], **options
        )
        return found.values[""][row.name]
    if parameters.get("average", "") is None:
        raise ValueError(
            "average=None gives a number for each label; an interval is of one number"
        )
    # The function itself judges the parameters and the data first, and warns.
    weight = options["sample_weight"]
    weighted = {} if weight is None else {"sample_weight": weight}
    value = row.public(y_true, y_pred, **parameters, **weighted)
    found = label_intervals_of(
        {row.name: (row, parameters)}, y_true, {"": y_pred}, **options
    )
    interval = found.values[""][row.name]
    # What it gives in place of a ratio that is ill-defined is no estimate to go by.
    return replace(interval, estimate=float(value))


def _of_clustering(
    row: catalog.Metric,
    parameters: Mapping[str, Any],
    first: Any,
    given: Mapping[str, Any],
    *,
    confidence_level: float,
    method: str,
    n_resamples: int | None,
    stratified: bool,
    groups: Any,
    sample_weight: Any,
    random_state: Any,
    progress: Any,
) -> Interval:
    """Interval of one metric of clusterings."""
    wanted = [] if row.targets == ("partition",) else ["y_pred"]
    if list(given) != wanted:
        what = "labels alone"
        if wanted:
            what = " and ".join(list(inspect.signature(row.public).parameters)[:2])
        raise TypeError(
            f"{row.name} takes {what}, as y_true{' and y_pred' if wanted else ''}; got "
            f"{' and '.join(given) or 'nothing'} beside y_true"
        )
    for name, option in (
        ("stratified", stratified or None),
        ("groups", groups),
        ("sample_weight", sample_weight),
    ):
        if option is not None:
            raise ValueError(f"the jackknife of {row.name} takes no {name}")
    method_of(row, method)
    parameters = seeded(parameters, random_state)
    # The function itself judges the parameters and the data, and warns.
    value = row.public(first, *given.values(), **parameters)
    if row.targets == ("agreement",):
        labels, data = given["y_pred"], {"labels_true": first}
    elif row.targets == ("geometry",):
        labels, data = given["y_pred"], {"X": first}
    else:
        labels, data = first, {}
    found = cluster_intervals_of(
        {row.name: (row, parameters)},
        {"": labels},
        **data,
        known={row.name: value},
        confidence_level=confidence_level,
        method=method,
        progress=progress,
    )
    return found.values[""][row.name]


def score_intervals(
    metrics: Sequence[str],
    y_true: Any,
    y_scores: Mapping[str, Any],
    *,
    pos_label: Any = None,
    **options: Any,
) -> ScoreIntervals:
    """Intervals of several score metrics, for one or several models at once.

    Scores are sorted once per model, and all metrics and models share their
    replicates, so that differences are paired.

    Parameters
    ----------
    metrics : sequence of str
        Names from the catalog, of score metrics.
    y_true : array_like of shape (n_samples,)
        Binary labels.
    y_scores : mapping of str to array_like of shape (n_samples,)
        Scores of each model.
    pos_label : int, float, bool or str, optional
        The positive label.
    **options
        ``confidence_level``, ``method``, ``n_resamples``, ``stratified``, ``groups``,
        ``sample_weight``, ``random_state`` and ``progress`` as
        :func:`confidence_interval` takes them.

    Returns
    -------
    ScoreIntervals
        ``values[model][metric]`` and ``differences[a, b][metric]``.

    Raises
    ------
    ValueError
        On bad data, an unknown metric, or one that is not read off scores.
    """
    rows = {name: catalog.find(name) for name in metrics}
    wanted = {}
    for name, row in rows.items():
        reduction = row.reduce()
        if reduction is None:
            raise ValueError(f"{name!r} is not a metric of binary scores")
        wanted[name] = (row, row.parameters)
    check_options(
        options.setdefault("confidence_level", 0.95),
        options.setdefault("method", "auto"),
        options.setdefault("n_resamples", None),
    )
    _refuse_jackknife(options["method"])
    return intervals_of(wanted, y_true, y_scores, pos_label=pos_label, **options)


def label_intervals(
    metrics: Sequence[str],
    y_true: Any,
    y_preds: Mapping[str, Any],
    *,
    pos_label: Any = 1,
    **options: Any,
) -> LabelIntervals:
    """Intervals of several metrics on labels, for one or several models at once.

    Labels are counted once per model, and all metrics and models share their
    replicates, so that differences are paired.

    Parameters
    ----------
    metrics : sequence of str
        Names from the catalog, of metrics on labels.
    y_true : array_like of shape (n_samples,) or (n_samples, n_labels)
        True labels.
    y_preds : mapping of str to array_like
        Labels predicted by each model.
    pos_label : int, float, bool or str, default=1
        The positive label, for metrics of one class against the others.
    **options
        ``confidence_level``, ``method``, ``n_resamples``, ``stratified``, ``groups``,
        ``sample_weight``, ``random_state`` and ``progress`` as
        :func:`confidence_interval` takes them.

    Returns
    -------
    LabelIntervals
        ``values[model][metric]``, ``differences[a, b][metric]`` and ``counts[model]``.

    Raises
    ------
    ValueError
        On bad data, an unknown metric, or one that is not read off such labels.
    """
    wanted = {}
    for name in metrics:
        row = catalog.find(name)
        if row.kind != "metric" or row.task != "labels":
            raise ValueError(f"{name!r} is not a metric on labels")
        parameters = dict(row.parameters)
        if "pos_label" in row.options:
            parameters["pos_label"] = pos_label
        wanted[name] = (row, parameters)
    check_options(
        options.setdefault("confidence_level", 0.95),
        options.setdefault("method", "auto"),
        options.setdefault("n_resamples", None),
    )
    _refuse_jackknife(options["method"])
    return label_intervals_of(wanted, y_true, y_preds, **options)


def cluster_intervals(
    metrics: Sequence[str],
    labellings: Mapping[str, Any],
    *,
    labels_true: Any = None,
    X: Any = None,
    metric: Any = "euclidean",
    noise: str = "one_cluster",
    sample_size: int | None = None,
    confidence_level: float = 0.95,
    method: str = "auto",
    random_state: Any = None,
    progress: Any = False,
) -> ClusterIntervals:
    """Intervals of several metrics of one or several clusterings of the same rows.

    Parameters
    ----------
    metrics : sequence of str
        Names from the catalog, of metrics of clusterings.
    labellings : mapping of str to array_like of shape (n_samples,)
        The clusters of each model.
    labels_true : array_like of shape (n_samples,), optional
        The true clusters, for measures of agreement.
    X : array_like of shape (n_samples, n_features), optional
        The points, for geometric indices.
    metric : str or callable, default="euclidean"
        Distance of the silhouette and of Dunn's index; "precomputed": X is the matrix.
    noise : {"one_cluster", "drop", "own_clusters"}, default="one_cluster"
        What the label -1 means to measures of agreement.
    sample_size : int, optional
        Take the silhouette of so many rows, drawn at random.
    confidence_level : float, default=0.95
        Nominal coverage, in (0, 1).
    method : str, default="auto"
        As :func:`confidence_interval` takes it.
    random_state : int or numpy.random.Generator, optional
        Of the sample, which all models share.
    progress : bool or callable, default=False
        True shows a bar on stderr; a callable is called with (done, total).

    Returns
    -------
    ClusterIntervals
        ``values[model][metric]``, ``differences[a, b][metric]`` and ``tables[model]``.
        What a clustering does not have (one cluster has no silhouette) is NaN.

    Raises
    ------
    ValueError
        On bad data, an unknown metric, or one that is not of clusterings.
    TypeError
        If what a metric is of was not given.
    """
    check_options(confidence_level, method, None)
    given = {
        "metric": metric,
        "noise": noise,
        "sample_size": sample_size,
        "random_state": random_state,
    }
    if not labellings:
        raise ValueError("labellings must hold the labels of at least one model")
    wanted = {}
    for name in metrics:
        row = catalog.find(name)
        if row.kind != "metric" or row.task != "clustering":
            raise ValueError(f"{name!r} is not a metric of clusterings")
        needed = {"agreement": "labels_true", "geometry": "X"}.get(row.targets[0])
        if needed and {"labels_true": labels_true, "X": X}[needed] is None:
            raise TypeError(f"{name} needs {needed}")
        known = row.options
        parameters = {key: value for key, value in given.items() if key in known}
        wanted[name] = (row, seeded({**row.parameters, **parameters}, random_state))
    return cluster_intervals_of(
        wanted,
        labellings,
        labels_true=labels_true,
        X=X,
        confidence_level=confidence_level,
        method=method,
        progress=progress,
    )


def _refuse_jackknife(method: str) -> None:
    if method in catalog.JACKKNIFE:
        raise ValueError(f"method={method!r} is for clusterings")


def _of_callable(
    function: Callable[..., Any],
    row: catalog.Metric | None,
    y_true: Any,
    other: Any,
    parameters: Mapping[str, Any],
    *,
    other_name: str,
    sample_weight: Any,
    groups: Any,
    stratified: bool,
    random_state: Any,
    **options: Any,
) -> Interval:
    row = row or record_of(function)
    plan = CallablePlan(
        Data({"y_true": y_true}, {"": {other_name: other}}),
        Design(sample_weight, groups, stratified),
        {"function": function},
    )
    plan.ask([Asked(row, parameters)])
    found = make_intervals(plan, seed=seed_of(random_state), **options)
    return found.values[""][row.name]


def _resolve(
    metric: str | Callable[..., Any], parameters: Mapping[str, Any]
) -> tuple[catalog.Metric | None, Callable[..., Any], dict[str, Any]]:
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


def _check_parameters(row: catalog.Metric, parameters: Mapping[str, Any]) -> None:
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


def _positive(row: catalog.Metric, parameters: Mapping[str, Any]) -> Any:
    """Which label the metric takes as positive, as the door wants to be told."""
    if row.function == "roc_auc_score":
        return _inputs.LARGEST
    if row.function == "average_precision_score":
        return _inputs.OneOfTwo(parameters.get("pos_label", 1))
    return parameters.get("pos_label")
