"""The docstring of a function that is another one under a second name."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

__all__ = ["same_as"]

_Function = TypeVar("_Function", bound=Callable[..., object])


def same_as(other: Callable[..., object]) -> Callable[[_Function], _Function]:
    """Complete a docstring of one line with the sections of the other function's.

    The names of the two functions are exchanged in the sections, so "See Also" refers
    to the other function and the examples call this one.
    """

    def complete(function: _Function) -> _Function:
        summary, sections = function.__doc__, other.__doc__
        if summary and sections:  # neither is there under python -OO
            own, others = function.__name__, other.__name__
            exchanged = re.sub(
                rf"\b({own}|{others})\b",
                lambda name: own if name[0] == others else others,
                sections.partition("\n\n")[2],
            )
            function.__doc__ = f"{summary}\n\n{exchanged}"
        return function

    return complete
