"""Columns that metrics of one family are given of another's: scores of probabilities.

Every function makes them here, as `evaluate` does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from fastmetrics import catalog
from fastmetrics._inputs.columns import convert

if TYPE_CHECKING:
    from fastmetrics.metrics.record import Metric

__all__ = ["derived_columns", "in_place"]

Models = Mapping[str, Mapping[str, Any]]


def derived_columns(
    row: Metric | None, first: Any, models: Models, pos_label: Any
) -> dict[str, dict[str, Any]]:
    """Return by model what a metric compares, made of what was given instead.

    Empty where that was given, or nothing makes it.

    Raises
    ------
    ValueError
        If columns cannot be made of the others.
    """
    if row is None or first is None or catalog.family_of_summary(first):
        return {}
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


def in_place(models: Models, made: Models) -> Models:
    """Return the columns of models with those that were made in place of their own."""
    if not made:
        return models
    per_model = {
        name for one in catalog.FAMILIES.values() for name in one.columns_per_model
    }
    return {
        model: {
            **{name: one for name, one in own.items() if name not in per_model},
            **made[model],
        }
        for model, own in models.items()
    }
