"""Fits that failed: what is said of them, and which scores stand in their place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fastmetrics._common.options import is_real
from fastmetrics._common.warn import warn
from fastmetrics.exceptions import FitFailedWarning

if TYPE_CHECKING:
    from fastmetrics.selection.validation.fitting import Fit
    from fastmetrics.selection.validation.scorers import Scoring

__all__ = ["check_error_score", "fill_scores", "tell_of_failures"]

_RULE = "-" * 80


def check_error_score(error_score: Any) -> None:
    """Raise unless it is a number or the word "raise"."""
    if isinstance(error_score, str) and error_score == "raise":
        return
    if not is_real(error_score):
        raise ValueError(
            f"error_score must be 'raise' or a number, got {error_score!r}."
        )


def tell_of_failures(fits: Sequence[Fit], error_score: Any) -> None:
    """Warn of fits that failed, once for all.

    Raises
    ------
    ValueError
        If all of them did.
    """
    errors = [one.error for one in fits if one.error is not None]
    if not errors:
        return
    counted = "\n".join(
        f"{_RULE}\n{times} fits failed with the following error:\n{error}"
        for error, times in Counter(errors).items()
    )
    more = f"Below are more details about the failures:\n{counted}"
    if len(errors) == len(fits):
        last = errors[0].strip().rpartition("\n")[2]
        raise ValueError(
            f"\nAll the {len(fits)} fits failed.\n"
            f"The first error is {last!r}. error_score='raise' raises it.\n\n{more}"
        )
    warn(
        f"\n{len(errors)} fits failed out of a total of {len(fits)}.\n"
        "The score on these train-test partitions for these parameters will be set to "
        f"{error_score}.\n"
        "error_score='raise' raises the error.\n\n" + more,
        FitFailedWarning,
    )


def fill_scores(fits: Sequence[Fit], scoring: Scoring, error_score: Any) -> list[str]:
    """Give fits that failed their scores; return the names of all scores."""
    named = next(([*one.test] for one in fits if one.error is None), [])
    names = named or [*scoring.scorers]
    for one in fits:
        if one.error is not None:
            one.test = dict.fromkeys(names, error_score)
            one.train = dict.fromkeys(names, error_score)
    return names
