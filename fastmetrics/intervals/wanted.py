"""What a metric is asked of: its record or function, and the plan of the columns."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from fastmetrics import catalog
from fastmetrics._common.names import shown
from fastmetrics._common.options import check_flag, hold_warnings, warn
from fastmetrics._inputs.rows import n_rows, row_parameters, take_parameters
from fastmetrics._inputs.scores import warn_other_order
from fastmetrics.intervals.derived_columns import derived_columns, in_place
from fastmetrics.resampling import plan_of
from fastmetrics.resampling.any_callable import CallablePlan, record_of
from fastmetrics.resampling.in_time import planned
from fastmetrics.resampling.plan import Data, Design, MetricCall, Plan

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._common.annotations import Asked
    from fastmetrics.metrics.record import Family, Metric


__all__ = [
    "Wanted",
    "check_one",
    "is_pair",
    "is_several",
    "make_plans",
    "meant",
    "name_of",
    "named_metrics",
    "named_with",
    "resolve",
    "resolve_by_data",
    "rows_beside",
    "with_direction",
    "with_parameter",
]

# The columns of which a callable takes one beside y_true.
_OTHERS = ("y_pred", "y_score", "y_proba")

Models = Mapping[str, Mapping[str, Any]]
# A plan, and the place of a metric among what it is asked.
Planned = tuple[Plan, int]


class Wanted(NamedTuple):
    """A metric as the user named it: its record if it has one, and its parameters.

    ``greater_is_better``: its direction, as far as the user said it.
    """

    row: Metric | None
    function: Callable[..., Any]
    parameters: Mapping[str, Any]
    greater_is_better: bool | None = None

    @property
    def record(self) -> Metric:
        """The catalog's record, or one made for a function that has none."""
        found = self.row or record_of(self.function)
        if self.greater_is_better is None:
            return found
        return replace(found, greater_is_better=self.greater_is_better)

    def told(self, pos_label: Any) -> Any:
        """Return the positive label, its own or the one that was given beside it."""
        return self.parameters.get("pos_label", pos_label)

    def on_rows(self, rows: NDArray[Any], n: int) -> Wanted:
        """Return the same on some of n rows; parameters may have a value for each."""
        names = self.record.row_parameters
        found = take_parameters(self.parameters, rows, n, names)
        return self._replace(parameters=found)


def is_several(metric: Any) -> bool:
    """Whether it is not one metric, but should be a list of them."""
    return not isinstance(metric, str) and not callable(metric) and not is_pair(metric)


def is_pair(metric: Any) -> bool:
    """Whether it is a metric with its parameters, ``("fbeta_score", {"beta": 2})``."""
    return (
        isinstance(metric, tuple)
        and len(metric) == 2
        and (isinstance(metric[0], str) or callable(metric[0]))
        and isinstance(metric[1], Mapping)
    )


def name_of(metric: Any) -> str:
    """Return the catalog's name of a metric as reports and the like are asked for it.

    A str is such a name. A name or a function with parameters, as ``(name, {...})`` or
    as a ``functools.partial``, gets the name with these in it.

    Raises
    ------
    TypeError, ValueError
        If it is nothing of these, not of the catalog, or lacks one of the parameters.
    """
    if isinstance(metric, str):
        return metric
    if is_several(metric):
        raise TypeError(
            "metrics must be names, functions of the catalog or pairs of one and a "
            f"dict of its parameters, got {shown(metric)}"
        )
    row, _, parameters, _ = resolve(metric, None)
    if row is not None and {*(row.row_parameters or ())} & {*parameters}:
        [name, *_] = {*(row.row_parameters or ())} & {*parameters}
        raise ValueError(
            f"{row.name} was given {name} inside of the metric: give it beside the "
            "columns, or use confidence_interval"
        )
    if row is None:
        raise ValueError(
            f"{shown(metric)} is no function of the catalog; confidence_interval takes "
            "any"
        )
    return row.name


