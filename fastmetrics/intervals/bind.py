"""Metrics bound to data: plans, the positive label, losses of rows."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike, NDArray

from fastmetrics import catalog
from fastmetrics._common.names import shown
from fastmetrics._common.options import hold_warnings, warn
from fastmetrics._inputs.columns import as_array, convert
from fastmetrics._inputs.label_columns import ClassCodes
from fastmetrics._inputs.labels import Event, check_event_told, labels_of_rows
from fastmetrics._inputs.scores import warn_other_order
from fastmetrics.intervals.resolve import resolve, resolve_row, with_pos_label
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.record import UNNAMED, Metric
from fastmetrics.metrics.summary import Summary
from fastmetrics.resampling import plan_of
from fastmetrics.resampling.callable_plans import CallablePlan
from fastmetrics.resampling.in_time import planned
from fastmetrics.resampling.plan import Data, Design, Plan
from fastmetrics.resampling.row_intervals import parameters_of

if TYPE_CHECKING:
    import numpy as np

    from fastmetrics._common.annotations import Asked, Label, Sparse
    from fastmetrics.metrics.families import Family


# A callable takes one of these columns in addition to y_true.
_OTHERS = ("y_pred", "y_score", "y_proba")

Models = Mapping[str, Mapping[str, Any]]
# A plan, and the place of a metric among the metrics that it is asked.
Place = tuple[Plan, int]


# --------------------------------------------------------------------- names and plans


def bind(
    metric: Asked,
    metric_params: Mapping[str, Any] | None,
    first: Any,
    models: Models,
    design: Design,
    options: Mapping[str, Any],
) -> tuple[BoundMetric, Plan, int]:
    """Return the metric that a name means for these data, its plan and place there.

    Raises
    ------
    TypeError, ValueError
        As `resolve_by_data` and `make_plans`.
    """
    data = first, models, design, options
    bound, place = resolve_by_data(metric, metric_params, *data)
    plan, at = place or _plan_of_one(bound, *data)
    return bound, plan, at


def resolve_by_data(
    metric: Asked,
    metric_params: Mapping[str, Any] | None,
    first: Any,
    models: Models,
    design: Design,
    options: Mapping[str, Any],
) -> tuple[BoundMetric, Place | None]:
    """Return the metric that a name means, which several families may have.

    Among several metrics the first that fits the data is taken. Its plan is returned if
    it was needed to decide that.

    Raises
    ------
    TypeError, ValueError
        As `resolve`; also if none of the metrics can be asked of the data.
    """
    if not isinstance(metric, str):
        return resolve(metric, metric_params), None
    rows = catalog.metrics_named(metric)
    if len(rows) == 1:
        return resolve_row(rows[0], metric_params), None
    for row in rows:
        try:
            bound = resolve_row(row, metric_params)
            with hold_warnings() as held:
                place = _plan_of_one(bound, first, models, design, options)
            with hold_warnings():
                _ = place[0].estimates
        except (TypeError, ValueError):
            continue
        for message, category in held:
            warn(message, category)
        return bound, place
    raise ValueError(catalog.none_fits(metric))


def _plan_of_one(
    bound: BoundMetric,
    first: Any,
    models: Models,
    design: Design,
    options: Mapping[str, Any],
) -> Place:
    asked = with_pos_label(bound, options.get("pos_label"))
    return make_plans([asked], first, models, design, options)[0]


def make_plans(
    metrics: Sequence[BoundMetric],
    first: Any,
    models: Models,
    design: Design,
    options: Mapping[str, Any],
) -> list[Place]:
    """Return the plan of each metric, and its place among the metrics of the plan.

    Metrics that read the columns alike share a plan. ``models`` has the columns of each
    model after the first argument, by argument; a summary has none.

    Raises
    ------
    TypeError, ValueError
        If a metric does not take these columns, or they are bad.
    """
    for columns in models.values():
        warn_other_order(y_true=first, **columns, **design._asdict())
    plans: dict[Any, tuple[Any, list[BoundMetric]]] = {}
    places = []
    brought = _in_other_forms(metrics, first, models)
    by_event: dict[Any, Models] = {}
    for bound in metrics:
        task, positive = bound.row.task, bound.pos_label(options.get("pos_label"))
        event = task, repr(positive)
        if event not in by_event:
            by_event[event] = in_place(
                models, derived_columns(bound, first, models, positive)
            )
        beside = _columns_among(bound)
        own = {name: {**c, **beside} for name, c in by_event[event].items()}
        alone = bound.without(beside)
        found = brought.get(_predicted(bound))
        key, parts = _plan_parts(alone, first, own, options, found)
        key = key, *map(id, beside.values())
        _, asked = plans.setdefault(key, (parts, []))
        asked.append(alone)
        places.append((key, len(asked) - 1))
    plan_of_key: dict[Any, Plan] = {}
    for key, ((make, data, own_options), asked) in plans.items():
        plan = plan_of_key[key] = planned(make, data, design, own_options)
        plan.ask(asked)
    return [(plan_of_key[key], at) for key, at in places]


def _plan_parts(
    bound: BoundMetric,
    first: Any,
    models: Models,
    options: Mapping[str, Any],
    brought: Data | None,
) -> tuple[Any, tuple[Any, Data, Mapping[str, Any]]]:
    """Return a key that is the same for the same plan; its class, data and options.

    ``brought``: the data, if they were given in another form.
    """
    source = catalog.family_of_summary(first)
    found = _family_plan(bound, first, models, source, brought)
    if found is None:
        _check_callable(bound, first, source, models)
        data = Data({"y_true": first}, models)
        return object(), (CallablePlan, data, {"function": bound.function})
    make, data = found
    own = make.options_for(bound)
    columns = [[*one] for one in data.models.values()]
    key = make, repr(own), repr([*data.shared]), repr(data.models.keys()), repr(columns)
    return key, (make, data, {**options, **own})


# ------------------------------------------------------------------------------ columns


def _family_plan(
    bound: BoundMetric,
    first: Any,
    models: Models,
    source: Family | None,
    brought: Data | None,
) -> tuple[type[Plan], Data] | None:
    """Return the plan and the data of the metric's family.

    None if the function is called again on the rows of each replicate. ``source``: the
    family of the summary that takes the place of the columns.
    """
    if not bound.in_catalog:
        return None
    row = bound.row
    family, own = catalog.FAMILIES[row.task], plan_of(row.task, first)
    given = next(iter(models.values()))
    if source is not None:
        _check_summary(row, family, first, source, given)
        return own, Data({}, {name: {} for name in models}, summary=first)
    columns = [column for one in models.values() for column in one.values()]
    make = own.for_columns(bound, columns)
    if make is None:
        return None
    if make is not own and len(given) == 1 and {*given} <= {*_OTHERS}:
        # A matrix may be called scores or probabilities.
        models = {
            name: {"y_pred": column}
            for name, one in models.items()
            for column in one.values()
        }
    return make, brought or _columns(row, family, first, models)


def derived_columns(
    bound: BoundMetric, first: Any, models: Models, pos_label: Any
) -> dict[str, dict[str, Any]]:
    """Return by model the columns that a metric compares, derived from those given.

    Scores are derived from probabilities, for example, as `evaluate` does. Empty if the
    metric's own columns were given, or nothing derives them.

    Raises
    ------
    ValueError
        If columns cannot be derived from the others.
    """
    if not bound.in_catalog or first is None or catalog.family_of_summary(first):
        return {}
    row = bound.row
    needed = catalog.FAMILIES[row.task].leading(row)[1:]
    given = {name for own in models.values() for name in own}
    for source, one in catalog.derivations_into(row.task):
        if {*needed} & given or not {*source.claims} & given:
            continue
        y_true: Any = convert(first, "y_true")
        if getattr(y_true, "ndim", 1) > 1 and y_true.shape[1] > 1:
            continue  # a column per label, of which a row may have several
        columns = {
            model: {name: convert(column, name) for name, column in own.items()}
            for model, own in models.items()
        }
        made = one.make({"y_true": y_true}, columns, {"pos_label": pos_label})
        if {*made} == {*models}:
            return made
    return {}


def in_place(models: Models, derived: Models) -> Models:
    """Return the columns of models with derived columns in place of their own."""
    if not derived:
        return models
    per_model = {
        name for one in catalog.FAMILIES.values() for name in one.columns_per_model
    }
    return {
        model: {
            **{name: one for name, one in own.items() if name not in per_model},
            **derived[model],
        }
        for model, own in models.items()
    }


def _columns_among(bound: BoundMetric) -> dict[str, Any]:
    """Return the parameters of a metric that are columns of its family, by name."""
    of_family = bound.row.data_parameters
    return {
        name: bound.parameters[name]
        for name in bound.row.row_parameters or ()
        if name in of_family and name in bound.parameters
    }


def _in_other_forms(
    metrics: Sequence[BoundMetric], first: Any, models: Models
) -> dict[tuple[str, str], Data | None]:
    """Return the data that were given in another form, None if in none.

    They are by family and by the argument that predictions without a name are for.
    """
    given: dict[str, Any] = {} if first is None else {"y_true": first}
    for model, columns in models.items():
        for name, column in columns.items():
            given.setdefault(name, {})[model] = column
    brought: dict[tuple[str, str], Data | None] = {}
    for bound in metrics:
        kind = _predicted(bound)
        if not bound.in_catalog or kind in brought:
            continue
        family = catalog.FAMILIES[kind[0]]
        options = {"y_pred": kind[1]}
        found = catalog.in_other_form(family, given, options, is_named=False)
        brought[kind] = None if found is None else _by_model(family, found, models)
    return brought


def _predicted(bound: BoundMetric) -> tuple[str, str]:
    """Return the family of a metric, and its argument with predictions."""
    if not bound.in_catalog:
        return "", ""
    row = bound.row
    return row.task, catalog.FAMILIES[row.task].leading(row)[-1]


def _by_model(family: Family, found: Mapping[str, Any], models: Models) -> Data:
    """Return data that were given in another form: shared columns, and of each model.

    Columns of the data set that were given by name are the same for all models.
    """
    per_model, first = family.columns_per_model, next(iter(models))
    shared = {
        name: one[first] if isinstance(one, dict) else one
        for name, one in found.items()
        if name not in per_model
    }
    own = {
        model: {n: found[n][model] for n in per_model if model in found.get(n, ())}
        for model in models
    }
    return Data(shared, own)


def _check_summary(
    row: Metric, family: Family, first: Any, source: Family, given: Mapping[str, Any]
) -> None:
    if source is not family:
        raise TypeError(
            f"{row.name} is a metric of {family.name}; a {type(first).__name__} is "
            f"a summary of {source.name}"
        )
    if given:
        raise TypeError(
            f"a {type(first).__name__} needs no other data, got {' and '.join(given)}"
        )


def _columns(row: Metric, family: Family, first: Any, models: Models) -> Data:
    """Return the columns by the names that the family has for them."""
    leading = family.leading(row)
    named = _names_taken(row, family)
    by_name = {one.name for one in family.arguments if one.by_name}
    beside = by_name & parameters_of(row.public)
    shared: dict[str, Any] = {}
    own: dict[str, dict[str, Any]] = {}
    for model, given in models.items():
        columns = {} if first is None else {leading[0]: first}
        for name, column in given.items():
            # The second argument by position comes under the name y_pred.
            second = name == "y_pred" and name not in leading and len(leading) > 1
            columns[leading[1] if second else named.get(name, name)] = column
        lacks_none = {*columns} - beside == {*leading}
        if not lacks_none or len(columns) != len(given) + (first is not None):
            raise TypeError(_taken(row, leading, given))
        per_model = family.columns_per_model
        own[model] = {name: columns[name] for name in columns if name in per_model}
        shared |= {name: columns[name] for name in columns if name not in per_model}
    return Data(shared, own)


def _names_taken(row: Metric, family: Family) -> dict[str, str]:
    """Return the arguments by all names that they go by in a call for this metric.

    Where its function itself calls one by another name than the family, any of the
    family's names for it will do.
    """
    own = parameters_of(row.public)
    return {
        name: one.name
        for one in family.arguments
        if one.name not in own
        for name in one.other_names
    }


def _taken(row: Metric, leading: Sequence[str], given: Mapping[str, Any]) -> str:
    """Return a message on the arguments a metric takes, and those given."""
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


def _check_callable(
    bound: BoundMetric, first: Any, source: Family | None, models: Models
) -> None:
    """Raise unless a function can be called again on the rows of a replicate."""
    if source is not None:
        raise TypeError(
            f"a {type(first).__name__} has no rows for this metric to be called on"
        )
    for given in models.values():
        if not given and _takes_one_column(bound):
            continue
        if len(given) != 1 or not {*given} <= {*_OTHERS}:
            raise TypeError(
                "give exactly one of y_pred, y_score and y_proba to compare with "
                f"y_true; got {' and '.join(given) or 'none'}"
            )


def _takes_one_column(bound: BoundMetric) -> bool:
    """Whether a function that is not in the catalog needs no second column."""
    if bound.in_catalog:
        return False
    try:
        inspect.signature(bound.function).bind(None, **bound.parameters)
    except (TypeError, ValueError):  # the second of functions in C
        return False
    return True


def resolve_of_columns(
    metric: Asked,
    metric_params: Mapping[str, Any] | None,
    y_true: Any,
    columns: Mapping[str, Any],
    pos_label: Any = None,
) -> BoundMetric:
    """Return the metric that a name means for the columns of one model, by argument.

    Raises
    ------
    TypeError, ValueError
        As `resolve_by_data`.
    """
    options = {"seed": 0, "progress": None, "pos_label": pos_label}
    data = y_true, {UNNAMED: columns}, Design(), options
    return resolve_by_data(metric, metric_params, *data)[0]


def of_event(
    bound: BoundMetric,
    y_true: Any,
    columns: Sequence[Any],
    pos_label: Any,
    *,
    in_parts: bool = False,
) -> tuple[BoundMetric, Any]:
    """Return the metric and the true labels, with 1 for the class that scores are of.

    So every call of the metric's function evaluates that class, even if the function
    itself takes the larger of two labels. ``columns`` are the columns of models: where
    they are one number per row, labels are of two classes, and the metric is none of
    labels; else nothing changes but that the metric is told. ``in_parts``: whether it
    will be asked of parts of the rows, which may be of one class.

    Raises
    ------
    TypeError, ValueError
        As `with_pos_label`, or if nothing tells which of two labels is the positive
        one.
    """
    bound = with_pos_label(bound, pos_label)
    row = bound.row
    if not bound.in_catalog or not is_of_numbers(row):
        return bound, y_true
    shapes = {as_array(one, "y_pred").shape[1:] for one in columns}
    if not shapes <= {(), (1,)}:
        if in_parts and len(shapes) == 1:
            bound = _of_classes(bound, y_true, *shapes.pop())
        return bound, y_true
    parameters = dict(bound.parameters)
    positive = parameters.pop("pos_label", pos_label)
    if positive is None:
        check_event_told(y_true)
        if not in_parts or len(labels_of_rows(y_true)) > 2:
            return bound, y_true
        positive = 1  # which is why nothing else needs to tell it
    event = Event(y_true, positive)
    if "labels" in parameters:
        parameters["labels"] = event.of_labels(parameters["labels"])
    elif (event.is_alone and "labels" in row.options) or (
        in_parts and _names_classes(row)
    ):
        parameters["labels"] = [0, 1]
    return bound._replace(parameters=parameters), event.ones


def _of_classes(bound: BoundMetric, y_true: Any, n_columns: int) -> BoundMetric:
    """Return a metric of a number per class with the classes of all rows."""
    known = not _names_classes(bound.row) or "labels" in bound.parameters
    if known or as_array(y_true, "y_true").ndim != 1:
        return bound
    labels = ClassCodes(y_true, "y_true").classes.tolist()
    return bound.with_parameters(labels=labels) if len(labels) == n_columns else bound


def _names_classes(row: Metric) -> bool:
    """Whether labels of a metric are the classes that its numbers are of."""
    return any(name in row.options for name in catalog.FAMILIES[row.task].settings)


def is_of_numbers(row: Metric) -> bool:
    """Whether a metric compares labels of two classes with numbers."""
    family = catalog.FAMILIES[row.task]
    of_models = [one for one in family.arguments if one.per_model]
    return (
        "pos_label" in family.options
        and all(one.holds == "numbers" for one in of_models)
        and "y_true" in parameters_of(row.public)
    )


_INSTEAD = (
    "error_rate, cost_sensitive_error, log_loss, brier_score_loss, mean_absolute_error "
    "and mean_squared_error are such"
)


def row_losses(
    metric: Asked,
    y_true: ArrayLike | Sparse | None = None,
    y_pred: ArrayLike | Sparse | None = None,
    *,
    y_score: ArrayLike | None = None,
    y_proba: ArrayLike | None = None,
    pos_label: Label | None = None,
    **parameters: Any,
) -> NDArray[np.float64]:
    """Return each row's contribution to a metric that is a mean over rows.

    For the error rate these are 0 and 1, for the mean squared error the squared errors,
    for the log loss the losses of single forecasts: what `cv_loss_test`,
    `paired_permutation_test` and other tests of losses ask for.

    Parameters
    ----------
    metric : str or callable
        The name of a metric in the catalog or an alias, or one of this package's
        functions, as `confidence_interval` takes it.
    y_true : array_like of shape (n_samples,) or (n_samples, n_labels)
        True labels, observed numbers, or what else the metric's function takes first.
    y_pred, y_score, y_proba : array_like
        Predictions, scores or probabilities; exactly one of the three.
    pos_label : int, float, bool or str, optional
        The positive label, as `confidence_interval` takes it.
    **parameters
        Parameters of the metric, and further columns that its family takes, such as
        ``query_id``, by name.

    Returns
    -------
    ndarray of shape (n_samples,), float64
        In the order of the rows; of ranked lists a value for each query, of lists of
        recommendations for each user. Their mean is the metric; of the root mean
        squared error its square, of the geometric mean of average precisions its
        logarithm, and where the metric is a sum that is theirs. If greater is better,
        the values are gains instead of losses. NaN for a row without a value, which the
        metric leaves out.

    Raises
    ------
    ValueError
        If the metric is not a mean over rows, such as F₁ or the AUC; on bad data.
    TypeError
        If the metric does not take these arguments.

    See Also
    --------
    cv_loss_test : whether two models lose the same in cross-validation.
    paired_permutation_test : by exchanging losses of two models.
    RowSums : sums of these, which merge.

    Notes
    -----
    A rate such as recall is a mean over the positive rows alone: take the error rate of
    these. A metric of sums, such as R² or the word error rate of a corpus, is a ratio
    of two means, not a mean over rows.

    References
    ----------
    .. [1] M. Lang et al., "mlr3measures: Performance Measures for 'mlr3'", R package:
       its measures of single observations (ae, se, zero_one and others) are these.

    Examples
    --------
    >>> from fastmetrics import cv_loss_test, row_losses
    >>> row_losses("mean_absolute_error", [3.0, 5.0], [2.5, 7.0])
    array([0.5, 2. ])
    >>> y, folds = [0, 1, 1, 0, 1, 1, 0, 0], [0, 0, 0, 0, 1, 1, 1, 1]
    >>> a = row_losses("error_rate", y, [0, 1, 0, 0, 1, 1, 1, 0])
    >>> b = row_losses("error_rate", y, [1, 0, 0, 0, 1, 0, 1, 0])
    >>> a.tolist()
    [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]
    >>> round(cv_loss_test(a, b, folds).estimate, 3)
    -0.375
    """
    if isinstance(y_true, Summary):
        raise TypeError(
            f"y_true must be the rows themselves, got a {type(y_true).__name__}, which "
            "holds sums of them"
        )
    if "sample_weight" in parameters:
        raise TypeError(
            "sample_weight is not part of a row's loss: multiply the losses by it"
        )
    known = {
        one.name for family in catalog.FAMILIES.values() for one in family.arguments
    }
    columns = {"y_pred": y_pred, "y_score": y_score, "y_proba": y_proba}
    columns |= {name: one for name, one in parameters.items() if name in known}
    own = {name: one for name, one in parameters.items() if name not in known}
    given = {name: one for name, one in columns.items() if one is not None}
    options = {"seed": 0, "progress": None, "pos_label": pos_label}

    data = y_true, {UNNAMED: given}, Design(), options
    bound, place = resolve_by_data(metric, own or None, *data)
    if not bound.in_catalog:
        raise ValueError(
            f"{shown(metric)} is not a metric of the catalog, so row losses are "
            f"unknown; {_INSTEAD}"
        )
    plan, at = place or make_plans([with_pos_label(bound, pos_label)], *data)[0]
    if not plan.adds_up(at):
        raise ValueError(f"{bound.row.name} is not a mean over rows; {_INSTEAD}")
    plan.value(at, 0)  # the function itself checks the parameters and the data
    return plan.row_values(at, 0)
