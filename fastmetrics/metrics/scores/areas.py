"""Areas under curves: partial, at a rate, and within groups of rows."""

from __future__ import annotations

import math
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from fastmetrics._common.arrays import sort_pairs, spread
from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of, number, stretch, warn
from fastmetrics._inputs import groups as group_inputs
from fastmetrics._inputs.groups import GroupIds, coded
from fastmetrics._inputs.scores import row_scores
from fastmetrics._kernels import grouped
from fastmetrics._kernels.sums import sum_f64, sum_products_f64
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.scores.family import log_auc
from fastmetrics.metrics.scores.score_sweep import has_weights, reduced, standardized
from fastmetrics.metrics.scores.sorted_scores import SortedSource

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Label
    from fastmetrics.metrics.scores.score_sweep import Classes, Scores


_PR_REDUCERS = {
    "step": "average_precision",
    "linear": "pr_auc_linear",
    "integral": "pr_auc_integral",
    "davis-goadrich": "pr_auc_davis_goadrich",
}


def pr_auc_score(
    y_true: Classes,
    y_score: Scores,
    *,
    interpolation: Literal["step", "linear", "integral", "davis-goadrich"] = "step",
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Area under the precision-recall curve, with four interpolations.

    With :math:`t_i, f_i` the true and false positives at the i-th highest distinct
    score, :math:`P` all positives and
    :math:`h = (f_i - f_{i-1}) / (t_i - t_{i-1})`:

    - "step": :math:`\sum_i \frac{t_i - t_{i-1}}{P}\,\frac{t_i}{t_i + f_i}`, which is
      average precision;
    - "linear": straight lines between the points, starting at (recall 0, precision 1),
      which includes precisions that no mixture of thresholds attains;
    - "integral": between two points :math:`f` grows linearly with :math:`t`, and
      :math:`\frac1P \int \frac{t}{t + f(t)}\,dt` is taken exactly;
    - "davis-goadrich": the same curve, but trapezoids between whole true positives.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes; more only with ``pos_label``.
    y_score : array_like of shape (n_samples,)
        Any finite real scores; larger means more positive.
    interpolation : {"step", "linear", "integral", "davis-goadrich"}, default="step"
        Interpolation between the points of the curve.
    pos_label : int, float, bool or str, optional
        The positive label. May be left out when the labels are in {0, 1} or {-1, 1}.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero. Not with
        "davis-goadrich", which counts rows.

    Returns
    -------
    float
        In [0, 1]; 1 is best; chance is about the proportion of positives. NaN without
        positives.

    Raises
    ------
    ValueError
        If ``interpolation`` is unknown or does not accept weights, lengths differ,
        there are no rows, a score is NaN or infinite, a weight is negative, or
        ``pos_label`` is needed and not given.

    Warns
    -----
    UndefinedMetricWarning
        If no row is positive.

    See Also
    --------
    average_precision_score : the "step" area, also for several labels or classes.
    precision_recall_curve : the points.

    Notes
    -----
    The integral between two points is, with :math:`a = 1 + h` and
    :math:`c = f_{i-1} - h\,t_{i-1}`, :math:`\frac1{aP}\bigl[(t_i - t_{i-1}) - \frac ca
    \ln\frac{a t_i + c} {a t_{i-1} + c}\bigr]`; steps without true positives contribute
    nothing. R's PRROC calls this area ``auc.integral``. All rows of a tie enter
    together. O(n log n) time, O(n) memory; the interpreter lock is released while
    sorting and summing.

    References
    ----------
    .. [1] J. Keilwagen, I. Grosse and J. Grau, "Area under precision-recall curves
       for weighted and unweighted data", PLOS ONE 9(3), 2014, e92209.
    .. [2] J. Davis and M. Goadrich, "The relationship between Precision-Recall and
       ROC curves", ICML 2006, 233-240.

    Examples
    --------
    >>> from fastmetrics import pr_auc_score
    >>> y_true, y_score = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]
    >>> for interpolation in ("step", "linear", "integral", "davis-goadrich"):
    ...     area = pr_auc_score(y_true, y_score, interpolation=interpolation)
    ...     print(f"{interpolation:15} {area:.6f}")
    step            0.833333
    linear          0.791667
    integral        0.797267
    davis-goadrich  0.791667
    """
    if not is_one_of(interpolation, _PR_REDUCERS):
        raise ValueError(
            f"interpolation must be one of {tuple(_PR_REDUCERS)}, got "
            f"{shown(interpolation)}."
        )
    says_so_itself = isinstance(y_true, SortedSource)
    if (
        interpolation == "davis-goadrich"
        and not says_so_itself
        and has_weights(y_true, sample_weight)
    ):
        raise ValueError(
            "sample_weight must be None with interpolation='davis-goadrich', which "
            "steps from one true positive to the next."
        )
    return reduced(
        "pr_auc_score",
        y_true,
        y_score,
        pos_label,
        sample_weight,
        _PR_REDUCERS[interpolation],
    )


def partial_auc_score(
    y_true: Classes,
    y_score: Scores,
    *,
    max_fpr: float | None = None,
    min_tpr: float | None = None,
    fpr_range: tuple[float, float] | None = None,
    standardize: Literal["mcclish"] | None = None,
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Partial area under the ROC curve, raw or standardised.

    ====================  ================================  =====================  ====
    part                  area                              by chance              best
    ====================  ================================  =====================  ====
    ``max_fpr=b``         :math:`\int_0^b TPR\,dFPR`        :math:`b^2/2`          b
    ``fpr_range=(a, b)``  :math:`\int_a^b TPR\,dFPR`        :math:`(b^2 - a^2)/2`  b-a
    ``min_tpr=t``         :math:`\int_t^1 (1 - FPR)\,dTPR`  :math:`(1 - t)^2/2`    1-t
    ====================  ================================  =====================  ====

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes; more only with ``pos_label``.
    y_score : array_like of shape (n_samples,)
        Any finite real scores; larger means more positive.
    max_fpr : float in (0, 1], optional
        Area over FPR in [0, ``max_fpr``].
    min_tpr : float in [0, 1), optional
        Area for TPR in [``min_tpr``, 1].
    fpr_range : pair of float, optional
        Area over FPR in [a, b] with 0 <= a < b <= 1. Exactly one of the three parts
        must be given.
    standardize : {"mcclish"} or None, optional
        None returns the raw area. "mcclish" returns
        :math:`\frac12\bigl(1 + \frac{area - chance}{best - chance}\bigr)`.
    pos_label : int, float, bool or str, optional
        The positive label. May be left out when the labels are in {0, 1} or {-1, 1}.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        Raw: in [0, best]. Standardised: 1 is best and ½ is chance, whatever the part;
        the worst value is below ½ and above 0 for most parts: (1 - b) / (2 - b) for
        ``max_fpr=b``. Higher is better. NaN if a class is absent.

    Raises
    ------
    ValueError
        If not exactly one part is given or it is out of range, ``standardize`` is
        unknown, lengths differ, there are no rows, a score is NaN or infinite, a weight
        is negative, or ``pos_label`` is needed and not given.

    Warns
    -----
    UndefinedMetricWarning
        If only one class is present.

    See Also
    --------
    roc_auc_score : with ``max_fpr``, the same as "mcclish" here.

    Notes
    -----
    The curve is linear inside a tie group, and the ends of the part are interpolated.
    O(n log n) time, O(n) memory; the interpreter lock is released while sorting and
    sweeping.

    References
    ----------
    .. [1] D. K. McClish, "Analyzing a portion of the ROC curve", Medical Decision
       Making 9, 1989, 190-195.
    .. [2] Y. Jiang, C. E. Metz and R. M. Nishikawa, "A receiver operating
       characteristic partial area index for highly sensitive diagnostic tests",
       Radiology 201, 1996, 745-750.

    Examples
    --------
    >>> from fastmetrics import partial_auc_score
    >>> y_true, y_score = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]
    >>> partial_auc_score(y_true, y_score, max_fpr=0.5)
    0.25
    >>> round(partial_auc_score(y_true, y_score, max_fpr=0.5,
    ...                         standardize="mcclish"), 6)
    0.666667
    """
    if (max_fpr is None) + (min_tpr is None) + (fpr_range is None) != 2:
        raise ValueError(
            "exactly one of max_fpr, min_tpr and fpr_range must be given, got "
            f"max_fpr={max_fpr!r}, min_tpr={min_tpr!r}, fpr_range={fpr_range!r}."
        )
    if not is_one_of(standardize, (None, "mcclish")):
        raise ValueError(
            f"standardize must be 'mcclish' or None, got {shown(standardize)}."
        )
    reducer: tuple[Any, ...]
    if min_tpr is not None:
        min_tpr = number(min_tpr, "min_tpr")
        if not 0 <= min_tpr < 1:
            raise ValueError(f"min_tpr must be in [0, 1), got {shown(min_tpr)}.")
        reducer = ("partial_auc_tpr", min_tpr)
        chance, best = 0.5 * (1 - min_tpr) ** 2, 1 - min_tpr
    else:
        if max_fpr is not None:
            max_fpr = number(max_fpr, "max_fpr")
            if not 0 < max_fpr <= 1:
                raise ValueError(f"max_fpr must be in (0, 1], got {shown(max_fpr)}.")
            fpr_range = (0.0, max_fpr)
        low, high = stretch(fpr_range, "fpr_range")
        reducer = ("partial_auc", low, high)
        chance, best = 0.5 * (high - low) * (high + low), high - low
    area = reduced(
        "partial_auc_score", y_true, y_score, pos_label, sample_weight, *reducer
    )
    return area if standardize is None else standardized(area, chance, best)


