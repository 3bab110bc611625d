"""Combinations of parameters drawn at random."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from fastmetrics._common.options import whole
from fastmetrics._common.warn import warn
from fastmetrics.selection.searching.grids import ParameterGrid, grids_of, size_of
from fastmetrics.selection.splitters.randomness import numpy_state

if TYPE_CHECKING:
    import numpy as np


__all__ = ["ParameterSampler"]

# Numbers of combinations beyond this are beyond NumPy's integers.
_MOST = 2**63 - 1


class ParameterSampler:
    """Combinations of parameters drawn at random, from lists or distributions.

    Where all parameters have lists of values, no combination is drawn twice. Where one
    has a distribution, each combination is drawn anew.

    Parameters
    ----------
    param_distributions : dict of str to sequence or distribution, or list of such
        The values of each parameter, or what draws them: a distribution of
        ``scipy.stats``, or any object whose ``rvs(random_state=...)`` returns a value.
        Of several dicts one is drawn first, each as likely as the others.
    n_iter : int
        How many combinations are drawn.
    random_state : int, numpy.random.RandomState, numpy.random.Generator or None
        What is drawn with: an int draws the same combinations each time; None draws
        from NumPy's global state. Of a generator one number is drawn as the seed.

    Raises
    ------
    TypeError
        If ``param_distributions`` is not made of dicts, or a parameter has neither
        values nor ``rvs``.
    ValueError
        If ``n_iter`` is not a whole number of at least 0.

    Warns
    -----
    UserWarning
        If lists have fewer combinations than ``n_iter``: each is drawn once.

    See Also
    --------
    ParameterGrid : all combinations.
    search : the best of the combinations, by cross-validation.

    Notes
    -----
    The draws are scikit-learn's: the same seed gives the same combinations.

    Examples
    --------
    >>> from fastmetrics import ParameterSampler
    >>> sampler = ParameterSampler({"depth": range(2, 100)}, 3, random_state=0)
    >>> list(sampler)
    [{'depth': 28}, {'depth': 87}, {'depth': 4}]
    """

    def __init__(
        self,
        param_distributions: Mapping[str, Any] | Iterable[Mapping[str, Any]],
        n_iter: int,
        *,
        random_state: (int | np.random.RandomState | np.random.Generator | None) = None,
    ) -> None:
        self.param_distributions = grids_of(param_distributions, "distribution")
        for given in self.param_distributions:
            for name, values in given.items():
                if not isinstance(values, Iterable) and not _draws(values):
                    raise TypeError(
                        f"Parameter grid for parameter {name!r} is not iterable or a "
                        f"distribution (value={values})."
                    )
        self.n_iter = whole(n_iter, "n_iter")
        self.random_state = random_state

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Draw the combinations, the same ones each time where the seed is an int."""
        state = numpy_state(self.random_state)
        if self._has_lists_only():
            return self._without_replacement(state)
        return self._anew(state)

    def __len__(self) -> int:
        """Return how many combinations will be drawn."""
        if self._has_lists_only():
            return min(self.n_iter, self._n_combinations())
        return self.n_iter

    def _has_lists_only(self) -> bool:
        return not any(
            _draws(values)
            for given in self.param_distributions
            for values in given.values()
        )

    def _n_combinations(self) -> int:
        return size_of(ParameterGrid(self.param_distributions).param_grid)

    def _without_replacement(
        self, state: np.random.RandomState
    ) -> Iterator[dict[str, Any]]:
        grid = ParameterGrid(self.param_distributions)
        size, n = self._n_combinations(), self.n_iter
        if size > _MOST:
            raise ValueError(
                f"param_distributions has {size:,} combinations, more than 2**63 - 1: "
                "give one parameter a distribution."
            )
        if size < n:
            warn(
                f"param_distributions has {size} combinations, fewer than n_iter={n}: "
                "each is drawn once. ParameterGrid has them all in order."
            )
            n = size
        for place in _distinct(size, n, state):
            yield grid[place]

    def _anew(self, state: np.random.RandomState) -> Iterator[dict[str, Any]]:
        for _ in range(self.n_iter):
            dicts = self.param_distributions
            given = dicts[state.randint(len(dicts))]
            yield {name: _drawn(given[name], state) for name in sorted(given)}

    def __repr__(self) -> str:
        """Show what is drawn from, and how often."""
        dicts = self.param_distributions
        return (
            f"ParameterSampler({dicts[0] if len(dicts) == 1 else dicts!r}, "
            f"{self.n_iter}, random_state={self.random_state!r})"
        )


def _draws(values: Any) -> bool:
    return hasattr(values, "rvs")


def _drawn(values: Any, state: np.random.RandomState) -> Any:
    """Return one value of a parameter."""
    if _draws(values):
        return values.rvs(random_state=state)
    return values[state.randint(len(values))]


def _distinct(size: int, n: int, state: np.random.RandomState) -> list[int]:
    """Draw n different numbers below ``size``, with scikit-learn's draws.

    Few of many by drawing until a number is new; nearly all by replacing the first n
    numbers as the others come along; else from a permutation.
    """
    share = n / size if size else 1.0
    if 0.01 < share < 0.99:
        found: list[int] = state.permutation(size)[:n].tolist()
        return found
    if share < 0.2:
        drawn: dict[int, None] = {}  # in the order in which they came
        while len(drawn) < n:
            drawn[int(state.randint(size))] = None
        return [*drawn]
    kept = list(range(n))
    for one in range(n, size):
        place = state.randint(0, one + 1)
        if place < n:
            kept[place] = one
    return kept
