"""Selective prediction: risk and coverage if a model answers only when confident."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import check_choice, check_level, number, whole
from fastmetrics._common.records import ByFields, plain_fields
from fastmetrics.metrics.scores.curves import (
    BANDS,
    exact_bounds,
    kolmogorov_quantile,
    precision_at,
)
from fastmetrics.metrics.scores.score_sweep import has_weights, reduce_scores, steps
from fastmetrics.metrics.scores.sorted_scores import OF_RANKS
from fastmetrics.show.numbers import numerals

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Label
    from fastmetrics.metrics.scores.score_sweep import Classes, Scores


def aurc(
    correct: Classes,
    confidence: Scores,
    *,
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Area under the risk-coverage curve (AURC).

    .. math:: \mathrm{AURC} = \frac{1}{n} \sum_{k = 1}^{n} \frac{1}{k}
              \sum_{i = 1}^{k} e_{(i)}

    with :math:`e_{(i)}` = 1 if the answer with the i-th highest confidence is wrong:
    the error rate of the k most confident answers, averaged over all k.

    Parameters
    ----------
    correct : array_like of shape (n_samples,)
        1 or True for a correct answer, 0 or False for a wrong one. A `ScoreSweep` is
        accepted instead, with None for ``confidence``.
    confidence : array_like of shape (n_samples,)
        Any finite real scores; larger means more confident.
    pos_label : int, float, bool or str, optional
        The positive label, of correct answers. May be left out when the labels are in
        {0, 1} or {-1, 1}.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero. With weights, the mean over
        ranks becomes an integral over the coverage, see the notes.

    Returns
    -------
    float
        In [0, 1]; lower is better. The error rate is the expected value if confidence
        is independent of errors.

    Raises
    ------
    ValueError
        If lengths differ, there are no rows, a score is NaN or infinite, a weight is
        negative, or ``pos_label`` is needed and not given.

    See Also
    --------
    risk_coverage_curve : the curve.
    excess_aurc : minus the lowest area with this error rate.
    augrc : each error weighted alike, whatever its rank.

    Notes
    -----
    Rows with equal confidence count with the mean over all their orders, so the value
    does not depend on the order of the rows. Errors among the most confident answers
    have a large weight: the first row alone contributes to every term.

    Rows with weights have no ranks. With weights, the value is the integral of the risk
    over the coverage, as if rows could be answered in part. Equal weights therefore
    give a slightly different value than none; the difference shrinks with the number of
    rows.

    `compare` evaluates several confidence scores of one classifier, with the same
    ``correct`` for all of them. For several classifiers, pass a function of labels and
    probabilities that calls this one.

    O(n log n) time, O(n) memory; the interpreter lock is released while sorting and
    sweeping.

    References
    ----------
    .. [1] Y. Geifman, G. Uziel and R. El-Yaniv, "Bias-reduced uncertainty estimation
       for deep neural classifiers", ICLR 2019.
    .. [2] Y. Geifman and R. El-Yaniv, "Selective classification for deep neural
       networks", NeurIPS 2017.

    Examples
    --------
    >>> from fastmetrics import aurc
    >>> aurc([1, 0, 1, 1], [0.9, 0.8, 0.7, 0.3])
    0.2708333333333333
    """
    return _reduced("aurc", correct, confidence, pos_label, sample_weight)


