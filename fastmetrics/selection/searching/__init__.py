"""Combinations of parameters: grids, random samples, and proposals of an optimizer."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from numbers import Integral, Rational
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_real, needs, number, warn, whole
from fastmetrics.selection.splitters import numpy_state

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Rows = NDArray[np.intp]


class ParameterGrid:
    """Iterate over all combinations of parameter values, in a fixed order.

    Parameters are taken in the order of their names, and the values of the last one
    change fastest.

    Parameters
    ----------
    param_grid : dict of str to sequence, or sequence of such dicts
        The values of each parameter: a list, tuple, range or one-dimensional array. An
        empty dict is one combination: all defaults. The combinations of several dicts
        follow each other.

    Raises
    ------
    TypeError
        If ``param_grid`` is not made of dicts, or values are not a sequence.
    ValueError
        If a sequence of values is empty or an array of several dimensions.

    See Also
    --------
    ParameterSampler : some of the combinations, drawn at random.
    parameter_range : values at equal steps.
    search : the best of the combinations, by cross-validation.

    Notes
    -----
    The order and the errors are scikit-learn's. Combinations are made when
    they are asked for: a grid takes the memory of its values, however many combinations
    it has. Negative numbers count from the end of all dicts; scikit-learn counts from
    the end of the first one.

    Examples
    --------
    >>> from fastmetrics import ParameterGrid
    >>> grid = ParameterGrid({"depth": [2, 4], "criterion": ["gini", "entropy"]})
    >>> len(grid)
    4
    >>> list(grid)[:2]
    [{'criterion': 'gini', 'depth': 2}, {'criterion': 'gini', 'depth': 4}]
    >>> grid[3]
    {'criterion': 'entropy', 'depth': 4}
    """

    def __init__(
        self, param_grid: Mapping[str, Sequence[Any]] | Iterable[Mapping[str, Any]]
    ) -> None:
        self.param_grid = grids_of(param_grid, "grid")
        for grid in self.param_grid:
            for name, values in grid.items():
                _check_values(name, values)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Go over all combinations."""
        for grid in self.param_grid:
            names = sorted(grid)
            for values in itertools.product(*(grid[name] for name in names)):
                yield dict(zip(names, values, strict=True))

    def __len__(self) -> int:
        """Return how many combinations there are."""
        return size_of(self.param_grid)

    def __getitem__(self, ind: int) -> dict[str, Any]:
        """Return a combination by its number, without those before it."""
        place = index(ind)
        if place < 0:
            place += size_of(self.param_grid)
        if place >= 0:
            for grid in self.param_grid:
                size = _size(grid)
                if place < size:
                    return _combination(grid, place)
                place -= size
        raise IndexError(
            f"ParameterGrid index out of range: {ind} of "
            f"{size_of(self.param_grid):,} combinations."
        )

    def __repr__(self) -> str:
        """Show the values that it was made of."""
        grids = self.param_grid
        return f"ParameterGrid({grids[0] if len(grids) == 1 else grids!r})"


def grids_of(grids: Any, what: str) -> list[Mapping[str, Any]]:
    """Return the dicts that were given, one or several of them."""
    if not isinstance(grids, Iterable):
        raise TypeError(
            f"Parameter {what} should be a dict or a list, got: {grids!r} of type "
            f"{type(grids).__name__}."
        )
    dicts = [grids] if isinstance(grids, Mapping) else list(grids)
    for grid in dicts:
        if not isinstance(grid, Mapping):
            raise TypeError(f"Parameter {what} is not a dict ({shown(grid)}).")
    return dicts


def _check_values(name: str, values: Any) -> None:
    """Raise unless the values of a parameter can be gone through and counted."""
    if isinstance(values, np.ndarray) and values.ndim > 1:
        raise ValueError(
            f"Parameter array for {name!r} should be one-dimensional, got: {values!r} "
            f"with shape {values.shape}."
        )
    if isinstance(values, str) or not isinstance(values, (np.ndarray, Sequence)):
        raise TypeError(
            f"Parameter grid for parameter {name!r} needs to be a list or a numpy "
            f"array, but got "
            f"{shown(values)} (of type {type(values).__name__}) instead. "
            "Single values need to be wrapped in a list with one element."
        )
    if not len(values):
        raise ValueError(
            f"Parameter grid for parameter {name!r} need to be a non-empty sequence, "
            f"got: {values!r}."
        )


