"""Metrics and options of a call: names resolved, options checked."""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics import catalog
from fastmetrics._common.names import shown
from fastmetrics._common.options import (
    check_flag,
    check_level,
    check_resamples,
    is_one_of,
)
from fastmetrics._inputs.labels import check_pos_label
from fastmetrics._inputs.rows import n_rows, row_parameters
from fastmetrics.catalog import METHODS
from fastmetrics.metrics.bound import BoundMetric

if TYPE_CHECKING:
    from fastmetrics._common.annotations import Asked
    from fastmetrics.metrics.record import Metric


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
    bound = resolve(metric, None)
    if not bound.in_catalog:
        raise ValueError(
            f"{shown(metric)} is not a function of the catalog; confidence_interval "
            "takes "
            "any"
        )
    row = bound.row
    for name in {*(row.row_parameters or ())} & {*bound.parameters}:
        raise ValueError(
            f"{row.name} was given {name} inside of the metric: give it next to the "
            "columns, or use confidence_interval"
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
        The metrics at hand: by their names, the catalog entries, if there are any.

    Raises
    ------
    TypeError, ValueError
        As `resolve`.
    """
    if isinstance(metric, str):
        if metric in known:
            return metric
        rows: Sequence[Metric] = catalog.metrics_named(metric)
    else:
        bound = resolve(metric, None)
        rows = [bound.row] if bound.in_catalog else []
    for row in rows:
        for name, one in known.items():
            if one is not None and catalog.are_same(row, one):
                return name
    # A function that needs parameters is nothing without: that with any is meant.
    needy = [row.function for row in rows if row.required]
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


def resolve(metric: Asked, metric_params: Mapping[str, Any] | None) -> BoundMetric:
    """Return the metric of a name or a function, with all its parameters.

    Raises
    ------
    TypeError, ValueError
        If it is not a metric, or lacks one of the parameters.
    """
    merged = _checked(metric_params)
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
        bound = BoundMetric(named, named.with_parameters({**of_rows, **merged}))
    else:
        check_one(alone)
        function = alone
        while isinstance(function, functools.partial) and not function.args:
            own = {**function.keywords, **own}
            function = function.func
        merged = {**own, **merged}
        listed = catalog.METRICS.get(getattr(function, "__name__", ""))
        if listed and ".confidence_interval()" in listed.reason:
            if listed.public is function:
                raise ValueError(f"{shown(listed.name)} is {listed.reason}")
        known = catalog.by_function().get(function)
        if known is None:
            return BoundMetric.of_function(function, merged)
        if known.parameters:  # its default parameters
            known = catalog.row_with(known.function, merged) or known
        known = named_with(known, {k: v for k, v in own.items() if v is merged[k]})
        bound = BoundMetric(known, merged)
    return _directed(bound)


def resolve_row(row: Metric, metric_params: Mapping[str, Any] | None) -> BoundMetric:
    """Return the metric of a record, with all its parameters; raise as `resolve`."""
    return _directed(BoundMetric(row, row.with_parameters(_checked(metric_params))))


def _directed(bound: BoundMetric) -> BoundMetric:
    """Return the metric with the direction of its value with its parameters.

    Raises
    ------
    TypeError
        If the metric does not have one of the parameters.
    """
    _check_parameters(bound)
    return bound._replace(row=bound.row.directed(bound.parameters))


def _checked(metric_params: Any) -> dict[str, Any]:
    if not isinstance(metric_params, Mapping | None):
        raise TypeError(
            "metric_params must be a mapping of names to values or None, got a "
            f"{type(metric_params).__name__}"
        )
    return dict(metric_params or {})


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
    metric: Asked, metric_params: Mapping[str, Any] | None, given: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the parameters of a metric that have a value for each row of columns."""
    bound = resolve(metric, metric_params)
    names = bound.row.row_parameters
    columns = {**catalog.columns_of_truth(given), **given}.values()
    first = next((one for one in columns if one is not None), None)
    if isinstance(first, Mapping):  # of models
        first = next(iter(first.values()), None)
    if names == () or not hasattr(first, "__len__"):
        return {}
    return row_parameters(bound.parameters, n_rows(first), names)


def with_parameter(metric: Asked, name: str, value: Any) -> Asked:
    """Return a metric as it was given, with another value of a parameter."""
    given: Any = metric
    alone, own = given if is_pair(metric) else (given, {})
    return alone, {**own, name: value}


def with_direction(bound: BoundMetric, greater_is_better: bool | None) -> BoundMetric:
    """Return the metric with the given direction.

    Raises
    ------
    TypeError, ValueError
        If the direction is unknown, or the catalog has another one, which does not
        depend on the data.
    """
    if greater_is_better is None:
        return bound
    check_flag(greater_is_better, "greater_is_better")
    row = bound.row
    if row.greater_is_better not in (None, greater_is_better) and not row.is_turned:
        raise ValueError(
            f"greater_is_better is {greater_is_better}, but "
            f"{'higher' if row.greater_is_better else 'lower'} values of {row.name} "
            "are better"
        )
    row = replace(row, greater_is_better=bool(greater_is_better))
    return bound._replace(row=row)


def with_pos_label(bound: BoundMetric, pos_label: Any) -> BoundMetric:
    """Return the metric with the given positive label.

    Where it is a parameter of the metric's function, it is that; metrics of the catalog
    that have no such parameter are told by their plan.

    Raises
    ------
    TypeError, ValueError
        If the metric has no use for it, or its parameters name another.
    """
    if pos_label is None:
        return bound
    row = bound.row
    check_pos_label(pos_label)
    if not bound.in_catalog:
        if "pos_label" not in _parameters_of(bound.function):
            raise TypeError(f"pos_label is given, but {row.name} has no such parameter")
    elif "pos_label" not in catalog.FAMILIES[row.task].options:
        raise ValueError(f"{row.name} has no use for pos_label")
    elif "pos_label" not in row.options:
        return bound
    check_one_positive(pos_label, bound.parameters)
    return bound.with_parameters(pos_label=pos_label)


def check_one_positive(pos_label: Any, parameters: Mapping[str, Any]) -> None:
    """Raise ValueError if parameters name another positive label than was given."""
    named = parameters.get("pos_label", pos_label)
    if pos_label is not None and named != pos_label:
        raise ValueError(
            f"pos_label={shown(pos_label)} and metric_params has {shown(named)}: give "
            "one of them"
        )


def _parameters_of(function: Callable[..., Any]) -> Collection[str]:
    try:
        known = inspect.signature(function).parameters
    except (TypeError, ValueError):  # of functions in C
        return ()
    if any(one.kind is one.VAR_KEYWORD for one in known.values()):
        return ("pos_label",)
    return known


def _check_parameters(bound: BoundMetric) -> None:
    """Raise TypeError for parameters that the metric does not have."""
    row = bound.row
    signature = inspect.signature(row.public).parameters.values()
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in signature):
        return  # the function itself knows them
    # Other data, and their weights, are given elsewhere.
    known = {*row.options, *(row.row_parameters or ())}
    for name in bound.parameters:
        if name not in known:
            raise TypeError(
                f"metric_params has {shown(name)}; {row.name} takes "
                f"{', '.join(sorted(known))}"
            )


