"""Several models on one test set: which differences are more than chance."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from fastmetrics import catalog
from fastmetrics._common.names import by_text, listed, shown
from fastmetrics._common.options import (
    check_choice,
    check_flag,
    nonnegative,
    seed_of,
    warn,
)
from fastmetrics._common.records import overloaded
from fastmetrics._inputs.groups import time_order
from fastmetrics._inputs.label_columns import ClassCodes
from fastmetrics._inputs.rows import Omitted, check_missing
from fastmetrics._inputs.score_tables import label_texts, named_columns
from fastmetrics.catalog import FAMILIES, family_of_summary, metrics_named
from fastmetrics.comparison.adjustments import check_adjustment
from fastmetrics.comparison.comparing import (
    DEFAULT,
    Comparison,
    CrossValidated,
    Setting,
    across_folds,
    are_cross_validations,
    compared,
)
from fastmetrics.comparison.losses import warn_of_neighbours
from fastmetrics.comparison.model_differences import column_of
from fastmetrics.comparison.simultaneous import MOST_PAIRS, TESTS
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.intervals.bind import make_plans, resolve_by_data
from fastmetrics.intervals.engine import make_intervals
from fastmetrics.intervals.resolve import (
    check_options,
    is_several,
    named_metrics,
    reporting,
    resolve,
    rows_beside,
    with_direction,
    with_parameter,
    with_pos_label,
)
from fastmetrics.intervals.single import complete_cases, omitted_text
from fastmetrics.metrics.record import UNNAMED
from fastmetrics.resampling.plan import Design, Plan

if TYPE_CHECKING:
    from fastmetrics._common.annotations import Label, Progress, Sparse

Metric = str | Callable[..., Any] | tuple[Any, Mapping[str, Any]]
Adjustment = Literal[
    "bonferroni",
    "sidak",
    "holm",
    "holm-sidak",
    "hochberg",
    "hommel",
    "bh",
    "by",
    "shaffer",
    "maxt",
]


@overloaded(
    {"metric": "Metric", "return": "Comparison"},
    {
        "metric": "list[str] | list[Metric] | tuple[Metric, ...]",
        "return": "dict[str, Comparison]",
    },
)
def compare(
    metric: Metric | Sequence[Metric],
    y_true: ArrayLike | Sparse | Mapping[str, CrossValidated],
    y_pred: Mapping[str, ArrayLike | Sparse] | None = None,
    *,
    y_score: Mapping[str, ArrayLike] | None = None,
    y_proba: Mapping[str, ArrayLike] | None = None,
    target: str | None = None,
    baseline: str | None = None,
    metric_params: Mapping[str, Any] | None = None,
    greater_is_better: bool | None = None,
    test: Literal["auto", "permutation", "delong", "bootstrap", "jackknife"] = "auto",
    adjust: Adjustment | None = "maxt",
    method: str = "auto",
    simultaneous: bool = True,
    confidence_level: float = 0.95,
    n_resamples: int | None = None,
    stratified: bool = False,
    groups: ArrayLike | None = None,
    order: ArrayLike | Literal[True] | None = None,
    horizon: int | None = None,
    block_length: int | None = None,
    sample_weight: ArrayLike | None = None,
    missing: Literal["raise", "omit", "pairwise", "common"] = "raise",
    pos_label: Label | None = None,
    margin: float = 0.0,
    random_state: int | np.random.Generator | None = None,
    progress: Progress | None = None,
    **columns: Any,
) -> Comparison | dict[str, Comparison]:
    r"""Compare several models on the same rows, all pairs at once.

    Every model gets an interval and a set of ranks. Every difference gets an interval,
    simultaneous bounds, a p-value, and a p-value adjusted for the number of
    differences. The p-value is obtained by inverting the interval. Simultaneous bounds,
    adjusted p-values, ranks and letters come from one procedure, so they never
    contradict each other.

    Parameters
    ----------
    metric : str, callable, pair of one and a dict, or a list of these
        The metric, in the forms of `confidence_interval`. With a list, all metrics are
        compared on the same draws.
    y_true : array_like of shape (n_samples,) or (n_samples, n_labels)
        True labels or numbers, or another first argument of the metric's function; for
        ranked lists also relevance grades, with runs as ``y_pred``. To compare models
        across folds, pass a dict name → result of `cross_validate`, all with the same
        folds. For means over items, such as `mean_score`, pass the table of all models:
        `ItemScores`, or an array as of `ItemScores.from_arrays`.
    y_pred, y_score, y_proba : dict of name to array_like
        Predictions of two or more models; exactly one of the three. Scores and labels
        are made from ``y_proba`` as in `evaluate`: P(positive), and the most likely
        class (of two, the positive one from 0.5 on).
    target : {"learner", "models", "items", "runs"}, optional
        For cross-validations, the quantity to compare: learners by their expected
        performance over training sets, or the models of these folds; see
        `CrossValidation.interval`. For scores of items, "items" (the default) for new
        items like these, or "runs" for new runs of these items.
    baseline : str, optional
        The name of a model to compare all others with. By default all pairs are
        compared.
    metric_params : dict, optional
        Parameters of the metric; with a list, of each of its metrics. If a parameter of
        a callable has a value for each row, it is resampled with the rows.
    greater_is_better : bool, optional
        Whether higher values are better. For callables, whose direction is unknown:
        without it no model is called best. False for scores of items that are losses.
    test : {"auto", "permutation", "delong", "bootstrap", "jackknife"}, default="auto"
        A further test, whose p-values are reported under its own name next to the
        p-values of the intervals. "auto": no further test. "permutation":
        `paired_permutation_test`, in which models swap outputs row by row, or group by
        group. It is available for labels, for means of losses over rows, and for the
        area under the ROC curve. "delong": for this area and linear functions of it.
        "bootstrap": the proportion of replicates whose difference deviates from the
        observed difference at least as far as the observed difference from 0.
        "jackknife": the difference divided by its jackknife standard error, with the
        normal distribution.
    adjust : str or None, default="maxt"
        How p-values are adjusted: "maxt" by the distribution of the largest deviation,
        or a method of `adjust_pvalues`. Letters, ranks and sentences follow the
        adjusted p-values. So do simultaneous bounds, which exist for "maxt",
        "bonferroni" and "sidak". None: no adjustment; all results refer to each
        difference alone. The p-values of ``test`` are adjusted by the same method, or
        by Holm's method in place of "maxt".
    method : str, default="auto"
        Method of the intervals, as in `confidence_interval`.
    simultaneous : bool, default=True
        Whether to show simultaneous bounds, if the adjustment has them.
    confidence_level : float, default=0.95
        Nominal coverage, in (0, 1).
    n_resamples : int, optional
        Number of replicates. By default 9999 if they are drawn from a table of labels
        or are swaps of the permutation test, and 1999 if each of them reads all rows.
        Intervals in closed form need no replicates.
    stratified : bool, default=False
        Keep the number of rows of each class fixed in replicates.
    groups : array_like of shape (n_samples,), optional
        Groups of rows that are drawn together (cluster bootstrap).
    order, horizon, block_length : optional
        For rows in order of time, such as the forecasts of one series, as in
        `confidence_interval`. Differences of means over rows then use the
        Diebold–Mariano test, with the equally weighted cosine estimate of the long-run
        variance; see `diebold_mariano_test`.
    sample_weight : array_like of shape (n_samples,), optional
        Non-negative weights of the rows. Rows are resampled, not weights.
    missing : {"raise", "omit", "pairwise", "common"}, default="raise"
        "raise": a missing value (null, None, NaN or NaT) is an error. "omit": rows with
        a missing value in any column of any model are left out for all models; the
        first note gives their number. For scores of items, "pairwise": two models are
        compared on the items that both have, and values are least-squares means of the
        additive model item + model over all items. "common": only items that all models
        have. By default the rule of the table.
    pos_label : int, float, bool or str, optional
        The positive label: the class that scores and a column of probabilities refer
        to. It replaces the default of the metric's own function. By default 1, if the
        labels are 0 and 1, −1 and 1, or booleans; for other labels, pass it. For
        cross-validations see `CrossValidation.interval`.
    margin : float, default=0.0
        Above 0: test non-inferiority. The null hypothesis of A − B is that A is worse
        than B by ``margin`` or more, in the metric's direction. A small p-value shows
        that A is not that much worse. It is the smallest α whose one-sided bound shows
        this.
    random_state : int or numpy.random.Generator, optional
        An int gives the same comparison for any number of threads and on any platform.
    progress : bool or callable, optional
        True shows a bar on stderr; a callable is called with (done, total). By default
        a bar is shown on a terminal if replicates take longer than 20 s.
    **columns : dict of name to array_like, or array_like
        Other columns that the metric's function takes, by their names in the metric's
        family: predictions of two or more models in place of the three above, such as
        ``risk`` and ``survival`` of censored times, and columns of the data set.

    Returns
    -------
    Comparison, or dict of name to Comparison
        For a list of metrics, one comparison of each metric by name.

    Raises
    ------
    ValueError
        If there are fewer than two models, the baseline is not one of them, an option
        is unknown, the test or adjustment is not available for this metric, data are
        invalid, or the positive label cannot be determined.
    TypeError
        If models are not given as a mapping, or an argument does not fit the metric.

    Warns
    -----
    UndefinedMetricWarning
        If the metric is undefined on the data, or a difference other than 0 has no
        bounds. Its p-value is then NaN.
    UserWarning
        If the metric is undefined on more than 1 % of the replicates; or if the losses
        of neighbouring rows, up to 100,000 of them, are correlated, and neither
        ``order`` nor ``groups`` was given. For independent rows this warning appears
        once in a thousand times.

    See Also
    --------
    adjust_pvalues : Adjust p-values for multiple comparisons.
    evaluate : All metrics of a task at once.
    metric_covariance : Covariance matrix of the values of metrics and models.

    Notes
    -----
    The p-value of a difference is the smallest α at which its 1 − α interval excludes
    0. It is DeLong's test if the interval is DeLong's, and Student's t test if it is
    Student's. With replicates it comes from the tail that contains 0; with B
    replicates, tails below 1 / (B + 1) are extrapolated by a normal distribution.

    With "maxt" simultaneous bounds are intervals of the same method with a higher level
    1 − β, equal for all differences. β is chosen for the largest of as many normal
    deviations as there are differences, with the correlations that the standard errors
    of all differences imply: its two-sided p-value is at most β with probability α [1]_
    [2]_. The adjusted p-value of a difference is the probability that the largest
    deviation has a p-value as small as p. Bonferroni's method is used for more than
    2,000 differences, and if a difference lacks a standard error. In simulations of 5
    equally good models, accuracy on 150 rows, 1,999 replicates, the bounds covered all
    ten differences with probability 0.94 at a nominal 0.95.

    With a margin, p-values and adjusted p-values are one-sided; bounds and ranks still
    come from two-sided intervals.

    The set of ranks of a model starts at 1 + the number of significantly better models,
    and ends at k − the number of significantly worse models [3]_. With a baseline the
    other models are not compared with each other, and the sets of ranks are wide.
    Bounds of single differences, p-values, letters and ranks equal the results of
    `evaluate`. The interval of a value and the intervals of its differences answer
    different questions: two overlapping intervals say little about a difference.

    References
    ----------
    .. [1] P. H. Westfall and S. S. Young, "Resampling-Based Multiple Testing", Wiley,
       1993.
    .. [2] J. P. Romano and M. Wolf, "Exact and approximate stepdown methods for
       multiple hypothesis testing", Journal of the American Statistical Association
       100(469), 2005, 94-108.
    .. [3] M. Mogstad, J. P. Romano, A. M. Shaikh and D. Wilhelm, "Inference for ranks
       with applications to mobility across neighbourhoods and academic achievement
       across countries", Review of Economic Studies 91(1), 2024, 476-518.

    Examples
    --------
    >>> import numpy as np
    >>> from fastmetrics import compare
    >>> y, rows = np.tile([0, 1], 50), np.random.default_rng(0).permutation(100)
    >>> models = {
    ...     "a": y,
    ...     "b": np.where(rows < 10, 1 - y, y),
    ...     "c": np.where(rows < 12, 1 - y, y),
    ... }
    >>> found = compare("accuracy", y, models, random_state=0)
    >>> found.ranking, found.letters()
    (('a', 'b', 'c'), {'a': 'a', 'b': 'b', 'c': 'b'})
    >>> print(found["a", "b"].estimate, found.rank_intervals["b"])
    0.09999999999999998 (2, 3)
    """
    named = named_metrics(metric)
    confidence_level = check_options(confidence_level, method, n_resamples)
    check_flag(stratified, "stratified")
    check_flag(simultaneous, "simultaneous")
    tests = ("auto", *TESTS)
    check_choice(test, tests, "test")
    if adjust is not None:
        check_adjustment(adjust, "adjust", DEFAULT)
    margin = nonnegative(margin, "margin")
    catalog.check_arguments(
        columns, otherwise="; parameters of the metric go into metric_params"
    )
    columns = {name: one for name, one in columns.items() if one is not None}
    if random_state is None:
        random_state = secrets.randbits(32)
    seed = seed_of(random_state)
    omitted = None
    of_table: dict[str, Any] = {}
    by_fold = are_cross_validations(y_true)
    own = {"y_pred": y_pred, "y_score": y_score, "y_proba": y_proba}
    if not by_fold and _is_table(named, metric_params, y_true, {**own, **columns}):
        of_table = {"compared": True, "target": target}
        if missing != "raise":
            of_table["missing"], missing = missing, "raise"
        target = None
    if check_missing(missing) == "omit":
        if by_fold:
            raise ValueError(
                "missing='omit' is for columns: cross-validations have predicted rows"
            )
        in_rows: dict[str, Any] = {"y_true": y_true, **own, **columns}
        in_rows |= {"sample_weight": sample_weight, "groups": groups, "order": order}
        of_rows = {
            f"{name} of metric {at + 1}": (at, name, column)
            for at, one in enumerate(named)
            for name, column in rows_beside(one, metric_params, in_rows).items()
        }
        in_rows |= {key: column for key, (_, _, column) in of_rows.items()}
        taken, _, omitted = complete_cases(in_rows)
        y_true, groups = taken["y_true"], taken["groups"]
        own = {name: taken[name] for name in own}
        columns = {name: taken[name] for name in columns}
        sample_weight, order = taken["sample_weight"], taken["order"]
        for key, (at, name, _) in of_rows.items():
            named[at] = with_parameter(named[at], name, taken[key])
        told = {name for _, name, _ in of_rows.values()}
        others = (metric_params or {}).items()
        metric_params = {name: one for name, one in others if name not in told}
    in_time = time_order(order, horizon, block_length)
    design = Design(sample_weight, groups, stratified, in_time)
    wanted = []
    plans: list[tuple[Plan, int]] = []
    models: dict[str, Any]
    if by_fold:
        given: Any = y_true
        models = _several("y_true", by_text(given, "y_true", "models"))
    else:
        if target is not None:
            raise ValueError("target is for cross-validations, which were not given")
        models = {UNNAMED: {}}
        if not of_table:
            models = _models(y_true, {**own, **columns})
        options: dict[str, Any] = {"seed": seed, "pos_label": pos_label, **of_table}
        data = y_true, models, design, options
        resolved = [resolve_by_data(one, metric_params, *data) for one in named]
        wanted = [
            with_direction(with_pos_label(one, pos_label), greater_is_better)
            for one, _ in resolved
        ]
        if len(named) == 1:
            plans = [plan for _, plan in resolved if plan]
        if of_table:
            plans = make_plans(wanted, *data)
            models = _several("scores", dict.fromkeys(plans[0][0].names))
    names = [one.row.name for one in wanted]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"metric has {name!r} twice; compare by each on its own.")
    pairs = _pairs([*models], baseline)
    if adjust == "shaffer" and baseline is not None:
        raise ValueError(
            "adjust='shaffer' is for all pairs of models, not for a baseline."
        )
    setting = Setting(
        pairs=pairs,
        baseline=baseline,
        test=test,
        adjust=adjust,
        simultaneous=simultaneous,
        confidence_level=confidence_level,
        margin=margin,
        seed=seed,
        n_resamples=n_resamples,
        design=design,
    )
    every = _with_correlations(pairs, len(models), adjust)
    if by_fold:
        beside = {
            **own,
            **columns,
            "metric_params": metric_params,
            "greater_is_better": greater_is_better,
            "groups": groups,
            "order": in_time,
            "sample_weight": sample_weight,
            "n_resamples": n_resamples,
            "stratified": stratified or None,
            "test": None if test == "auto" else test,
            "method": None if method == "auto" else method,
        }
        by_name = dict[str, Any](models)
        of_fits: Any = target
        across = across_folds(
            named, by_name, setting, every, beside, of_fits, pos_label
        )
        _warn(across)
        return across if is_several(metric) else next(iter(across.values()))
    found = {}
    with reporting(progress) as report:
        options = {"seed": seed, "progress": report, "pos_label": pos_label}
        plans = plans or make_plans(wanted, y_true, models, design, options)
        made = {}
        for plan, _ in plans:
            if id(plan) not in made:
                made[id(plan)] = make_intervals(
                    plan,
                    confidence_level=confidence_level,
                    method=method,
                    n_resamples=n_resamples,
                    seed=seed,
                    progress=report,
                    pairs=every,
                    keep_draws=False,
                    draw_all=test == "bootstrap",
                )
        for name, asked, (plan, at) in zip(names, named, plans, strict=True):
            if design.is_independent and not of_table:
                warn_of_neighbours(plan, at)
            as_asked = asked if isinstance(asked, str) else ""
            found[name] = compared(plan, at, made[id(plan)], setting, as_asked)
    found = {name: with_omitted(one, omitted) for name, one in found.items()}
    _warn(found)
    if is_several(metric):
        return found
    return found[names[0]]


def with_omitted(found: Comparison, omitted: Omitted | None) -> Comparison:
    """Return a comparison that says first how many rows were left out, if any were."""
    if omitted is None or not omitted.n:
        return found
    return replace(found, notes=(omitted_text(omitted), *found.notes))


def _is_table(
    named: Sequence[Any],
    metric_params: Mapping[str, Any] | None,
    first: Any,
    columns: Mapping[str, Any],
) -> bool:
    """Whether the first argument is a table that contains all models."""
    source = family_of_summary(first)
    if source is not None:
        return source.holds_models
    if any(one is not None for one in columns.values()):
        return False
    rows = [
        metrics_named(one)[0]
        if isinstance(one, str)
        else resolve(one, metric_params).row
        for one in named
    ]
    return any(row.task in FAMILIES and FAMILIES[row.task].holds_models for row in rows)


def _models(y_true: Any, given: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the columns of each model, by model and argument.

    Each model has one of its own; others are the same for all.
    """
    every = catalog.FAMILIES.values()
    per_model = {name for family in every for name in family.columns_per_model}
    given = {name: columns for name, columns in given.items() if columns is not None}
    named = {name: columns for name, columns in given.items() if name in per_model}
    if not named:
        raise TypeError(
            "give exactly one of y_pred, y_score and y_proba, a mapping of models' "
            "names to columns; got none"
        )
    if len(named) > 1:
        raise TypeError(
            "give exactly one mapping of models' names to columns; got "
            f"{' and '.join(named)}"
        )
    [(argument, columns)] = named.items()
    by_name = named_columns(columns)
    if by_name is None:
        raise TypeError(
            f"{argument} must be a mapping of models' names to columns, or a data "
            f"frame of these, got {type(columns).__name__}"
        )
    if argument == "y_proba" and not isinstance(columns, Mapping):
        _check_no_classes(y_true, [name for name, _ in by_name])
    columns = by_text(dict(by_name), argument, "models")
    beside = {name: one for name, one in given.items() if name not in named}
    return _several(
        argument, {name: {argument: one, **beside} for name, one in columns.items()}
    )