def size_of(grids: Iterable[Mapping[str, Sequence[Any]]]) -> int:
    """Return the number of combinations of some dicts, as an int of any size."""
    return sum(map(_size, grids))


def _size(grid: Mapping[str, Sequence[Any]]) -> int:
    return math.prod(len(values) for values in grid.values())


def _combination(grid: Mapping[str, Sequence[Any]], place: int) -> dict[str, Any]:
    """Return the combination of that number: its digits are places of values."""
    pairs = []
    for name in sorted(grid, reverse=True):
        values = grid[name]
        place, digit = divmod(place, len(values))
        pairs.append((name, values[digit]))
    return dict(reversed(pairs))


# --- values of a parameter at equal steps, in exact decimals

# A step that misses the end by less than this fraction of itself ends there.
_TOLERANCE = Fraction(1, 10**9)
_MOST = 10**6


def parameter_range(start: float, stop: float, step: float) -> list[float]:
    """List the values from one end to the other at equal steps, both ends included.

    Value k is ``start + k * step`` in exact decimals, rounded once: numbers are taken
    as written, 0.1 as one tenth.

    Parameters
    ----------
    start : float
        The first value.
    stop : float
        End of the values: the last value, if a whole number of steps leads there.
    step : float
        Difference between neighbouring values; below 0 if ``stop`` is below ``start``.

    Returns
    -------
    list of float
        The values in that order; ints where all three are ints, which some parameters
        must be. The last value is ``stop`` itself if the steps miss it by less than
        10⁻⁹ of a step, such as steps of 1/3, and otherwise the last one before it.

    Raises
    ------
    ValueError
        If ``step`` is 0 or leads away from ``stop``, a number is not a finite float, or
        there would be more than 10⁶ values.
    TypeError
        If one of the three is not a number.

    See Also
    --------
    ParameterGrid : combinations of the values of several parameters.
    numpy.arange : without ``stop``, and with the rounding of each step.

    References
    ----------
    .. [1] G. L. Steele and J. L. White, "How to print floating-point numbers
       accurately", PLDI 1990, 112-126: the shortest decimal that is a float.

    Examples
    --------
    >>> from fastmetrics import parameter_range
    >>> parameter_range(0, 0.2, 0.05)
    [0.0, 0.05, 0.1, 0.15, 0.2]
    >>> parameter_range(0.7, 0, -0.3)
    [0.7, 0.4, 0.1]
    >>> parameter_range(1, 7, 2)
    [1, 3, 5, 7]
    """
    numbers = {"start": start, "stop": stop, "step": step}
    first, last, each = (_exact(value, name) for name, value in numbers.items())
    if not each:
        raise ValueError("step must not be 0.")
    steps = (last - first) / each
    if steps < 0:
        raise ValueError(
            f"step must lead from start to stop, got {step!r} from {start!r} to "
            f"{stop!r}."
        )
    whole = math.floor(steps + _TOLERANCE)
    if whole >= _MOST:
        raise ValueError(
            f"step must give at most {_MOST:,} values, got {step!r} from {start!r} to "
            f"{stop!r}: {whole + 1:,} values."
        )
    values = [first + k * each for k in range(whole + 1)]
    if abs(steps - whole) < _TOLERANCE:
        values[-1] = last
    if all(isinstance(value, Integral) for value in numbers.values()):
        return [int(value) for value in values]
    return [float(value) for value in values]


def _exact(value: Any, name: str) -> Fraction:
    """Return a number as it is written: the shortest decimal of a float."""
    if isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} must be a number, got a bool.")
    # Beyond the floats a decimal may have more digits than memory has room for.
    size = float(value) if isinstance(value, Decimal) else number(value, name)
    if not math.isfinite(size) or (size == 0) != (value == 0):
        raise ValueError(f"{name} must be finite and a float, got {shown(value)}.")
    if isinstance(value, Integral):
        return Fraction(int(value))
    if isinstance(value, Rational | Decimal):
        return Fraction(value)
    # str writes as many digits as tell a number from others of its type.
    return Fraction(str(value))


