"""GroupRates: the rates of decisions in each group of rows, and how far they differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from fastmetrics._common import bounds, slice_differences
from fastmetrics._common.names import listed, shown
from fastmetrics._common.options import is_one_of
from fastmetrics._common.slice_differences import Spread
from fastmetrics._inputs.groups import Slices, slices_of
from fastmetrics._inputs.label_pairs import LabelPair, label_pair, union
from fastmetrics._inputs.tables import encode_classes
from fastmetrics.metrics.labels.counting.targets import check_binary
from fastmetrics.metrics.labels.formulas.counts import as_python

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.metrics.how import RatesApart

    Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Rate:
    """A rate in each group.

    Attributes
    ----------
    name : str
    successes, trials : ndarray of shape (groups,)
        Sums of weights of the rows that count for it, and of the rows that it is of.
    squares : ndarray of shape (groups,)
        The sums of their squared weights, each divided by ``2 ** exponent`` first.
    exponent : int
        Keeps squares of very large and very small weights within floats.
    """

    name: str
    successes: Floats
    trials: Floats
    squares: Floats
    exponent: int = 0

    @property
    def values(self) -> Floats:
        """The rate of each group; NaN without a row that it is of."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return self.successes / self.trials

    @property
    def overall(self) -> float:
        """The rate of all rows."""
        trials = float(self.trials.sum())
        return float(self.successes.sum()) / trials if trials else float("nan")

    def defined(self) -> Rate:
        """Return the same of the groups that have a value."""
        known = self.trials > 0
        parts = self.successes[known], self.trials[known], self.squares[known]
        return Rate(self.name, *parts, self.exponent)

    def rest(self) -> Rate:
        """Return for each group the rate of all other rows."""
        successes, trials, squares = (
            part.sum() - part for part in (self.successes, self.trials, self.squares)
        )
        return Rate(self.name, successes, trials, squares, self.exponent)

    def bounds(self, level: float) -> tuple[Floats, Floats]:
        """Return Wilson's bounds; weights are worth so many rows (Kish)."""
        worth = np.ldexp(self.trials, -self.exponent) ** 2 / self.squares
        low, high = np.array(
            [
                bounds.proportion("wilson", value * n, n, level)
                for value, n in zip(self.values.tolist(), worth.tolist(), strict=True)
            ]
        ).T
        return low, high


@dataclass(frozen=True, eq=False)
class Apart:
    """How far rates of groups are apart: the value of a metric, and its bounds."""

    rates: Sequence[Rate]
    kind: Literal["difference", "ratio"]
    method: str = "between_groups"
    agg: str = "worst_case"

    @property
    def value(self) -> float:
        """The worst, or the mean, of the rates' differences or ratios."""
        of_rates = []
        for rate in self.rates:
            spread = Spread(rate.values, rate.overall)
            of_rates.append(getattr(spread, self.kind)(self.method))
        return self._together(of_rates)

    @property
    def is_bounded(self) -> bool:
        """Whether each rate is known in two groups."""
        return all(int((rate.trials > 0).sum()) > 1 for rate in self.rates)

    def bounds(self, level: float, *, cut: bool = True) -> tuple[float, float]:
        """Return bounds that hold for all rates and groups together.

        Rates are of different rows, the positive and the negative ones, so each has
        bounds of the level whose product is the one asked for. ``cut``: at the value
        of equal groups, beyond which none is.
        """
        each = slice_differences.level_of_each_difference(level, len(self.rates))
        low, high = zip(
            *(self._of_rate(rate.defined(), each, cut) for rate in self.rates),
            strict=True,
        )
        return self._together(low), self._together(high)

    def _of_rate(self, rate: Rate, level: float, cut: bool) -> tuple[float, float]:
        n = len(rate.trials)
        if self.method == "between_groups":
            intervals = rate.bounds(slice_differences.level_of_each(level, n))
            of = getattr(slice_differences, f"{self.kind}_bounds")
            interval: tuple[float, float] = of(rate.values, *intervals, cut=cut)
            return interval
        rest = rate.rest()
        # Two groups have one difference.
        level = slice_differences.level_of_each_difference(level, 1 if n == 2 else n)
        of = getattr(slice_differences, f"{self.kind}_to_overall_bounds")
        interval = of(
            (rate.values, *rate.bounds(level)),
            (rest.values, *rest.bounds(level)),
            rate.trials / rate.trials.sum(),
            cut=cut,
        )
        return interval

    def _together(self, values: Sequence[float]) -> float:
        if self.agg == "mean":
            return float(np.mean(values))
        return float(max(values) if self.kind == "difference" else min(values))