def _check_no_classes(y_true: Any, names: list[Any]) -> None:
    """Raise where a frame has a column for each class, which is one model."""
    classes = ClassCodes(y_true, "y_true").classes.tolist()
    texts = {text for label in classes for text in label_texts(label)}
    if {*map(str, names)} <= texts:
        raise ValueError(
            f"the columns of y_proba are the classes {listed(names)}, so it is of one "
            "model: pass a dict of models, y_proba={model: frame}"
        )


def _several(argument: str, models: dict[str, Any]) -> dict[str, Any]:
    """Return the models; raise unless there are two or more."""
    if len(models) < 2:
        raise ValueError(
            f"{argument} has {len(models)} model{'s' * (not models)}; a comparison "
            "needs at least two."
        )
    return models


def _pairs(models: list[str], baseline: str | None) -> list[tuple[int, int]]:
    """Return the places of the models that are compared."""
    if baseline is None:
        return list(combinations(range(len(models)), 2))
    if not isinstance(baseline, str) or baseline not in models:
        raise ValueError(
            f"baseline must be one of the models {listed(models)}, got "
            f"{shown(baseline)}."
        )
    other = models.index(baseline)
    return [(i, other) for i in range(len(models)) if i != other]


def _with_correlations(
    pairs: list[tuple[int, int]], n_models: int, adjust: str | None
) -> list[tuple[int, int]]:
    """Return the pairs, and those whose errors tell how the former go together."""
    every = [*combinations(range(n_models), 2)]
    if adjust != DEFAULT or len(every) > MOST_PAIRS:
        return pairs
    return [*pairs, *(one for one in every if not {one, one[::-1]} & {*pairs})]


def _warn(found: Mapping[str, Comparison]) -> None:
    """Warn of metrics that are undefined, and of certainty out of nothing."""
    undefined = [
        name
        for name, one in found.items()
        if any(np.isnan(value.estimate) for value in one.values.values())
    ]
    if undefined:
        warn(
            f"undefined on this data, so NaN: {', '.join(undefined)}",
            UndefinedMetricWarning,
        )
    certain = [
        name
        for name, one in found.items()
        if (
            np.isfinite(column_of(one.differences, "estimate"))
            & np.isnan(column_of(one.differences, "pvalue"))
        ).any()
    ]
    if certain:
        warn(
            f"{', '.join(certain)}: there are differences other than 0 without bounds, "
            "which do not vary or of which too little is known: their p-values are "
            "NaN.",
            UndefinedMetricWarning,
        )
