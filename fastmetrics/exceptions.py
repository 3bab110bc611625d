"""Warnings of our own; errors about data are plain ValueError and TypeError."""

__all__ = ["FitFailedWarning", "UndefinedMetricWarning"]


class FitFailedWarning(RuntimeWarning):
    """An estimator could not be fitted on a part of the data.

    The scores of that part are then what ``error_score`` says. A ``RuntimeWarning``, as
    scikit-learn's class of the same name is.
    """


class UndefinedMetricWarning(UserWarning):
    """A metric is undefined on the data it was given.

    Issued when a value cannot be computed from its definition, for example the area
    under the ROC curve of rows that are all of one class. The value returned is NaN
    unless the function's documentation says otherwise.

    A ``UserWarning``, as scikit-learn's class of the same name is.
    """
