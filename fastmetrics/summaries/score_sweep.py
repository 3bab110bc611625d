"""ScoreSweep: the distinct scores of a binary scorer, with the weight of each class.

Everything about a threshold can be read off it: ROC and precision-recall curves,
their areas, gains, costs and best thresholds.
"""

import math
from collections.abc import Callable

import numpy as np

from fastmetrics import _inputs
from fastmetrics._kernels import sweep
from fastmetrics.summaries.ordering import sort_pairs, sorted_scores

# What `ScoreSweep.best` finds a threshold for.
_OPTIMA = (
    "best_f",
    "best_youden",
    "best_accuracy",
    "best_cost",
    "precision_at_recall",
    "recall_at_precision",
    "tpr_at_fpr",
    "ks",
)

# What the parameters of `reduce` and `best` must satisfy, in code and in words.
_PARAMETERS: dict[str, tuple[Callable[..., bool], str]] = {
    "lift": (lambda at: 0 < at <= 1, "0 < at <= 1"),
    "partial_auc": (lambda a, b: 0 <= a < b <= 1, "0 <= from < to <= 1"),
    "partial_auc_tpr": (lambda t: 0 <= t < 1, "0 <= from < 1"),
    "expected_cost": (lambda a, b: 0 <= a < b <= 1, "0 <= from < to <= 1"),
    "best_f": (lambda beta: 0 < beta < math.inf, "0 < beta < inf"),
    "best_cost": (
        lambda fn, fp: 0 <= fn < math.inf and 0 <= fp < math.inf,
        "both costs finite and not negative",
    ),
    "precision_at_recall": (lambda r: 0 <= r <= 1, "0 <= recall <= 1"),
    "recall_at_precision": (lambda p: 0 <= p <= 1, "0 <= precision <= 1"),
    "tpr_at_fpr": (lambda f: 0 <= f <= 1, "0 <= fpr <= 1"),
}