def log_auc_score(
    y_true: Classes,
    y_score: Scores,
    *,
    fpr_range: tuple[float, float] = (0.001, 1.0),
    adjusted: bool = False,
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Log AUC: area under the ROC curve with a logarithmic FPR axis, normalised.

    Rates from 0.001 to 0.01 have the same weight as rates from 0.1 to 1:

    .. math:: \frac{1}{\log_{10} b - \log_{10} a}
              \int_a^b \mathrm{TPR}\; d\log_{10} \mathrm{FPR}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes; more only with ``pos_label``.
    y_score : array_like of shape (n_samples,)
        Any finite real scores; larger means more positive.
    fpr_range : pair of float, default=(0.001, 1)
        Area over FPR in [a, b] with 0 < a < b <= 1.
    adjusted : bool, default=False
        Whether to subtract the value of random scores, :math:`(b - a) / \ln(b / a)`:
        0.1446 for the default range.
    pos_label : int, float, bool or str, optional
        The positive label. May be left out when the labels are in {0, 1} or {-1, 1}.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In [0, 1], minus the chance value if ``adjusted``. Higher is better. NaN if a
        class is absent.

    Raises
    ------
    ValueError
        If ``fpr_range`` is not such a pair, lengths differ, there are no rows, a score
        is NaN or infinite, a weight is negative, or ``pos_label`` is needed and not
        given.
    TypeError
        If ``adjusted`` is not True or False.

    Warns
    -----
    UndefinedMetricWarning
        If only one class is present.

    See Also
    --------
    partial_auc_score : over a part of the rates, on a linear axis.

    Notes
    -----
    Between thresholds the curve is linear in the rates, not in their logarithms, and is
    integrated in closed form. Packages that join the points by straight lines on the
    logarithmic axis return other values if thresholds are sparse. Below an FPR of 1/n,
    for n negatives, the curve is a straight line to its first point, whatever the
    range. O(n log n) time, O(n) memory; the interpreter lock is released while sorting
    and sweeping.

    References
    ----------
    .. [1] M. M. Mysinger and B. K. Shoichet, "Rapid context-dependent ligand
       desolvation in molecular docking", Journal of Chemical Information and Modeling
       50, 2010, 1561-1573.

    Examples
    --------
    >>> from fastmetrics import log_auc_score
    >>> y_true, y_score = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]
    >>> round(log_auc_score(y_true, y_score), 6)
    0.550172
    >>> round(log_auc_score(y_true, y_score, adjusted=True), 6)
    0.405552
    """
    how = log_auc(fpr_range, adjusted)
    height = reduced(
        "log_auc_score", y_true, y_score, pos_label, sample_weight, *how.reducer
    )
    return height + how.offset


# ----------------------------------------------------------------------- grouped scores


# How groups can be weighed in a mean.
AVERAGES = ("rows", "pairs", "macro")

# The most numbers of groups that leave room for a label in 64 bits.
_MOST_NUMBERS = 2**63

# Weights beyond 2 to this power, or below its inverse, are brought nearer to 1: sums
# of products of two would leave the range of a float.
_MODEST = 400


class GroupedScores:
    """Pairs of rows of two classes inside groups of rows, group by group.

    Attributes
    ----------
    positives, negatives : ndarray
        Number of rows, or weight, of each class per group.
    doubled : ndarray
        Twice the pairs in order, those tied once, each with the product of its weights.
    """

    def __init__(
        self,
        rows: grouped.GroupedRows,
        ids: GroupIds,
        exponent: int = 0,
    ) -> None:
        self.positives, self.negatives = rows.positives, rows.negatives
        self.doubled, self._rows = rows.doubled, rows
        self._numbers, self._ids, self._exponent = rows.groups, ids, exponent

    @classmethod
    def from_rows(
        cls,
        y_true: Any,
        y_score: Any,
        groups: ArrayLike | None,
        pos_label: Any = None,
        sample_weight: ArrayLike | None = None,
    ) -> GroupedScores:
        """Read the columns and meet the classes of each group."""
        rows = row_scores(
            y_true,
            y_score,
            pos_label=pos_label,
            sample_weight=sample_weight,
            drop_zero_weight=False,
        )
        ids = group_inputs.group_ids(groups, len(rows.labels))
        labels, scores, weights = rows.labels, rows.keys, rows.weights
        if weights is not None and not weights.all():
            kept = np.flatnonzero(weights)
            labels, scores, weights = labels[kept], scores[kept], weights[kept]
            ids = ids._replace(numbers=ids.numbers[kept])
        return cls.from_scores(ids, labels, scores, weights)

    @classmethod
    def from_scores(
        cls,
        ids: GroupIds,
        labels: NDArray[np.uint8],
        scores: NDArray[Any],
        weights: NDArray[np.float64] | None,
    ) -> GroupedScores:
        """Meet the classes of each group; ``scores`` are keys in the scores' order."""
        if ids.span > _MOST_NUMBERS:
            ids = coded(ids)
        keys = grouped.join_keys(ids.numbers, ids.low, ids.span, labels)
        wide = scores.astype(np.uint64, copy=False)
        in_order, sorted_scores = sort_pairs(keys, wide)
        exponent, sorted_weights = 0, None
        if weights is not None:
            # A stable sort brings them into the same order.
            bits = np.ascontiguousarray(weights).view(np.uint64)
            sorted_weights = sort_pairs(keys, bits)[1].view(np.float64)
            exponent = _exponent(sorted_weights)
            if exponent:
                np.ldexp(sorted_weights, -exponent, out=sorted_weights)
        rows = grouped.GroupedRows(in_order, sorted_scores, sorted_weights)
        each = spread(len(keys))
        each(rows.count, range(rows.n_blocks))
        rows.place()
        each(rows.meet, range(rows.n_blocks))
        return cls(rows, ids, exponent)

    def __len__(self) -> int:
        return len(self.doubled)

    @cached_property
    def has_both(self) -> NDArray[np.bool_]:
        """Whether there are rows of both classes in a group, of a weight that counts.

        The weight of a group may be so small that the weight of its pairs rounds to 0.
        """
        return self.positives * self.negatives > 0

    @cached_property
    def areas(self) -> NDArray[np.float64]:
        """The area under the ROC curve of each group; NaN of one class."""
        areas = np.full(len(self), np.nan)
        pairs = self.positives * self.negatives
        np.divide(self.doubled, 2 * pairs, out=areas, where=self.has_both)
        return areas

    @cached_property
    def squares(self) -> tuple[NDArray[np.uint64], NDArray[np.uint64]] | None:
        """The sums of the squares of doubled placements of rows, by class.

        None if rows have weights, or a group has too many rows.
        """
        rows = self._rows
        if self.doubled.dtype.kind != "u" or rows.most_rows > grouped.MOST_SQUARED:
            return None
        spread(int(self.weights("rows").sum()))(rows.square, range(rows.n_blocks))
        return rows.over_positives, rows.over_negatives

    def __getstate__(self) -> dict[str, Any]:
        """Store what is needed of the rows, and not the rows."""
        return {**vars(self), "squares": self.squares, "_rows": None}

    def weights(self, average: str) -> NDArray[np.float64]:
        """Return the weight of each group in a mean, up to a common factor."""
        if average == "macro":
            return np.ones(len(self))
        if average == "rows":
            return (self.positives + self.negatives).astype(np.float64)
        return (self.positives * self.negatives).astype(np.float64)

    def row_weights(self) -> NDArray[np.float64]:
        """Return the weight, or without weights the number, of rows of each group."""
        return np.ldexp(self.weights("rows"), self._exponent)

    def mean(self, average: str) -> float:
        """Return the mean area of groups of both classes; NaN if there are none."""
        which = self.has_both
        if not which.any():
            return float("nan")
        if average == "pairs" and self.doubled.dtype.kind == "u":
            # All are whole: less than n ** 2 / 2, of less than 2 ** 32 rows.
            pairs = self.positives * self.negatives
            return int(self.doubled.sum()) / (2 * int(pairs.sum()))
        if average == "pairs":
            pairs = 2.0 * (self.positives[which] * self.negatives[which])
            return sum_f64(self.doubled[which]) / sum_f64(pairs)
        areas = self.areas[which]
        if average == "macro":
            return sum_f64(areas) / len(areas)
        rows = self.weights("rows")[which]
        return sum_products_f64(areas, rows) / sum_f64(rows)

    def group_ids(self) -> NDArray[Any]:
        """Return the ids of the groups, ascending."""
        return self._ids.ids(self._numbers)