class GroupRates(NamedTuple):
    """Selection, true positive and false positive rates of a model in each group.

    Attributes
    ----------
    groups : Slices
    n_samples : ndarray of int64
        Rows of each group.
    rates : dict of str to Rate
    """

    groups: Slices
    n_samples: NDArray[np.int64]
    rates: dict[str, Rate]

    @classmethod
    def from_rows(
        cls,
        y_true: Any,
        y_pred: Any,
        groups: Any,
        sample_weight: Any = None,
        pos_label: Any = 1,
    ) -> GroupRates:
        """Count the four cells of each group.

        Raises
        ------
        ValueError
            If there are more than two classes, ``pos_label`` is none of two, lengths
            differ, or a group is missing.
        """
        pair = label_pair(y_true, y_pred, sample_weight)
        if not isinstance(pair, LabelPair):
            raise ValueError("y_true and y_pred must have one label per row")
        true = encode_classes(y_true, "y_true")
        predicted = encode_classes(y_pred, "y_pred")
        labels, of_true, of_predicted = union(true.values, predicted.values)
        if len(labels) > 2:
            raise ValueError(
                "y_true and y_pred must have at most two classes, the positive and the "
                f"negative one, got {listed(labels.tolist())}"
            )
        check_binary(_Labels("binary", labels), pos_label)
        positive = np.array(
            [label == as_python(pos_label) for label in labels.tolist()]
        )
        cells = (
            2 * positive[of_true][true.codes] + positive[of_predicted][predicted.codes]
        )
        slices = slices_of(groups, pair.n, "raise", "sensitive_features")
        k = len(slices)
        places = slices.codes * 4 + cells
        weights = pair.weights
        table = np.bincount(places, weights, 4 * k).reshape(k, 4).astype(np.float64)
        squares: Floats = table
        exponent = 0
        if weights is not None:
            exponent = int(np.frexp(np.max(weights))[1])
            squared = np.ldexp(np.asarray(weights, np.float64), -exponent) ** 2
            added = np.bincount(places, squared, 4 * k).reshape(k, 4)
            squares = added.astype(np.float64)
        return cls(
            slices,
            np.bincount(slices.codes, minlength=k),
            {
                name: Rate(
                    name,
                    table[:, counted].sum(axis=1),
                    table[:, among].sum(axis=1),
                    squares[:, among].sum(axis=1),
                    exponent,
                )
                for name, counted, among in _CELLS
            },
        )

    def apart(
        self, how: RatesApart, method: str = "between_groups", agg: str = "worst_case"
    ) -> Apart:
        """Return how far those rates are apart that a metric is of."""
        return Apart([self.rates[name] for name in how.rates], how.kind, method, agg)


def check_options(method: object, agg: object = "worst_case") -> None:
    """Raise ValueError unless these are options of how far rates are apart."""
    if not is_one_of(method, ("between_groups", "to_overall")):
        raise ValueError(
            f"method must be 'between_groups' or 'to_overall', got {shown(method)}"
        )
    if not is_one_of(agg, ("worst_case", "mean")):
        raise ValueError(f"agg must be 'worst_case' or 'mean', got {shown(agg)}")


class _Labels(NamedTuple):
    kind: str
    labels: NDArray[Any]


# Of each rate the cells (tn, fp, fn, tp) that count for it, and all that it is of.
_CELLS = (
    ("selection_rate", [1, 3], [0, 1, 2, 3]),
    ("true_positive_rate", [3], [2, 3]),
    ("false_positive_rate", [1], [0, 1]),
)
