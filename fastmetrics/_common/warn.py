"""Warnings that name the line of the caller, from any depth of the package.

The depth of a function below the public one differs from call to call, so a number
(`stacklevel`) would name a line of ours as soon as the code is rearranged. Here the
caller is the first frame whose code is not a file of this package.
"""

from __future__ import annotations

import sys
import threading
import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics.exceptions import UndefinedMetricWarning, join_scikit_learn

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from types import FrameType

__all__ = ["hold_warnings", "raise_as", "warn", "warn_constant", "warn_undefined"]

Held = list[tuple[str, type[Warning]]]

_here = threading.local()  # .held: where this thread's warnings go meanwhile
# File that stands in another library's place → classes that it warns by for ours.
_IN_PLACE: dict[str, Mapping[type[Warning], type[Warning]]] = {}


def raise_as(file: str, classes: Mapping[type[Warning], type[Warning]]) -> None:
    """Let calls by way of a file of the package warn by other classes than ours."""
    _IN_PLACE[file] = classes


def warn(message: str, category: type[Warning] = UserWarning) -> None:
    """Warn as `warnings.warn` does, as if the line outside the package had done it."""
    held: Held | None = getattr(_here, "held", None)
    if held is not None:
        held.append((message, category))
        return
    join_scikit_learn()
    frame, category = _caller(sys._getframe(1), category)
    names = frame.f_globals
    # The registry makes the default filter warn once per line, not once per message.
    warnings.warn_explicit(
        message,
        category,
        frame.f_code.co_filename,
        frame.f_lineno,
        module=names.get("__name__", "<string>"),
        registry=names.setdefault("__warningregistry__", {}),
    )


@contextmanager
def hold_warnings() -> Iterator[Held]:
    """Keep what this thread warns of in a list, instead of warning.

    A thread that works for another has no caller of its own on its stack: the one it
    works for warns, when the work is done.
    """
    outer = getattr(_here, "held", None)
    held: Held = []
    _here.held = held
    try:
        yield held
    finally:
        _here.held = outer


def _caller(
    frame: FrameType, category: type[Warning]
) -> tuple[FrameType, type[Warning]]:
    """Return the first frame outside the package, or the given one if none is.

    And the class to warn by: another one where the call came in another's place.
    """
    outside: FrameType | None = frame
    while outside is not None:
        file = outside.f_code.co_filename
        if not file.startswith(_PACKAGE):
            return outside, category
        if file in _IN_PLACE:
            category = _IN_PLACE[file].get(category, category)
        outside = outside.f_back
    return frame, category


# The folder of the package as its frames spell it, with the separator at its end.
_PACKAGE = warn.__code__.co_filename.removesuffix("warn.py")[: -len("_common/")]


def warn_undefined(values: Any, name: str, why: str) -> None:
    """Warn if a value is NaN."""
    if np.isnan(values).any():
        warn(f"{name} is not defined: {why}; NaN is returned.", UndefinedMetricWarning)


def warn_constant(values: Any, name: str) -> None:
    """Warn of what is divided by the spread of y_true if a value is NaN."""
    warn_undefined(values, name, "y_true is constant")
