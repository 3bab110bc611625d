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
    """A base class that `join_scikit_learn` can replace, unlike a built-in class."""


class _UndefinedMetric(UserWarning):
    """The same for warnings of undefined metrics."""


class FitFailedWarning(_FitFailed):
    """An estimator could not be fitted on a part of the data.

    The scores of that part are ``error_score``. The class is a ``RuntimeWarning``, like
    scikit-learn's class of the same name. If scikit-learn is imported, warnings are
    also instances of its class, so existing filters work.
    """


class RequirementError(AssertionError):
    """A report does not meet its requirements; see `Report.require`.

    An ``AssertionError``, so test runners count it as a failure of the model.

    Attributes
    ----------
    verdicts : list
        All verdicts, including those that are met.
    """

    def __init__(self, message: str, verdicts: list[Any]) -> None:
        super().__init__(message)
        self.verdicts = verdicts

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (*self.args, self.verdicts)


class TiesError(ValueError):
    """Equal scores make a metric of ranked lists ambiguous.

    Raised by metrics that are undefined if a relevant and another document have the
    same score. Pass a rule for ties that gives an order, such as ``ties="input"``.
    """


class UndefinedMetricWarning(_UndefinedMetric):
    """A metric is undefined on the data it was given.

    Issued when a value cannot be computed from its definition, for example the area
    under the ROC curve of rows that are all of one class. The value returned is NaN
    unless the function's documentation says otherwise.

    The class is a ``UserWarning``, like scikit-learn's class of the same name. If
    scikit-learn is imported, warnings are also instances of its class, so existing
    filters work.
    """


def join_scikit_learn() -> None:
    """Make our warnings instances of scikit-learn's classes, if it is imported.

    It is asked before each warning: scikit-learn may be imported after us, and is never
    imported by us.
    """
    theirs = sys.modules.get("sklearn.exceptions")
    for ours in (FitFailedWarning, UndefinedMetricWarning):
        other = getattr(theirs, ours.__name__, None)
        if isinstance(other, type) and not issubclass(ours, other):
            ours.__bases__ = (*ours.__bases__, other)


join_scikit_learn()