def meant(metric: Any, known: Mapping[str, Metric | None]) -> str | None:
    """Return which of the metrics at hand is meant, by its name there; None: none.

    Parameters
    ----------
    metric : str, callable or tuple
        One of these names, or whatever `resolve` takes: of a name that several metrics
        bear, the one that is there is meant.
    known : mapping of str to Metric or None
        The metrics at hand: by what they are called there their rows, if they have one.

    Raises
    ------
    TypeError, ValueError
        As `resolve`.
    """
    if isinstance(metric, str):
        if metric in known:
            return metric
        rows: Sequence[Metric | None] = catalog.metrics_named(metric)
    else:
        rows = [resolve(metric, None).row]
    for row in rows:
        for name, one in known.items():
            if row is not None and one is not None and catalog.are_same(row, one):
                return name
    # A function that needs parameters is nothing without: that with any is meant.
    needy = [row.function for row in rows if row is not None and row.required]
    found = [n for n, one in known.items() if one is not None and one.function in needy]
    return found[0] if len(found) == 1 else None


def check_one(metric: Any) -> None:
    """Raise TypeError unless it may be one metric."""
    if is_several(metric):
        raise TypeError(
            "metric, which comes first, must be a name or a callable, got "
            f"{shown(metric)}: 'accuracy', for example, and then y_true."
        )


def named_metrics(metric: Any) -> list[Asked]:
    """Return the metrics that were named, one or a list of them."""
    if not is_several(metric):
        return [metric]
    try:
        found = list(metric)
    except TypeError:
        found = [metric]
    if not found:
        raise ValueError("metric is an empty list; name at least one.")
    if any(map(is_several, found)):
        raise TypeError(
            "metric, which comes first, must be a name, a callable or a list of these, "
            f"got {shown(metric)}: 'accuracy', for example, and then y_true."
        )
    return found


def resolve(metric: Asked, metric_params: Mapping[str, Any] | None) -> Wanted:
    """Return what a name or a function stands for, with all its parameters.

    Raises
    ------
    TypeError, ValueError
        If it is no metric, or does not have one of the parameters.
    """
    if not isinstance(metric_params, Mapping | None):
        raise TypeError(
            "metric_params must be a mapping of names to values or None, got a "
            f"{type(metric_params).__name__}"
        )
    merged = dict(metric_params or {})
    own: dict[str, Any] = {}
    alone: Any = metric
    if is_pair(metric):
        alone, own = alone[0], dict(alone[1])
    if isinstance(alone, str):
        row = catalog.metrics_named(alone)[0]
        of_rows = {k: one for k, one in own.items() if k in (row.row_parameters or ())}
        named = named_with(row, own)
        if named is row:  # its name cannot have them
            merged = {**own, **merged}
        found = Wanted(
            named, named.public, named.with_parameters({**of_rows, **merged})
        )
    else:
        check_one(alone)
        function = alone
        while isinstance(function, functools.partial) and not function.args:
            own = {**function.keywords, **own}
            function = function.func
        merged = {**own, **merged}
        told = catalog.METRICS.get(getattr(function, "__name__", ""))
        if told and ".confidence_interval()" in told.reason:
            if told.public is function:
                raise ValueError(f"{shown(told.name)} is {told.reason}")
        known = catalog.by_function().get(function)
        if known is not None and known.parameters:  # those of its defaults
            known = catalog.row_with(known.function, merged) or known
        if known is not None:
            known = named_with(known, {k: v for k, v in own.items() if v is merged[k]})
        found = Wanted(known, function, merged)
    if found.row is not None:
        _check_parameters(found.row, found.parameters)
    return found


def named_with(row: Metric, own: Mapping[str, Any]) -> Metric:
    """Return the row of a metric with parameters in its name, if they can be."""
    own = {k: one for k, one in own.items() if k not in (row.row_parameters or ())}
    if not {*own} <= {*row.options}:
        return row  # `_check_parameters` says so, or the function itself knows them
    try:
        return catalog.with_parameters(row, own)
    except TypeError:  # an array of any kind, a function
        return row


