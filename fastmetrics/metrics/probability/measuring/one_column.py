"""A column of P(positive), read: what measures of one event start from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastmetrics._inputs.probabilities import read_probabilities

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from fastmetrics._inputs.probabilities import Probabilities

__all__ = ["read_column"]


def read_column(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    pos_label: Any = None,
    sample_weight: ArrayLike | None = None,
) -> Probabilities:
    """Return labels, probabilities and weights; raise if there are several columns."""
    found = read_probabilities(
        y_true, y_proba, pos_label=pos_label, sample_weight=sample_weight
    )
    if not found.is_column:
        raise ValueError(
            "y_proba must be a column of probabilities of the positive class, got "
            f"shape {found.proba.shape}: give the column of one class."
        )
    return found
