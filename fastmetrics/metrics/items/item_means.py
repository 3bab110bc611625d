"""Means over items of the number that a metric gives each item."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from fastmetrics._common.names import listed, shown
from fastmetrics._common.options import check_choice, nonnegative, warn_undefined
from fastmetrics.metrics.items.item_scores import ItemScores, as_item_scores

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.items.item_numbers import ItemMeasure

    Floats: TypeAlias = NDArray[np.float64]
    # Whether items or benchmarks count alike.
    ItemAverage: TypeAlias = Literal["items", "benchmarks"]
    BenchmarkWeights: TypeAlias = Mapping[Any, float]
    # Treatment of items with fewer than k runs.
    Short: TypeAlias = Literal["raise", "skip"]
    # The table of runs, or an array as of `ItemScores.from_arrays`.
    Items: TypeAlias = ItemScores | ArrayLike
    # The value of one model, or of each model by its name.
    ItemValue: TypeAlias = float | dict[Any, float]

AVERAGES = ("items", "benchmarks")
SHORT = ("raise", "skip")
# Why a value is not defined.
NO_ITEMS = "a model, or one of its benchmarks, has no items"


class ItemMeans:
    """The numbers of the items of some models, and their means.

    Parameters
    ----------
    name : str
        Name of the metric, for messages.
    scores : ItemScores
    measure : ItemMeasure
    models : sequence of int, optional
        Places of the models; by default all.
    average, weights, short
        As in the public functions.
    missing : {"raise", "pairwise", "common"}, optional
        Treatment of missing cells, by default that of the table.

    Attributes
    ----------
    numbers : ndarray of shape (n_items, n_models)
        Number of each item; NaN if the item does not count for the model.
    starts : ndarray of int64, shape (n_strata,)
        Where each benchmark begins among the items.
    by_items : bool
        Whether all items count alike, whatever their benchmark.
    weights : ndarray of shape (n_strata, n_models)
        Weight of each benchmark's mean; the weights of a model add up to 1.
    n_short : ndarray of int64, shape (n_models,)
        Number of items that were left out because they have fewer than k runs.
    """

    def __init__(
        self,
        name: str,
        scores: ItemScores,
        measure: ItemMeasure,
        *,
        models: list[int] | None = None,
        average: ItemAverage = "items",
        weights: BenchmarkWeights | None = None,
        short: Short = "raise",
        missing: Any = None,
    ) -> None:
        check_choice(average, AVERAGES, "average")
        check_choice(short, SHORT, "short")
        if measure.weights is None and not scores.is_binary:
            raise ValueError(
                f"{name} needs scores that are 0 or 1, and the table has others: see "
                "best_of_k and worst_of_k"
            )
        own = self._weights_of_benchmarks(scores, average, weights)
        places = [*range(len(scores.models))] if models is None else models
        rule = scores.check_missing(missing)
        n_runs = scores.n_runs
        is_short = (n_runs > 0) & (n_runs < measure.k)
        if short == "raise" and is_short[:, places].any():
            self._raise_short(name, scores, measure.k, is_short, places)
        self.n_short = np.count_nonzero(is_short[:, places], axis=0)
        self.numbers = _numbers(scores, measure, places)
        if rule == "common":
            self.numbers[(n_runs < measure.k).any(axis=1)] = np.nan
        strata = scores.strata
        self.starts = np.zeros(1, np.int64)
        if strata is not None:
            self.starts = np.searchsorted(strata.codes, np.arange(strata.k))
        self.by_items, self._own = own is None, own
        self._count()

    def _count(self) -> None:
        self._counts = self._by_stratum(~np.isnan(self.numbers))
        with np.errstate(invalid="ignore", divide="ignore"):
            self.weights = (
                self._counts / self._counts.sum(axis=0)
                if self._own is None
                else np.broadcast_to(self._own[:, None], self._counts.shape)
            )

    def with_numbers(self, numbers: Floats) -> ItemMeans:
        """Return the means of other numbers of the same items and models."""
        found = copy.copy(self)
        found.numbers = numbers
        found._count()
        return found

    def weights_of_all(self) -> Floats:
        """Return the weight of each item with a number of some model."""
        some = np.where(np.isnan(self.numbers).all(axis=1), np.nan, 0.0)
        return self.with_numbers(some[:, None]).item_weights(0)

    def values(self) -> Floats:
        """Return the mean of each model; NaN for a model without items."""
        sums = self._by_stratum(np.nan_to_num(self.numbers))
        with np.errstate(invalid="ignore", divide="ignore"):
            if len(sums) == 1:
                return sums[0] / self._counts[0]
            terms = np.where(self.weights > 0, self.weights * sums / self._counts, 0.0)
        found: Floats = np.where(
            self._counts.sum(axis=0) > 0, terms.sum(axis=0), np.nan
        )
        return found

    def item_weights(self, model: int) -> Floats:
        """Return the weight of each item in the mean of a model."""
        lengths = np.diff([*self.starts, len(self.numbers)])
        with np.errstate(invalid="ignore", divide="ignore"):
            found: Floats = self.weights[:, model] / self._counts[:, model]
        return np.repeat(found, lengths)

    def _by_stratum(self, terms: NDArray[Any]) -> Floats:
        """Return the sums of each benchmark's items, (n_strata, n_models)."""
        terms = terms.astype(np.float64, copy=False)
        if len(self.starts) == 1:
            return terms.sum(axis=0, keepdims=True)
        sums: Floats = np.add.reduceat(terms, self.starts, axis=0)
        return sums

    @staticmethod
    def _weights_of_benchmarks(
        scores: ItemScores, average: ItemAverage, weights: BenchmarkWeights | None
    ) -> Floats | None:
        """Return the weight of each benchmark; None if all items count alike."""
        if weights is None and average == "items":
            return None
        if scores.strata is None:
            what = "weights" if weights is not None else "average='benchmarks'"
            raise ValueError(f"{what} needs benchmarks, and the scores have none.")
        names = scores.strata.names.tolist()
        if weights is None:
            return np.full(len(names), 1 / len(names))
        if average == "benchmarks":
            raise ValueError("give average='benchmarks' or weights, not both.")
        if not isinstance(weights, Mapping):
            raise TypeError(
                "weights must be a dict of the weight of each benchmark, got "
                f"{type(weights).__name__}."
            )
        if {*weights} != {*names}:
            raise ValueError(
                f"weights must have each benchmark, {listed(names)}; got "
                f"{listed(weights)}."
            )
        found = np.array([nonnegative(weights[one], "weights") for one in names])
        if not found.any():
            raise ValueError("weights must not be all zero.")
        found /= found.max()  # their sum may leave the range
        return found / found.sum()

    @staticmethod
    def _raise_short(
        name: str,
        scores: ItemScores,
        k: int,
        is_short: NDArray[np.bool_],
        places: list[int],
    ) -> None:
        item, at = np.argwhere(is_short[:, places])[0].tolist()
        model = scores.models[places[at]]
        n = int(is_short[:, places].sum())
        raise ValueError(
            f"{name} with k={k} needs {k} runs of each item and model, got "
            f"{scores.n_runs[item, places[at]]} of {scores.cell(item, model)}, one of "
            f"{n} such cells. Pass short='skip' to leave them out."
        )


