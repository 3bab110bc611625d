"""Judge correction: few human labels and a judge's labels of all rows."""

from __future__ import annotations

import math
from dataclasses import replace
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common.bounds import normal
from fastmetrics._common.interval import (
    Interval,
    no_interval,
    of_share,
    within,
)
from fastmetrics._common.laws import p_value
from fastmetrics._common.names import shown
from fastmetrics._common.options import check_choice, check_level, whole
from fastmetrics._inputs.groups import coded, group_codes, group_ids
from fastmetrics._inputs.labels import check_length
from fastmetrics.leaderboards.judge_cells import (
    MOVER,
    NO_VARIANCE,
    REGRESSION,
    Cells,
    Few,
    Labels,
    approximate_below,
    cells_of,
    judge_strata,
    mover,
    raise_no_labels,
    rate,
    read_judge,
    read_labels,
    regression,
)
from fastmetrics.leaderboards.judge_corrections import (
    JudgeCorrected,
    error_rates,
    note_on_cells,
    result_of,
)
from fastmetrics.show.numbers import count
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

_METHODS = ("auto", MOVER, REGRESSION)
# Regressions of fewer labels cover less often than their level.
_FEW_LABELS = Few(50, say("fewer than 50 human labels"))
_FEW_OF_CLASSES = Few(200, say("fewer than 200 human labels of several classes"))
# So many entries of varied tables are computed at a time.
_BLOCK = 1 << 20


# -------------------------------------------------------------------------------- means


