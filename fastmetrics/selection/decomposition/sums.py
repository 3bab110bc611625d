"""Predictions of many models, summed row by row: numbers, and counts of labels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.threads import map_blocks
from fastmetrics._inputs import label_pairs
from fastmetrics._inputs.columns import as_array, as_column, raise_not_finite
from fastmetrics._inputs.label_columns import ClassCodes
from fastmetrics._inputs.labels import check_length
from fastmetrics._inputs.scores import finite_matrix, number_matrix, sample_weights
from fastmetrics._kernels import bias_variance
from fastmetrics._kernels.sums import sum_rows
from fastmetrics.selection.decomposition import (
    SquaredDecomposition,
    ZeroOneDecomposition,
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

# More models are not exact as float.
_MOST_MODELS = 2**53 - 1


class NumberSums:
    """Sums of predicted numbers: three columns for any number of models.

    Deviations are summed relative to the predictions of the first model; large numbers
    that vary little lose no digits.

    Attributes
    ----------
    n_models, n_observations : int
        Number of models, and of observations of each target.
    observed : ndarray of shape (n,)
        Mean of the observations of each row.
    spread : ndarray of shape (n,)
        Their mean squared distance from it.
    optimal : ndarray of shape (n,) or None
        The best prediction, if it is known.
    weights : ndarray of shape (n,) or None
        The rows' weights.
    origin, sums, squares : ndarray of shape (n,)
        Predictions of the first model; sums of the deviations from them, and of their
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
        """Number of rows."""
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
    """Return a copy as float64; values that are too large are infinite."""
    with np.errstate(over="ignore"):
        return column.astype(np.float64)


def equal_or_none(first: NDArray[Any] | None, other: NDArray[Any] | None) -> bool:
    """Whether two arrays are equal, or both None."""
    if first is None or other is None:
        return first is other
    return np.array_equal(first, other)


# More models than this could be counted beyond uint32.
_MOST_COUNTED = 2**32 - 1
# Integers that a kernel reads in place, in a range no wider than this.
_WHOLE = frozenset(map(np.dtype, "i1 i2 i4 i8 u1 u2 u4".split()))
_TABLE = 1 << 16


class _Part(NamedTuple):
    """A part of the loss of each row: whole numbers, and what divides them."""

    counts: Floats
    divisor: float

    def mean(self, weights: Floats | None) -> float:
        total, weight, _ = sum_rows(self.counts, weights)
        return total / (weight * self.divisor)


