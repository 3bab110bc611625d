"""RecommendationPlan: what the intervals of recommendations are made from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown, some
from fastmetrics._inputs.item_lists import ItemLists, read_lists
from fastmetrics.metrics.recommendation.family import FAMILY
from fastmetrics.metrics.recommendation.item_counts import ItemCounts
from fastmetrics.metrics.record import BOOTSTRAP
from fastmetrics.resampling import refusals
from fastmetrics.resampling.plan import MetricCall, Refusal
from fastmetrics.resampling.row_plan import RowPlan
from fastmetrics.resampling.row_records import has_row_values, is_mean

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from fastmetrics.metrics.record import Metric
    from fastmetrics.resampling.plan import Data, Design, Of

__all__ = ["RecommendationPlan"]


class RecommendationPlan(RowPlan):
    """What the intervals of measures of recommendation are made from.

    A row is a user, whose list is what "recommended" has of each model; in place of all
    may stand an ItemCounts.

    Attributes
    ----------
    lists : dict of str to ItemLists
        The lists of each model, as they were given.
    """

    family = FAMILY

    def __init__(self, data: Data, design: Design, options: Mapping[str, Any]) -> None:
        self.lists: dict[str, ItemLists] = {}
        super().__init__(data, design, options)
        self.kinds = tuple(self._kinds())
        if data.summary is None:
            k = options.get("k")
            self.summaries = _Counts(self.lists, k)

    def _count(self) -> int:
        """Read the lists, and return how many users there are."""
        user_id = self._data.shared.get("user_id")
        for model, columns in self._data.models.items():
            if "recommended" in columns:
                self.lists[model] = read_lists(columns["recommended"], user_id=user_id)
        counts = {model: lists.n_users for model, lists in self.lists.items()}
        if len({*counts.values()}) > 1:
            told = some([f"{shown(one)} {n}" for one, n in counts.items()], ", ")
            raise ValueError(
                f"recommended must have a list for the same users of each model: {told}"
            )
        return next(iter(counts.values()), 1)

    def _kinds(self) -> list[str]:
        """Return what there is, in the words of the targets."""
        given = self._data.shared
        found = ["lists"] if self.lists or self._summary is not None else []
        has_lists = bool(self.lists)
        can_compare = "features" in given or "similarity" in given
        needs = {
            "catalog": "catalog" in given,
            "users": self._options.get("n_users") is not None,
            "popularity": "popularity" in given,
            "features": can_compare,
            "history": "history" in given and can_compare,
            "relevant": {"relevant", "expected"} <= {*given},
        }
        found += [name for name, is_there in needs.items() if is_there and has_lists]
        models = self._data.models.values()
        if "catalog" in given and all("predictable" in one for one in models):
            found.append("predictable")
        return found

    # --- single users

    @property
    def users(self) -> list[Any]:
        """The ids of the users, or their numbers where they have none."""
        first = next(iter(self.lists.values()))
        return [*range(first.n_users)] if first.users is None else first.users.tolist()

    @property
    def means(self) -> list[int]:
        """The places of the metrics that are means over users."""
        return [place for place, one in enumerate(self.asked) if is_mean(one.row)]

    def lengths(self, model: str) -> NDArray[np.int64]:
        """Return how many items each user's list has."""
        lengths = self.lists[model].lengths
        k = self._options.get("k")
        return lengths if k is None else np.minimum(lengths, k)

    # --- what is asked

    def ask(self, asked: Sequence[MetricCall]) -> None:
        """Take the metrics that are wanted; raise where counts do not tell one."""
        if self._summary is not None:
            for row, _ in asked:
                beside = [name for name in self.family.leading(row)[1:]]
                if beside:
                    raise TypeError(
                        f"{row.name} needs {beside[0]}, which has no place beside "
                        "ItemCounts: their compute takes it"
                    )
        super().ask(asked)

    def _completed(self, row: Metric, given: Mapping[str, Any]) -> dict[str, Any]:
        found = super()._completed(row, given)
        found.pop("user_id", None)  # the lists have been read with it
        return found

    def prepared(self, metric: int, model: int) -> tuple[Any, ...]:
        """Return the lists, which functions take in place of what was given."""
        if self._summary is not None:
            return (self._summary,)
        name = self.names[model]
        own = {**self._data.shared, **self._data.models[name]}
        if name in self.lists:
            own["recommended"] = self.lists[name]
        return tuple(own[each] for each in self.family.leading(self.asked[metric].row))

    def method(self, metric: int, asked: str, of: Of) -> str | Refusal:
        """Name the way in which the interval of a metric will be made."""
        row = self.asked[metric].row
        if self._summary is not None and has_row_values(row):
            refused = refusals.unknown_interval(row.name, refusals.COUNTS_LACK_USERS)
            return Refusal(refused.reason) if asked == "auto" else refused
        if row.interval == "jackknife" and asked in BOOTSTRAP:
            return refusals.unknown_interval(
                row.name,
                f"by {asked!r}: users who are drawn twice would be pairs of one list",
            )
        return super().method(metric, asked, of)


class _Counts(dict[str, ItemCounts]):
    """The counts of each model's lists, made when first asked for."""

    def __init__(self, lists: Mapping[str, ItemLists], k: int | None) -> None:
        super().__init__()
        self._lists, self._k = lists, k

    def __missing__(self, model: str) -> ItemCounts:
        self[model] = ItemCounts.from_lists(self._lists[model], k=self._k)
        return self[model]
