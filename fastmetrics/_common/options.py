"""Options checked, warnings at the caller's line, missing packages, progress bars."""

from __future__ import annotations

import math
import sys
import threading
import time
import warnings
from collections.abc import Callable, Container, Iterator
from contextlib import ExitStack, contextmanager, suppress
from numbers import Integral, Real
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics.exceptions import UndefinedMetricWarning, join_scikit_learn

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import FrameType


# ------------------------------------------------------------------------------ options
# Options that several functions share, checked.


MOST_RESAMPLES = 2**31
LARGEST_COUNT = 2**53  # up to here every whole number is a float


def is_real(value: Any) -> bool:
    """Whether an object is a real number; NumPy has time differences among them."""
    return isinstance(value, Real) and not isinstance(value, np.timedelta64)


def is_integral(value: Any) -> bool:
    """Whether an object is a whole number by its type, as `is_real` sees numbers."""
    return isinstance(value, Integral) and is_real(value)


def number(value: Any, name: str) -> float:
    """Return an option that is a real number."""
    if not is_real(value):
        raise TypeError(f"{name} must be a number, got {type(value).__name__}.")
    try:
        return float(value)
    except OverflowError:
        raise ValueError(f"{name} must be in the range of a float.") from None


def positive(value: Any, name: str) -> float:
    """Return an option that is a finite number above 0."""
    found = number(value, name)
    if not 0 < found < math.inf:
        raise ValueError(f"{name} must be finite and above 0, got {shown(value)}.")
    return found


def check_flag(value: Any, name: str) -> None:
    """Raise unless an option is True or False."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} must be True or False, got {shown(value)}.")


def is_one_of(value: Any, choices: Container[Any]) -> bool:
    """Whether an option is one of a few words, True, False or None; an array is none.

    Comparing an array by ``in`` would raise NumPy's own words.
    """
    return (value is None or isinstance(value, (str, bool))) and value in choices


def check_choice(value: Any, choices: tuple[Any, ...], name: str) -> None:
    """Raise ValueError unless an option is one of these."""
    if not is_one_of(value, choices):
        raise ValueError(f"{name} must be one of {choices}, got {shown(value)}.")


def stretch(values: Any, name: str) -> tuple[float, float]:
    """Return the two ends of a part of [0, 1]."""
    try:
        low, high = (number(value, name) for value in values)
    except (TypeError, ValueError):
        low = high = math.nan
    if not 0 <= low < high <= 1:
        raise ValueError(
            f"{name} must be (a, b) with 0 <= a < b <= 1, got {shown(values)}."
        )
    return low, high


def nonnegative(value: Any, name: str) -> float:
    """Return an option that is a finite number, 0 or more."""
    checked = number(value, name)
    if not 0 <= checked < math.inf:
        raise ValueError(f"{name} must be finite and not negative, got {shown(value)}.")
    return checked


def check_level(confidence_level: float, name: str = "confidence_level") -> float:
    """Return a level of confidence; raise ValueError unless bounds can have it."""
    level = number(confidence_level, name)
    if not 0 < level < 1 or (1 + level) / 2 == 1:  # the last is as good as 1
        raise ValueError(
            f"{name} must lie between 0 and 1, got {shown(confidence_level)}"
        )
    return level


def check_resamples(n_resamples: int) -> None:
    """Raise ValueError unless a number of replicates is one that bounds can be of."""
    try:
        enough = index(n_resamples) >= 2
    except TypeError:
        enough = False
    if not enough:
        raise ValueError(
            f"n_resamples must be a whole number of at least 2, got "
            f"{shown(n_resamples)}"
        )
    if n_resamples >= MOST_RESAMPLES:
        raise ValueError("n_resamples must be below 2**31")


def seed_of(random_state: int | np.random.Generator | None) -> int:
    """Turn a random_state into the 64-bit seed that addresses all draws."""
    if random_state is None:
        random_state = np.random.default_rng()
    if isinstance(random_state, np.random.Generator):
        return int(random_state.integers(2**64, dtype=np.uint64))
    try:
        value = np.asarray(random_state).item()
        # No Decimal, whose int may have so many digits that it takes for ever.
        seed = int(value) if isinstance(value, int | float | np.floating) else -1
    except (TypeError, ValueError, OverflowError):
        seed = -1
    if not 0 <= seed < 2**64 or seed != random_state:
        raise ValueError(
            "random_state must be None, an int from 0 to 2**64 - 1 or a NumPy "
            f"Generator, got {shown(random_state)}"
        )
    return seed


def whole(value: Any, name: str, at_least: int = 0) -> int:
    """Return an option that is an integer from a minimum to 2**53."""
    try:
        integer = int(index(value))
    except TypeError:
        real = is_real(value) and float(value).is_integer()
        integer = int(value) if real else at_least - 1
    if integer < at_least or isinstance(value, (bool, np.bool_)):
        raise ValueError(
            f"{name} must be a whole number of at least {at_least}, got {shown(value)}."
        )
    if integer > LARGEST_COUNT:
        raise ValueError(f"{name} must be at most 2**53.")
    return integer


def share(value: Any, name: str) -> float:
    """Return an option that is a number in [0, 1]."""
    proportion = number(value, name)
    if not 0 <= proportion <= 1:
        raise ValueError(f"{name} must lie between 0 and 1, got {shown(value)}.")
    return proportion


# ------------------------------------------------------------------------------- extras
# What to say where a package is missing that only some of the functions need.


def needs(what: str, package: str, extra: str) -> str:
    """Say which package is missing and how to get it, alone or with the extra.

    The distribution is fastmetrics-intervals: fastmetrics on the public index is
    another project.
    """
    return (
        f"{what} needs {package}: pip install {package}, or pip install "
        f"'fastmetrics-intervals[{extra}]'"
    )


# ----------------------------------------------------------------------------- progress
# Progress bars for long work, drawn by rich.


# Seconds after which work is slow: it is shown to those who did not ask for a bar.
SLOW = 20.0


@contextmanager
def bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show a bar on stderr while the block runs; yields what takes (done, total).

    Raises
    ------
    ImportError
        If rich is missing; it comes with the extra ``cli``.
    """
    try:
        from rich.console import Console
        from rich.progress import Progress
    except ImportError as error:
        raise ImportError(needs("progress=True", "rich", "cli")) from error
    # Leaving the block, by an error or Ctrl-C too, gives the cursor back.
    with Progress(console=Console(file=sys.stderr), transient=True) as shown:
        task = shown.add_task(what)
        yield lambda done, total: shown.update(task, completed=done, total=total)


