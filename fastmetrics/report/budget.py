"""How many replicates a report makes, if nobody says how many."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from fastmetrics.intervals.options import DEFAULT_RESAMPLES
from fastmetrics.report.sections.labels import n_rows

if TYPE_CHECKING:
    from fastmetrics.intervals.single import Interval
    from fastmetrics.report.models import Models

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
    """How many replicates are made of scores and of labels."""

    def __init__(
        self,
        asked: int | None,
        models: Models,
        counts: Mapping[str, Any],
        options: Mapping[str, Any],
    ) -> None:
        self.of_scores = self.of_labels = asked
        self.n_given = 0
        by_rows = 0  # models whose replicates read rows
        if models.scores:
            self.n_given = len(next(iter(models.scores.values())))
            by_rows = len(models.scores)
        else:
            self.n_given = n_rows(next(iter(counts.values())))
        weighted = options["sample_weight"] is not None or options["groups"] is not None
        table_will_do = not weighted and all(
            one.kind != "multilabel-indicator" for one in counts.values()
        )
        if not table_will_do:
            by_rows = max(by_rows, len(counts))
        self.note = ""
        if asked is None and by_rows:
            affordable = default_resamples(self.n_given, by_rows)
            if affordable < MOST_RESAMPLES:
                self.note = (
                    f"{affordable} replicates in place of {MOST_RESAMPLES}, so that "
                    "rows × models × replicates stays near 5·10⁹; n_resamples asks "
                    "for more"
                )
            self.of_scores = affordable
            self.of_labels = None if table_will_do else affordable

    def asked_for(self, values: Mapping[str, Mapping[str, Interval]]) -> int:
        """Return the number that the report states: the largest that was made."""
        known = [n for n in (self.of_scores, self.of_labels) if n is not None]
        made = [one.n_resamples for row in values.values() for one in row.values()]
        return max(known or made or [0])