def rows_beside(
    metric: Asked, metric_params: Mapping[str, Any] | None, y_true: Any
) -> dict[str, Any]:
    """Return the parameters of a metric that have a value for each row of y_true."""
    found = resolve(metric, metric_params)
    names = found.record.row_parameters
    if names == () or not hasattr(y_true, "__len__"):
        return {}
    return row_parameters(found.parameters, n_rows(y_true), names)


def with_parameter(metric: Asked, name: str, value: Any) -> Asked:
    """Return a metric as it was given, with another value of a parameter."""
    given: Any = metric
    alone, own = given if is_pair(metric) else (given, {})
    return alone, {**own, name: value}


def with_direction(wanted: Wanted, greater_is_better: bool | None) -> Wanted:
    """Return the metric with the direction that was given beside it.

    Raises
    ------
    TypeError, ValueError
        If it is no such direction, or the catalog knows the metric's.
    """
    if greater_is_better is None:
        return wanted
    check_flag(greater_is_better, "greater_is_better")
    known = wanted.record.greater_is_better
    if known not in (None, greater_is_better):
        raise ValueError(
            f"greater_is_better is {greater_is_better}, but "
            f"{'higher' if known else 'lower'} values of {wanted.record.name} are "
            "better"
        )
    return wanted._replace(greater_is_better=bool(greater_is_better))


def resolve_by_data(
    metric: Asked,
    metric_params: Mapping[str, Any] | None,
    make: Callable[[Wanted], Planned],
) -> tuple[Wanted, Planned | None]:
    """Return what a name stands for that metrics of several families may bear.

    ``make`` makes its plan, and raises TypeError or ValueError where the data are not
    for a metric. The plan comes along where it had to be made to know.

    Raises
    ------
    TypeError, ValueError
        As `resolve`; also if none of the metrics can be asked of the data.
    """
    metrics = catalog.metrics_named(metric) if isinstance(metric, str) else ()
    if len(metrics) < 2:
        one = metrics[0].name if metrics else metric
        return resolve(one, metric_params), None
    for row in metrics:
        try:
            wanted = resolve(row.name, metric_params)
            with hold_warnings() as held:
                planned = make(wanted)
            with hold_warnings():
                _ = planned[0].estimates
        except (TypeError, ValueError):
            continue
        for message, category in held:
            warn(message, category)
        return wanted, planned
    raise ValueError(catalog.none_fits(str(metric)))


def make_plans(
    wanted: Sequence[Wanted],
    first: Any,
    models: Models,
    design: Design,
    options: Mapping[str, Any],
) -> list[Planned]:
    """Return the plan of each metric, and its place among what the plan is asked.

    Metrics that read the columns alike share a plan. ``models`` has what was given of
    each model beside the first argument, by argument; a summary stands alone.

    Raises
    ------
    TypeError, ValueError
        If the columns are not what a metric takes, or are bad.
    """
    for columns in models.values():
        warn_other_order(y_true=first, **columns, **design._asdict())
    plans: dict[Any, tuple[Any, list[MetricCall]]] = {}
    found = []
    brought = _in_other_forms(wanted, first, models)
    judged: dict[Any, Models] = {}
    for one in wanted:
        other = brought.get(one.record.task)
        beside = _columns_among(one)
        parameters = {k: v for k, v in one.parameters.items() if k not in beside}
        told = one.told(options.get("pos_label"))
        compared = one.record.task, repr(told)
        if compared not in judged:
            made = derived_columns(one.row, first, models, told)
            judged[compared] = in_place(models, made)
        own = {name: {**c, **beside} for name, c in judged[compared].items()}
        alone = one._replace(parameters=parameters)
        key, make = _prepare(alone, first, own, design, options, other)
        key = key, *map(id, beside.values())
        _, asked = plans.setdefault(key, (make, []))
        asked.append(MetricCall(one.record, parameters))
        found.append((key, len(asked) - 1))
    plan_of_key: dict[Any, Plan] = {}
    for key, (make, asked) in plans.items():
        plan_of_key[key] = make()
        plan_of_key[key].ask(asked)
    return [(plan_of_key[key], at) for key, at in found]


