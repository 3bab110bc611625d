"""What counts as a row, a positive label and a weight: the rules every topic shares.

Lists in; nothing here knows NumPy. A row is ``(positive, score, weight)``. Weights
become exact fractions, so that sums over them have no rounding to argue about; without
weights every row weighs the integer 1 and all that follows is counting.
"""

import math
import warnings
from collections.abc import Sequence
from fractions import Fraction
from functools import update_wrapper
from inspect import Parameter, Signature, signature
from numbers import Real
from typing import Any, NamedTuple


class UndefinedMetricWarning(UserWarning):
    """A metric is not defined on the data given (its namesake warns in the library)."""


class Row(NamedTuple):
    """One observation: is it positive, its score, its exact weight."""

    positive: bool
    score: Any
    weight: Any


def same_length(**columns: Sequence[Any] | None) -> int:
    """Return the common length of the columns; at least one row is needed."""
    lengths = {name: len(c) for name, c in columns.items() if c is not None}
    if len(set(lengths.values())) != 1:
        raise ValueError(f"columns of unequal length: {lengths}")
    length = next(iter(lengths.values()))
    if length == 0:
        raise ValueError(f"no rows in {', '.join(lengths)}")
    return length


def is_matrix(column: Sequence[Any]) -> bool:
    """Tell whether a column holds rows of several values rather than single values."""
    return len(column) > 0 and isinstance(column[0], list | tuple)


def check_labels(y_true: Sequence[Any]) -> list[Any]:
    """Return the labels if they are classes: strings, booleans or whole numbers."""
    for label in y_true:
        if isinstance(label, str):
            continue
        if not isinstance(label, Real):
            raise ValueError(f"y_true: {label!r} is not a class label")
        if not math.isfinite(label) or label != math.floor(label):
            raise ValueError(f"y_true: {label!r} is continuous, not a class")
    if len({isinstance(label, str) for label in y_true}) > 1:
        raise ValueError("y_true mixes strings and numbers")
    return list(y_true)


def classes_of(y_true: Sequence[Any]) -> list[Any]:
    """Return the distinct labels in ascending order."""
    return sorted(set(y_true))


def positive_label(y_true: Sequence[Any], pos_label: Any) -> Any:
    """Return the positive class; unnamed, it is 1 among {0, 1} or {-1, 1} only."""
    classes = classes_of(check_labels(y_true))
    if pos_label is not None:
        return pos_label
    if classes not in ([0, 1], [-1, 1], [0], [-1], [1]):
        raise ValueError(f"y_true has classes {classes}: pos_label must say which")
    return 1


def check_scores(y_score: Sequence[Any]) -> list[Any]:
    """Return the scores if every one of them is a finite real number."""
    for score in y_score:
        if isinstance(score, str) or not isinstance(score, Real):
            raise ValueError(f"y_score: {score!r} is not a real number")
        if not math.isfinite(score):
            raise ValueError(f"y_score: {score!r} is not finite")
    return list(y_score)


def check_weights(sample_weight: Sequence[Any] | None, length: int) -> list[Any]:
    """Return exact weights: all 1 when there are none; negative ones are refused."""
    if sample_weight is None:
        return [1] * length
    for weight in sample_weight:
        if not math.isfinite(weight) or weight < 0:
            raise ValueError(f"sample_weight: {weight!r} is not finite and >= 0")
    if not any(sample_weight):
        raise ValueError("sample_weight is zero everywhere")
    return [Fraction(weight) for weight in sample_weight]


def rows_of(y_true, y_score, pos_label=None, sample_weight=None):
    """Return the rows in the order given, without those that weigh nothing."""
    length = same_length(y_true=y_true, y_score=y_score, sample_weight=sample_weight)
    positive = positive_label(y_true, pos_label)
    scores = check_scores(y_score)
    weights = check_weights(sample_weight, length)
    return [
        Row(label == positive, score, weight)
        for label, score, weight in zip(y_true, scores, weights, strict=True)
        if weight != 0
    ]


def check_share(name: str, value: Any, *, low_open: bool = False) -> Fraction:
    """Return a number in [0, 1], or in (0, 1], as an exact fraction."""
    if not math.isfinite(value) or not 0 <= value <= 1 or (low_open and value == 0):
        raise ValueError(f"{name}={value!r} is outside {'(' if low_open else '['}0, 1]")
    return Fraction(value)


def warn_undefined(what: str, why: str) -> float:
    """Warn that `what` is undefined because of `why`; return NaN for its value."""
    warnings.warn(f"{what} is undefined: {why}", UndefinedMetricWarning, stacklevel=3)
    return math.nan


def one_class(rows: Sequence[Row]) -> str:
    """Return which class is missing among the rows, "" when both are there."""
    for positive, name in ((True, "positive"), (False, "negative")):
        if not any(row.positive == positive for row in rows):
            return f"no {name} rows"
    return ""


def check_cost(name: str, cost: Any) -> Fraction:
    """Return a cost as an exact fraction; it is finite and not negative."""
    if not math.isfinite(cost) or cost < 0:
        raise ValueError(f"{name}={cost!r} is not finite and >= 0")
    return Fraction(cost)


def check_choice(name: str, value: Any, choices: Sequence[Any]) -> None:
    """Refuse a value that is not one of the choices."""
    if value not in choices:
        raise ValueError(f"{name}={value!r} is not one of {choices}")


def check_zero_division(zero_division: Any, *, nan: bool = True) -> float:
    """Return the number that stands for a ratio over zero: 0 for "warn"."""
    if isinstance(zero_division, str):
        check_choice("zero_division", zero_division, ["warn"])
        return 0.0
    if not (nan and math.isnan(zero_division)) and zero_division not in (0, 1):
        raise ValueError(f"zero_division={zero_division!r}")
    return float(zero_division)


def check_beta(beta: Any) -> Fraction | float:
    """Return β² of an F score, exact; it is 0 or more, and may be infinite."""
    if not beta >= 0:
        raise ValueError(f"beta={beta!r} is not >= 0")
    return beta if math.isinf(beta) else Fraction(beta) ** 2


def named_after(formula, common, own_first=False):
    """Return common under a formula's name, with its keyword-only parameters.

    ``common`` has the parameters of all metrics of one kind, and takes the formula's
    own ones as ``**own``; they come behind the others, or ahead of the keywords.
    """
    shared = signature(common).parameters.values()
    keywords = [each for each in shared if each.kind is Parameter.KEYWORD_ONLY]
    rows = [each for each in shared if each.kind is Parameter.POSITIONAL_OR_KEYWORD]
    own = [
        each
        for each in signature(formula).parameters.values()
        if each.kind is Parameter.KEYWORD_ONLY
    ]
    update_wrapper(common, formula)
    both = [*own, *keywords] if own_first else [*keywords, *own]
    common.__signature__ = Signature([*rows, *both])
    return common
