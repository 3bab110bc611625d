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
from typing import TYPE_CHECKING

from fastmetrics.exceptions import join_scikit_learn

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

__all__ = ["hold_warnings", "warn"]

Held = list[tuple[str, type[Warning]]]

_here = threading.local()  # .held: where this thread's warnings go meanwhile


def warn(message: str, category: type[Warning] = UserWarning) -> None:
    """Warn as `warnings.warn` does, as if the line outside the package had done it."""
    held: Held | None = getattr(_here, "held", None)
    if held is not None:
        held.append((message, category))
        return
    join_scikit_learn()
    frame = _caller(sys._getframe(1))
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


def _caller(frame: FrameType) -> FrameType:
    """Return the first frame outside the package, or the given one if none is."""
    outside: FrameType | None = frame
    while outside is not None and outside.f_code.co_filename.startswith(_PACKAGE):
        outside = outside.f_back
    return outside or frame


# The folder of the package as its frames spell it, with the separator at its end.
_PACKAGE = warn.__code__.co_filename.removesuffix("warn.py")[: -len("_common/")]
