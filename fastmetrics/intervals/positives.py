"""Which of two labels is the positive one, told beside the columns of a metric."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fastmetrics import catalog
from fastmetrics._common.names import shown
from fastmetrics._inputs.columns import as_array
from fastmetrics._inputs.label_columns import ClassCodes
from fastmetrics._inputs.labels import (
    Event,
    check_event_told,
    check_pos_label,
    labels_of_rows,
)
from fastmetrics.intervals.wanted import Planned, Wanted, make_plans, resolve_by_data
from fastmetrics.metrics.record import UNNAMED
from fastmetrics.resampling.plan import Design

if TYPE_CHECKING:
    from fastmetrics._common.annotations import Asked
    from fastmetrics.metrics.record import Metric

__all__ = [
    "check_one_positive",
    "is_of_numbers",
    "of_event",
    "resolve_of_columns",
    "with_pos_label",
]


def with_pos_label(wanted: Wanted, pos_label: Any) -> Wanted:
    """Return the metric with the positive label that was given beside the columns.

    Where it is a parameter of the metric's function, it is that; metrics of the catalog
    that have no such parameter are told by their plan.

    Raises
    ------
    TypeError, ValueError
        If the metric has no use for it, or its parameters name another.
    """
    if pos_label is None:
        return wanted
    row, function, parameters, _ = wanted
    check_pos_label(pos_label)
    if row is not None and "pos_label" not in catalog.FAMILIES[row.task].options:
        raise ValueError(f"{row.name} has no use for pos_label")
    if row is None and "pos_label" not in _parameters_of(function):
        raise TypeError(
            f"pos_label is given, but {wanted.record.name} has no such parameter"
        )
    if row is not None and "pos_label" not in row.options:
        return wanted
    check_one_positive(pos_label, parameters)
    return wanted._replace(parameters={**parameters, "pos_label": pos_label})


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
    except (TypeError, ValueError):  # of what is written in C
        return ()
    if any(one.kind is one.VAR_KEYWORD for one in known.values()):
        return ("pos_label",)
    return known


def resolve_of_columns(
    metric: Asked,
    metric_params: Mapping[str, Any] | None,
    y_true: Any,
    columns: Mapping[str, Any],
    pos_label: Any = None,
) -> Wanted:
    """Return what a name stands for, of the columns of one model, by argument.

    Raises
    ------
    TypeError, ValueError
        As `resolve_by_data`.
    """
    options = {"seed": 0, "progress": None, "pos_label": pos_label}

    def planned(one: Wanted) -> Planned:
        asked = with_pos_label(one, pos_label)
        return make_plans([asked], y_true, {UNNAMED: columns}, Design(), options)[0]

    return resolve_by_data(metric, metric_params, planned)[0]


def of_event(
    wanted: Wanted,
    y_true: Any,
    columns: Sequence[Any],
    pos_label: Any,
    *,
    in_parts: bool = False,
) -> tuple[Wanted, Any]:
    """Return the metric and the true labels, with 1 for the class that scores are of.

    So whatever calls the metric's function has it judge that class, also where the
    function itself takes the larger of two labels. ``columns`` are those of models:
    where they are one number per row, labels are of two classes, and the metric is
    none of labels; else nothing changes but that the metric is told. ``in_parts``:
    whether it will be asked of parts of the rows, which may be of one class.

    Raises
    ------
    TypeError, ValueError
        As `with_pos_label`, or if nothing tells which of two labels is the positive
        one.
    """
    wanted = with_pos_label(wanted, pos_label)
    row = wanted.row
    if row is None or not is_of_numbers(row):
        return wanted, y_true
    shapes = {as_array(one, "y_pred").shape[1:] for one in columns}
    if not shapes <= {(), (1,)}:
        if in_parts and len(shapes) == 1:
            wanted = _of_classes(wanted, y_true, *shapes.pop())
        return wanted, y_true
    parameters = dict(wanted.parameters)
    positive = parameters.pop("pos_label", pos_label)
    if positive is None:
        check_event_told(y_true)
        if not in_parts or len(labels_of_rows(y_true)) > 2:
            return wanted, y_true
        positive = 1  # which is why nothing else needs to tell it
    event = Event(y_true, positive)
    if "labels" in parameters:
        parameters["labels"] = event.of_labels(parameters["labels"])
    elif (event.is_alone and "labels" in row.options) or (
        in_parts and _names_classes(row)
    ):
        parameters["labels"] = [0, 1]
    return wanted._replace(parameters=parameters), event.ones


def _of_classes(wanted: Wanted, y_true: Any, n_columns: int) -> Wanted:
    """Return a metric of a number per class with the classes of all rows."""
    assert wanted.row is not None
    known = not _names_classes(wanted.row) or "labels" in wanted.parameters
    if known or as_array(y_true, "y_true").ndim != 1:
        return wanted
    labels = ClassCodes(y_true, "y_true").classes.tolist()
    if len(labels) != n_columns:
        return wanted
    return wanted._replace(parameters={**wanted.parameters, "labels": labels})


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
        and "y_true" in inspect.signature(row.public).parameters
    )
