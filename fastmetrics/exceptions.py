"""Warnings and errors of our own; errors about data are ValueError and TypeError."""

from __future__ import annotations

import sys
from typing import Any

__all__ = [
    "FitFailedWarning",
    "RequirementError",
    "TiesError",
    "UndefinedMetricWarning",
]


class _FitFailed(RuntimeWarning):
    """What a class of Python's own stands behind, so that it can be given another."""


class _UndefinedMetric(UserWarning):
    """Likewise."""


class FitFailedWarning(_FitFailed):
    """An estimator could not be fitted on a part of the data.

    The scores of that part are then what ``error_score`` says. A ``RuntimeWarning``, as
    scikit-learn's class of the same name is; and one of that class too in a program
    that has imported scikit-learn by the time it warns, so that filters hold.
    """


class RequirementError(AssertionError):
    """A report does not meet what was required of it; see `Report.require`.

    An ``AssertionError``, so that what runs tests counts it as a failure of the model.

    Attributes
    ----------
    verdicts : list
        All verdicts, those that hold too.
    """

    def __init__(self, message: str, verdicts: list[Any]) -> None:
        super().__init__(message)
        self.verdicts = verdicts

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (*self.args, self.verdicts)


class TiesError(ValueError):
    """Equal scores leave open what a measure of ranked lists is.

    Raised by measures that are not defined where a relevant document has the score of
    one that is not, and the rule for ties gives no order: ``ties="input"`` does.
    """


class UndefinedMetricWarning(_UndefinedMetric):
    """A metric is undefined on the data it was given.

    Issued when a value cannot be computed from its definition, for example the area
    under the ROC curve of rows that are all of one class. The value returned is NaN
    unless the function's documentation says otherwise.

    A ``UserWarning``, as scikit-learn's class of the same name is; and one of that
    class too in a program that has imported scikit-learn by the time it warns, so that
    filters hold.
    """


def join_scikit_learn() -> None:
    """Make our warnings scikit-learn's as well, where that is imported already.

    It is asked before each warning: scikit-learn may be imported after us, and is never
    imported by us.
    """
    theirs = sys.modules.get("sklearn.exceptions")
    for ours in (FitFailedWarning, UndefinedMetricWarning):
        other = getattr(theirs, ours.__name__, None)
        if isinstance(other, type) and not issubclass(ours, other):
            ours.__bases__ = (*ours.__bases__, other)


join_scikit_learn()