# Replicates that read rows, and those that draw the cells of a table.
DEFAULT_RESAMPLES = 1999
DEFAULT_TABLE_RESAMPLES = 9999


def check_options(
    confidence_level: float, method: str, n_resamples: int | None
) -> float:
    """Return the level; raise ValueError for what no interval can be made with."""
    level = check_level(confidence_level)
    if not is_one_of(method, METHODS):
        raise ValueError(
            f"method must be one of {', '.join(METHODS)}; got {shown(method)}"
        )
    if n_resamples is not None:
        check_resamples(n_resamples)
    return level


_REPLICATES = "replicates"
_ADVICE = (
    "the replicates take longer than 20 s; fewer of them, n_resamples=199, are quicker"
)


@contextmanager
def reporting(
    progress: Any, what: str = _REPLICATES
) -> Iterator[Callable[[int, int], Any] | None]:
    """Return the function that ``progress`` stands for, called with (done, total).

    None shows a bar on a terminal where replicates are slow. ``what``: the unit of a
    progress bar.
    """
    if callable(progress):
        yield progress
    elif progress is None:
        if what != _REPLICATES or not sys.stderr.isatty():
            yield None
            return
        from fastmetrics._common.options import bar_if_slow

        with bar_if_slow(what, _ADVICE) as update:
            yield update
    elif not isinstance(progress, bool | np.bool_):
        raise TypeError(
            "progress must be True, False or a function of (done, total), got "
            f"{type(progress).__name__}"
        )
    elif not progress:
        yield None
    else:
        from fastmetrics._common.options import bar

        with bar(what) as update:
            yield update
