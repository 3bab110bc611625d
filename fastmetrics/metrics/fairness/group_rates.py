"""GroupRates: rates of decisions in each group of rows, and their differences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from fastmetrics._common import bounds
from fastmetrics._common.bounds import Spread
from fastmetrics._common.names import listed, shown
from fastmetrics._common.options import is_one_of
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
        Sums of weights in the numerator and in the denominator.
    squares : ndarray of shape (groups,)
        Sums of squared weights, each weight divided by ``2 ** exponent`` first.
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
        """The rate of each group; NaN if its denominator is 0."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return self.successes / self.trials

    @property
    def overall(self) -> float:
        """The rate of all rows."""
        trials = float(self.trials.sum())
        return float(self.successes.sum()) / trials if trials else float("nan")

    def defined(self) -> Rate:
        """Return the rate in the groups in which it is defined."""
        known = self.trials > 0
        parts = self.successes[known], self.trials[known], self.squares[known]
        return Rate(self.name, *parts, self.exponent)

    def rest(self) -> Rate:
        """For each group, the rate of all other rows."""
        successes, trials, squares = (
            part.sum() - part for part in (self.successes, self.trials, self.squares)
        )
        return Rate(self.name, successes, trials, squares, self.exponent)

    def bounds(self, level: float) -> tuple[Floats, Floats]:
        """Wilson bounds, with Kish's effective number of rows if there are weights."""
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
    """Difference or ratio of the rates of groups: value of a metric, and its bounds."""

    rates: Sequence[Rate]
    kind: Literal["difference", "ratio"]
    method: str = "between_groups"
    agg: str = "worst_case"

    @property
    def value(self) -> float:
        """The worst or the mean of the differences or ratios of the rates."""
        of_rates = []
        for rate in self.rates:
            spread = Spread(rate.values, rate.overall)
            of_rates.append(getattr(spread, self.kind)(self.method))
        return self._together(of_rates)

    @property
    def is_bounded(self) -> bool:
        """Whether each rate is defined in two groups or more."""
        return all(int((rate.trials > 0).sum()) > 1 for rate in self.rates)

    def bounds(self, level: float, *, cut: bool = True) -> tuple[float, float]:
        """Bounds for all rates and groups together.

        Rates have different rows, positive or negative, so the product of their levels
        is ``level``. With ``cut``, bounds end at the value of equal groups.
        """
        each = bounds.level_of_each_difference(level, len(self.rates))
        low, high = zip(
            *(self._of_rate(rate.defined(), each, cut) for rate in self.rates),
            strict=True,
        )
        return self._together(low), self._together(high)

    def _of_rate(self, rate: Rate, level: float, cut: bool) -> tuple[float, float]:
        n = len(rate.trials)
        if self.method == "between_groups":
            intervals = rate.bounds(bounds.level_of_each(level, n))
            of = getattr(bounds, f"{self.kind}_bounds")
            interval: tuple[float, float] = of(rate.values, *intervals, cut=cut)
            return interval
        rest = rate.rest()
        # Two groups have one difference.
        level = bounds.level_of_each_difference(level, 1 if n == 2 else n)
        of = getattr(bounds, f"{self.kind}_to_overall_bounds")
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
            If there are more than two classes, ``pos_label`` is not one of the two,
            lengths differ, or a group is missing.
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
        """Return the difference or ratio of the rates of a metric."""
        return Apart([self.rates[name] for name in how.rates], how.kind, method, agg)


def check_options(method: object, agg: object = "worst_case") -> None:
    """Raise ValueError if ``method`` or ``agg`` is unknown."""
    if not is_one_of(method, ("between_groups", "to_overall")):
        raise ValueError(
            f"method must be 'between_groups' or 'to_overall', got {shown(method)}"
        )
    if not is_one_of(agg, ("worst_case", "mean")):
        raise ValueError(f"agg must be 'worst_case' or 'mean', got {shown(agg)}")


class _Labels(NamedTuple):
    kind: str
    labels: NDArray[Any]


# Cells (tn, fp, fn, tp) of the numerator and of the denominator of each rate.
_CELLS = (
    ("selection_rate", [1, 3], [0, 1, 2, 3]),
    ("true_positive_rate", [3], [2, 3]),
    ("false_positive_rate", [1], [0, 1]),
)
