"""Where splitters' draws come from: what ``random_state`` stands for."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_integral
from fastmetrics._kernels.twister import Twister

if TYPE_CHECKING:
    from collections.abc import Iterator

    RandomState = int | np.random.RandomState | np.random.Generator | None

__all__ = ["Draws", "numpy_state"]


class Draws:
    """The draws of one split, in scikit-learn's order.

    An int seeds a stream of its own. A ``RandomState``, and NumPy's global one for
    None, is gone on with: after the draws it is where scikit-learn would have left it.
    """

    def __init__(self, random_state: RandomState) -> None:
        self._twister: Twister | None = None
        self._from: np.random.RandomState | None = None
        if random_state is None or _is_module(random_state):
            self._from = np.random.mtrand._rand  # what NumPy's own functions draw from
        elif isinstance(random_state, np.random.RandomState):
            self._from = random_state
        else:
            self._twister = Twister(_seed(random_state))

    @contextmanager
    def twister(self) -> Iterator[Twister]:
        """Give the twister to draw with, as far as it has been drawn from."""
        if self._twister is not None:
            yield self._twister
            return
        assert self._from is not None
        found = self._from.get_state(legacy=False)
        if found["bit_generator"] != "MT19937":  # a seed is all it can give
            self._twister = Twister(int(self._from.randint(2**32, dtype=np.uint32)))
            yield self._twister
            return
        twister = Twister(0)
        twister.resume(found["state"]["key"], found["state"]["pos"])
        yield twister
        key, used = twister.state()
        self._from.set_state({**found, "state": {"key": key, "pos": used}})


def numpy_state(random_state: Any) -> np.random.RandomState:
    """Return what NumPy draws from for ``random_state``, as scikit-learn reads it."""
    if random_state is None or random_state is np.random:
        return np.random.mtrand._rand
    if isinstance(random_state, np.random.RandomState):
        return random_state
    return np.random.RandomState(_seed(random_state))


def check_random_state(random_state: Any) -> None:
    """Raise unless draws can be made of ``random_state``."""
    if random_state is None or _is_module(random_state):
        return
    if not isinstance(random_state, (np.random.RandomState, np.random.Generator)):
        _seed(random_state)


def _is_module(random_state: Any) -> bool:
    """Whether it is ``numpy.random``, which scikit-learn takes for None."""
    return random_state is np.random


def _seed(random_state: Any) -> int:
    """Return the 32-bit seed that an int is, or that a Generator gives."""
    if isinstance(random_state, np.random.Generator):
        return int(random_state.integers(2**32, dtype=np.uint32))
    is_whole = is_integral(random_state)
    if is_whole and 0 <= int(random_state) < 2**32:
        return int(random_state)
    found = shown(random_state)
    if is_whole:
        raise ValueError(
            "random_state: Seed must be between 0 and 2**32 - 1, got " + found + "."
        )
    raise ValueError(
        f"{found} cannot be used to seed a numpy.random.RandomState instance: "
        "random_state must be None, an int from 0 to 2**32 - 1, a RandomState or a "
        "Generator."
    )