def judge_corrected_mean(
    human: ArrayLike,
    judge: ArrayLike,
    *,
    strata: ArrayLike | None = None,
    groups: ArrayLike | None = None,
    confidence_level: float = 0.95,
    method: Literal["auto", "mover", "regression"] = "auto",
) -> JudgeCorrected:
    r"""Mean of human labels that few rows have, from a judge's labels of all rows.

    Labels of 0 and 1 are post-stratified: with :math:`\hat\pi_j` the proportion of all
    rows in stratum j, and :math:`\hat p_j` the proportion of ones among its labels,

    .. math:: \hat\theta = \sum_j \hat\pi_j \hat p_j,\qquad
              \hat\theta - \sqrt{\sum_j \hat\pi_j^2 (\hat p_j - l_j)^2 + z^2 V},\qquad
              \hat\theta + \sqrt{\sum_j \hat\pi_j^2 (u_j - \hat p_j)^2 + z^2 V}

    where :math:`l_j, u_j` are Jeffreys bounds of :math:`p_j` and
    :math:`V = (\sum_j \hat\pi_j \hat p_j^2 - \hat\theta^2) / M`. Other labels are
    regressed on the judge: :math:`\hat\theta = \bar y + b (\bar f_{\text{all}} - \bar
    f_{\text{labelled}})`.

    Parameters
    ----------
    human : array_like of shape (n_samples,)
        Human labels or scores; NaN or null in rows without one.
    judge : array_like of shape (n_samples,)
        The judge's labels or scores of all rows.
    strata : array_like of shape (n_samples,), optional
        Strata from which the labelled rows were drawn, each a random sample of its
        stratum. By default they are a random sample of all rows.
    groups : array_like of shape (n_samples,), optional
        Which rows belong together, such as answers to one question.
    confidence_level : float in (0, 1), default=0.95
        Nominal coverage.
    method : {"auto", "mover", "regression"}, default="auto"
        "mover": post-stratification, for labels of 0 and 1. "regression": double
        sampling. "auto": the first for labels of 0 and 1, otherwise the second.

    Returns
    -------
    JudgeCorrected
        The mean and its interval, the means of the judge and of the labels alone, the
        judge's error rates, and how many labels the judge is worth.

    Raises
    ------
    ValueError
        If no row has a human label, or none of a stratum; a number of the judge is
        missing or infinite; lengths differ; or strata or "mover" are asked for labels
        other than 0 and 1.

    See Also
    --------
    judge_corrected : any metric of predicted labels, with the judge as ground truth.
    judge_corrected_difference : the difference of two systems.
    rogan_gladen : from the judge's error rates on other rows.

    Notes
    -----
    Strata of the judge come from all rows, never from the labels. Two values of the
    judge are two strata; more values are cut into min(5, max(2, ⌊n/10⌋)) strata of
    about the same size. With groups, the bounds are Wilson's for the effective number
    of labels.

    In simulations with 30 to 500 labels, nominal 95 % intervals of rates contained the
    true value in 92.4 to 99.4 % of cases. PPI++ [2]_ with its normal interval did so in
    27 to 96 %. The regression estimate is PPI++ with the best weight of the judge; with
    fewer than 50 labels its interval is approximate.

    References
    ----------
    .. [1] W. G. Cochran, "Sampling techniques", 3rd edition, 1977, chapter 12.
    .. [2] A. N. Angelopoulos, J. C. Duchi and T. Zrnic, "PPI++: Efficient
       prediction-powered inference", arXiv 2311.01453, 2023.
    .. [3] G. Y. Zou, W. Huang and X. Zhang, "A note on confidence interval estimation
       for a linear function of binomial proportions", Computational Statistics and Data
       Analysis 53(4), 2009, 1080-1085.

    Examples
    --------
    >>> import numpy as np
    >>> from fastmetrics import judge_corrected_mean
    >>> rng = np.random.default_rng(0)
    >>> truth = rng.random(5000) < 0.8
    >>> judge = np.where(rng.random(5000) < 0.9, truth, ~truth)
    >>> human = np.where(np.arange(5000) < 200, truth, np.nan)  # the first 200 rows
    >>> found = judge_corrected_mean(human, judge)
    >>> round(found.estimate, 3), round(found.low, 3), round(found.high, 3)
    (0.75, 0.713, 0.784)
    >>> round(found.judge_mean, 3), round(found.label_gain, 1)
    (0.736, 3.0)
    """
    level = check_level(confidence_level)
    check_choice(method, _METHODS, "method")
    values = read_judge(judge, "judge")
    n_rows = len(values)
    labels = read_labels(human, n_rows, "human")
    if not labels.n:
        raise_no_labels("human")
    if not labels.are_rates and (method == MOVER or strata is not None):
        asked = "strata are" if strata is not None else 'method="mover" is'
        raise ValueError(
            f"{asked} for human labels of 0 and 1, got "
            f"{shown(_other_than_rates(labels.values))}."
        )
    if method == REGRESSION and strata is not None:
        raise ValueError('strata need method="mover", got method="regression".')
    of_groups = None if groups is None else group_codes(groups, n_rows)[0]
    common = {
        "judge_mean": float(values.mean()),
        "quantity": say("Corrected mean"),
        **error_rates(labels, values, level),
    }
    if method == REGRESSION or not labels.are_rates:
        found, slope = regression(labels, values, level, of_groups)
        if groups is None:
            found = approximate_below(found, labels.n, _FEW_LABELS)
        alone = regression(labels, None, level, of_groups)[0]
        return result_of(found, alone, labels.n, n_rows, slope=slope, **common)
    by_strata, codes = _strata(labels, values, strata)
    found = rate(labels, codes, level, of_groups)
    alone = rate(labels, by_strata, level, of_groups)
    if strata is None and groups is None:
        alone = of_share(labels.values.sum(), labels.n, None, "wilson", level)
    cells = cells_of(labels, codes)
    if strata is not None and common["sensitivity"] is not None:
        common |= _corrected_error_rates(cells, codes, values, level)
    notes = note_on_cells(cells)
    return result_of(found, alone, labels.n, n_rows, notes=notes, **common)