@contextmanager
def bar_if_slow(what: str, advice: str) -> Iterator[Callable[[int, int], None]]:
    """Show a bar on stderr once the block has lasted so long, after a line of advice.

    Yields what takes (done, total). Without rich there is the line alone.
    """
    started = time.monotonic()
    shown: Callable[[int, int], None] | None = None
    is_told = False
    with ExitStack() as stack:

        def update(done: int, total: int) -> None:
            nonlocal shown, is_told
            if not is_told and done < total and time.monotonic() - started >= SLOW:
                is_told = True
                print(f"fastmetrics: {advice}", file=sys.stderr)
                with suppress(ImportError):
                    shown = stack.enter_context(bar(what))
            if shown is not None:
                shown(done, total)

        yield update


# --------------------------------------------------------------------------------- warn
# Warnings that name the line of the caller, from any depth of the package.
#
# The depth of a function below the public one differs from call to call, so a number
# (`stacklevel`) would name a line of ours as soon as the code is rearranged. Here the
# caller is the first frame whose code is not a file of this package.


Held = list[tuple[str, type[Warning]]]

_here = threading.local()  # .held: where this thread's warnings go meanwhile
# File that replaces another library's functions → its classes of warnings for ours.
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
_PACKAGE = warn.__code__.co_filename.removesuffix("options.py")[: -len("_common/")]


def warn_undefined(values: Any, name: str, why: str) -> None:
    """Warn if a value is NaN."""
    if np.isnan(values).any():
        warn(f"{name} is not defined: {why}; NaN is returned.", UndefinedMetricWarning)


def warn_constant(values: Any, name: str) -> None:
    """Warn if a value divided by the spread of y_true is NaN."""
    warn_undefined(values, name, "y_true is constant")
