"""Candidates that Optuna's sampler proposes, by what came of those before them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

from fastmetrics._common.extras import needs
from fastmetrics._common.names import shown
from fastmetrics._common.options import is_real
from fastmetrics.selection.searching.grids import grids_of
from fastmetrics.selection.splitters.randomness import numpy_state

__all__ = ["Optimizer", "optimizer_of"]

# Seeds of Optuna are below this.
_SEEDS = 2**31 - 1
_WHICH = "which of the dicts"
# Quantiles of distributions, whose ends may be infinite.
_ENDS = 1e-9, 1 - 1e-9


def optimizer_of(parameters: Any) -> Callable[[bool, Any], Optimizer]:
    """Return what makes an optimizer, of whether more is better and a random state.

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
        for given in dicts:
            for name, values in given.items():
                _check(name, values)

        def suggest(trial: Any) -> dict[str, Any]:
            return _suggested(trial, dicts)

    def make(more_is_better: bool, random_state: Any) -> Optimizer:
        return Optimizer(suggest, more_is_better, random_state)

    return make


class Optimizer:
    """What asks for candidates and is told their values, a study of Optuna's.

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
        """Take the value of the candidate that was asked for last; NaN: it has none."""
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
    given = dicts[place]
    # What is of another dict is another parameter, whatever its name.
    return {
        name: _value(trial, f"{place} {name}", values) for name, values in given.items()
    }


def _value(trial: Any, name: str, values: Any) -> Any:
    if hasattr(values, "ppf"):  # by its quantile: where it is dense there are more
        return _quantile(values, trial.suggest_float(name, *_ENDS))
    if len(values) == 1:
        return values[0]
    if _rises(values):
        return values[trial.suggest_int(name, 0, len(values) - 1)]
    return values[trial.suggest_categorical(name, range(len(values)))]


def _quantile(law: Any, share: float) -> Any:
    """Return a quantile of a frozen distribution; of whole numbers an int."""
    found = float(law.ppf(share))
    of = getattr(law, "dist", law)
    return int(found) if hasattr(of, "pmf") else found


def _rises(values: Sequence[Any]) -> bool:
    """Whether values are numbers in order, so that neighbours are alike."""
    if not all(is_real(one) and not isinstance(one, bool) for one in values):
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