def _exponent(weights: NDArray[np.float64]) -> int:
    """Return a power of two to divide weights by; 0 if they are modest."""
    exponent = int(np.frexp(weights.max())[1])
    return exponent if abs(exponent) > _MODEST else 0


# ------------------------------------------------------------------------ grouped areas


class GroupedAuc(NamedTuple):
    """Areas under the ROC curves of groups, or their mean."""

    score: float | None
    """The mean; None where each group was asked for."""
    n_groups: int
    """Groups that have rows, of weight above 0."""
    n_skipped: int
    """Those of them that have rows of one class only, and so no area."""
    groups: NDArray[Any] | None
    """All ids, ascending, if each group was asked for."""
    scores: NDArray[np.float64] | None
    """Likewise the area of each group, NaN where it has none."""
    weights: NDArray[np.float64] | None
    """Likewise what the rows of each group weigh; unweighted, how many there are."""


def roc_auc_by_group(
    y_true: ArrayLike | GroupedScores,
    y_score: ArrayLike | None,
    groups: ArrayLike | None,
    *,
    average: Literal["rows", "pairs", "macro"] | None = "rows",
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
) -> GroupedAuc:
    r"""Group AUC (GAUC): mean area under the ROC curve within groups of rows.

    Rows are compared only with rows of their own group, such as a user, a query or a
    session. Scores need not be comparable between groups:

    .. math:: \mathrm{GAUC} = \frac{\sum_g w_g\,\mathrm{AUC}_g}{\sum_g w_g}

    where :math:`g` runs over the groups with rows of both classes.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels, of at most two classes; more only with ``pos_label``.
    y_score : array_like of shape (n_samples,)
        Any finite real scores; larger means more positive.
    groups : array_like of shape (n_samples,)
        The group of each row: integers, strings, dates or other ids of one kind that
        can be sorted, none missing. Rows of a group need not be adjacent.
    average : {"rows", "pairs", "macro"} or None, default="rows"
        Weight of a group: its rows (impressions), its pairs of a positive and a
        negative row, or 1. None returns the area of every group.
    pos_label : int, float, bool or str, optional
        The positive label. May be left out when the labels are in {0, 1} or {-1, 1}.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero. The weight of a pair is the
        product of its weights, the weight of a group the sum over its rows or pairs.
        Rows of weight 0 count as absent.

    Returns
    -------
    GroupedAuc
        Named tuple (score, n_groups, n_skipped, groups, scores, weights). ``score`` is
        in [0, 1]; higher is better, 1 is best and ½ is chance; NaN if no group has both
        classes. ``n_skipped`` of the ``n_groups`` groups have only one class and are
        left out of the mean. With ``average=None``, ``score`` is None and the last
        three are arrays with an item per group. These are its id (ascending), its area
        (NaN with only one class) and the weight of its rows. Otherwise these three are
        None.

    Raises
    ------
    ValueError
        If lengths differ, there are no rows, a score is NaN or infinite, a weight is
        negative, a group is missing, ``average`` is unknown, or ``pos_label`` is needed
        and not given.
    TypeError
        If groups are not of one kind, or cannot be compared.

    Warns
    -----
    UndefinedMetricWarning
        If no group has rows of both classes.

    See Also
    --------
    roc_auc_score : the area over all rows, ignoring groups.
    confidence_interval : with the same ``groups``, treated as clusters.

    Notes
    -----
    Zhu et al. weight a user by impressions ("rows" here). Other papers that use the
    name GAUC weight by clicks or not at all. "pairs" is the proportion of concordant
    pairs among all pairs within groups, with ties counted one half.

    Unweighted pairs are counted exactly in integers. Rows are ordered by group with one
    radix sort; small groups are compared without sorting. O(n log n) time at most;
    about 40 bytes of memory per row. The interpreter lock is released, and long columns
    are spread over threads.

    References
    ----------
    .. [1] H. Zhu, J. Jin, C. Tan, F. Pan, Y. Zeng, H. Li and K. Gai, "Optimized cost
       per click in Taobao display advertising", KDD 2017, 2191-2200.

    Examples
    --------
    >>> from fastmetrics import roc_auc_by_group
    >>> y_true, y_score = [1, 0, 0, 0, 1, 1], [0.3, 0.1, 0.4, 0.8, 0.9, 0.7]
    >>> user = ["ann", "ann", "ann", "bob", "bob", "cid"]
    >>> found = roc_auc_by_group(y_true, y_score, user)
    >>> found.score, found.n_groups, found.n_skipped
    (0.7, 3, 1)
    >>> roc_auc_by_group(y_true, y_score, user, average=None).scores
    array([0.5, 1. , nan])
    """
    if not is_one_of(average, (*AVERAGES, None)):
        raise ValueError(
            f"average must be one of {AVERAGES} or None, got {shown(average)}."
        )
    if isinstance(y_true, GroupedScores):
        groups_of_rows = y_true
    else:
        groups_of_rows = GroupedScores.from_rows(
            y_true, y_score, groups, pos_label, sample_weight
        )
    n_skipped = len(groups_of_rows) - int(groups_of_rows.has_both.sum())
    if n_skipped == len(groups_of_rows):
        warn(
            "no group has a positive and a negative row (of weight above 0), so "
            "roc_auc_by_group is undefined and returned as NaN.",
            UndefinedMetricWarning,
        )
    if average is not None:
        score = (
            math.nan
            if n_skipped == len(groups_of_rows)
            else groups_of_rows.mean(average)
        )
        return GroupedAuc(score, len(groups_of_rows), n_skipped, None, None, None)
    return GroupedAuc(
        None,
        len(groups_of_rows),
        n_skipped,
        groups_of_rows.group_ids(),
        groups_of_rows.areas,
        groups_of_rows.row_weights(),
    )
