"""The order of rows in time, and how far the forecasts in them reach."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import whole
from fastmetrics._inputs.columns import Categories, convert, one_dimension
from fastmetrics._inputs.groups import group_codes
from fastmetrics._inputs.rows import take_rows

if TYPE_CHECKING:
    from numpy.typing import NDArray


_OF_TIME = ("order", "horizon", "block_length")

_NEEDS_ORDER = (
    "{name} needs order: pass order=True if the rows are in order of time, or their "
    "times"
)


@dataclass(frozen=True, eq=False)
class TimeOrder:
    """Rows of one series.

    Attributes
    ----------
    order : True or column
        Rows are in order of time as they are, or the time of each.
    horizon : int
        How many steps ahead the forecasts are made.
    block_length : int or None
        Times that replicates draw together; None: found by the data.
    """

    order: Any
    horizon: int = 1
    block_length: int | None = None

    def given(self) -> dict[str, Any]:
        """Return it as the arguments of a call."""
        return {name: getattr(self, name) for name in _OF_TIME}

    def of_rows(self, rows: NDArray[np.intp]) -> TimeOrder:
        """Return the order of some of the rows, which follow each other as they do."""
        order = self.order if self.order is True else take_rows(self.order, rows)
        return replace(self, order=order)

    def units(self, n: int) -> tuple[NDArray[np.int64], int]:
        """Return the place of each row's time among the times, and how many these are.

        Raises
        ------
        ValueError
            If times are missing or have no order, or are too few for the horizon.
        """
        if self.order is True:
            codes, times = np.arange(n), n
        else:
            codes, times = group_codes(_times(self.order), n, "order")
        for name in ("horizon", "block_length"):
            if (getattr(self, name) or 0) >= max(times, 2):
                raise ValueError(
                    f"{name} must be below the number of times, {times}, got "
                    f"{getattr(self, name)}"
                )
        return codes, times


def time_order(order: Any, horizon: Any, block_length: Any) -> TimeOrder | None:
    """Return the order of rows in time, or None.

    Raises
    ------
    TypeError, ValueError
        If ``order`` is neither True nor a column, a number is no whole number of at
        least 1, or comes without ``order``.
    """
    if order is None:
        for name, value in (("horizon", horizon), ("block_length", block_length)):
            if value is not None:
                raise ValueError(_NEEDS_ORDER.format(name=name))
        return None
    if isinstance(order, bool | np.bool_):
        if not order:
            raise ValueError("order must be True or the times of the rows, got False")
        order = True
    elif isinstance(order, str) or not hasattr(order, "__len__"):
        raise TypeError(
            f"order must be True or the times of the rows, got {shown(order)}"
        )
    return TimeOrder(
        order,
        1 if horizon is None else whole(horizon, "horizon", 1),
        None if block_length is None else whole(block_length, "block_length", 1),
    )


def check_no_order(names: Iterable[str], function: str) -> None:
    """Raise where a function that keeps no rows is told of their order in time.

    Raises
    ------
    TypeError
        If one of the names is that of such an argument.
    """
    for name in names:
        if name in _OF_TIME:
            raise TypeError(
                f"{function} takes no {name}: it adds up rows and keeps none, and "
                "errors of neighbouring rows in time depend on each other. Pass all "
                "rows to evaluate, compare, confidence_interval, by_group or "
                "evaluate_files, with order."
            )


def across_folds(name: str) -> str:
    """Return the reason why such an argument excludes folds, to end a sentence.

    Empty where it says nothing of time.
    """
    if name not in _OF_TIME:
        return ""
    return (
        ": intervals across folds take rows as independent. Pass the out-of-fold "
        "predictions as columns, without folds, and order"
    )


def _times(order: Any) -> Any:
    """Return times that sort as they follow each other: texts are dates in ISO form."""
    times = convert(order, "order")
    if isinstance(times, Categories):
        times = times.decoded()
    column = one_dimension(times, "order")
    if column.dtype.kind not in "UOS":
        return column
    try:
        if column.dtype.kind == "O":
            column = np.array([*map(_without_zone, column)])
        return column.astype("datetime64[us]")
    except (TypeError, ValueError):
        raise ValueError(
            "order must be numbers, dates or timestamps; texts are read as dates in "
            f"ISO form, such as 2024-01-31, got {shown(column[0])}"
        ) from None


def _without_zone(time: Any) -> Any:
    """Return a time in UTC, which NumPy's times are without saying so."""
    if getattr(time, "tzinfo", None) is None:
        return time
    return time.astimezone(UTC).replace(tzinfo=None)
