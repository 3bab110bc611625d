"""Columns of forecasts, or the bins in their place, as sums per bin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._inputs.columns import raise_no_rows
from fastmetrics.metrics.probability.measuring.bin_edges import edges_for
from fastmetrics.metrics.probability.measuring.calibration_bins import CalibrationBins
from fastmetrics.metrics.probability.measuring.judged_columns import judged_columns
from fastmetrics.metrics.summary import no_columns_beside

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from fastmetrics.metrics.probability.formulas.calibration import BinSums, MoreSums

__all__ = ["bins_of_columns", "mean_over_columns", "summed_before"]


def summed_before(
    y_true: Any, strategy: Any, **columns: Any
) -> tuple[BinSums, MoreSums] | None:
    """Return the sums of bins that stand in place of the columns; None if none do.

    ``strategy`` is that of the function, which may ask for no other bins than these.
    """
    if not isinstance(y_true, CalibrationBins):
        return None
    no_columns_beside(y_true, **columns)
    if isinstance(strategy, str):
        if strategy != "uniform":
            raise ValueError(
                f"strategy={strategy!r} needs the columns: the bins of CalibrationBins "
                "do not move with the rows. strategy='uniform' takes them as they are."
            )
    elif not np.array_equal(edges_for(strategy, None).edges, y_true.edges):
        raise ValueError("strategy must be the edges of these CalibrationBins.")
    if not y_true.n_samples:
        raise_no_rows("y_true")
    return y_true.bin_sums()


def bins_of_columns(
    y_true: Any, y_proba: Any, n_bins: Any, strategy: Any, **options: Any
) -> Iterator[BinSums]:
    """Yield the sums per bin of each column that is judged."""
    made = summed_before(
        y_true,
        strategy,
        y_proba=y_proba,
        labels=options["labels"],
        pos_label=options["pos_label"],
        sample_weight=options["sample_weight"],
    )
    if made is not None:
        yield made[0]
        return
    for column in judged_columns(y_true, y_proba, **options):
        yield column.sums(column.edges(strategy, n_bins))


def mean_over_columns(value: Callable[..., float], found: Iterator[Any]) -> float:
    """Return the mean of a value over columns, each counting alike."""
    values = [value(each) for each in found]
    return sum(values) / len(values)
