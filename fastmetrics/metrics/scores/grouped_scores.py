"""GroupedScores: how positives and negatives stand to each other inside groups."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.arrays import sort_pairs, spread
from fastmetrics._inputs import groups as group_inputs
from fastmetrics._inputs.groups import GroupIds, coded
from fastmetrics._inputs.scores import row_scores
from fastmetrics._kernels import grouped
from fastmetrics._kernels.sums import sum_f64, sum_products_f64

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

# How groups can be weighed in a mean.
AVERAGES = ("rows", "pairs", "macro")

# The most numbers of groups that leave room for a label in 64 bits.
_MOST_NUMBERS = 2**63

# Weights beyond 2 to this power, or below its inverse, are brought nearer to 1: sums
# of products of two would leave the range of a float.
_MODEST = 400


class GroupedScores:
    """Pairs of rows of two classes inside groups of rows, group by group.

    Attributes
    ----------
    positives, negatives : ndarray
        Rows of each class, or what they weigh, per group.
    doubled : ndarray
        Twice the pairs in order, those tied once, each with the product of its weights.
    """

    def __init__(
        self,
        rows: grouped.GroupedRows,
        ids: GroupIds,
        exponent: int = 0,
    ) -> None:
        self.positives, self.negatives = rows.positives, rows.negatives
        self.doubled = rows.doubled
        self._numbers, self._ids, self._exponent = rows.groups, ids, exponent

    @classmethod
    def from_rows(
        cls,
        y_true: Any,
        y_score: Any,
        groups: ArrayLike | None,
        pos_label: Any = None,
        sample_weight: ArrayLike | None = None,
    ) -> GroupedScores:
        """Read the columns and meet the classes of each group."""
        rows = row_scores(
            y_true,
            y_score,
            pos_label=pos_label,
            sample_weight=sample_weight,
            drop_zero_weight=False,
        )
        ids = group_inputs.group_ids(groups, len(rows.labels))
        labels, scores, weights = rows.labels, rows.keys, rows.weights
        if weights is not None and not weights.all():
            kept = np.flatnonzero(weights)
            labels, scores, weights = labels[kept], scores[kept], weights[kept]
            ids = ids._replace(numbers=ids.numbers[kept])
        return cls.from_scores(ids, labels, scores, weights)

    @classmethod
    def from_scores(
        cls,
        ids: GroupIds,
        labels: NDArray[np.uint8],
        scores: NDArray[Any],
        weights: NDArray[np.float64] | None,
    ) -> GroupedScores:
        """Meet the classes of each group; ``scores`` are keys in the scores' order."""
        if ids.span > _MOST_NUMBERS:
            ids = coded(ids)
        keys = grouped.join_keys(ids.numbers, ids.low, ids.span, labels)
        wide = scores.astype(np.uint64, copy=False)
        in_order, sorted_scores = sort_pairs(keys, wide)
        exponent, sorted_weights = 0, None
        if weights is not None:
            # A stable sort brings them into the same order.
            bits = np.ascontiguousarray(weights).view(np.uint64)
            sorted_weights = sort_pairs(keys, bits)[1].view(np.float64)
            exponent = _exponent(sorted_weights)
            if exponent:
                np.ldexp(sorted_weights, -exponent, out=sorted_weights)
        rows = grouped.GroupedRows(in_order, sorted_scores, sorted_weights)
        each = spread(len(keys))
        each(rows.count, range(rows.n_blocks))
        rows.place()
        each(rows.meet, range(rows.n_blocks))
        return cls(rows, ids, exponent)

    def __len__(self) -> int:
        return len(self.doubled)

    @cached_property
    def has_both(self) -> NDArray[np.bool_]:
        """Whether there are rows of both classes in a group, of a weight that counts.

        Beside others a group may weigh so little that its pairs weigh nothing.
        """
        return self.positives * self.negatives > 0

    @cached_property
    def areas(self) -> NDArray[np.float64]:
        """The area under the ROC curve of each group; NaN of one class."""
        areas = np.full(len(self), np.nan)
        pairs = self.positives * self.negatives
        np.divide(self.doubled, 2 * pairs, out=areas, where=self.has_both)
        return areas

    def weights(self, average: str) -> NDArray[np.float64]:
        """Return what each group weighs in a mean, up to a common factor."""
        if average == "macro":
            return np.ones(len(self))
        if average == "rows":
            return (self.positives + self.negatives).astype(np.float64)
        return (self.positives * self.negatives).astype(np.float64)

    def row_weights(self) -> NDArray[np.float64]:
        """Return what the rows of each group weigh; unweighted, how many there are."""
        return np.ldexp(self.weights("rows"), self._exponent)

    def mean(self, average: str) -> float:
        """Return the mean area of groups of both classes; NaN if there are none."""
        which = self.has_both
        if not which.any():
            return float("nan")
        if average == "pairs" and self.doubled.dtype.kind == "u":
            # All are whole: less than n ** 2 / 2, of less than 2 ** 32 rows.
            pairs = self.positives * self.negatives
            return int(self.doubled.sum()) / (2 * int(pairs.sum()))
        if average == "pairs":
            pairs = 2.0 * (self.positives[which] * self.negatives[which])
            return sum_f64(self.doubled[which]) / sum_f64(pairs)
        areas = self.areas[which]
        if average == "macro":
            return sum_f64(areas) / len(areas)
        rows = self.weights("rows")[which]
        return sum_products_f64(areas, rows) / sum_f64(rows)

    def group_ids(self) -> NDArray[Any]:
        """Return the ids of the groups, ascending."""
        return self._ids.ids(self._numbers)


def _exponent(weights: NDArray[np.float64]) -> int:
    """Return a power of two to divide weights by; 0 if they are modest."""
    exponent = int(np.frexp(weights.max())[1])
    return exponent if abs(exponent) > _MODEST else 0