def excess_aurc(
    correct: Classes,
    confidence: Scores,
    *,
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Excess area under the risk-coverage curve (E-AURC).

    .. math:: \mathrm{AURC} - \mathrm{AURC}^*,\qquad
              \mathrm{AURC}^* = \frac{1}{n} \sum_{k = c + 1}^{n} \frac{k - c}{k}

    with c correct answers among n: :math:`\mathrm{AURC}^*` is the lowest possible area,
    with all correct answers before all errors.

    Parameters
    ----------
    correct : array_like of shape (n_samples,)
        1 or True for a correct answer, 0 or False for a wrong one. A `ScoreSweep` is
        accepted instead, with None for ``confidence``.
    confidence : array_like of shape (n_samples,)
        Any finite real scores; larger means more confident.
    pos_label : int, float, bool or str, optional
        The positive label, of correct answers. May be left out when the labels are in
        {0, 1} or {-1, 1}.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero. With weights, the mean over
        ranks becomes an integral over the coverage, see the notes.

    Returns
    -------
    float
        In [0, 1); 0 is best: no error is more confident than a correct answer.

    Raises
    ------
    ValueError
        If lengths differ, there are no rows, a score is NaN or infinite, a weight is
        negative, or ``pos_label`` is needed and not given.

    See Also
    --------
    aurc : the area itself.

    Notes
    -----
    The lowest area is computed exactly. Its limit for many rows, r + (1 - r) ln(1 - r)
    with the error rate r, is used by other packages, and here with weights. Rows with
    equal confidence count with the mean over all their orders. `aurc` describes
    weights.

    References
    ----------
    .. [1] Y. Geifman, G. Uziel and R. El-Yaniv, "Bias-reduced uncertainty estimation
       for deep neural classifiers", ICLR 2019.

    Examples
    --------
    >>> from fastmetrics import excess_aurc
    >>> round(excess_aurc([1, 0, 1, 1], [0.9, 0.8, 0.7, 0.3]), 4)
    0.2083
    """
    return _reduced("excess_aurc", correct, confidence, pos_label, sample_weight)


def augrc(
    correct: Classes,
    confidence: Scores,
    *,
    pos_label: Label | None = None,
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Area under the generalized risk-coverage curve (AUGRC).

    .. math:: \mathrm{AUGRC} = (1 - \mathrm{AUROC})\,p\,(1 - p) + \frac{p^2}{2}

    with the error rate p, and AUROC the area under the ROC curve of confidence against
    correctness. The generalized risk at a coverage is the proportion of all rows that
    are answered and wrong.

    Parameters
    ----------
    correct : array_like of shape (n_samples,)
        1 or True for a correct answer, 0 or False for a wrong one. A `ScoreSweep` is
        accepted instead, with None for ``confidence``.
    confidence : array_like of shape (n_samples,)
        Any finite real scores; larger means more confident.
    pos_label : int, float, bool or str, optional
        The positive label, of correct answers. May be left out when the labels are in
        {0, 1} or {-1, 1}.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.

    Returns
    -------
    float
        In [0, ½]; lower is better. Half of the error rate is the expected value if
        confidence is independent of errors.

    Raises
    ------
    ValueError
        If lengths differ, there are no rows, a score is NaN or infinite, a weight is
        negative, or ``pos_label`` is needed and not given.

    See Also
    --------
    aurc : the mean error rate of the answered rows.
    roc_auc_score : the ranking of errors alone.

    Notes
    -----
    The curve is joined by straight lines, which random choices among rows with equal
    confidence attain; the formula above is then exact, also with ties and weights. It
    is the probability that a random row is wrong and answered, if the coverage is
    random.

    References
    ----------
    .. [1] J. Traub, T. J. Bungert, C. T. Lüth, M. Baumgartner, K. H. Maier-Hein, L.
       Maier-Hein and P. F. Jaeger, "Overcoming common flaws in the evaluation of
       selective classification systems", NeurIPS 2024.

    Examples
    --------
    >>> from fastmetrics import augrc
    >>> augrc([1, 0, 1, 1], [0.9, 0.8, 0.7, 0.3])
    0.15625
    """
    return _reduced("augrc", correct, confidence, pos_label, sample_weight)


def _reduced(
    name: str, correct: Any, confidence: Any, pos_label: Any, sample_weight: Any
) -> float:
    """Reduce a sweep to the value of the metric ``name``."""
    # The halves of rows in a sketch are no weights.
    if sample_weight is not None or getattr(correct, "weighted", False):
        name = OF_RANKS.get(name, name)
    options = pos_label, sample_weight, name
    value: float = _read(reduce_scores, correct, confidence, *options)[0]
    return value


def _check_counts(name: str, correct: Any) -> None:
    """Refuse a summary whose rows have weights."""
    if has_weights(correct, None):
        raise ValueError(
            f"{name} has binomial bounds of counts, but the rows of this sweep have "
            "weights."
        )


def _read(
    function: Callable[..., Any], correct: Any, confidence: Any, *more: Any
) -> Any:
    """Call a function of scores; its errors name the arguments as they are here."""
    try:
        return function(correct, confidence, *more)
    except (TypeError, ValueError) as error:
        text = str(error).replace("y_true", "correct")
        raise type(error)(text.replace("y_score", "confidence")) from None


# -------------------------------------------------------------------------------- curve


class RiskCoverageCurve(NamedTuple):
    """Error rate of the answered rows at each coverage, in ascending order."""

    coverage: NDArray[np.float64]
    """Proportion of rows that are answered."""
    risk: NDArray[np.float64]
    """Proportion of wrong answers among them."""
    thresholds: NDArray[Any]
    """Lowest confidence of the answered rows."""
    low: NDArray[np.float64]
    """Lower bound of the risk."""
    high: NDArray[np.float64]
    """Upper bound of the risk."""


def risk_coverage_curve(
    correct: Classes,
    confidence: Scores,
    *,
    band: Literal["pointwise", "simultaneous"] = "simultaneous",
    confidence_level: float = 0.95,
    pos_label: Label | None = None,
) -> RiskCoverageCurve:
    r"""Compute the risk-coverage curve, with bounds.

    At threshold :math:`t`, with "answered" meaning confidence :math:`\ge t`:

    .. math:: \mathrm{coverage}(t) = \frac{\#\{\text{answered}\}}{n},\qquad
              \mathrm{risk}(t) = \frac{\#\{\text{answered and wrong}\}}
                                     {\#\{\text{answered}\}}

    Parameters
    ----------
    correct : array_like of shape (n_samples,)
        1 or True for a correct answer, 0 or False for a wrong one. A `ScoreSweep` is
        accepted instead, with None for ``confidence``.
    confidence : array_like of shape (n_samples,)
        Any finite real scores; larger means more confident.
    band : {"pointwise", "simultaneous"}, default="simultaneous"
        Whether the confidence level holds for the risk at each threshold alone, or for
        the whole curve.
    confidence_level : float, default=0.95
        Nominal coverage, in (0, 1).
    pos_label : int, float, bool or str, optional
        The positive label, of correct answers. May be left out when the labels are in
        {0, 1} or {-1, 1}.

    Returns
    -------
    RiskCoverageCurve
        Named tuple ``(coverage, risk, thresholds, low, high)`` of arrays of shape
        (n_thresholds,), in ascending order of ``coverage``; thresholds decrease.

    Raises
    ------
    ValueError
        If lengths differ, there are no rows, a score is NaN or infinite, ``pos_label``
        is needed and not given, the rows of a sweep have weights, ``band`` is unknown,
        or ``confidence_level`` is not in (0, 1).

    See Also
    --------
    aurc : the area under this curve.
    coverage_at_risk : largest coverage with a certified risk.

    Notes
    -----
    Pointwise bounds are Clopper and Pearson's. They are exact for the rule that answers
    above the next lower threshold: given this threshold, the rows above it are
    independent draws, so their errors are binomial.

    Simultaneous bounds combine three statements, each with the cube root of the
    confidence level: the distributions of confidence among correct and among wrong
    answers, within a quantile of Kolmogorov's distance, and Clopper and Pearson's
    bounds of the error rate. They are conservative.

    References
    ----------
    .. [1] R. El-Yaniv and Y. Wiener, "On the foundations of noise-free selective
       classification", Journal of Machine Learning Research 11, 2010, 1605-1641.
    .. [2] Y. Geifman and R. El-Yaniv, "Selective classification for deep neural
       networks", NeurIPS 2017.

    Examples
    --------
    >>> from fastmetrics import risk_coverage_curve
    >>> curve = risk_coverage_curve([1, 0, 1, 1], [0.9, 0.8, 0.7, 0.3])
    >>> curve.coverage
    array([0.25, 0.5 , 0.75, 1.  ])
    >>> curve.risk.round(3)
    array([0.   , 0.5  , 0.333, 0.25 ])
    >>> curve.thresholds
    array([0.9, 0.8, 0.7, 0.3])
    """
    check_choice(band, BANDS, "band")
    level = check_level(confidence_level)
    _check_counts("risk_coverage_curve", correct)
    thresholds, right, wrong = _read(steps, correct, confidence, pos_label)
    answered = right + wrong
    risk = wrong / answered
    low, high = (
        exact_bounds(risk, answered, level)
        if band == "pointwise"
        else _everywhere(right, wrong, level)
    )
    return RiskCoverageCurve(answered / answered[-1], risk, thresholds, low, high)


def _everywhere(
    right: NDArray[np.float64], wrong: NDArray[np.float64], level: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return bounds of the risk at all thresholds at once.

    The risk is the precision of the wrong answers, from their proportion of all rows
    and the proportions of both kinds above the threshold.
    """
    each = level ** (1 / 3)
    n = right[-1] + wrong[-1]
    lowest, highest = exact_bounds(np.array(wrong[-1] / n), n, each)
    ends = []
    for counts in (right, wrong):
        total = int(counts[-1])
        off = kolmogorov_quantile(total, each) if total else 1.0
        rate = counts / total if total else np.zeros(len(counts))
        ends.append((np.maximum(rate - off, 0.0), np.minimum(rate + off, 1.0)))
    (right_low, right_high), (wrong_low, wrong_high) = ends
    low = np.where(wrong_low > 0, precision_at(wrong_low, lowest, right_high), 0.0)
    return low, precision_at(wrong_high, highest, right_low)


# ------------------------------------------------------------------- certified coverage


@dataclass(frozen=True, slots=True, eq=False)
class CertifiedCoverage(ByFields):
    """Largest certified coverage: the result of `coverage_at_risk`.

    Attributes
    ----------
    coverage : float
        Proportion of the rows that are answered; 0 if no coverage is certified.
    threshold : float
        Answer if confidence is above it; -inf answers all rows, inf none.
    risk : float
        Error rate of the answered rows; NaN without any.
    risk_bound : float
        Upper bound of the risk at this threshold: at most ``max_risk``; NaN without
        answered rows.
    max_risk : float
        The requested risk.
    confidence_level : float
        Probability that the certified risk is at most ``max_risk``.
    n_answered : int
        Number of answered rows.
    n_samples : int
        Number of rows.
    n_tested : int
        Number of coverages that were tested.
    """

    coverage: float
    threshold: float
    risk: float
    risk_bound: float
    max_risk: float
    confidence_level: float
    n_answered: int
    n_samples: int
    n_tested: int

    def __float__(self) -> float:
        return self.coverage

    def __str__(self) -> str:
        level = f"{100 * self.confidence_level:g} %"
        if not self.n_answered:
            return (
                f"No coverage is certified for a risk of {self.max_risk:g} ({level})."
            )
        numbers = self.threshold, self.coverage, self.risk, self.risk_bound
        threshold, coverage, risk, bound = (numerals(each)[0] for each in numbers)
        return (
            f"Answer if confidence > {threshold}: coverage {coverage}, risk {risk} "
            f"(at most {bound}, {level})."
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as a dictionary that JSON holds.

        Returns
        -------
        dict
            By the names of the fields; infinite numbers and NaN are None.
        """
        return plain_fields(self, " ".join(self.__slots__))


def coverage_at_risk(
    correct: Classes,
    confidence: Scores,
    *,
    max_risk: float,
    confidence_level: float = 0.95,
    n_coverages: int = 20,
    pos_label: Label | None = None,
) -> CertifiedCoverage:
    r"""Largest coverage whose risk is certified to be at most a given number.

    The risk is the error rate of the answered rows in the population. The coverages
    1/m, 2/m, …, 1 are tested with exact binomial bounds at the level
    :math:`\delta / g`, with g the number of tested coverages:

    .. math:: \max \{ c : \mathrm{BinomialUpperBound}(e_c, n_c, \delta / g)
              \le r \}

    with :math:`e_c` errors among the :math:`n_c` answered rows and 1 - δ the confidence
    level.

    Parameters
    ----------
    correct : array_like of shape (n_samples,)
        1 or True for a correct answer, 0 or False for a wrong one. A `ScoreSweep` is
        accepted instead, with None for ``confidence``.
    confidence : array_like of shape (n_samples,)
        Any finite real scores; larger means more confident.
    max_risk : float
        The highest acceptable risk r, in (0, 1).
    confidence_level : float, default=0.95
        Nominal coverage, in (0, 1).
    n_coverages : int, default=20
        The number m of coverages in the grid, at least 1. Choose it before looking at
        the data.
    pos_label : int, float, bool or str, optional
        The positive label, of correct answers. May be left out when the labels are in
        {0, 1} or {-1, 1}.

    Returns
    -------
    CertifiedCoverage
        With ``coverage``, in [0, 1]; higher is better. ``threshold`` is the confidence
        above which the model may answer, and ``risk_bound`` the upper bound of its
        risk. Prints as a sentence.

    Raises
    ------
    ValueError
        If lengths differ, there are no rows, a score is NaN or infinite, ``pos_label``
        is needed and not given, the rows of a sweep have weights, ``max_risk`` or
        ``confidence_level`` is not in (0, 1), or ``n_coverages`` is not a whole number
        of at least 1.

    See Also
    --------
    risk_coverage_curve : the curve with bounds at all thresholds.
    recall_score : the proportion of correct answers that are given.

    Notes
    -----
    With probability at least ``confidence_level``, the model that answers above
    ``threshold`` has at most the risk ``max_risk`` on new rows of the same population.
    The statement is exact for independent rows: given a threshold, the rows above it
    are independent draws, so their errors are binomial. Thresholds depend only on the
    ranks of the confidence, and Bonferroni's correction covers the choice among them.

    Coverages with too few rows to certify, even without an error, are not tested. A
    sequence of tests at the full level, from low to high coverage, would be valid only
    for thresholds fixed before the data. In simulations with 500 to 10,000 rows its
    coverage was sometimes larger, and often much smaller, as it stops at the first
    failure.

    References
    ----------
    .. [1] Y. Geifman and R. El-Yaniv, "Selective classification for deep neural
       networks", NeurIPS 2017.
    .. [2] S. Bates, A. Angelopoulos, L. Lei, J. Malik and M. Jordan,
       "Distribution-free, risk-controlling prediction sets", Journal of the ACM 68(6),
       2021, 43.
    .. [3] A. Angelopoulos, S. Bates, E. Candès, M. Jordan and L. Lei, "Learn then test:
       calibrating predictive algorithms to achieve risk control", 2021,
       arXiv:2110.01052.

    Examples
    --------
    >>> import numpy as np
    >>> from fastmetrics import coverage_at_risk
    >>> confidence = np.arange(1000)
    >>> correct = (confidence > 300) | (confidence % 3 == 0)
    >>> print(coverage_at_risk(correct, confidence / 1000, max_risk=0.05))
    Answer if confidence > 0.2990: coverage 0.7000, risk 0.0000 (at most 0.0084, 95 %).
    """
    most = number(max_risk, "max_risk")
    if not 0 < most < 1:
        raise ValueError(f"max_risk must be in (0, 1), got {shown(max_risk)}.")
    level = check_level(confidence_level)
    n_coverages = whole(n_coverages, "n_coverages", 1)
    _check_counts("coverage_at_risk", correct)
    thresholds, right, wrong = _read(steps, correct, confidence, pos_label)
    answered = right + wrong
    n = int(answered[-1])
    ranks, tail = _tested(n, n_coverages, most, 1 - level)
    # The rows above a threshold: at most as many as the rank, and no part of a tie.
    ends = np.searchsorted(answered, ranks, side="right") - 1
    for at in np.unique(ends[ends >= 0])[::-1]:
        risk, rows = wrong[at] / answered[at], answered[at]
        bound = float(exact_bounds(risk, rows, 1 - 2 * tail)[1])
        if bound <= most:
            is_last = at + 1 == len(thresholds)
            return CertifiedCoverage(
                coverage=float(rows / n),
                threshold=-math.inf if is_last else float(thresholds[at + 1]),
                risk=float(risk),
                risk_bound=bound,
                max_risk=most,
                confidence_level=level,
                n_answered=int(rows),
                n_samples=n,
                n_tested=len(ranks),
            )
    nothing = 0.0, math.inf, math.nan, math.nan
    return CertifiedCoverage(*nothing, most, level, 0, n, len(ranks))


def _tested(
    n: int, n_coverages: int, most: float, tail: float
) -> tuple[NDArray[np.int64], float]:
    """Return the ranks to test, and the level of each test.

    They depend on numbers of rows alone. Ranks that no error would certify are left
    out, which raises the level of the others.
    """
    ranks = np.unique(np.arange(1, n_coverages + 1) * n // n_coverages)
    levels = tail / np.arange(len(ranks), 0, -1)
    able = (1 - most) ** ranks <= levels
    first = int(able.argmax()) if able.any() else len(ranks)
    return ranks[first:], tail / max(len(ranks) - first, 1)
