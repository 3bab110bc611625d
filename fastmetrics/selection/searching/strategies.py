"""Which candidates a search tries: all, some at random, by rounds, or as it is told."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import whole
from fastmetrics._inputs.groups import group_codes
from fastmetrics.selection.searching.evaluations import check_names
from fastmetrics.selection.searching.grids import ParameterGrid, grids_of
from fastmetrics.selection.searching.samples import ParameterSampler
from fastmetrics.selection.splitters.randomness import numpy_state

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.selection.searching.evaluations import Trials, Tried

    Rows = NDArray[np.intp]

__all__ = ["Plan", "read_strategy"]

# What is done with trials: the candidates, and which of them were tried on all rows.
Plan = Callable[["Trials", Any], tuple[list["Tried"], list[int]]]

NAMES = ("grid", "random", "halving")
# scikit-learn's number of draws.
_DRAWS = 10
_FACTOR = 3


def read_strategy(
    strategy: Any, parameters: Any, n_candidates: int | None, *, again: bool
) -> Plan:
    """Return what tries the candidates of a search.

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
    return _asking(strategy if makes else lambda: strategy, n or _DRAWS)


def _proposals(
    strategy: str, parameters: Any, n: int | None
) -> Callable[[Any], list[dict[str, Any]]]:
    """Return what lists the candidates, for a random state."""
    dicts = grids_of(
        parameters,
        "grid",
    )
    drawn = strategy == "random" or n is not None
    drawn |= any(hasattr(one, "rvs") for given in dicts for one in given.values())
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


def _asking(make: Callable[[], Any], n: int) -> Plan:
    def tried(trials: Trials, random_state: Any) -> tuple[list[Tried], list[int]]:
        asked = make()
        found = []
        for _ in range(n):
            candidate = asked.ask()
            if not isinstance(candidate, Mapping):
                raise TypeError(
                    "strategy.ask() must return a dict of parameters, got "
                    f"{type(candidate).__name__}."
                )
            check_names(trials.made.estimator, [candidate])
            [one] = trials.tried([dict(candidate)])
            asked.tell(candidate, one.value)
            found.append(one)
        return found, [*range(n)]

    return tried


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
        found: dict[int, Tried] = {}
        for later in reversed(range(n_rounds)):
            part = [(_first(train, later), test) for train, test in ordered]
            here = trials.tried([candidates[k] for k in left], part)
            found |= dict(zip(left, here, strict=True))
            if later and not all(math.isnan(one.value) for one in here):
                keep = math.ceil(len(left) / _FACTOR)
                left = sorted(left[at] for at in trials.order(here)[:keep])
        return [found[k] for k in range(len(candidates))], left

    return tried


def _first(train: Rows, later: int) -> Rows:
    """Return the rows that are learnt from so many rounds before the last."""
    return train[: max(min(2, len(train)), len(train) // _FACTOR**later)]


def _in_order(trials: Trials, state: np.random.RandomState) -> list[tuple[Rows, Rows]]:
    """Return the folds with training rows in random order.

    The first rows of a classifier have the classes in the shares that all rows have.
    """
    made = trials.made
    codes = None
    if made.task.y is not None and made.task.classifier:
        codes, _ = group_codes(made.task.y, made.task.n, "y")
    found = []
    for train, test in made.splits:
        rows = state.permutation(train)
        if codes is not None:
            rows = rows[np.argsort(_shares(codes[rows]), kind="stable")]
        found.append((rows, test))
    return found


def _shares(codes: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return which share of its class has come up to each row, half of it included."""
    order = np.argsort(codes, kind="stable")
    sizes = np.bincount(codes)
    firsts = np.repeat(np.cumsum(sizes) - sizes, sizes)
    place = np.empty(len(codes))
    place[order] = np.arange(len(codes)) - firsts + 0.5
    return place / sizes[codes]
