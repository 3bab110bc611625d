"""Numbers that many models predict, summed up row by row about an origin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.threads import map_blocks
from fastmetrics._inputs.columns import as_column, raise_not_finite
from fastmetrics._inputs.labels import check_length
from fastmetrics._inputs.scores import finite_matrix, number_matrix, sample_weights
from fastmetrics._kernels import bias_variance
from fastmetrics._kernels.sums import sum_rows
from fastmetrics.selection.decomposition.results import (
    SquaredDecomposition,
    corrected,
    warn_of_one_model,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


# So many numbers are converted at a time: some megabytes.
_AT_ONCE = 1 << 19
# Numbers of a thread's job, a millisecond's work, and what its rows are a multiple of.
_JOB = 1 << 21
_BLOCK = 1 << 11


def models_at_once(n: int) -> int:
    """Return the number of models whose columns of n rows are converted at a time."""
    return max(1, _AT_ONCE // max(n, 1))


def model_rows(predictions: NDArray[Any], n: int) -> NDArray[Any]:
    """Return predictions of shape (n_models, n); of one model a column will do."""
    rows = predictions
    if rows.ndim == 1:
        rows = rows[None, :]
    if rows.ndim != 2 or rows.shape[1] != n or not len(rows):
        turned = ""
        if predictions.ndim == 2 and predictions.shape[0] == n:
            turned = " Transpose them: a row holds the predictions of one model."
        raise ValueError(
            f"predictions must be of shape (n_models, n_samples) with n_samples = {n} "
            f"as y_true has them, got {predictions.shape}.{turned}"
        )
    return rows


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


# --- the sums

# More models are no whole float.
_MOST_MODELS = 2**53 - 1


class NumberSums:
    """Sums of predicted numbers: three columns for any number of models.

    Deviations are summed up about what the first model predicts, so that large numbers
    that vary little lose no digits.

    Attributes
    ----------
    n_models, n_observations : int
        How many models there are, and how often each target was observed.
    observed : ndarray of shape (n,)
        Mean of the observations of each row.
    spread : ndarray of shape (n,)
        Their mean squared distance from it.
    optimal : ndarray of shape (n,) or None
        The best prediction, if it is known.
    weights : ndarray of shape (n,) or None
        The rows' weights.
    origin, sums, squares : ndarray of shape (n,)
        What the first model predicts; sums of the deviations from it, and of their
        squares. Meaningless while there is no model.
    """

    __slots__ = (
        *("n_models", "n_observations", "observed", "optimal", "origin", "spread"),
        *("squares", "sums", "weights"),
    )

    n_models: int
    n_observations: int
    observed: Floats
    spread: Floats
    optimal: Floats | None
    weights: Floats | None
    origin: Floats
    sums: Floats
    squares: Floats

    @classmethod
    def of_targets(
        cls, y_true: Any, y_optimal: Any, sample_weight: Any, labels: Any
    ) -> NumberSums:
        """Return the sums of no model; the arguments are the user's."""
        if labels is not None:
            raise ValueError("labels must be None with loss='squared'.")
        sums = object.__new__(cls)
        true = observations(finite_matrix(y_true, "y_true"))
        true = true.astype(np.float64, copy=False)
        raise_not_finite(true, "y_true")  # of long doubles
        sums.n_observations, n = true.shape
        if sums.n_observations == 1:
            sums.observed, sums.spread = true[0] + 0.0, np.zeros(n)
        else:
            sums.observed = true[0] + (true - true[0]).mean(axis=0)
            sums.spread = ((true - sums.observed) ** 2).mean(axis=0)
        sums.optimal = None
        if y_optimal is not None:
            column = as_column(y_optimal, "y_optimal")
            check_length(column, n, "y_optimal")
            best = finite_matrix(column, "y_optimal")
            sums.optimal = best.astype(np.float64)
        sums.weights = None
        if sample_weight is not None:
            sums.weights = sample_weights(sample_weight, n).copy()
        sums.n_models = 0
        sums.origin, sums.sums, sums.squares = np.zeros((3, n))
        return sums

    @property
    def n_samples(self) -> int:
        """How many rows there are."""
        return len(self.observed)

    def add(self, predictions: Any) -> None:
        """Add what models predict, a row for each of them, or one column of one."""
        rows = model_rows(number_matrix(predictions, "predictions"), self.n_samples)
        is_first = self.n_models == 0
        origin = _floats(rows[0]) if is_first else self.origin
        sums, squares = self.sums.copy(), self.squares.copy()
        ready = rows.dtype in (np.float32, np.float64) and (
            rows.flags.c_contiguous and rows.flags.aligned
        )
        step = len(rows) if ready else models_at_once(self.n_samples)
        with np.errstate(over="ignore"):  # of long doubles
            for start in range(0, len(rows), step):
                part = rows[start : start + step]
                if part.dtype != np.float32:
                    part = part.astype(np.float64, copy=False)
                part = np.require(part, requirements=["C", "ALIGNED"])
                _add(part, origin, sums, squares)
        if not np.isfinite(squares).all() or not np.isfinite(sums).all():
            raise_not_finite(rows, "predictions")
            raise ValueError(
                "predictions of a row are too far apart: the square of a difference "
                "leaves the range of float64."
            )
        self.origin, self.sums, self.squares = origin, sums, squares
        self.n_models += len(rows)

    def plus(self, other: NumberSums) -> NumberSums:
        """Return the sums of the models of both, which are about the same rows."""
        if not other.n_models:
            return self
        if not self.n_models:
            return other
        same = (
            self.n_observations == other.n_observations
            and np.array_equal(self.observed, other.observed)
            and np.array_equal(self.spread, other.spread)
            and equal_or_none(self.optimal, other.optimal)
            and equal_or_none(self.weights, other.weights)
        )
        check_rows(same)
        joined = object.__new__(NumberSums)
        joined.n_observations = self.n_observations
        for name in ("observed", "spread", "optimal", "weights", "origin"):
            setattr(joined, name, getattr(self, name))
        joined.n_models = self.n_models + other.n_models
        if joined.n_models > _MOST_MODELS:
            raise OverflowError("together these are 2**53 models or more")
        moved = other.origin - self.origin
        joined.sums = self.sums + (other.sums + other.n_models * moved)
        joined.squares = self.squares + (
            other.squares + moved * (2 * other.sums + other.n_models * moved)
        )
        if not np.isfinite(joined.squares).all():
            raise ValueError(
                "the predictions of both are too far apart: the square of a difference "
                "leaves the range of float64."
            )
        return joined

    def rows(self, ddof: int) -> dict[str, Floats]:
        """Return the loss and its parts of each row."""
        moved = self.sums / self.n_models
        # Rounding may leave less than nothing.
        spread = np.maximum(self.squares - self.sums * moved, 0.0) / self.n_models
        best, noise = self.observed, self.spread
        corrects_noise = self.n_observations
        with np.errstate(over="ignore", invalid="ignore"):
            if self.optimal is not None:
                off = self.observed - self.optimal
                best, noise, corrects_noise = self.optimal, noise + off * off, 1
            distance = (self.origin - best) + moved
            bias = distance * distance
            residual = np.zeros(len(bias))
            if self.optimal is not None:
                residual = -2 * off * distance
            loss = bias + spread + noise + residual
            if ddof:
                bias, spread, noise = corrected(
                    bias, spread, noise, self.n_models, corrects_noise
                )
        if not np.isfinite(loss).all():
            raise ValueError(
                "y_true and predictions are too far apart: the square of a difference "
                "leaves the range of float64."
            )
        return {
            "loss": loss,
            "bias_squared": bias,
            "variance": spread,
            "noise": noise,
            "residual": residual,
        }

    def main_prediction(self) -> Floats:
        """Return the mean prediction of each row."""
        return self.origin + self.sums / self.n_models

    def decomposition(self, ddof: int) -> SquaredDecomposition:
        """Return the loss and its parts."""
        if ddof and self.n_models == 1:
            warn_of_one_model()
        means = {}
        for name, values in self.rows(ddof).items():
            total, weight, _ = sum_rows(np.ascontiguousarray(values), self.weights)
            means[name] = total / weight
        return SquaredDecomposition(
            n_models=self.n_models,
            n_observations=self.n_observations,
            n_samples=self.n_samples,
            main_prediction=self.main_prediction(),
            knows_noise=self.n_observations > 1 or self.optimal is not None,
            **means,
        )


def _add(part: NDArray[Any], origin: Floats, sums: Floats, squares: Floats) -> None:
    """Add the models of a part, some rows on each thread."""
    n_models, n = part.shape
    step = _BLOCK * max(1, _JOB // (_BLOCK * n_models))

    def work(start: int) -> None:
        stop = min(start + step, n)
        bias_variance.add_numbers(part, origin, sums, squares, start, stop)

    map_blocks(work, range(0, n, step))


def _floats(column: NDArray[Any]) -> Floats:
    """Return a copy as float64; what is too large is infinite."""
    with np.errstate(over="ignore"):
        return column.astype(np.float64)


def equal_or_none(first: NDArray[Any] | None, other: NDArray[Any] | None) -> bool:
    """Whether two arrays are equal, or both None."""
    if first is None or other is None:
        return first is other
    return np.array_equal(first, other)
