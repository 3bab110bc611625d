"""What a report says of recommendation: users, the items they get, how unequally."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from fastmetrics._common.names import written
from fastmetrics._common.records import plain, plain_fields
from fastmetrics._inputs.item_lists import catalog_size
from fastmetrics.report.plots.retrieval import Concentrations, concentration
from fastmetrics.report.sections import Plot, Section
from fastmetrics.resampling import refusals
from fastmetrics.show.numbers import count, number, percent
from fastmetrics.show.text import Table
from fastmetrics.show.words import Message, say

if TYPE_CHECKING:
    from fastmetrics.metrics.recommendation.item_counts import ItemCounts
    from fastmetrics.metrics.record import Metric
    from fastmetrics.report.sections import Setting
    from fastmetrics.resampling.plan import Data
    from fastmetrics.show.pictures import Picture
    from fastmetrics.show.text import Cell

GINI = "item_gini"
# Items that a table shows of a model, and that programs read.
MOST_ITEMS, MOST_LISTED = 5, 50


class OneItem(NamedTuple):
    """An item, and in how many lists it is."""

    item: Any
    lists: int
    share: float


class ListCounts(NamedTuple):
    """How many lists a model has, and items in all of them.

    Attributes
    ----------
    n_users : int
        All users.
    n_empty : int
        Users whose list is empty.
    n_recommended : int
        Items in all lists together.
    n_items : int
        Different items.
    """

    n_users: int
    n_empty: int
    n_recommended: int
    n_items: int


class RecommendationSection(Section):
    """What there is to say of lists of items, beside values and differences.

    Attributes
    ----------
    kind : str
        "recommendation".
    lists : dict
        ``lists[model]`` counts its lists and the items in them.
    most_recommended : dict
        ``most_recommended[model]`` are the items that are in most lists.
    """

    family = "recommendation"
    kind = "recommendation"
    attributes = ("kind", "lists", "most_recommended")
    frames: ClassVar = {"user": ()}
    plots: ClassVar = {"item_concentration": Plot("there is no catalog of items")}
    leading = ("novelty", "intra_list_diversity", "inter_user_diversity")
    same_rows = say("paired by user")
    parameter_options: ClassVar = {"k": "k", "n_users": "n_users"}

    def __init__(self, plan: Any, found: Any, data: Data, setting: Setting) -> None:
        super().__init__(plan, found, data, setting)
        self._plan = plan
        counts: dict[str, ItemCounts] = {m: plan.summaries[m] for m in self.models}
        self.lists = {
            model: ListCounts(one.n_users, one.n_empty, one.n_recommended, len(one))
            for model, one in counts.items()
        }
        self.most_recommended = {m: _leading(one) for m, one in counts.items()}
        self._counts = counts
        self._n_items = 0
        if "catalog" in data.shared:
            first = next(iter(counts.values()))
            self._n_items = catalog_size(
                first.items[:0], data.shared["catalog"], "recommended"
            )
        self._note_empty()

    def _note_empty(self) -> None:
        """Say who has no list."""
        for model, one in self.lists.items():
            if one.n_empty:
                self.notes.append(
                    say(
                        "{model} has an empty list for {n} of {k} users, who are "
                        "left out of means over users, for all models",
                        model=self.names[model],
                        n=count(one.n_empty),
                        k=count(one.n_users),
                    )
                )

    @classmethod
    def parameters(cls, row: Metric, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the cut-off, and how many users there are if that is required.

        These are the users of `user_coverage`: popularity, which novelty is computed
        from, may have been counted over others.
        """
        found = super().parameters(row, options)
        return {k: one for k, one in found.items() if k in ("k", *row.required)}

    # -- text

    def counted(self) -> Message:
        """Return how many users were judged."""
        return say("{n} users", n=count(self.n_rows))

    def header(self) -> dict[str, list[str]]:
        """Say how many users there are, and what each model recommends to them."""
        lines: list[str] = [self.counted()]
        if self._n_items:
            line = say(
                "{users}, {items} items in the catalog",
                users=self.counted(),
                items=count(self._n_items),
            )
            lines = [line]
        lines += [
            say(
                "{model}: {n} recommendations of {items} items, {k} to a user",
                model=self.names[model],
                n=count(one.n_recommended),
                items=count(one.n_items),
                k=number(one.n_recommended / one.n_users, 1),
            )
            for model, one in self.lists.items()
        ]
        return {"rows": lines}

    def tables(self, width: int | None) -> Iterator[Table]:
        """Yield the items that are in most lists."""
        yield self._items(MOST_ITEMS)

    def details(self) -> Iterator[Table]:
        """Yield more of them."""
        yield self._items(MOST_LISTED)

    def _items(self, most: int) -> Table:
        rows: list[list[Cell]] = [
            [
                self.names[model],
                written(one.item),
                count(one.lists),
                percent(one.share),
            ]
            for model, items in self.most_recommended.items()
            for one in items[:most]
        ]
        headers = [
            say("Model"),
            say("Item"),
            say("Lists"),
            say("Share of the lists"),
        ]
        title = say("Items that are recommended most")
        return Table(title, headers, rows, frozenset({2, 3}))

    # -- for programs

    def to_dict(self) -> dict[str, Any]:
        """Return what lists hold, and the items that are in most of them."""
        return plain_fields(self, "kind lists most_recommended")

    def rows(self, per: str) -> list[dict[str, Any]]:
        """Return what each user's list contributes to the means over users."""
        if not self._plan.lists:
            raise ValueError(refusals.COUNTS_LACK_USERS)
        users = self._plan.users
        values = {
            (model, place): self._plan.row_values(place, k)
            for place in self._plan.means
            for k, model in enumerate(self.models)
        }
        names = {place: self.metrics[place] for place in self._plan.means}
        lengths = {model: self._plan.lengths(model) for model in self.models}
        return [
            {
                "model": model,
                "user": plain(users[i]),
                "items": int(lengths[model][i]),
                **{
                    name: float(values[model, place][i])
                    for place, name in names.items()
                },
            }
            for model in self.models
            for i in range(len(users))
        ]

    def picture(self, kind: str, **options: Any) -> Picture | None:
        """Return how equally items are recommended."""
        gini = {
            model: self.values[model][GINI]
            for model in self.models
            if GINI in self.values[model]
            and not math.isnan(self.values[model][GINI].estimate)
        }
        if not gini or not self._n_items:
            return None
        counts = {model: self._counts[model].counts for model in gini}
        names = {model: self.names[model] for model in gini}
        return concentration(
            Concentrations(
                names, self.series, self.values, counts, self._n_items, gini
            ),
            **options,
        )


def _leading(counts: ItemCounts) -> list[OneItem]:
    """Return the items in most lists, those first."""
    order = np.argsort(-counts.counts, kind="stable")[:MOST_LISTED]
    n = counts.n_users
    return [
        OneItem(counts.items[i], int(counts.counts[i]), int(counts.counts[i]) / n)
        for i in order.tolist()
    ]
