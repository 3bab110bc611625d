"""How many replicates a report makes, if nobody says how many."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from fastmetrics.intervals.options import DEFAULT_RESAMPLES
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from fastmetrics._common.interval import Interval
    from fastmetrics.resampling.plan import Plan

__all__ = ["Resamples", "default_resamples"]

# Replicates times rows times models that a report makes when nobody says how many: some
# 12 ns each for all metrics together, so half a minute on one thread.
LEAST_RESAMPLES, ROW_BUDGET = 199, 5_000_000_000
MOST_RESAMPLES = DEFAULT_RESAMPLES


def default_resamples(rows: int, n_models: int) -> int:
    """Return how many replicates a report makes when nobody says how many.

    >>> default_resamples(1000, 1), default_resamples(10**6, 3)
    (1999, 1599)
    >>> default_resamples(10**7, 1)
    399
    """
    affordable = ROW_BUDGET // max(rows * n_models, 1)
    # k·200 − 1 replicates: the 95 % bounds are then replicates, not between two.
    return min(max(affordable // 200 * 200 - 1, LEAST_RESAMPLES), MOST_RESAMPLES)


class Resamples:
    """How many replicates are made of each plan; `note` says if they are few."""

    def __init__(self, asked: int | None, plans: Iterable[Plan]) -> None:
        self._asked, self._affordable, self.note = asked, asked, ""
        most_rows = max(plan.rows_per_replicate for plan in plans)
        if asked is None and most_rows:
            affordable = default_resamples(most_rows, 1)
            if affordable < MOST_RESAMPLES:
                self.note = say(
                    "{k} replicates in place of {n}, so that rows × models × "
                    "replicates stays near 5·10⁹; n_resamples asks for more",
                    k=affordable,
                    n=MOST_RESAMPLES,
                )
            self._affordable = affordable

    def of(self, plan: Plan) -> int | None:
        """Return how many a plan makes; None: as many as are usual for its data."""
        return self._affordable if plan.rows_per_replicate else self._asked

    def stated(self, values: Mapping[str, Mapping[str, Interval]]) -> int:
        """Return the number that the report states: the largest that was made."""
        made = [one.n_resamples for row in values.values() for one in row.values()]
        return self._affordable or max(made, default=0)
