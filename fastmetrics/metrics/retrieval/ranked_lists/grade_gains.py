"""What a grade of relevance is worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of
from fastmetrics._inputs.scores import number_matrix
from fastmetrics.metrics.retrieval.ranked_lists.columns import ListColumns, Unreturned

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.metrics.retrieval.ranked_lists.ranked_lists import RankedLists

__all__ = ["MOST_EXPONENT", "read_gain", "with_gains"]

# From here on 2**grade is infinite.
MOST_EXPONENT = 1024


def read_gain(gain: Any) -> tuple[bool, dict[float, float] | None]:
    """Return whether gains are exponential, and the mapping if it is one."""
    if not isinstance(gain, Mapping):
        if not is_one_of(gain, ("linear", "exponential")) or gain is None:
            raise ValueError(
                "gain must be 'linear', 'exponential' or a mapping of grades to gains, "
                f"got {shown(gain)}."
            )
        return gain == "exponential", None
    grades = number_matrix([*gain], "gain").astype(np.float64)
    gains = number_matrix([*gain.values()], "gain").astype(np.float64)
    if not np.isfinite(gains).all() or (gains < 0).any():
        raise ValueError("gain must map grades to finite numbers, none negative.")
    mapping = dict(zip(grades.tolist(), gains.tolist(), strict=True))
    if mapping.get(0.0, 0.0) != 0:
        raise ValueError(f"gain must map the grade 0 to 0, got {mapping[0.0]:g}.")
    return False, mapping


def with_gains(lists: RankedLists, mapping: dict[float, float]) -> RankedLists:
    """Return the lists with gains in place of grades."""
    columns = lists.columns
    unreturned = columns.unreturned
    if unreturned is not None:
        gains = _mapped(unreturned.grades, mapping)
        counts = np.diff(unreturned.offsets)
        query = np.repeat(np.arange(columns.n), counts)
        order = np.lexsort((-gains, query))
        order = order[gains[order] > 0]
        offsets = np.zeros(columns.n + 1, np.int64)
        np.cumsum(np.bincount(query[order], minlength=columns.n), out=offsets[1:])
        unreturned = Unreturned(offsets, gains[order], unreturned.nonrelevant)
    found = ListColumns(
        columns.n,
        _mapped(columns.grades, mapping),
        columns.scores,
        columns.offsets,
        columns.places,
        unreturned,
        columns.all_judged,
    )
    return lists.of_columns(found, lists.query_ids, lists.ties)


def _mapped(grades: NDArray[Any], mapping: dict[float, float]) -> NDArray[np.float64]:
    """Return gains; NaN stays, and so does 0."""
    known, codes = np.unique(grades.astype(np.float64), return_inverse=True)
    gains = []
    for grade in known.tolist():
        if grade != grade or grade == 0:
            gains.append(grade)
        elif grade in mapping:
            gains.append(mapping[grade])
        else:
            raise ValueError(
                f"gain must map every grade of y_true to a gain, but lacks {grade:g}."
            )
    return np.array(gains)[codes.reshape(grades.shape)]
