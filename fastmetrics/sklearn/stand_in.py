"""StandIn: one function of scikit-learn whose calls go to ours.

The function object stays the one that it is, and is given other code: whoever holds it,
in a scorer, a partial, a default, a list or a variable, from now on or for long, calls
ours; and its name, module, signature and pickles are what they were. So no module is
searched for it, and none that is imported later need be watched.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable
from functools import cache
from time import perf_counter
from types import CodeType, FunctionType
from typing import Any

import numpy as np

from fastmetrics._inputs.class_columns import UnsortedLabels
from fastmetrics._inputs.columns import has_order

_counting = threading.Lock()
if hasattr(os, "register_at_fork"):  # no child is left waiting for a thread it has not
    os.register_at_fork(
        before=_counting.acquire,
        after_in_parent=_counting.release,
        after_in_child=_counting.release,
    )


class StandIn:
    """What a function of theirs calls while ours stands in its place.

    Attributes
    ----------
    theirs : function
        Of scikit-learn.
    ours : callable
    original : function
        What ``theirs`` was: with the code of its own.
    calls : int
        How many calls ours has answered.
    seconds : float
        How long these took.
    """

    __slots__ = ("calls", "original", "ours", "seconds", "theirs")

    def __init__(self, theirs: FunctionType, ours: Callable[..., Any]) -> None:
        self.theirs = theirs
        self.ours = ours
        self.original = FunctionType(
            theirs.__code__,
            theirs.__globals__,
            theirs.__name__,
            theirs.__defaults__,
            theirs.__closure__,
        )
        self.original.__kwdefaults__ = theirs.__kwdefaults__
        self.calls = 0
        self.seconds = 0.0

    @property
    def stands(self) -> bool:
        """Whether calls go to ours now."""
        defaults = self.theirs.__kwdefaults__ or {}
        return defaults.get("_stand_in") is self and self.theirs.__code__ is self._code

    def enter(self) -> None:
        """Let calls go to ours."""
        if self.stands:
            return
        # First what the code needs: another thread may call in between.
        self.theirs.__kwdefaults__ = {
            **(self.original.__kwdefaults__ or {}),
            "_stand_in": self,
        }
        self.theirs.__code__ = self._code

    def leave(self) -> None:
        """Let calls go to theirs again, unless others have been put there since."""
        if self.stands:
            self.theirs.__code__ = self.original.__code__
            self.theirs.__kwdefaults__ = self.original.__kwdefaults__

    @property
    def _code(self) -> CodeType:
        # A function's code must have as many variables of outer functions as it had.
        return _calling(self.original.__code__.co_freevars)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call ours, and count it; theirs for data that only theirs can read."""
        if _is_theirs(args) or _is_theirs(kwargs.values()):
            return self.original(*args, **kwargs)
        start = perf_counter()
        try:
            return self.ours(*args, **kwargs)
        except UnsortedLabels:  # theirs warns, and reads the columns as if sorted
            return self.original(*args, **kwargs)
        finally:
            took = perf_counter() - start
            with _counting:
                self.calls += 1
                self.seconds += took


@cache
def _calling(outer: tuple[str, ...]) -> CodeType:
    """Return code that calls its stand-in, with variables of outer functions."""
    names = ", ".join(outer)
    source = [
        f"def outer({names}):",
        "    def call(*args, _stand_in, **kwargs):",
        "        return _stand_in(*args, **kwargs)",
        *([f"        {names}"] if names else ()),
        "    return call",
    ]
    namespace: dict[str, Any] = {}
    exec(compile("\n".join(source), __file__, "exec"), namespace)
    code: CodeType = namespace["outer"](*outer).__code__
    return code


def _is_theirs(arguments: Iterable[Any]) -> bool:
    """Whether one of these is an array that scikit-learn computes with as it is.

    Those on a device other than the processor, and where its dispatch is on, all that
    say which device they are on. Ordered categories have no order there.
    """
    for argument in arguments:
        kind = type(argument)
        if hasattr(kind, "dtype") and has_order(argument):
            return True
        if kind is np.ndarray or kind is list or not hasattr(kind, "device"):
            if not hasattr(kind, "__cuda_array_interface__"):
                continue
        from sklearn import get_config

        if get_config()["array_api_dispatch"]:
            return True
        device = getattr(argument, "device", None)
        for name in ("type", "platform"):
            device = getattr(device, name, device)
        if device is None:  # no tensor on the processor has the interface of CUDA
            return hasattr(argument, "__cuda_array_interface__")
        if "cpu" not in str(device).lower():
            return True
    return False
