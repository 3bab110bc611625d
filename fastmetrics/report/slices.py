"""by_group: metrics of slices of the rows, with intervals of how far they are apart.

A report has the same of the metrics that it shows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from fastmetrics import catalog
from fastmetrics._common.names import by_text, shown
from fastmetrics._common.options import seed_of, whole
from fastmetrics._inputs.columns import Categories
from fastmetrics._inputs.groups import slices_of, time_order, within
from fastmetrics._inputs.rows import check_missing
from fastmetrics._inputs.scores import warn_other_orders
from fastmetrics.intervals.bind import derived_columns, resolve_by_data
from fastmetrics.intervals.resolve import (
    check_options,
    named_metrics,
    reporting,
    resolve,
    rows_beside,
    with_parameter,
)
from fastmetrics.intervals.single import complete_cases
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.record import INFLUENCE, UNNAMED
from fastmetrics.report.grouped_metrics import GroupedMetrics
from fastmetrics.report.slice_values import Control
from fastmetrics.report.sliced_rows import SlicedRows, has_closed_form
from fastmetrics.resampling.plan import Design, Plan
from fastmetrics.show.words import Message, say

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike

    from fastmetrics._common.annotations import IntervalMethod, Label
    from fastmetrics.report.models import Gathered
    from fastmetrics.report.sections import Setting


def by_group(
    metrics: str | Callable[..., Any] | Sequence[Any] | Mapping[str, Any],
    y_true: ArrayLike | None = None,
    y_pred: ArrayLike | Mapping[str, Any] | None = None,
    *,
    by: Any,
    control: Any = None,
    y_score: ArrayLike | Mapping[str, Any] | None = None,
    y_proba: ArrayLike | Mapping[str, Any] | None = None,
    X: ArrayLike | None = None,
    groups: ArrayLike | None = None,
    order: ArrayLike | Literal[True] | None = None,
    horizon: int | None = None,
    block_length: int | None = None,
    sample_weight: ArrayLike | None = None,
    pos_label: Label | None = None,
    confidence_level: float = 0.95,
    method: IntervalMethod = "auto",
    n_resamples: int | None = None,
    min_rows: int = 1,
    missing: Literal["raise", "omit", "group"] = "raise",
    random_state: int | np.random.Generator | None = None,
    progress: bool | Callable[[int, int], None] = False,
    **columns: Any,
) -> GroupedMetrics:
    """Compute metrics of each slice of the rows, and compare the slices.

    Parameters
    ----------
    metrics : str, callable, pair of one and a dict, or a list or dict of these
        Names of the catalog, functions of this package or partials of them, a pair of a
        name or a function and a dict of its parameters, or any
        callable ``metric(y_true, y_other)``; a dict gives them names.
    y_true : array_like of shape (n_samples,)
        True labels, or another first argument of the metrics' functions.
    y_pred : array_like, or dict of these
        Predictions for metrics of labels and of numbers. A dict has the columns of
        several models by name.
    by : array_like of shape (n_samples,), or a frame, dict or matrix of several
        Columns to slice rows by; several columns give the combinations that occur.
    control : array_like of shape (n_samples,), or a frame, dict or matrix of several
        Columns to control for: slices are compared with each other, and with the value
        of all rows, within each of their levels.
    y_score, y_proba : array_like, or dict of these
        Scores and probabilities, in the same forms. Scores and labels that are not
        given are made from ``y_proba`` as in `evaluate`.
    X : array_like of shape (n_samples, n_features), optional
        Points, for metrics of clusters.
    groups : array_like of shape (n_samples,), optional
        Groups of rows that are drawn together, as in ``evaluate``. They are not slices.
    order, horizon, block_length : optional
        For rows in order of time, as in `confidence_interval`. The interval of a slice
        uses its rows in their order. Slices of one series depend on each other, so
        their differences have no bounds.
    sample_weight : array_like of shape (n_samples,), optional
        Non-negative finite weights.
    pos_label : int, float, bool or str, optional
        The positive label, for metrics that have one.
    confidence_level : float, default=0.95
        In (0, 1).
    method : str, default="auto"
        Method of the interval of a slice, as in ``confidence_interval``.
    n_resamples : int, optional
        Number of replicates, for intervals that resample rows.
    min_rows : int, default=1
        Slices with fewer rows have no value: NaN.
    missing : {"raise", "omit", "group"}, default="raise"
        "raise": missing values are an error. "omit": rows with a missing value in any
        of the columns are left out and counted (``omitted``). "group": rows with a
        missing value in ``by`` or ``control`` form a slice, called "missing".
    random_state : int, Generator or None
        Source of the random numbers of replicates.
    progress : bool or callable, default=False
        Show a bar for slices that are evaluated one by one, or call it with the number
        of finished slices and of all slices.
    **columns : array_like
        Further columns of a metric's family, such as ``query_id``.

    Returns
    -------
    GroupedMetrics
        Values of all slices, their intervals on request, differences, ratios and a test
        of equality with simultaneous bounds.

    Raises
    ------
    TypeError, ValueError
        If a metric raises it for all rows, if lengths differ, if ``by`` or ``control``
        has missing values, or if an option is unknown. A metric that needs more rows
        than a slice has is NaN there.

    Notes
    -----
    Metrics of counts of labels are computed from one table of slices and cells, and
    areas under the ROC curve from one sort, for any number of slices. Means over rows
    of probabilities, such as the Brier score, call the function for each slice. For
    other metrics each slice is evaluated separately.

    Examples
    --------
    >>> from fastmetrics import by_group
    >>> y_true = [0, 1, 1, 0, 1, 1, 0, 0]
    >>> y_pred = [0, 1, 1, 0, 0, 1, 1, 0]
    >>> site = ["a", "a", "a", "a", "b", "b", "b", "b"]
    >>> found = by_group(["accuracy", "recall"], y_true, y_pred, by=site)
    >>> found.by_group["accuracy"]
    array([1. , 0.5])
    >>> found.difference()
    {'accuracy': 0.5, 'recall': 0.5}
    >>> print(found.difference_interval("accuracy"))
    0.5000 [0.0000, 0.8500] (95 %, mover)
    """
    confidence_level = check_options(confidence_level, method, n_resamples)
    min_rows = whole(min_rows, "min_rows")
    check_missing(missing, sliced=True)
    catalog.check_arguments(
        columns, otherwise="; give partials of functions parameters"
    )
    given: dict[str, Any] = {
        "y_pred": y_pred,
        "y_score": y_score,
        "y_proba": y_proba,
        "X": X,
    }
    given |= columns
    truth = catalog.columns_of_truth({"y_true": y_true, **given})
    if truth:
        y_true, given = None, {**given, **truth}
    every_setting = {n for one in catalog.FAMILIES.values() for n in one.settings}
    settings = {name: given.pop(name) for name in every_setting & {*given}}
    warn_other_orders(
        y_true, **given, by=by, groups=groups, sample_weight=sample_weight
    )
    several, omitted = _named(metrics), None
    if missing == "omit":
        every = {"y_true": y_true, **given, "control": control, "groups": groups}
        beside = {
            f"{name} of {called}": (called, name, column)
            for called, one in several.items()
            for name, column in rows_beside(one, None, every).items()
        }
        every |= {"sample_weight": sample_weight, "order": order}
        every |= {key: column for key, (_, _, column) in beside.items()}
        taken, by, omitted = complete_cases(every, by)
        y_true, control, groups = taken["y_true"], taken["control"], taken["groups"]
        sample_weight, order = taken["sample_weight"], taken["order"]
        given = {name: taken[name] for name in given}
        for key, (called, name, _) in beside.items():
            several[called] = with_parameter(several[called], name, taken[key])
    models = _models({name: one for name, one in given.items() if one is not None})
    first = y_true if y_true is not None else _first(models)
    n = _length(first)
    in_time = time_order(order, horizon, block_length)
    design = Design(sample_weight, groups, order=in_time)
    options = {"seed": seed_of(random_state), "progress": None, "pos_label": pos_label}
    options |= settings

    data = y_true, models, design, options
    named = {
        name: resolve_by_data(one, None, *data)[0] for name, one in several.items()
    }
    # All of the columns that were given: those of one metric are not another's.
    derived = [
        derived_columns(one, y_true, models, one.pos_label(pos_label))
        for one in named.values()
    ]
    for made in derived:
        models = {
            model: {**own, **made.get(model, {})} for model, own in models.items()
        }
    slices = slices_of(by, n, missing)
    controlled = None
    if control is not None:
        outer = slices_of(control, n, missing, "control")
        twice = {*outer.names} & {*slices.names}
        if twice:
            raise ValueError(f"by and control both have {sorted(twice)[0]!r}")
        slices, levels = within(outer, slices)
        controlled = Control(
            SlicedRows(named, y_true, models, design, outer, options), levels
        )
    rows = SlicedRows(named, y_true, models, design, slices, options)
    with reporting(progress, "slices") as rows.report:
        found = GroupedMetrics(
            rows,
            confidence_level=confidence_level,
            method=method,
            n_resamples=n_resamples,
            min_rows=min_rows,
            backend=_library(by, y_true),
            control=controlled,
            omitted=omitted,
        )
    rows.report = None
    return found


class Slicing(NamedTuple):
    """What a report is asked of slices.

    Attributes
    ----------
    by : object
        As `by_group` takes it.
    labels : mapping of str to str
        What metrics were called by whoever asked for them, by the catalog's names.
    n_resamples : int or None
        Number of replicates, for intervals that resample rows.
    min_rows : int
        Slices of fewer rows have no value.
    missing : {"raise", "omit", "group"}
        Whether missing values in ``by`` are an error or a slice; those that were left
        out are none.
    """

    by: Any
    labels: Mapping[str, str]
    n_resamples: int | None
    min_rows: int = 1
    missing: str = "raise"


def report_slices(
    slicing: Slicing,
    gathered: Gathered,
    plans: Mapping[str, Plan],
    leading: Mapping[str, Sequence[str]],
    setting: Setting,
) -> tuple[GroupedMetrics, list[Message]]:
    """Return the slices of what a report judges, and what is left out.

    Of the metrics that were asked for, or else of those that each family looks at first
    (``leading``), as far as they merge and have bounds without drawing rows.

    Raises
    ------
    ValueError, TypeError
        If there are no rows to cut, or ``by`` does not cut them; if no metric is left.
    """
    judged = [*gathered.models]
    models: dict[str, dict[str, Any]] = {model: {} for model in judged}
    y_true = None
    bound: dict[str, BoundMetric] = {}
    left_out = []
    for family, plan in plans.items():
        data = gathered.data[family]
        if any(one is slicing.by for one in data.shared.values()):
            continue  # it compares the slices themselves
        columns = [
            *data.shared,
            *(name for one in data.models.values() for name in one),
        ]
        if data.summary is not None or "lists" in columns:
            raise ValueError(
                "by needs columns with a row each, to cut them into slices"
            )
        shared = {name: one for name, one in data.shared.items() if name != "y_true"}
        y_true = data.shared.get("y_true", y_true)
        for model, own in data.models.items():
            models[model] |= {**own, **shared}
        for asked in plan.asked:
            name = asked.row.name
            if setting.asked is None and not _is_shown(asked, leading[family]):
                continue
            label = slicing.labels.get(name, name)
            if {*plan.names} != {*judged}:
                left_out.append(label)
                continue
            bound[label] = asked.without(Design._fields)
    if not bound:
        raise ValueError(
            "by has nothing to show: no leading metric of the report merges and has "
            "bounds without drawing rows, for all models; name some in metrics"
        )
    first = y_true if y_true is not None else _first(models)
    settings = {name for family in plans for name in catalog.FAMILIES[family].settings}
    options = {
        name: setting.options.get(name) for name in ("seed", "pos_label", *settings)
    }
    rows = SlicedRows(
        bound,
        y_true,
        models,
        setting.design,
        slices_of(slicing.by, _length(first), slicing.missing),
        {**options, "progress": None},
    )
    found = GroupedMetrics(
        rows,
        confidence_level=setting.confidence_level,
        method=setting.method,
        n_resamples=slicing.n_resamples,
        min_rows=slicing.min_rows,
        backend=_library(slicing.by),
    )
    notes = []
    if left_out:
        text = say(
            "no slices of {metrics}: not every model has them",
            metrics=", ".join(left_out),
        )
        notes.append(text)
    return found, notes


def _is_shown(asked: BoundMetric, leading: Sequence[str]) -> bool:
    """Whether a report shows slices of a metric that nobody asked for."""
    row = asked.row
    is_quick = bool(row.merges) or row.interval == INFLUENCE
    return row.name in leading and is_quick and has_closed_form(asked)


def _named(metrics: Any) -> dict[str, Any]:
    """Return the metrics by what they are called."""
    if isinstance(metrics, Mapping):
        named = by_text(metrics, "metrics", "metrics")
    else:
        several = named_metrics(metrics)
        named = {_name_of(one): one for one in several}
        if len(named) < len(several):
            raise ValueError("two metrics have one name; give a dict of names")
    if not named:
        raise ValueError("metrics is empty; name at least one")
    return named


def _name_of(metric: Any) -> str:
    if isinstance(metric, str):
        return metric
    bound = resolve(metric, None)
    if bound.in_catalog and bound.row.parameters:
        return bound.row.name  # with them
    function = getattr(metric, "func", metric)
    return str(getattr(function, "__name__", type(metric).__name__))


def _models(given: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the columns of each model; what is of the data set is every model's."""
    per_model = {
        one.name
        for family in catalog.FAMILIES.values()
        for one in family.arguments
        if one.per_model
    }
    models: dict[str, dict[str, Any]] = {}
    shared = {}
    for name, column in given.items():
        if name not in per_model:
            shared[name] = column
        elif isinstance(column, Mapping):
            for model, one in by_text(column, name, "models").items():
                models.setdefault(model, {})[name] = one
        else:
            models.setdefault(UNNAMED, {})[name] = column
    if UNNAMED in models and len(models) > 1:
        raise ValueError("give the columns of all models by name, or of one without")
    if not models:
        models = {UNNAMED: {}}
    return {model: {**one, **shared} for model, one in models.items()}


def _first(models: Mapping[str, Mapping[str, Any]]) -> Any:
    """Return a column of a model, which has as many rows as any."""
    columns = [column for one in models.values() for column in one.values()]
    if not columns:
        raise TypeError("y_true is missing")
    return columns[0]


def _length(column: Any) -> int:
    if isinstance(column, Categories):
        return len(column.codes)
    try:
        return len(column)
    except TypeError:
        raise TypeError(f"y_true must be array-like, got {shown(column)}") from None


def _library(*given: Any) -> str:
    """Return whose frames were given: "pandas", "polars", or "dict" for neither."""
    for one in given:
        library = type(one).__module__.partition(".")[0]
        if library in ("pandas", "polars"):
            return library
    return "dict"
