"""The rows of one scorer in the order of their scores: what all else is read off.

The public functions sort their columns into one of these and read a number or a curve
off it. Whoever asks several of them about the same columns sorts once, keeps it and
hands it in in place of the columns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from fastmetrics._kernels import pairs, sweep

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._inputs import ScoreKind

# Thresholds and the weight of each class at or above them.
Steps: TypeAlias = "tuple[NDArray[Any], NDArray[np.float64], NDArray[np.float64]]"


class SortedScores:
    """What a door asks of rows that are sorted; ``weighted``: they count differently.

    A row of weight 0 is none of them.
    """

    __slots__ = ()

    weighted = False

    def steps(self, drop: Any = None) -> Steps:
        """Return thresholds, descending, and the weight of each class at or above.

        ``drop`` leaves out steps that a curve does not need, see ``sweep.merge_steps``.
        """
        raise NotImplementedError

    def reduce(self, name: str, *parameters: Any) -> tuple[float, float, float]:
        """Return one value, as ``ScoreSweep.reduce``, and the weight of each class."""
        raise NotImplementedError

    def count_wins(self) -> tuple[int, int, int, int]:
        """Return (wins, ties, positives, negatives) of rows that count alike."""
        raise NotImplementedError  # pairs of rows with weights are not counted


class SortedKeys(SortedScores):
    """Rows that count alike: the keys of each class, ascending."""

    __slots__ = ("kind", "negatives", "positives")

    def __init__(
        self, positives: NDArray[Any], negatives: NDArray[Any], kind: ScoreKind
    ) -> None:
        self.positives = positives
        self.negatives = negatives
        self.kind = kind

    def steps(self, drop: Any = None) -> Steps:
        """Return thresholds and counts; see the class."""
        keys, tps, fps = sweep.merge_steps(self.positives, self.negatives, drop)
        return self.kind.decode(keys, reuse=True), tps, fps

    def reduce(self, name: str, *parameters: Any) -> tuple[float, float, float]:
        """Reduce the steps without holding them."""
        values, _ = sweep.reduce_keys(
            self.positives, self.negatives, [(name, *parameters)]
        )
        return float(values[0]), len(self.positives), len(self.negatives)

    def flags(self) -> NDArray[np.uint8]:
        """Return the bits of each row in canonical order, see ``sweep.merge_rows``."""
        return sweep.merge_rows(self.positives, self.negatives)

    def count_wins(self) -> tuple[int, int, int, int]:
        """Count the pairs that the positive row wins, and ties."""
        wins, ties = pairs.count_pairs(self.positives, self.negatives)
        return wins, ties, len(self.positives), len(self.negatives)


class SortedRows(SortedScores):
    """Rows with weights: inverted keys, ascending, and weights, minus for negatives."""

    __slots__ = ("keys", "kind", "signed_weights")

    weighted = True

    def __init__(
        self, keys: NDArray[Any], signed_weights: NDArray[np.float64], kind: ScoreKind
    ) -> None:
        self.keys = keys
        self.signed_weights = signed_weights
        self.kind = kind

    def steps(self, drop: Any = None) -> Steps:
        """Return thresholds and sums of weights; see the class."""
        keys, tps, fps = sweep.weighted_steps(self.keys, self.signed_weights, drop)
        return self.kind.decode(np.invert(keys, out=keys), reuse=True), tps, fps

    def reduce(self, name: str, *parameters: Any) -> tuple[float, float, float]:
        """Reduce the steps without holding them."""
        if name == "pr_auc_davis_goadrich":
            raise ValueError(f"{name} counts rows, but these have weights")
        values, totals = sweep.reduce_rows(
            self.keys, self.signed_weights, [(name, *parameters)]
        )
        return float(values[0]), *totals
