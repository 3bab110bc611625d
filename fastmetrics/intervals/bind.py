"""Metrics bound to data: the plan of the columns that each metric reads."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fastmetrics import catalog
from fastmetrics._common.options import hold_warnings, warn
from fastmetrics._inputs.columns import convert
from fastmetrics._inputs.scores import warn_other_order
from fastmetrics.intervals.resolve import resolve, resolve_row, with_pos_label
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.resampling import plan_of
from fastmetrics.resampling.any_callable import CallablePlan
from fastmetrics.resampling.in_time import planned
from fastmetrics.resampling.plan import Data, Design, Plan

if TYPE_CHECKING:
    from fastmetrics._common.annotations import Asked
    from fastmetrics.metrics.families import Family
    from fastmetrics.metrics.record import Metric

# The columns of which a callable takes one beside y_true.
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

    Of several metrics it is the first that the data are for. Its plan is returned if it
    was needed to decide that.

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

    Metrics that read the columns alike share a plan. ``models`` has what was given of
    each model beside the first argument, by argument; a summary stands alone.

    Raises
    ------
    TypeError, ValueError
        If the columns are not what a metric takes, or are bad.
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
        key, parts = _plan_parts(alone, first, own, options, brought.get(task))
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
        _check_callable(first, source, models)
        data = Data({"y_true": first}, models)
        return object(), (CallablePlan, data, {"function": bound.function})
    make, data = found
    own = make.options_for(bound)
    key = make, repr(own), repr([*data.shared]), repr(data.models.keys())
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
) -> dict[str, Data | None]:
    """Return by family the data that were given in another form, None if in none."""
    if any({*given} != {"y_pred"} for given in models.values()):
        return {}
    given = {
        "y_true": first,
        "y_pred": {name: columns["y_pred"] for name, columns in models.items()},
    }
    brought: dict[str, Data | None] = {}
    for task in {bound.row.task: None for bound in metrics if bound.in_catalog}:
        found = catalog.in_other_form(catalog.FAMILIES[task], given, {}, is_named=False)
        brought[task] = None
        if found is not None:
            own = {
                name: {of: one[name] for of, one in found.items()} for name in models
            }
            brought[task] = Data({}, own)
    return brought


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
            f"a {type(first).__name__} needs nothing beside it, got "
            f"{' and '.join(given)}"
        )


def _columns(row: Metric, family: Family, first: Any, models: Models) -> Data:
    """Return the columns by the names that the family has for them."""
    leading = family.leading(row)
    named = _names_taken(row, family)
    known = inspect.signature(row.public).parameters
    by_name = {one.name for one in family.arguments if one.by_name}
    beside = by_name & {*known}
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


def _check_callable(first: Any, source: Family | None, models: Models) -> None:
    """Raise unless a function can be called again on the rows of a replicate."""
    if source is not None:
        raise TypeError(
            f"a {type(first).__name__} has no rows for this metric to be called on"
        )
    for given in models.values():
        if len(given) != 1 or not {*given} <= {*_OTHERS}:
            raise TypeError(
                "give exactly one of y_pred, y_score and y_proba: what the metric "
                f"compares with y_true; got {' and '.join(given) or 'none'}"
            )