# --- candidates that Optuna's sampler proposes

# Seeds of Optuna are below this.
_SEEDS = 2**31 - 1
_WHICH = "which of the dicts"
# Quantiles of distributions, whose ends may be infinite.
_ENDS = 1e-9, 1 - 1e-9


def optimizer_of(parameters: Any) -> Callable[[bool, Any], Optimizer]:
    """Return a function of the direction and a random state that makes an optimizer.

    Raises
    ------
    ImportError
        If Optuna is not installed.
    TypeError, ValueError
        If parameters are neither dicts of values and distributions nor a function.
    """
    try:
        import optuna  # noqa: F401 - is needed later, and said to be missing now
    except ImportError as error:
        raise ImportError(needs('strategy="bayesian"', "optuna", "search")) from error
    if callable(parameters) and not isinstance(parameters, Mapping):
        suggest = parameters
    else:
        dicts = grids_of(parameters, "distribution")
        for distributions in dicts:
            for name, values in distributions.items():
                _check(name, values)

        def suggest(trial: Any) -> dict[str, Any]:
            return _suggested(trial, dicts)

    def make(more_is_better: bool, random_state: Any) -> Optimizer:
        return Optimizer(suggest, more_is_better, random_state)

    return make


class Optimizer:
    """A study of Optuna, which proposes candidates and records their values.

    Parameters
    ----------
    suggest : callable
        Gets a trial of Optuna's and returns a dict of parameters.
    more_is_better : bool
    random_state : int, RandomState, Generator or None
    """

    def __init__(
        self,
        suggest: Callable[[Any], Mapping[str, Any]],
        more_is_better: bool,
        random_state: Any,
    ) -> None:
        import optuna

        seed = int(numpy_state(random_state).randint(_SEEDS))
        with _quiet(optuna):
            self._study = optuna.create_study(
                direction="maximize" if more_is_better else "minimize",
                sampler=optuna.samplers.TPESampler(seed=seed),
            )
        self._failed = optuna.trial.TrialState.FAIL
        self._suggest = suggest
        self._trial: Any = None
        # What each choice that was tried came to.
        self._told: dict[tuple[Any, ...], float] = {}

    def ask(self) -> Mapping[str, Any] | None:
        """Return the next candidate; None: it was tried, and its value is told again.

        Raises
        ------
        TypeError
            If a function of the trial returns no dict.
        """
        self._trial = self._study.ask()
        candidate = self._suggest(self._trial)
        if not isinstance(candidate, Mapping):
            raise TypeError(
                "parameters must return a dict of parameters where it is a function, "
                f"got {type(candidate).__name__}."
            )
        if self._choice in self._told:
            self.tell(candidate, self._told[self._choice])
            return None
        return candidate

    def tell(self, candidate: Mapping[str, Any], value: float) -> None:
        """Record the value of the last proposed candidate; NaN if it has none."""
        self._told[self._choice] = value
        if math.isnan(value):
            self._study.tell(self._trial, state=self._failed)
        else:
            self._study.tell(self._trial, value)

    @property
    def _choice(self) -> tuple[Any, ...]:
        return tuple(sorted(self._trial.params.items()))


@contextmanager
def _quiet(optuna: Any) -> Iterator[None]:
    """Silence the messages of Optuna, and restore them afterwards."""
    level = optuna.logging.get_verbosity()
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    try:
        yield
    finally:
        optuna.logging.set_verbosity(level)


def _suggested(trial: Any, dicts: Sequence[Mapping[str, Any]]) -> Any:
    """Return a candidate: one of the dicts, and a value of each of its parameters."""
    place = 0
    if len(dicts) > 1:
        place = trial.suggest_categorical(_WHICH, range(len(dicts)))
    chosen = dicts[place]
    # Parameters of different dicts are different, even with equal names.
    return {
        name: _value(trial, f"{place} {name}", values)
        for name, values in chosen.items()
    }