class ScoreSweep:
    """Distinct scores in descending order with the weight of each class at each.

    The summary behind every metric of binary scores. Two sweeps add up to the sweep
    of the data together, so batches, files and machines merge; counts stay
    integers, so without weights the merge is exact.

    Parameters
    ----------
    thresholds : ndarray of shape (n_thresholds,)
        Distinct finite scores, descending.
    positives, negatives : ndarray of shape (n_thresholds,)
        Weight of the rows of each class at exactly that score: int64 counts, or
        float64 sums of sample weights.

    Attributes
    ----------
    thresholds, positives, negatives : ndarray of shape (n_thresholds,)
        As above.
    true_positives, false_positives : ndarray of shape (n_thresholds,), float64
        Weight of each class at or above the threshold, where the prediction is
        positive (score >= threshold).
    n_positive, n_negative : int or float
        Total weight of each class.

    See Also
    --------
    fastmetrics.confusion_matrix_at_thresholds : The counts as plain arrays.

    References
    ----------
    .. [1] Fawcett, T. (2006). An introduction to ROC analysis. Pattern Recognition
       Letters, 27(8), 861-874.

    Examples
    --------
    >>> from fastmetrics import ScoreSweep
    >>> morning = ScoreSweep.from_scores([0, 1, 1], [0.1, 0.4, 0.4])
    >>> evening = ScoreSweep.from_scores([0, 1], [0.4, 0.8])
    >>> day = morning + evening
    >>> day.thresholds
    array([0.8, 0.4, 0.1])
    >>> day.positives, day.negatives
    (array([1, 2, 0]), array([0, 1, 1]))
    >>> round(day.reduce("roc_auc"), 4)
    0.8333
    """

    __slots__ = (
        "false_positives",
        "negatives",
        "positives",
        "thresholds",
        "true_positives",
    )

    def __init__(self, thresholds, positives, negatives):
        thresholds = _real_array(thresholds, "thresholds")
        positives, negatives = (
            array.astype(
                np.float64 if array.dtype.kind == "f" else np.int64, copy=False
            )
            for array in (
                _real_array(positives, "positives"),
                _real_array(negatives, "negatives"),
            )
        )
        if not (thresholds.shape == positives.shape == negatives.shape):
            raise ValueError(
                "thresholds, positives and negatives must have one length, got shapes "
                f"{thresholds.shape}, {positives.shape} and {negatives.shape}"
            )
        if thresholds.ndim != 1 or not np.all(thresholds[1:] < thresholds[:-1]):
            raise ValueError("thresholds must be one-dimensional and fall strictly")
        if not (np.all(positives >= 0) and np.all(negatives >= 0)):
            raise ValueError("positives and negatives must not be negative")
        self.thresholds = thresholds
        self.positives = positives
        self.negatives = negatives
        self.true_positives = np.cumsum(positives, dtype=np.float64)
        self.false_positives = np.cumsum(negatives, dtype=np.float64)

    @classmethod
    def from_scores(cls, y_true, y_score, pos_label=None, sample_weight=None):
        """Build the sweep of labels and scores.

        Parameters
        ----------
        y_true : array_like of shape (n_samples,)
            Binary labels: {0, 1}, {-1, 1}, bool, or anything with ``pos_label``.
        y_score : array_like of shape (n_samples,)
            Finite real scores, larger means more positive.
        pos_label : int, float, bool or str, optional
            Label of the positive class; by default 1.
        sample_weight : array_like of shape (n_samples,), optional
            Non-negative finite weights; rows of weight 0 do not count.

        Returns
        -------
        ScoreSweep
            O(n log n) time; at most as much memory again as the scores, with weights
            some six times that.

        Raises
        ------
        ValueError
            On empty, NaN, infinite or mismatched input, and on labels that need a
            ``pos_label``.
        """
        made = object.__new__(cls)
        if sample_weight is None:
            made.thresholds, tps, fps = steps(y_true, y_score, pos_label)
            made.positives = np.diff(tps, prepend=0.0).astype(np.int64)
            made.negatives = np.diff(fps, prepend=0.0).astype(np.int64)
        else:
            kind, keys, signed = _sorted_rows(y_true, y_score, pos_label, sample_weight)
            # Not differences of running sums, which lose what is small beside them.
            starts = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
            made.positives = np.add.reduceat(np.maximum(signed, 0.0), starts)
            made.negatives = np.add.reduceat(np.maximum(-signed, 0.0), starts)
            keys, tps, fps = sweep.weighted_steps(keys, signed)
            made.thresholds = kind.decode(np.invert(keys, out=keys))
        made.true_positives, made.false_positives = tps, fps
        return made

    @property
    def n_positive(self):
        """Total weight of the positive rows."""
        return self.positives.dtype.type(self._total(self.true_positives)).item()

    @property
    def n_negative(self):
        """Total weight of the negative rows."""
        return self.negatives.dtype.type(self._total(self.false_positives)).item()

    @staticmethod
    def _total(cumulative):
        return cumulative[-1] if len(cumulative) else 0.0

    def reduce(self, name, *parameters):
        """Read one value off the sweep.

        Parameters
        ----------
        name : str
            "roc_auc", "average_precision", "pr_auc_linear", "pr_auc_integral",
            "pr_auc_davis_goadrich", "break_even_point", "ks", "lift" (at),
            "partial_auc" (fpr from, to; not standardised), "partial_auc_tpr" (tpr
            from; not standardised), "expected_cost" (probability cost from, to), or
            one of those that :meth:`best` takes.
        *parameters : float
            As listed.

        Returns
        -------
        float
            NaN where it is not defined on these data.

        Raises
        ------
        ValueError
            If there is no such name, its parameters are others or out of range, or it
            counts rows ("pr_auc_davis_goadrich") and the sweep holds weights.
        """
        values, _ = self._reduce(name, parameters)
        return float(values[0])

    def best(self, name, *parameters):
        """Find the threshold at which a value is best.

        Parameters
        ----------
        name : str
            "best_f" (beta), "best_youden", "best_accuracy", "best_cost" (cost_fn,
            cost_fp), "precision_at_recall" (recall), "recall_at_precision"
            (precision), "tpr_at_fpr" (fpr) or "ks".
        *parameters : float
            As listed.

        Returns
        -------
        threshold : float
            The highest threshold of those equally good; inf predicts nothing
            positive; NaN where the value is.
        value : float
            The best value, NaN where none is possible.

        Raises
        ------
        ValueError
            If there is no such name, or its parameters are others or out of range.
        """
        if name not in _OPTIMA:
            raise ValueError(
                f"{name!r} has no best threshold; those that have are "
                f"{', '.join(_OPTIMA)}"
            )
        values, at = self._reduce(name, parameters)
        value = float(values[0])
        if np.isnan(value):
            return float("nan"), value
        # An integer score stays one: above 2**53 a float could round past its row.
        return (self.thresholds[at[0]].item() if at[0] >= 0 else float("inf")), value

    def _reduce(self, name, parameters):
        if name == "pr_auc_davis_goadrich" and self.positives.dtype.kind == "f":
            raise ValueError(f"{name} counts rows, but this sweep holds weights")
        # The kernel judges names and numbers of parameters; it has no ranges.
        found = sweep.reduce_steps(
            self.true_positives, self.false_positives, [(name, *parameters)]
        )
        if name in _PARAMETERS:
            holds, words = _PARAMETERS[name]
            if not holds(*parameters):
                raise ValueError(f"{name} needs {words}, got {parameters!r}")
        return found

    def __add__(self, other):
        if not isinstance(other, ScoreSweep):
            return NotImplemented
        both = np.concatenate([self.thresholds, other.thresholds])
        for side in (self.thresholds, other.thresholds):
            if both.dtype.kind == "f" and _beyond_floats(side):
                raise ValueError(
                    f"thresholds of {self.thresholds.dtype} and "
                    f"{other.thresholds.dtype} cannot be merged: above 2**53 their "
                    f"common type, {both.dtype}, does not tell integers apart"
                )
        thresholds, where = np.unique(both, return_inverse=True)
        # np.unique ascends.
        where = len(thresholds) - 1 - where
        split = len(self.thresholds)
        merged = []
        for name in ("positives", "negatives"):
            ours, theirs = getattr(self, name), getattr(other, name)
            total = np.zeros(len(thresholds), np.result_type(ours, theirs))
            total[where[:split]] += ours
            total[where[split:]] += theirs
            merged.append(total)
        return ScoreSweep(thresholds[::-1].copy(), *merged)

    def __eq__(self, other):
        if not isinstance(other, ScoreSweep):
            return NotImplemented
        return all(
            np.array_equal(getattr(self, name), getattr(other, name))
            for name in ("thresholds", "positives", "negatives")
        )

    __hash__ = None  # type: ignore[assignment]  # mutable arrays

    def __len__(self):
        return len(self.thresholds)

    def __repr__(self):
        return (
            f"ScoreSweep({len(self)} thresholds, {self.n_positive} positive, "
            f"{self.n_negative} negative)"
        )