class LabelCounts:
    """Counts of predicted labels by row.

    Attributes
    ----------
    n_models, n_observations : int
        Number of models, and of observations of each target.
    classes : ndarray of shape (k,)
        The labels, in the order in which ties are decided.
    is_fixed : bool
        Whether there can be no others.
    observed : ndarray of uint32, of shape (n, k)
        Number of observations of each label.
    optimal : ndarray of int32, of shape (n,), or None
        Place of the best prediction among the classes, if it is known.
    weights : ndarray of shape (n,) or None
        The rows' weights.
    counts : ndarray of uint32, of shape (n, k)
        Number of predictions of each label.
    """

    __slots__ = (
        *("classes", "counts", "is_fixed", "n_models", "n_observations", "observed"),
        *("optimal", "weights"),
    )

    n_models: int
    n_observations: int
    classes: NDArray[Any]
    is_fixed: bool
    observed: NDArray[np.uint32]
    optimal: NDArray[np.int32] | None
    weights: Floats | None
    counts: NDArray[np.uint32]

    @classmethod
    def of_targets(
        cls, y_true: Any, y_optimal: Any, sample_weight: Any, labels: Any
    ) -> LabelCounts:
        """Return the counts of no model; the arguments are the user's."""
        counts = object.__new__(cls)
        true = observations(as_array(y_true, "y_true"))
        counts.n_observations, n = true.shape
        counts.n_models, counts.optimal, counts.weights = 0, None, None
        counts.is_fixed = labels is not None
        if labels is None:
            counts.classes = ClassCodes(true.ravel(), "y_true").classes
        else:
            counts.classes = _given_order(labels)
        counts.observed = np.zeros((n, counts.k), np.uint32)
        counts.counts = np.zeros((n, counts.k), np.uint32)
        codes = counts._codes(true.ravel(), "y_true").reshape(true.shape)
        _count_codes(codes, counts.observed)
        if y_optimal is not None:
            column = as_column(y_optimal, "y_optimal")
            check_length(column, n, "y_optimal")
            counts.optimal = counts._codes(column, "y_optimal")
        if sample_weight is not None:
            counts.weights = sample_weights(sample_weight, n).copy()
        return counts

    @property
    def n_samples(self) -> int:
        """Number of rows."""
        return len(self.counts)

    @property
    def k(self) -> int:
        """Number of classes."""
        return len(self.classes)

    def add(self, predictions: Any) -> None:
        """Count what models predict, a row for each of them, or one column of one."""
        predicted = model_rows(as_array(predictions, "predictions"), self.n_samples)
        if self.n_models + len(predicted) > _MOST_COUNTED:
            raise OverflowError("together these are 2**32 models or more")
        kept = self._kept()
        try:
            self._count(predicted)
        except BaseException:
            self._keep(kept)
            raise
        self.n_models += len(predicted)

    def _count(self, predictions: NDArray[Any]) -> None:
        """Count into new counts; others keep the old ones."""
        known = self._table(predictions)
        if known is not None:
            before = self.counts
            self.counts = before.copy() if self.n_models else np.zeros_like(before)
            if bias_variance.count_labels(predictions, *known, self.counts):
                return
            self.counts = before
        self.counts = self.counts.copy()
        step = models_at_once(self.n_samples)
        for start in range(0, len(predictions), step):
            part = predictions[start : start + step]
            codes = self._codes(part.ravel(), "predictions").reshape(part.shape)
            _count_codes(codes, self.counts)

    def _table(self, labels: NDArray[Any]) -> tuple[int, NDArray[np.int32]] | None:
        """Return the smallest label and, from it on, the place of each whole number.

        None unless labels are integers in order and close together.
        """
        if labels.dtype not in _WHOLE or self.classes.dtype not in _WHOLE:
            return None
        low, high = int(self.classes.min()), int(self.classes.max())
        if high - low >= _TABLE or not labels.flags.c_contiguous:
            return None
        places = np.full(high - low + 1, -1, np.int32)
        places[self.classes.astype(np.int64) - low] = np.arange(self.k)
        return low, places

    def plus(self, other: LabelCounts) -> LabelCounts:
        """Return the counts of the models of both, which are about the same rows."""
        check_rows(
            self.n_observations == other.n_observations
            and self.n_samples == other.n_samples
            and self.is_fixed == other.is_fixed
        )
        mine, two = self._copied(), other._copied()
        if not np.array_equal(mine.classes, two.classes):
            check_rows(not self.is_fixed)
            mine._learn(two.classes, "other")
            two._learn(mine.classes, "other")
        same = (
            np.array_equal(mine.observed, two.observed)
            and equal_or_none(mine.optimal, two.optimal)
            and equal_or_none(mine.weights, two.weights)
        )
        check_rows(same)
        mine.n_models += two.n_models
        if mine.n_models > _MOST_COUNTED:
            raise OverflowError("together these are 2**32 models or more")
        mine.counts += two.counts
        return mine

    def decomposition(self, ddof: int) -> ZeroOneDecomposition:
        """Return the loss and its parts."""
        if ddof and self.n_models == 1:
            warn_of_one_model()
        parts, modes = self._parts()
        means = {name: part.mean(self.weights) for name, part in parts.items()}
        if ddof:
            self._correct(means)
        return ZeroOneDecomposition(
            n_models=self.n_models,
            n_observations=self.n_observations,
            n_samples=self.n_samples,
            main_prediction=self.classes[modes],
            knows_noise=self.n_observations > 1 or self.optimal is not None,
            **means,
        )

    def rows(self, ddof: int) -> dict[str, Floats]:
        """Return the loss and its parts of each row."""
        parts, _ = self._parts()
        values = {name: part.counts / part.divisor for name, part in parts.items()}
        if ddof:
            self._correct(values)
        return values

    def main_prediction(self) -> NDArray[Any]:
        """Return the most frequent prediction of each row."""
        modes, _, _ = bias_variance.find_modes(self.counts)
        return self.classes[modes]

    def _parts(self) -> tuple[dict[str, _Part], NDArray[np.int32]]:
        """Return the parts of each row, and the place of its main prediction."""
        models, observed = self.n_models, self.n_observations
        at = np.arange(self.n_samples)
        modes, most, of_predicted = bias_variance.find_modes(self.counts)
        likely, hits, of_observed = bias_variance.find_modes(self.observed)
        target = likely if self.optimal is None else self.optimal
        right = self.counts[at, target].astype(np.float64)
        if observed == 1 and self.optimal is None:
            agree = right
        elif observed == 1:
            agree = self.counts[at, likely].astype(np.float64)
        else:
            agree = np.einsum("ij,ij->i", self.counts, self.observed, dtype=np.float64)
        if self.optimal is not None:
            hits = self.observed[at, target].astype(np.int64)
        wrong = modes != target
        away = (models - most).astype(np.float64)
        pairs = float(models) * observed
        parts = {
            "loss": _Part(pairs - agree, pairs),
            "bias": _Part(wrong.astype(np.float64), 1),
            "variance": _Part(away, models),
            "net_variance": _Part(np.where(wrong, -right, away), models),
            "unbiased_variance": _Part(np.where(wrong, 0.0, away), models),
            "biased_variance": _Part(np.where(wrong, away, 0.0), models),
            "kohavi_wolpert_bias": _Part(
                float(models) ** 2 * of_observed
                + float(observed) ** 2 * of_predicted
                - 2 * pairs * agree,
                2 * pairs**2,
            ),
            "kohavi_wolpert_variance": _Part(
                float(models) ** 2 - of_predicted, 2 * float(models) ** 2
            ),
            "kohavi_wolpert_noise": _Part(
                float(observed) ** 2 - of_observed, 2 * float(observed) ** 2
            ),
            "noise": _Part((observed - hits).astype(np.float64), observed),
            "residual": _Part(observed * right - agree, pairs),
        }
        return parts, modes

    def _correct(self, parts: dict[str, Any]) -> None:
        names = [f"kohavi_wolpert_{part}" for part in ("bias", "variance", "noise")]
        bias, variance, noise = (parts[name] for name in names)
        fixed = corrected(bias, variance, noise, self.n_models, self.n_observations)
        parts.update(zip(names, fixed, strict=True))

    # --- classes

    def _codes(self, column: NDArray[Any], name: str) -> NDArray[np.int32]:
        """Return the place of each label among the classes; new ones are learnt."""
        read = ClassCodes(column, name)
        if np.array_equal(read.classes, self.classes):
            return read.codes
        if self.is_fixed:
            place = {label: i for i, label in enumerate(self.classes.tolist())}
            codes = [place.get(label, -1) for label in read.classes.tolist()]
            if -1 in codes:
                absent = read.classes.tolist()[codes.index(-1)]
                raise ValueError(
                    f"{name} contains {shown(absent)}, which is not one of labels "
                    f"{self.classes.tolist()}."
                )
            return np.array(codes, np.int32)[read.codes]
        return self._learn(read.classes, name)[read.codes]

    def _learn(self, classes: NDArray[Any], name: str) -> NDArray[np.int32]:
        """Make room for these classes; return their places."""
        try:
            union, mine, theirs = label_pairs.union(self.classes, classes)
        except (TypeError, ValueError):
            kinds = [shown(labels.tolist()[0]) for labels in (self.classes, classes)]
            raise TypeError(
                f"{name} and y_true must hold labels of one kind, got {kinds[1]} and "
                f"{kinds[0]}."
            ) from None
        if len(union) > self.k:
            for name in ("counts", "observed"):
                wide = np.zeros((self.n_samples, len(union)), np.uint32)
                wide[:, mine] = getattr(self, name)
                setattr(self, name, wide)
            if self.optimal is not None:
                self.optimal = mine.astype(np.int32)[self.optimal]
            self.classes = union
        return theirs.astype(np.int32)

    def _kept(self) -> list[Any]:
        return [getattr(self, name) for name in self.__slots__]

    def _keep(self, kept: list[Any]) -> None:
        for name, value in zip(self.__slots__, kept, strict=True):
            setattr(self, name, value)

    def _copied(self) -> LabelCounts:
        copy = object.__new__(LabelCounts)
        copy._keep(self._kept())
        copy.counts = self.counts.copy()
        return copy


def _count_codes(codes: NDArray[np.int32], counts: NDArray[np.uint32]) -> None:
    """Count places of classes, all of which have a column."""
    places = np.arange(counts.shape[1], dtype=np.int32)
    if not bias_variance.count_labels(np.ascontiguousarray(codes), 0, places, counts):
        raise RuntimeError("a class has no column")


def _given_order(labels: Any) -> NDArray[Any]:
    """Return all classes in the order in which they are given."""
    read = ClassCodes(labels, "labels")
    if read.k < read.n:
        raise ValueError(f"labels must all be different, got {shown(labels)}.")
    return read.classes[read.codes]
