"""Series and frames of pandas whose rows are in another order than each other's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastmetrics._common.warn import warn

__all__ = ["warn_other_order", "warn_other_orders"]


def warn_other_orders(first: Any, **given: Any) -> None:
    """Do so for ``y_true`` and each of the columns, of which some may be mappings."""
    for name, columns in given.items():
        for one in columns.values() if isinstance(columns, Mapping) else [columns]:
            warn_other_order(y_true=first, **{name: one})


def warn_other_order(**columns: Any) -> None:
    """Warn if two columns have the same index labels, but in another order.

    Rows are compared by position, whatever the index.
    """
    indexed = [
        (name, column.index)
        for name, column in columns.items()
        if type(column).__module__.partition(".")[0] == "pandas"
        and hasattr(column, "iloc")
    ]
    if len(indexed) < 2:
        return
    (first, own), *others = indexed
    for name, index in others:
        if len(index) != len(own) or index.equals(own):
            continue
        if index.is_unique and own.is_unique and not len(own.difference(index, False)):
            warn(
                f"{first} and {name} have the same index labels in another order. Rows "
                f"are compared by position, as in scikit-learn: {name}.reindex("
                f"{first}.index) puts them in the same order."
            )