def _prepare(
    wanted: Wanted,
    first: Any,
    models: Models,
    design: Design,
    options: Mapping[str, Any],
    brought: Data | None,
) -> tuple[Any, Callable[[], Plan]]:
    """Return what makes the plan, and a key that is the same for the same plan.

    ``brought`` is what the data are that were given in another form.
    """
    row, function, parameters, _ = wanted
    judges = catalog.family_of_summary(first)
    given = next(iter(models.values()))
    if row is not None:
        family = catalog.FAMILIES[row.task]
        make, asked = plan_of(row.task, first), MetricCall(row, parameters)
        if judges is not None:
            _check_summary(row, family, first, judges, given)
            data = Data({}, {name: {} for name in models}, summary=first)
        else:
            own = make
            columns = [column for one in models.values() for column in one.values()]
            make = own.for_columns(asked, columns)
            if make not in (own, None) and len(given) == 1 and {*given} <= {*_OTHERS}:
                # A matrix may be called scores or probabilities.
                models = {
                    name: dict(zip(["y_pred"], one.values(), strict=True))
                    for name, one in models.items()
                }
            if make is not None:
                data = brought or _columns(row, family, first, models)
        if make is not None:
            own_options = make.options_for(asked)
            key = (
                make,
                repr(own_options),
                repr([*data.shared]),
                repr(data.models.keys()),
            )
            every = {**options, **own_options}
            return key, lambda: planned(make, data, design, every)
    _check_callable(first, judges, models)
    data = Data({"y_true": first}, models)
    return object(), lambda: planned(CallablePlan, data, design, {"function": function})


def _columns_among(wanted: Wanted) -> dict[str, Any]:
    """Return those parameters of a metric that are columns of its family, by name."""
    if wanted.row is None or not wanted.row.row_parameters:
        return {}
    of_family = wanted.row.data_parameters
    return {
        name: wanted.parameters[name]
        for name in wanted.row.row_parameters
        if name in of_family and name in wanted.parameters
    }


def _in_other_forms(
    wanted: Sequence[Wanted], first: Any, models: Models
) -> dict[str, Data | None]:
    """Return by family what data in another form are, None where they are in none."""
    if any({*given} != {"y_pred"} for given in models.values()):
        return {}
    given = {
        "y_true": first,
        "y_pred": {name: columns["y_pred"] for name, columns in models.items()},
    }
    brought: dict[str, Data | None] = {}
    for one in wanted:
        if one.row is not None and one.row.task not in brought:
            family = catalog.FAMILIES[one.row.task]
            found = catalog.in_other_form(family, given, {}, is_named=False)
            if found is None:
                brought[family.name] = None
                continue
            own = {
                name: {of: one[name] for of, one in found.items()} for name in models
            }
            brought[family.name] = Data({}, own)
    return brought


def _check_summary(
    row: Metric, family: Family, first: Any, judges: Family, given: Mapping[str, Any]
) -> None:
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


def _check_callable(first: Any, judges: Family | None, models: Models) -> None:
    """Raise unless a function can be called again on the rows of a replicate."""
    if judges is not None:
        raise TypeError(
            f"a {type(first).__name__} has no rows for this metric to be called on"
        )
    for given in models.values():
        if len(given) != 1 or not {*given} <= {*_OTHERS}:
            raise TypeError(
                "give exactly one of y_pred, y_score and y_proba: what the metric "
                f"compares with y_true; got {' and '.join(given) or 'none'}"
            )


def _check_parameters(row: Metric, parameters: Mapping[str, Any]) -> None:
    """Raise TypeError for parameters that the metric does not have."""
    signature = inspect.signature(row.public).parameters.values()
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in signature):
        return  # the function itself knows them
    # Other data, and their weights, are given elsewhere.
    known = {*row.options, *(row.row_parameters or ())}
    for name in parameters:
        if name not in known:
            raise TypeError(
                f"metric_params has {shown(name)}; {row.name} takes "
                f"{', '.join(sorted(known))}"
            )