def _value(trial: Any, name: str, values: Any) -> Any:
    if hasattr(values, "ppf"):  # by its quantile: where it is dense there are more
        return _quantile(values, trial.suggest_float(name, *_ENDS))
    if len(values) == 1:
        return values[0]
    if _rises(values):
        return values[trial.suggest_int(name, 0, len(values) - 1)]
    return values[trial.suggest_categorical(name, range(len(values)))]


def _quantile(distribution: Any, share: float) -> Any:
    """Return a quantile of a frozen distribution; of whole numbers an int."""
    quantile = float(distribution.ppf(share))
    of = getattr(distribution, "dist", distribution)
    return int(quantile) if hasattr(of, "pmf") else quantile


def _rises(values: Sequence[Any]) -> bool:
    """Whether values are numbers in order, where neighbours are similar."""
    if not all(is_real(value) and not isinstance(value, bool) for value in values):
        return False
    pairs = [*pairwise(values)]
    return all(a < b for a, b in pairs) or all(a > b for a, b in pairs)


def _check(name: str, values: Any) -> None:
    if hasattr(values, "ppf"):
        return
    if isinstance(values, str) or not hasattr(values, "__len__"):
        raise TypeError(
            f"parameter {name!r} must have a list of values, or a distribution with "
            f"quantiles (ppf) as in scipy.stats, got {shown(values)}."
        )
    if not len(values):
        raise ValueError(f"parameter {name!r} must have at least one value, got none.")


# --- combinations of parameters drawn at random

# Numbers of combinations beyond this are beyond NumPy's integers.
_MOST_DRAWN = 2**63 - 1


class ParameterSampler:
    """Combinations of parameters drawn at random, from lists or distributions.

    If all parameters have lists of values, no combination is drawn twice. If a
    parameter has a distribution, combinations are drawn independently.

    Parameters
    ----------
    param_distributions : dict of str to sequence or distribution, or list of such
        The values of each parameter, or what draws them: a distribution of
        ``scipy.stats``, or any object whose ``rvs(random_state=...)`` returns a value.
        With several dicts, one is drawn first with equal probabilities.
    n_iter : int
        Number of combinations to draw.
    random_state : int, numpy.random.RandomState, numpy.random.Generator or None
        Source of the draws: an int draws the same combinations each time; None draws
        from NumPy's global state. From a generator one number is drawn as the seed.

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
        for distributions in self.param_distributions:
            for name, values in distributions.items():
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
            for distributions in self.param_distributions
            for values in distributions.values()
        )

    def _n_combinations(self) -> int:
        return size_of(ParameterGrid(self.param_distributions).param_grid)

    def _without_replacement(
        self, state: np.random.RandomState
    ) -> Iterator[dict[str, Any]]:
        grid = ParameterGrid(self.param_distributions)
        size, n = self._n_combinations(), self.n_iter
        if size > _MOST_DRAWN:
            raise ValueError(
                f"param_distributions has {size:,} combinations, more than 2**63 - 1: "
                "give one parameter a distribution."
            )
        if size < n:
            warn(
                f"The total space of parameters {size} is smaller than n_iter={n}. "
                f"Running {size} iterations: each combination is drawn once. "
                "ParameterGrid has them all in order."
            )
            n = size
        for place in _distinct(size, n, state):
            yield grid[place]

    def _anew(self, state: np.random.RandomState) -> Iterator[dict[str, Any]]:
        for _ in range(self.n_iter):
            dicts = self.param_distributions
            chosen = dicts[state.randint(len(dicts))]
            yield {name: _drawn(chosen[name], state) for name in sorted(chosen)}

    def __repr__(self) -> str:
        """Show the distributions and the number of draws."""
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
        return state.permutation(size)[:n].tolist()
    if share < 0.2:
        drawn: dict[int, None] = {}  # in the order in which they came
        while len(drawn) < n:
            drawn[int(state.randint(size))] = None
        return [*drawn]
    kept = list(range(n))
    for last in range(n, size):
        place = state.randint(0, last + 1)
        if place < n:
            kept[place] = last
    return kept