def _real_array(values, name):
    """Return finite real numbers as an array of its own."""
    array = np.array(values)
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{name} must be real numbers, got dtype {array.dtype}")
    if not np.isfinite(array).all():
        raise ValueError(f"{name} must be finite")
    return array


def _beyond_floats(array):
    """Whether there are integers that float64 may round."""
    return array.dtype.kind in "iu" and bool(
        np.any((array > 2**53) | (array < -(2**53)))
    )


def steps(y_true, y_score, pos_label=None, sample_weight=None, drop=None):
    """Thresholds, descending, with the weight of each class at or above them.

    ``drop`` leaves out steps that a curve does not need, see ``sweep.labelled_steps``.
    Returns ``(thresholds, tps, fps)``: the scores' dtype and two float64 arrays.
    """
    if sample_weight is None:
        scores = sorted_scores(y_true, y_score, pos_label)
        keys, tps, fps = sweep.labelled_steps(scores, drop)
        return scores.kind.decode(keys, reuse=True), tps, fps
    kind, keys, signed = _sorted_rows(y_true, y_score, pos_label, sample_weight)
    keys, tps, fps = sweep.weighted_steps(keys, signed, drop)
    return kind.decode(np.invert(keys, out=keys), reuse=True), tps, fps


def reduce_scores(y_true, y_score, pos_label, sample_weight, *reducer):
    """Reduce one sweep without holding its steps: (value, weight of each class)."""
    if sample_weight is None:
        scores = sorted_scores(y_true, y_score, pos_label)
        values, _ = sweep.reduce_labelled(scores, [reducer])
        return float(values[0]), scores.n_pos, scores.n_neg
    _, keys, signed = _sorted_rows(y_true, y_score, pos_label, sample_weight)
    values, totals = sweep.reduce_rows(keys, signed, [reducer])
    return float(values[0]), *totals


def _sorted_rows(y_true, y_score, pos_label, sample_weight):
    """Rows by descending score: the scores' kind, inverted keys, signed weights."""
    rows = _inputs.row_scores(
        y_true, y_score, pos_label=pos_label, sample_weight=sample_weight
    )
    assert rows.weights is not None  # some were given
    signed = sweep.sign_weights(rows.weights, rows.labels)
    # Inverted keys ascend where scores descend; a stable sort keeps ties in row
    # order, as the sums must be taken.
    keys = np.invert(rows.keys, out=rows.keys)
    keys, signed = sort_pairs(keys, signed.view(np.uint64))
    return rows.kind, keys, signed.view(np.float64)
