"""Which of two labels is the positive one, told beside the columns of a metric."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fastmetrics import catalog
from fastmetrics._inputs.columns import as_array
from fastmetrics._inputs.label_columns import ClassCodes
from fastmetrics._inputs.labels import (
    Event,
    check_event_told,
    labels_of_rows,
)
from fastmetrics.intervals.bind import resolve_by_data
from fastmetrics.intervals.resolve import with_pos_label
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.record import UNNAMED
from fastmetrics.resampling.plan import Design

if TYPE_CHECKING:
    from fastmetrics._common.annotations import Asked
    from fastmetrics.metrics.record import Metric


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
        and "y_true" in inspect.signature(row.public).parameters
    )