def judge_corrected_difference(
    human_a: ArrayLike,
    judge_a: ArrayLike,
    human_b: ArrayLike,
    judge_b: ArrayLike,
    *,
    groups: ArrayLike | None = None,
    confidence_level: float = 0.95,
) -> JudgeCorrected:
    r"""Difference of the means of two systems, from few human labels and a judge.

    With d the difference of human labels on rows labelled for both systems, and j the
    difference of the judge's labels on all rows,

    .. math:: \hat\delta = \bar d + b (\bar j_{\text{all}} - \bar j_{\text{labelled}}),
              \qquad b = \frac{S_{dj} + 4}{S_{jj} + 4},\qquad
              v = \frac{\max(1, \mathrm{SSE})}{n (n - 2)} + \frac{b^2 S_{j}^2}{M}

    and bounds :math:`\hat\delta \pm t_{n - 2} \sqrt v`. The constants 4 and 1 are for
    human labels of 0 and 1 only: two pseudo-labels at each end that agree with the
    judge, and one label that the judge has wrong.

    Parameters
    ----------
    human_a : array_like of shape (n_samples,)
        Human labels or scores of system a; NaN or null in rows without one.
    judge_a : array_like of shape (n_samples,)
        The judge's labels or scores of system a, for all rows.
    human_b : array_like of shape (n_samples,)
        Human labels or scores of system b.
    judge_b : array_like of shape (n_samples,)
        The judge's labels or scores of system b.
    groups : array_like of shape (n_samples,), optional
        Which rows belong together, such as answers to one question.
    confidence_level : float in (0, 1), default=0.95
        Nominal coverage.

    Returns
    -------
    JudgeCorrected
        The mean of a minus b with its interval and a two-sided p-value, which is the
        smallest α at which the interval excludes 0.

    Raises
    ------
    ValueError
        If no row is labelled for both systems, a number of the judge is missing or
        infinite, or lengths differ.

    See Also
    --------
    judge_corrected_mean : the mean of one system.
    compare : systems with human labels of all rows.

    Notes
    -----
    Rows with a human label of only one system are not used; a note counts them. In
    simulations with 30 to 500 labels of 0 and 1, nominal 95 % intervals contained the
    true difference in 93.4 to 96.8 % of cases.

    References
    ----------
    .. [1] W. G. Cochran, "Sampling techniques", 3rd edition, 1977, chapter 12.
    .. [2] A. N. Angelopoulos, J. C. Duchi and T. Zrnic, "PPI++: Efficient
       prediction-powered inference", arXiv 2311.01453, 2023.

    Examples
    --------
    >>> import numpy as np
    >>> from fastmetrics import judge_corrected_difference
    >>> rng = np.random.default_rng(0)
    >>> a, b = rng.random((2, 5000)) < [[0.85], [0.75]]
    >>> judge_a, judge_b = np.where(rng.random((2, 5000)) < 0.9, [a, b], [~a, ~b])
    >>> labelled = np.arange(5000) < 300
    >>> human_a, human_b = np.where(labelled, [a, b], np.nan)
    >>> found = judge_corrected_difference(human_a, judge_a, human_b, judge_b)
    >>> round(found.estimate, 3), round(found.low, 3), round(found.high, 3)
    (0.058, 0.012, 0.104)
    >>> round(found.pvalue, 3)
    0.013
    """
    level = check_level(confidence_level)
    of_a, of_b = read_judge(judge_a, "judge_a"), read_judge(judge_b, "judge_b")
    check_length(of_b, len(of_a), "judge_b")
    n_rows = len(of_a)
    first = read_labels(human_a, n_rows, "human_a")
    second = read_labels(human_b, n_rows, "human_b")
    both, at_a, at_b = np.intersect1d(
        first.rows, second.rows, assume_unique=True, return_indices=True
    )
    if not len(both):
        raise ValueError(
            "human_a and human_b must have labels in the same rows, got "
            f"{first.n:,} and {second.n:,} labels in different rows."
        )
    labels = Labels(first.values[at_a] - second.values[at_b], both)
    judge = of_a - of_b
    of_groups = None if groups is None else group_codes(groups, n_rows)[0]
    notes: list[str] = []
    unused = first.n + second.n - 2 * labels.n
    if unused:
        notes.append(
            say(
                "rows with a human label of only one system, which are not used: {n}",
                n=count(unused),
            )
        )
    are_rates = first.are_rates and second.are_rates
    scale = float(np.abs(judge).max()) if are_rates else 1.0
    constants = {"pseudo": 4.0, "least": 1.0} if are_rates else {}
    scaled = judge / scale if scale > 0 else judge
    found, slope = regression(labels, scaled, level, of_groups, **constants)
    alone, _ = regression(labels, None, level, of_groups, least=float(are_rates))
    if are_rates:
        found, alone = within(found, (-1.0, 1.0)), within(alone, (-1.0, 1.0))
    elif groups is None:
        found = approximate_below(found, labels.n, _FEW_LABELS)
    pvalue = math.nan if found.law is None else p_value(found.law)
    if found.reason == NO_VARIANCE and found.estimate == 0:
        pvalue = 1.0
    return result_of(
        found,
        alone,
        labels.n,
        n_rows,
        judge_mean=float(judge.mean()),
        quantity=say("Corrected difference"),
        slope=slope / scale if scale > 0 else slope,
        pvalue=pvalue,
        notes=tuple(notes),
    )


