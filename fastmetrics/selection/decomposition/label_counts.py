"""Labels that many models predict, counted row by row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._inputs import label_pairs
from fastmetrics._inputs.columns import as_array, as_column
from fastmetrics._inputs.label_columns import ClassCodes
from fastmetrics._inputs.labels import check_length
from fastmetrics._inputs.scores import sample_weights
from fastmetrics._kernels import bias_variance
from fastmetrics._kernels.sums import sum_rows
from fastmetrics.selection.decomposition.number_sums import (
    check_rows,
    equal_or_none,
    model_rows,
    models_at_once,
    observations,
)
from fastmetrics.selection.decomposition.results import (
    ZeroOneDecomposition,
    corrected,
    warn_of_one_model,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


# More models than this could be counted beyond uint32.
_MOST_MODELS = 2**32 - 1
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
        How many models there are, and how often each target was observed.
    classes : ndarray of shape (k,)
        The labels, in the order in which ties are decided.
    is_fixed : bool
        Whether there can be no others.
    observed : ndarray of uint32, of shape (n, k)
        How often each label was observed.
    optimal : ndarray of int32, of shape (n,), or None
        Place of the best prediction among the classes, if it is known.
    weights : ndarray of shape (n,) or None
        The rows' weights.
    counts : ndarray of uint32, of shape (n, k)
        How often each label was predicted.
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
        """How many rows there are."""
        return len(self.counts)

    @property
    def k(self) -> int:
        """How many classes there are."""
        return len(self.classes)

    def add(self, predictions: Any) -> None:
        """Count what models predict, a row for each of them, or one column of one."""
        predicted = model_rows(as_array(predictions, "predictions"), self.n_samples)
        if self.n_models + len(predicted) > _MOST_MODELS:
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

        None if labels are no integers in order, or too far apart.
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
        if mine.n_models > _MOST_MODELS:
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
