"""Search strategies: grid, random, successive halving, or Optuna's sampler."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_real, needs, warn, whole
from fastmetrics._inputs.groups import group_codes
from fastmetrics.intervals.resolve import reporting
from fastmetrics.selection.searching.fits import Trials, Tried, check_names
from fastmetrics.selection.searching.grids import ParameterGrid, grids_of, size_of
from fastmetrics.selection.splitters.splitter import numpy_state

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Rows = NDArray[np.intp]


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
    """Let Optuna say nothing of what it makes, and afterwards what it said before."""
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
    # What is of another dict is another parameter, whatever its name.
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
    """Whether values are numbers in order, so that neighbours are alike."""
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
            f"quantiles (ppf) such as those of scipy.stats, got {shown(values)}."
        )
    if not len(values):
        raise ValueError(f"parameter {name!r} must have at least one value, got none.")


# --- strategies: all candidates, random ones, rounds, or proposals

# What is done with trials: the candidates, and which of them were tried on all rows.
Plan = Callable[["Trials", Any], tuple[list["Tried"], list[int]]]

NAMES = ("grid", "random", "halving", "bayesian")
# scikit-learn's number of draws.
_DRAWS = 10
_FACTOR = 3


def read_strategy(
    strategy: Any, parameters: Any, n_candidates: int | None, *, again: bool
) -> Plan:
    """Return the function that tries the candidates of a search.

    ``again``: whether it will be asked more than once, in each outer fold.

    Raises
    ------
    TypeError, ValueError
        If it is none, or parameters do not go with it.
    """
    n = None if n_candidates is None else whole(n_candidates, "n_candidates", 1)
    if isinstance(strategy, str):
        if strategy not in NAMES:
            raise ValueError(
                f"strategy must be one of {NAMES}, or have methods 'ask' and 'tell', "
                f"got {shown(strategy)}."
            )
        if strategy == "grid" and n is not None:
            raise ValueError(
                'n_candidates is for other strategies: "grid" tries all combinations.'
            )
        if strategy == "bayesian":
            return _of_optimizer(optimizer_of(parameters), n or _DRAWS)
        proposed = _proposals(strategy, parameters, n)
        return _by_rounds(proposed) if strategy == "halving" else _all_of(proposed)
    makes = isinstance(strategy, type)
    asks = not makes and hasattr(strategy, "ask") and hasattr(strategy, "tell")
    makes |= not asks and callable(strategy)
    if not asks and not makes:
        raise TypeError(
            f"strategy must be one of {NAMES}, or have methods 'ask' and 'tell', got "
            f"{type(strategy).__name__}."
        )
    if parameters:
        raise ValueError(
            "parameters must be None where strategy asks for candidates itself, got "
            f"{shown(parameters)}."
        )
    if asks and again:
        raise ValueError(
            "strategy must be a function that makes an object with 'ask' and 'tell' "
            "where there is outer_cv: each outer fold needs one of its own."
        )
    return _of_optimizer(lambda *_: strategy() if makes else strategy, n or _DRAWS)


def _proposals(
    strategy: str, parameters: Any, n: int | None
) -> Callable[[Any], list[dict[str, Any]]]:
    """Return a function of a random state that lists the candidates."""
    dicts = grids_of(parameters, "grid")
    drawn = strategy == "random" or n is not None
    drawn |= any(hasattr(v, "rvs") for d in dicts for v in d.values())
    if strategy == "grid" or not drawn:
        grid = [*ParameterGrid(dicts)]
        return lambda _: grid
    if n is None and strategy == "halving":
        raise ValueError(
            "n_candidates must be given where a parameter has a distribution."
        )
    return lambda state: [*ParameterSampler(dicts, n or _DRAWS, random_state=state)]


def _all_of(proposed: Callable[[Any], list[dict[str, Any]]]) -> Plan:
    def tried(trials: Trials, random_state: Any) -> tuple[list[Tried], list[int]]:
        candidates = proposed(random_state)
        check_names(trials.made.estimator, candidates)
        return trials.tried(candidates), [*range(len(candidates))]

    return tried


def _of_optimizer(make: Callable[[bool, Any], Any], n: int) -> Plan:
    """Try n candidates one by one, each as what was told of those before suggests.

    ``make``: gets whether more is better, and a random state.
    """

    def tried(trials: Trials, random_state: Any) -> tuple[list[Tried], list[int]]:
        optimizer = make(trials.better > 0, random_state)
        tried_so_far = []
        n_folds = len(trials.made.splits)
        with reporting(trials.progress, "fits") as tell:
            for k in range(n):
                candidate = optimizer.ask()
                if candidate is not None or not isinstance(optimizer, Optimizer):
                    tried_so_far.append(_told(optimizer, candidate, trials))
                if tell is not None:
                    tell((k + 1) * n_folds, n * n_folds)
        return tried_so_far, [*range(len(tried_so_far))]

    return tried


def _told(optimizer: Any, candidate: Any, trials: Trials) -> Tried:
    """Try what was asked for, and tell what came of it."""
    if not isinstance(candidate, Mapping):
        raise TypeError(
            "strategy.ask() must return a dict of parameters, got "
            f"{type(candidate).__name__}."
        )
    check_names(trials.made.estimator, [candidate])
    [trial] = trials.tried([dict(candidate)], progress=False)
    optimizer.tell(candidate, trial.value)
    return trial


def _by_rounds(proposed: Callable[[Any], list[dict[str, Any]]]) -> Plan:
    """Try all on a few rows, and the better third of them on three times as many.

    The last round is on all rows. A candidate keeps the scores of the last round that
    it was in. If none has a value, all go on.
    """

    def tried(trials: Trials, random_state: Any) -> tuple[list[Tried], list[int]]:
        state = numpy_state(random_state)
        candidates = proposed(state)
        check_names(trials.made.estimator, candidates)
        left = [*range(len(candidates))]
        n_rounds = max(1, math.ceil(round(math.log(len(left), _FACTOR), 9)))
        ordered = _in_order(trials, state)
        results: dict[int, Tried] = {}
        for later in reversed(range(n_rounds)):
            part = [(_first(train, later), test) for train, test in ordered]
            here = trials.tried([candidates[k] for k in left], part)
            results |= dict(zip(left, here, strict=True))
            if later and not all(math.isnan(trial.value) for trial in here):
                keep = math.ceil(len(left) / _FACTOR)
                left = sorted(left[at] for at in trials.order(here)[:keep])
        return [results[k] for k in range(len(candidates))], left

    return tried


def _first(train: Rows, later: int) -> Rows:
    """Return the rows that are learnt from so many rounds before the last."""
    return train[: max(min(2, len(train)), len(train) // _FACTOR**later)]


def _in_order(trials: Trials, state: np.random.RandomState) -> list[tuple[Rows, Rows]]:
    """Return the folds with training rows in random order.

    The first rows of a classifier have the classes in the shares that all rows have.
    """
    prepared = trials.made
    codes = None
    if prepared.task.y is not None and prepared.task.classifier:
        codes, _ = group_codes(prepared.task.y, prepared.task.n, "y")
    folds = []
    for train, test in prepared.splits:
        rows = state.permutation(train)
        if codes is not None:
            rows = rows[np.argsort(_shares(codes[rows]), kind="stable")]
        folds.append((rows, test))
    return folds


def _shares(codes: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the proportion of its class up to each row, half of the row included."""
    order = np.argsort(codes, kind="stable")
    sizes = np.bincount(codes)
    firsts = np.repeat(np.cumsum(sizes) - sizes, sizes)
    place = np.empty(len(codes))
    place[order] = np.arange(len(codes)) - firsts + 0.5
    return place / sizes[codes]


# --- combinations of parameters drawn at random

# Numbers of combinations beyond this are beyond NumPy's integers.
_MOST = 2**63 - 1


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
        How many combinations are drawn.
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
        if size > _MOST:
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