def _other_than_rates(values: Floats) -> float:
    return float(values[(values != 0) & (values != 1)][0])


def _strata(
    labels: Labels, judge: Floats, strata: ArrayLike | None
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return each row's stratum, and its cell: the judge's stratum within it."""
    if strata is None:
        return np.zeros(len(judge), np.intp), judge_strata(judge, labels.n)
    ids = coded(group_ids(strata, len(judge), "strata"))
    assert ids.values is not None  # coded ids have them
    by_strata = ids.numbers
    n_labels = np.bincount(by_strata[labels.rows], minlength=ids.span)
    if not n_labels.all():
        without = ids.values[[int(np.argmin(n_labels))]].tolist()[0]
        raise ValueError(
            f"human must have a label in each of the {ids.span:,} strata, got none in "
            f"{shown(without)}."
        )
    order = np.argsort(by_strata, kind="stable")
    ends = np.cumsum(np.bincount(by_strata))
    codes = np.empty(len(judge), np.intp)
    n_cells = 0
    for rows, n in zip(np.split(order, ends[:-1]), n_labels, strict=True):
        codes[rows] = n_cells + judge_strata(judge[rows], int(n))
        n_cells = int(codes[rows].max()) + 1
    return by_strata, codes


def _corrected_error_rates(
    cells: Cells, codes: NDArray[Any], judge: Floats, level: float
) -> dict[str, Interval]:
    """Return the same from the corrected table, where labels come from strata."""
    judged = np.zeros(len(cells.shares))
    judged[codes] = judge

    def sensitivity(shares: Floats, rates: Floats) -> Any:
        ones = shares * rates
        with np.errstate(invalid="ignore"):
            return (ones * judged).sum(-1) / ones.sum(-1)

    def specificity(shares: Floats, rates: Floats) -> Any:
        zeros = shares * (1 - rates)
        with np.errstate(invalid="ignore"):
            return (zeros * (1 - judged)).sum(-1) / zeros.sum(-1)

    return {
        "sensitivity": within(mover(sensitivity, cells, level), (0.0, 1.0)),
        "specificity": within(mover(specificity, cells, level), (0.0, 1.0)),
    }


# ---------------------------------------------------------------- error rates of a test


def rogan_gladen(
    positive: int,
    n: int,
    *,
    sensitivity: tuple[int, int],
    specificity: tuple[int, int],
    confidence_level: float = 0.95,
) -> Interval:
    r"""Rogan-Gladen estimate of a true proportion, from a judge of known error rates.

    .. math:: \hat\theta = \frac{p + \mathrm{sp} - 1}{\mathrm{se} + \mathrm{sp} - 1}

    with p the proportion that the judge calls positive. The interval is Lang and
    Reiczigel's, which includes the errors of sensitivity and specificity.

    Parameters
    ----------
    positive : int
        How many of n rows the judge calls positive.
    n : int
        Rows with the judge's labels only.
    sensitivity : tuple of (int, int)
        How many of other rows, known to be positive, the judge calls positive; and the
        number of these rows.
    specificity : tuple of (int, int)
        How many of other rows, known to be negative, the judge calls negative; and the
        number of these rows.
    confidence_level : float in (0, 1), default=0.95
        Nominal coverage.

    Returns
    -------
    Interval
        Estimate and bounds, clipped to [0, 1], with the method "lang-reiczigel".
        ``reason`` says if the estimate was clipped. NaN if the judge is not better than
        chance.

    Raises
    ------
    ValueError
        If a count is negative, not a whole number, or larger than its number of rows.

    See Also
    --------
    judge_corrected_mean : if some of the n rows have human labels.

    Notes
    -----
    The three samples must be different rows. The interval adds z²/2 positive and
    negative rows to p, one hit and one miss to each rate, and shifts the centre.

    References
    ----------
    .. [1] W. J. Rogan and B. Gladen, "Estimating prevalence from the results of a
       screening test", American Journal of Epidemiology 107(1), 1978, 71-76.
    .. [2] Z. Lang and J. Reiczigel, "Confidence limits for prevalence of disease
       adjusted for estimated sensitivity and specificity", Preventive Veterinary
       Medicine 113(1), 2014, 13-22.

    Examples
    --------
    >>> from fastmetrics import rogan_gladen
    >>> print(rogan_gladen(300, 1000, sensitivity=(45, 50), specificity=(90, 100)))
    0.2500 [0.1725, 0.3208] (95 %, lang-reiczigel)
    """
    level = check_level(confidence_level)
    x, rows = _hits((positive, n), ("positive", "n"))
    (hits_se, n_se), (hits_sp, n_sp) = (
        _hits(_pair(given, name), (f"{name}[0]", f"{name}[1]"))
        for name, given in (("sensitivity", sensitivity), ("specificity", specificity))
    )
    gain = hits_se / n_se + hits_sp / n_sp - 1
    if hits_se * n_sp + hits_sp * n_se <= n_se * n_sp:
        return no_interval(math.nan, level, say("the judge is not better than chance"))
    plain = (x / rows + hits_sp / n_sp - 1) / gain
    estimate = min(1.0, max(0.0, plain))
    z = NormalDist().inv_cdf((1 + level) / 2)
    p = (x + z * z / 2) / (rows + z * z)
    se, sp = (hits_se + 1) / (n_se + 2), (hits_sp + 1) / (n_sp + 2)
    gain = se + sp - 1
    if gain <= 0:
        return no_interval(estimate, level, say("the judge is not better than chance"))
    q = (p + sp - 1) / gain
    of_se, of_sp = se * (1 - se) / (n_se + 2), sp * (1 - sp) / (n_sp + 2)
    centre = q + 2 * z * z * (q * of_se - (1 - q) * of_sp)
    variance = p * (1 - p) / (rows + z * z) + q * q * of_se + (1 - q) ** 2 * of_sp
    error = math.sqrt(variance) / gain
    low, high = normal(centre, error, level)
    made = Interval(estimate, low, high, error, level, "lang-reiczigel")
    if estimate != plain:
        cut = say("the estimate {value} is clipped to [0, 1]", value=f"{plain:.4f}")
        made = replace(made, reason=cut)
    return within(made, (0.0, 1.0))


def _hits(counts: tuple[Any, Any], names: tuple[str, str]) -> tuple[int, int]:
    hits, rows = whole(counts[0], names[0]), whole(counts[1], names[1], 1)
    if hits > rows:
        raise ValueError(
            f"{names[0]} must be at most {names[1]}, got {hits:,} of {rows:,}."
        )
    return hits, rows


def _pair(value: Any, name: str) -> tuple[Any, Any]:
    try:
        hits, rows = value
    except (TypeError, ValueError):
        raise ValueError(
            f"{name} must be two counts, (hits, labelled), got {shown(value)}."
        ) from None
    return hits, rows
