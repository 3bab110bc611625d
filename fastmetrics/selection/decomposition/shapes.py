"""Shapes of predictions and targets: a row per model, or per round of observing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["check_rows", "model_rows", "models_at_once", "observations"]

# So many numbers are converted at a time: some megabytes.
_AT_ONCE = 1 << 19


def models_at_once(n: int) -> int:
    """Return how many models' columns of n rows are to be converted at a time."""
    return max(1, _AT_ONCE // max(n, 1))


def model_rows(predictions: NDArray[Any], n: int) -> NDArray[Any]:
    """Return predictions of shape (n_models, n); of one model a column will do."""
    found = predictions
    if found.ndim == 1:
        found = found[None, :]
    if found.ndim != 2 or found.shape[1] != n or not len(found):
        turned = ""
        if predictions.ndim == 2 and predictions.shape[0] == n:
            turned = " Transpose them: a row holds the predictions of one model."
        raise ValueError(
            f"predictions must be of shape (n_models, n_samples) with n_samples = {n} "
            f"as y_true has them, got {predictions.shape}.{turned}"
        )
    return found


def observations(y_true: NDArray[Any]) -> NDArray[Any]:
    """Return targets of shape (n_observations, n); observed once, a column will do."""
    if y_true.ndim == 1:
        y_true = y_true[None, :]
    if y_true.ndim != 2 or not y_true.size:
        raise ValueError(
            "y_true must be of shape (n_samples,), or (n_observations, n_samples) "
            f"where targets were observed repeatedly, got {y_true.shape}."
        )
    return y_true


def check_rows(same: bool) -> None:
    """Raise unless two sums are of the same targets."""
    if not same:
        raise ValueError(
            "BiasVarianceSums of different targets, best predictions or weights cannot "
            "be merged."
        )
