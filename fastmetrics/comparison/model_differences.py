"""Differences of models, and groups of models that do not differ."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import compress
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from fastmetrics._common.interval import Interval
from fastmetrics._common.names import listed, shown
from fastmetrics._common.options import check_level
from fastmetrics._common.pair_intervals import one_of
from fastmetrics._common.records import ByFields
from fastmetrics.comparison.planning import (
    minimum_detectable_difference,
    required_sample_size,
)
from fastmetrics.show.numbers import Estimate, difference, estimates, p_value

# ------------------------------------------------------------------------------- groups
# Groups without significant differences: all maximal sets without such a pair.


# More groups than this nobody reads, and there may be 3^(k/3) of them.
MOST_GROUPS = 10_000


class TooManyGroups(ValueError):
    """There are more groups than anybody would read."""


def maximal_groups(told: NDArray[np.bool_]) -> list[tuple[int, ...]]:
    """Return all sets of positions that have no told pair and are in no larger one.

    ``told`` is symmetric: the pairs that differ significantly. Positions are ascending,
    and so are the sets. More than `MOST_GROUPS` raise `TooManyGroups`.

    >>> maximal_groups(np.array([[0, 0, 1], [0, 0, 0], [1, 0, 0]], bool))
    [(0, 1), (1, 2)]
    """
    equal = ~told
    np.fill_diagonal(equal, True)
    found = _intervals(equal)
    return _cliques(equal) if found is None else found


def _intervals(equal: NDArray[np.bool_]) -> list[tuple[int, ...]] | None:
    """Return the sets if all are runs of neighbours, as for ranks."""
    k = len(equal)
    if k == 0:
        return []
    here = np.arange(k)
    after = np.triu(equal).sum(axis=1)
    ends = here + after  # beyond the last, if all between are equal to it
    contiguous = (here[None, :] >= here[:, None]) & (here[None, :] < ends[:, None])
    if not np.array_equal(np.triu(equal), contiguous) or (np.diff(ends) < 0).any():
        return None
    starts = [i for i in range(k) if i == 0 or ends[i] > ends[i - 1]]
    return [tuple(range(i, int(ends[i]))) for i in starts]


def _cliques(equal: NDArray[np.bool_]) -> list[tuple[int, ...]]:
    """Return the maximal cliques of a graph (Bron and Kerbosch 1973, with pivots).

    Sets of positions are bits of whole numbers. For every growing set, the algorithm
    knows which positions may still be added, and which must not because their sets were
    listed before.
    """
    k = len(equal)
    packed = np.packbits(equal & ~np.eye(k, dtype=bool), axis=1, bitorder="little")
    neighbours = [int.from_bytes(row.tobytes(), "little") for row in packed]
    found: list[tuple[int, ...]] = []
    waiting = [(0, (1 << k) - 1, 0)]  # not recursion: a set may have a thousand members
    while waiting:
        grown, may, must_not = waiting.pop()
        if not may:
            if not must_not:
                found.append(tuple(_positions(grown)))
                if len(found) > MOST_GROUPS:
                    raise TooManyGroups(
                        f"{k} models have more than {MOST_GROUPS:,} groups without "
                        "differences; compare fewer models."
                    )
            continue
        pivot = max(
            _positions(may | must_not), key=lambda i: (neighbours[i] & may).bit_count()
        )
        for i in _positions(may & ~neighbours[pivot]):
            bit = 1 << i
            near = neighbours[i]
            waiting.append((grown | bit, may & near, must_not & near))
            may &= ~bit
            must_not |= bit
    return sorted(found)


def _positions(bits: int) -> list[int]:
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found


# --- letters: models that share one do not differ significantly
#
# The compact letter display of Piepho (2004), "An algorithm for a letter-based
# representation of all-pairwise comparisons", Journal of Computational and Graphical
# Statistics 13(2): 456-466, with a letter for every largest group.

ALPHABET = "abcdefghijklmnopqrstuvwxyz"

Model = TypeVar("Model", bound=Hashable)


def letters(
    models: Sequence[Model], told: Iterable[tuple[Model, Model]]
) -> dict[Model, str]:
    """Return each model's letters; ``told`` pairs have no letter in common.

    >>> letters(["x", "y", "z"], [("x", "z")])
    {'x': 'a', 'y': 'ab', 'z': 'b'}
    """
    place = {model: i for i, model in enumerate(models)}
    apart = np.zeros((len(models), len(models)), bool)
    for a, b in told:
        apart[place[a], place[b]] = apart[place[b], place[a]] = True
    groups = maximal_groups(apart)
    return letters_of(models, [[models[i] for i in group] for group in groups])


def letters_of(
    models: Sequence[Model], groups: Iterable[Iterable[Model]]
) -> dict[Model, str]:
    """Return each model's letters, the first group's being a.

    >>> letters_of(["x", "y", "z"], [["x", "y"], ["y", "z"]])
    {'x': 'a', 'y': 'ab', 'z': 'b'}
    """
    found: dict[Model, list[str]] = {model: [] for model in models}
    for i, group in enumerate(groups):
        for model in group:
            found[model].append(_letter(i))
    return {model: "".join(those) for model, those in found.items()}


def _letter(i: int) -> str:
    """Return the i-th of a, b, ..., z, a2, b2, ..."""
    turn, place = divmod(i, len(ALPHABET))
    return ALPHABET[place] + (str(turn + 1) if turn else "")


# -------------------------------------------------------------------- model differences
# Results for models on one test set: values, differences and ranks.


Pair = tuple[str, str]

# With which probability differences that can be detected are.
_POWER = 0.8


@dataclass(frozen=True, slots=True, eq=False)
class Difference(ByFields):
    """Difference of two models, A − B, with its interval and p-values.

    Attributes
    ----------
    estimate : float
        A's value minus B's.
    low, high : float
        Bounds of the interval of this difference alone; NaN where there are none.
    standard_error : float
        Standard error of the estimate; NaN if the interval's method has none.
    simultaneous_low, simultaneous_high : float
        Bounds that hold for all differences together with the confidence level, never
        inside of ``low`` and ``high``; NaN where there are none.
    pvalue : float
        The smallest α at which the 1 − α interval of the same method excludes 0: at
        most 1 − ``confidence_level`` if 0 is outside of ``low`` and ``high``. NaN where
        a difference other than 0 has no bounds.
    adjusted_pvalue : float
        The same among all differences: at most 1 − ``confidence_level`` where 0 is
        outside of the simultaneous bounds, if there are any.
    test : str
        The test that was asked for by name, as a paper would print it; empty if none
        was.
    method : str
        How the interval was made, see `Interval`.
    test_pvalue, adjusted_test_pvalue : float
        Those of the test that was asked for; NaN if none was.
    approximate : bool
        Whether the interval is known to cover less often, or more, than it says.
    reason : str
        Why there are no bounds, or why they are approximate.
    """

    estimate: float
    low: float
    high: float
    standard_error: float
    simultaneous_low: float
    simultaneous_high: float
    pvalue: float
    adjusted_pvalue: float
    test: str
    method: str
    test_pvalue: float = math.nan
    adjusted_test_pvalue: float = math.nan
    approximate: bool = False
    reason: str = ""

    def __str__(self) -> str:
        p = "no p-value" if math.isnan(self.pvalue) else f"p = {p_value(self.pvalue)}"
        shown = difference(self.interval(math.nan))
        return f"{'+' * (self.estimate > 0)}{shown}, {p}"

    def interval(self, level: float, *, together: bool = False) -> Interval:
        """Return the interval, own or simultaneous, of which only bounds are known."""
        ends = (
            (self.simultaneous_low, self.simultaneous_high)
            if together
            else (self.low, self.high)
        )
        return Interval(
            self.estimate,
            *ends,
            self.standard_error,
            level,
            self.method,
            approximate=self.approximate,
            reason=self.reason,
        )


class Differences(Mapping[Pair, Difference]):
    """Differences of pairs of models, each made when it is asked for.

    Parameters
    ----------
    pairs : sequence of (str, str)
    columns : dict of str to ndarray
        Each field of `Difference`, an element for each pair.
    """

    def __init__(
        self, pairs: Sequence[Pair], columns: Mapping[str, NDArray[Any]]
    ) -> None:
        self._pairs, self._columns = pairs, columns

    @cached_property
    def _places(self) -> dict[Pair, int]:
        return dict(zip(self._pairs, range(len(self._pairs)), strict=True))

    def column(self, name: str) -> NDArray[Any]:
        """Return a field of all differences."""
        return self._columns[name]

    def __getitem__(self, pair: Pair) -> Difference:
        at = self._places[pair]
        return Difference(
            **{name: one_of(column, at) for name, column in self._columns.items()}
        )

    def __iter__(self) -> Iterator[Pair]:
        return iter(self._pairs)

    def __len__(self) -> int:
        return len(self._pairs)

    def __contains__(self, pair: object) -> bool:
        return pair in self._places

    def __repr__(self) -> str:
        return repr(dict(self))


def column_of(differences: Mapping[Pair, Difference], name: str) -> NDArray[Any]:
    """Return a field of all differences."""
    if isinstance(differences, Differences):
        return differences.column(name)
    return np.array([getattr(one, name) for one in differences.values()])


class Resolution(NamedTuple):
    """Differences that can be detected with this number of rows.

    Attributes
    ----------
    n_adjacent : int
        Pairs of models that are neighbours in the ranking.
    n_told_apart : int
        Number of pairs with a significant difference.
    detectable : dict
        Of each pair the difference that so many rows find with probability 0.8.
    rows_needed : dict
        Of each pair how many rows find the observed difference with probability 0.8;
        infinite where there is none.
    """

    n_adjacent: int
    n_told_apart: int
    detectable: Mapping[Pair, float]
    rows_needed: Mapping[Pair, float]


@dataclass(frozen=True, eq=False, kw_only=True)
class ModelDifferences:
    """Values, differences and ranks of models; see `Comparison`."""

    metric: str
    title: str
    greater_is_better: bool | None
    values: Mapping[str, Interval]
    differences: Mapping[Pair, Difference]
    baseline: str | None
    ranking: tuple[str, ...]
    rank_intervals: Mapping[str, tuple[int, int]]
    test: str
    adjust: str | None
    margin: float
    confidence_level: float
    n_rows: int
    n_units: int
    n_resamples: int
    seed: int
    notes: tuple[str, ...] = ()
    percent: bool = False
    target: str = ""

    @property
    def models(self) -> list[str]:
        """The models' names, in the order given."""
        return list(self.values)

    @property
    def best_set(self) -> tuple[str, ...]:
        """The models that may be best: no other model is significantly better.

        A model whose value is undefined is none of them, unless all are. Empty for a
        metric without a direction.
        """
        if self.greater_is_better is None:
            return ()
        known = [one for one in self.ranking if one not in self.undefined]
        return tuple(
            model
            for model in known or self.ranking
            if self.rank_intervals[model][0] == 1
        )

    @property
    def undefined(self) -> tuple[str, ...]:
        """The models whose value is undefined, which no other can be compared with."""
        return tuple(
            model for model in self.ranking if math.isnan(self.values[model].estimate)
        )

    def __getitem__(self, pair: Pair) -> Difference:
        """Return the difference of two models, in either order.

        Raises
        ------
        KeyError
            If these were not compared. For a non-inferiority test the order matters.
        """
        if pair in self.differences:
            return self.differences[pair]
        if isinstance(pair, tuple) and pair[::-1] in self.differences:
            if self.margin:
                raise KeyError(
                    f"{pair!r} was not tested for non-inferiority; {pair[::-1]!r} was"
                )
            return _turned(self.differences[pair[::-1]])
        raise KeyError(
            f"{shown(pair)} were not compared; the models are {listed(self.models)}"
        )

    # --- significant differences

    def groups(self, alpha: float | None = None) -> tuple[tuple[str, ...], ...]:
        """Return all maximal groups of models without significant differences.

        A model may be in several groups: that A is not told from B, nor B from C, does
        not say that A is not told from C. Against a baseline there is one group: the
        baseline and the models that are not told from it.

        Parameters
        ----------
        alpha : float in (0, 1), optional
            Pairs with an adjusted p-value of at most this differ significantly; by
            default 1 − ``confidence_level``.

        Returns
        -------
        tuple of tuples
            Names, the best first; the group of the best model first.

        Raises
        ------
        ValueError
            If there are more than 10,000 groups, or p-values are of non-inferiority.
        """
        told = self._told(alpha)
        if self.baseline is not None:
            apart = {a for pair in told for a in pair} - {self.baseline}
            return (tuple(model for model in self.ranking if model not in apart),)
        place = {model: i for i, model in enumerate(self.ranking)}
        matrix = np.zeros((len(place), len(place)), bool)
        for a, b in told:
            matrix[place[a], place[b]] = matrix[place[b], place[a]] = True
        return tuple(
            tuple(self.ranking[i] for i in group) for group in maximal_groups(matrix)
        )

    def letters(self, alpha: float | None = None) -> dict[str, str]:
        """Return letters for each model; a common letter: no significant difference.

        Parameters
        ----------
        alpha : float in (0, 1), optional
            As `groups` takes it, of which each has a letter.

        Returns
        -------
        dict
            Name to letters, the best model, whose letter is "a", first.

        Raises
        ------
        ValueError
            If there are more than 10,000 groups, p-values are of non-inferiority, or
            models were compared with a baseline only.
        """
        if self.baseline is not None:
            raise ValueError(
                "letters need all pairs of models, and these were compared with "
                f"{self.baseline!r} only; use groups, or leave baseline out."
            )
        return letters_of(self.ranking, self.groups(alpha))

    def told_apart(self) -> list[Pair]:
        """Return the pairs with a significant difference, the better model first."""
        return [*self._told_apart]

    @cached_property
    def _told_apart(self) -> list[Pair]:
        place = {model: i for i, model in enumerate(self.models)}
        ahead = column_of(self.differences, "low") > 0
        if self.greater_is_better is False:
            ahead = ~ahead
        is_ahead = dict(zip(self.differences, ahead.tolist(), strict=True))
        found = [pair if is_ahead[pair] else pair[::-1] for pair in self._told(None)]
        return sorted(found, key=lambda pair: (place[pair[0]], place[pair[1]]))

    def _told(self, alpha: float | None) -> list[Pair]:
        """Return the pairs that differ significantly; undefined pairs do not."""
        if self.margin:
            raise ValueError(
                f"these p-values are of non-inferiority by margin={self.margin:g}: "
                "groups and letters are of differences, made with margin=0."
            )
        alpha = self.alpha if alpha is None else check_level(alpha, "alpha")
        told = column_of(self.differences, "adjusted_pvalue") <= alpha
        return [*compress(self.differences, told)]

    @property
    def n_tested(self) -> int:
        """Number of differences with a p-value."""
        pvalues = column_of(self.differences, "adjusted_pvalue")
        return int(np.count_nonzero(~np.isnan(pvalues)))

    def shown(self, one: Difference) -> Estimate:
        """Return a difference as it is written, with as many digits as are known."""
        return difference(one.interval(self.confidence_level), percent=self.percent)

    def shown_together(self, one: Difference) -> str:
        """Return its bounds among all differences, written as the difference is."""
        wide = one.interval(self.confidence_level, together=True)
        return self.shown(one)._replace(interval=wide).bounds

    def shown_values(self) -> dict[str, Estimate]:
        """Return the models' values as they are written, the best first."""
        every = estimates(
            (self.values[model] for model in self.ranking), percent=self.percent
        )
        return dict(zip(self.ranking, every, strict=True))

    @property
    def alpha(self) -> float:
        """The significance level for pairs, 1 − ``confidence_level``."""
        return round(1 - self.confidence_level, 15)

    @property
    def resolution(self) -> Resolution:
        """Differences that so many rows can detect: see `Resolution`.

        Detectable differences and rows needed are for a power of 0.8 and the level
        1 − ``confidence_level``, shared evenly among the comparisons made where
        p-values are adjusted (Bonferroni). They assume that the standard error of a
        difference is proportional to 1/√n, with the estimate from these rows.
        """
        found = {pair: self.resolved(pair) for pair in self.differences}
        return Resolution(
            *self.neighbours(),
            {pair: detectable for pair, (detectable, _) in found.items()},
            {pair: needed for pair, (_, needed) in found.items()},
        )

    def resolved(self, pair: Pair) -> tuple[float, float]:
        """Return the detectable difference of a pair, and the rows needed for it."""
        n, one = self.n_rows, self.differences[pair]
        if not math.isfinite(one.standard_error):
            return math.nan, math.nan if one.estimate else math.inf
        asked: Any = {"alpha": self.alpha, "power": _POWER}
        if self.adjust:
            asked["n_comparisons"] = len(self.differences)
        asked["standard_deviation"] = one.standard_error * math.sqrt(n)
        detectable = minimum_detectable_difference(n, **asked)
        needed = math.inf  # there is no difference, or one by rounding alone
        if one.estimate:
            with suppress(ValueError):
                needed = float(required_sample_size(abs(one.estimate), **asked))
        return detectable, needed

    def neighbours(self) -> tuple[int, int]:
        """Return the number of adjacent pairs, and of those that differ."""
        every = (
            self._adjacent(a, b)
            for a, b in zip(self.ranking, self.ranking[1:], strict=False)
        )
        near = [one for one in every if one is not None]
        return len(near), sum(one.adjusted_pvalue <= self.alpha for one in near)

    def _adjacent(self, a: str, b: str) -> Difference | None:
        return self.differences.get((a, b)) or self.differences.get((b, a))


def _turned(one: Difference) -> Difference:
    """Return B − A for A − B."""
    return replace(
        one,
        estimate=0 - one.estimate,  # not -0.0 of models that are equal
        low=0 - one.high,
        high=0 - one.low,
        simultaneous_low=0 - one.simultaneous_high,
        simultaneous_high=0 - one.simultaneous_low,
    )


def level_of(comparison: ModelDifferences) -> str:
    """Return the confidence level in percent."""
    return f"{100 * comparison.confidence_level:g} %"