def _numbers(scores: ItemScores, measure: ItemMeasure, places: list[int]) -> Floats:
    """Return the numbers of all items of some models, NaN where there is none."""
    if measure.is_mean:
        return scores.means[:, places]
    if scores.is_binary:
        return measure.of_successes(scores.n_runs[:, places], scores.sums[:, places])
    columns = []
    for place in places:
        one = scores.of_model(scores.models[place])
        columns.append(measure.of_scores(one.runs, one.starts))
    return np.stack(columns, axis=1)


def place_of(scores: ItemScores, model: Any) -> int:
    """Return the place of a model; raise ValueError if the table has no such model."""
    wanted = model.item() if isinstance(model, np.generic) else model
    for place, name in enumerate(scores.models):
        if type(name) is type(wanted) and name == wanted:
            return place
    raise ValueError(
        f"model must be one of {listed(scores.models)}, got {shown(model)}."
    )


def item_value(
    name: str,
    scores: Items,
    measure: ItemMeasure,
    model: Any,
    average: ItemAverage,
    weights: BenchmarkWeights | None,
    short: Short,
) -> ItemValue:
    """Return the value of a public function: of one model, or of each by its name."""
    table = as_item_scores(scores)
    places = None if model is None else [place_of(table, model)]
    means = ItemMeans(
        name,
        table,
        measure,
        models=places,
        average=average,
        weights=weights,
        short=short,
    )
    values = means.values()
    warn_undefined(values, name, NO_ITEMS)
    if len(values) == 1:
        return float(values[0])
    return dict(zip(table.models, values.tolist(), strict=True))
