"""DatasetComparison: what is known of several models on several data sets."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common.frames import data_frame
from fastmetrics._common.names import distinct
from fastmetrics._common.notebook import Shown, bundle
from fastmetrics._common.options import check_level
from fastmetrics._common.plain import plain_all
from fastmetrics.comparison.diagrams.critical_differences import (
    critical_difference_diagram,
    critical_difference_svg,
)
from fastmetrics.comparison.sentences import few, pvalue_text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.comparison.pairwise_result import PairwiseResult
    from fastmetrics.comparison.rank_tests.friedman import FriedmanResult

__all__ = ["DatasetComparison"]


@dataclass(frozen=True, kw_only=True, eq=False)
class DatasetComparison:
    """What is known of several models by their scores on several data sets.

    Made by `compare_across_datasets`. ``print(comparison)`` shows its sentences.

    Attributes
    ----------
    omnibus : FriedmanResult or None
        The test of whether any models differ; None: it was not asked for.
    mean_ranks : ndarray of shape (n_models,)
        Mean rank of each model over the data sets, 1 being the best.
    median, mad : ndarray of shape (n_models,)
        Median of each model's scores, and the median of their absolute deviations from
        it, in the unit of the scores.
    wins_ties_losses : ndarray of shape (n_models, n_models, 3)
        Entry [i, j] is on how many data sets model i is better than model j, as good,
        and worse.
    win_probability : ndarray of shape (n_models, n_models)
        The share of data sets on which model i is better than model j, ties being half
        a win, in [0, 1].
    equivalence : dict of (name, name) to (p_less, p_rope, p_greater)
        Where ``rope`` was given: of each pair the probabilities that the first model's
        scores are less than the second's, equal to them in practice, or greater.
    alpha : float
        The level at which the omnibus test and the tests of pairs are judged, where a
        method is given no other one.
    """

    omnibus: FriedmanResult | None
    mean_ranks: NDArray[np.float64]
    median: NDArray[np.float64]
    mad: NDArray[np.float64]
    wins_ties_losses: NDArray[np.int64]
    win_probability: NDArray[np.float64]
    equivalence: Mapping[tuple[Hashable, Hashable], tuple[float, float, float]]
    alpha: float
    # The tests of pairs, whatever the omnibus test says.
    post_hoc: PairwiseResult = field(repr=False)

    @property
    def names(self) -> tuple[Hashable, ...]:
        """The models: names of columns, or positions where there are none."""
        return self.post_hoc.names

    @property
    def n_datasets(self) -> int:
        """How many data sets the models were compared on."""
        return self.post_hoc.n_datasets

    @property
    def control(self) -> Hashable | None:
        """The model that the others are compared with; None: any two are compared."""
        return self.post_hoc.control

    @property
    def pairs(self) -> PairwiseResult | None:
        """The tests of pairs; None where the omnibus test does not reject."""
        return self.post_hoc if self._is_judged(self.alpha) else None
