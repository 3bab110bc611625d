"""Student's t tests, their power, and tests of scores on the same folds."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastmetrics._common import bounds, null_laws
from fastmetrics._common.bounds import resampling_factor
from fastmetrics._common.test_result import (
    TestResult,
    check_alternative,
    is_constant,
    pvalue_of,
    standardized,
)
from fastmetrics._inputs.number_pairs import quantity
from fastmetrics._inputs.scores import finite_matrix
from fastmetrics.comparison.planning import minimum_detectable_difference
from fastmetrics.show.numbers import rows_of
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from fastmetrics._common.annotations import Alternative


# ------------------------------------------------------------------- detectable effects
# Effects that a test which did not reject would have found, in a sentence.


POWER = 0.8


def of_error(
    data: str,
    what: str,
    standard_error: float,
    df: float | None,
    alternative: Alternative,
    alpha: float,
) -> str:
    """Return the size of an estimate that is detectable with this standard error.

    ``data``: "these 10 folds"; ``what``: "a difference". The distribution is Student's,
    or the normal one if ``df`` is None.
    """
    tail = alpha / 2 if alternative == "two-sided" else alpha
    if tail >= 0.5 or alpha >= POWER or not 0 < standard_error < math.inf:
        return ""
    if df is None:
        size = minimum_detectable_difference(
            1,
            standard_deviation=standard_error,
            power=POWER,
            alpha=alpha,
            alternative=alternative,
        )
    else:
        critical = bounds.quantile(df, 1 - 2 * tail)
        size = (critical + bounds.quantile(df, 2 * POWER - 1)) * standard_error
    return say(
        "With {data} {what} of about {size} would be found with probability {power}.",
        data=data,
        what=what,
        size=f"{size:.2g}",
        power=f"{POWER:g}",
    )


def of_rate(
    n: int, rate: float, alternative: Alternative, mid: bool, alpha: float
) -> str:
    """Return the error rates that are detectably different on n rows."""
    low, high = null_laws.critical_counts(n, rate, alternative, alpha, mid)
    parts = []
    if alternative != "greater" and 0 < low <= n:
        rate = null_laws.rate_of_fewer(low, n, POWER)
        parts.append(say("below {rate}", rate=f"{rate:.2g}"))
    if alternative != "less" and 0 <= high < n:
        rate = null_laws.rate_of_more(high, n, POWER)
        parts.append(say("above {rate}", rate=f"{rate:.2g}"))
    if not parts or alpha >= POWER:
        return ""
    where = parts[0] if len(parts) == 1 else say("{a} or {b}", a=parts[0], b=parts[1])
    return say(
        "With {rows} an error rate {where} would be found with probability {power}.",
        rows=_rows(n),
        where=where,
        power=f"{POWER:g}",
    )


def _rows(n: int) -> str:
    return rows_of(n, f"{n:,}")


# --- of pairs of rows


def of_answers(n: int, discordant: int, alternative: Alternative, alpha: float) -> str:
    """Return the detectable difference of accuracies."""
    size = _of_shares(n, discordant, alternative, alpha)
    if size is None:
        return ""
    fields = {"size": size, "k": f"{discordant:,}", "n": f"{n:,}", "power": POWER}
    if discordant == 1:
        return say(
            "With {k} discordant row in {n} {size} would be found with probability "
            "{power}.",
            **fields,
        )
    return say(
        "With {k} discordant rows in {n} {size} would be found with probability "
        "{power}.",
        **fields,
    )


def of_wins(n: int, unequal: int, alternative: Alternative, alpha: float) -> str:
    """Return the detectable difference of proportions of wins."""
    size = _of_shares(n, unequal, alternative, alpha)
    if size is None:
        return ""
    return say(
        "With {k} unequal pairs in {n} {size} between the shares of wins and of losses "
        "would be found with probability {power}.",
        k=f"{unequal:,}",
        n=f"{n:,}",
        size=size,
        power=POWER,
    )


def of_differences(
    n: int, deviation: float, alternative: Alternative, alpha: float
) -> str:
    """Return the detectable mean of normal differences."""
    if alpha >= POWER or not 0 < deviation < math.inf:
        return ""
    size = minimum_detectable_difference(
        n, standard_deviation=deviation, alpha=alpha, alternative=alternative
    )
    return say(
        "With {n} differences of standard deviation {deviation} one of about {size} "
        "would be found with probability {power}.",
        n=f"{n:,}",
        deviation=f"{deviation:.2g}",
        size=f"{size:.2g}",
        power=f"{POWER:g}",
    )


def _of_shares(
    n: int, discordant: int, alternative: Alternative, alpha: float
) -> str | None:
    if alpha >= POWER:
        return None
    size = minimum_detectable_difference(
        n, discordance=discordant / n, alpha=alpha, alternative=alternative
    )
    if math.isnan(size):
        return say("no difference")
    return say("a difference of {size}", size=f"{size:.2g}")


# ------------------------------------------------------------------------ student tests
# Student's t of a mean, whatever its variance is: the part that t tests share.


class Moments(NamedTuple):
    """The mean of some numbers and how much they vary, in units of their own.

    Attributes
    ----------
    mean, deviation : float
        Mean, and standard deviation with divisor n - 1, over ``unit``.
    unit : float
        A power of two near the largest of the numbers: no square leaves the floats.
    constant : bool
        Whether the numbers are all equal, but for rounding.
    """

    mean: float
    deviation: float
    unit: float
    constant: bool


def moments_of(
    values: NDArray[np.float64], largest: float = 0.0, around: float = 0.0
) -> Moments:
    """Return the moments of values less ``around``; a mean of noise alone is 0.

    ``largest``: the largest of the numbers that they are differences of.
    """
    largest = max(largest, abs(around), float(np.abs(values).max()))
    unit = 2.0 ** (math.frexp(largest)[1] - 1) if largest else 1.0
    scaled = values / unit
    constant = is_constant(values, largest)
    mean = float(scaled.mean()) - around / unit
    if constant and abs(mean) <= 4 * math.ulp(largest) / unit:
        mean = 0.0
    return Moments(mean, float(scaled.std(ddof=1)), unit, constant)


def student_test(
    moments: Moments,
    *,
    factor: float,
    df: int,
    alternative: Alternative,
    what: str,
    sought: tuple[str, str],
    around: float = 0.0,
    within: tuple[float, float] = (-math.inf, math.inf),
    **facts: Any,
) -> TestResult:
    """Return the test that the mean is 0; its variance is ``factor`` · deviation².

    ``what`` a warning calls the numbers; ``around`` is added to the estimate and its
    bounds, which lie ``within`` what can be; ``sought``: names of the data and of the
    effect in the last sentence; ``facts``: the other attributes.
    """
    error = moments.deviation * math.sqrt(factor)
    statistic, pvalue = standardized(
        moments.mean, error, constant=moments.constant, what=what
    )
    if pvalue is None:
        pvalue = pvalue_of(statistic, "t", df, alternative)
    estimate = moments.mean * moments.unit + around
    error = math.nan if moments.constant else error * moments.unit
    return TestResult(
        statistic=statistic,
        pvalue=pvalue,
        statistic_name="t",
        distribution="t",
        df=df,
        alternative=alternative,
        estimate=estimate,
        bounds=partial(_bounds, estimate, error, df, within),
        detectable=partial(of_error, *sought, error, df, alternative),
        **facts,
    )


def _bounds(
    estimate: float, error: float, df: int, within: tuple[float, float], level: float
) -> tuple[float, float]:
    if math.isnan(error):  # a variance of 0 says nothing
        return math.nan, math.nan
    low, high = bounds.student(estimate, error, df, level)
    return max(low, within[0]), min(high, within[1])


# --- where a difference lies: below, in or above a region of practical equivalence


class RopeProbabilities(NamedTuple):
    """How probable it is that a difference A - B lies where, the three adding up to 1.

    Attributes
    ----------
    p_less : float
        That it lies below the region: A is practically smaller.
    p_rope : float
        That it lies in it: they are practically equivalent.
    p_greater : float
        That it lies above: A is practically greater.
    """

    p_less: float
    p_rope: float
    p_greater: float


# ------------------------------------------------------------------------------- scores
# The scores of two models on the same folds, read and subtracted.


ESTIMATE = say("mean of A − B")
WHAT = "the differences"  # as a warning calls them
SOUGHT = say("a difference")  # as the last sentence calls what could be found


class Differences(NamedTuple):
    """Differences A − B of scores, and the largest of the subtracted numbers."""

    values: NDArray[np.float64]
    largest: float


def read_differences(
    scores_a: ArrayLike,
    scores_b: ArrayLike | None,
    shape: tuple[int, int] | None = None,
) -> Differences:
    """Return A - B by fold, or ``scores_a`` itself where there is nothing else.

    Two folds or more; ``shape``: the one that the scores must have.
    """
    a = read_folds(scores_a, "scores_a", shape)
    if scores_b is None:
        return Differences(a, float(np.abs(a).max()))
    b = read_folds(scores_b, "scores_b", shape)
    if a.shape != b.shape:
        raise ValueError(
            "scores_a and scores_b must be of the same folds: there are "
            f"{len(a):,} and {len(b):,} of them."
        )
    with np.errstate(over="ignore"):
        values = a - b
    if not np.isfinite(values).all():
        raise ValueError(
            "scores_a and scores_b are farther apart than a float can say, the first "
            f"of them in fold {int(np.argmin(np.isfinite(values).ravel()))}."
        )
    return Differences(values, float(max(np.abs(a).max(), np.abs(b).max())))


def read_folds(
    scores: ArrayLike, name: str, shape: tuple[int, int] | None = None
) -> NDArray[np.float64]:
    """Return a number per fold, of two folds or more, or an array of this shape."""
    array = finite_matrix(scores, name)
    if shape is None and array.ndim == 2 and 1 not in array.shape:
        raise ValueError(
            f"{name} must have one score per fold, got an array of shape "
            f"{array.shape}: use its ravel()."
        )
    if shape is None:
        array = array.ravel()
        if len(array) < 2:
            raise ValueError(f"{name} must have two folds or more, got 1.")
    elif array.shape != shape:
        raise ValueError(f"{name} must have the shape {shape}, got {array.shape}.")
    return array.astype(np.float64)


def read_sizes(n_train: Any, n_test: Any, n: int) -> tuple[float, float]:
    """Return the mean sizes of the training sets and of the test sets of n folds."""
    return _size(n_train, "n_train", n), _size(n_test, "n_test", n)


def _size(value: Any, name: str, n: int) -> float:
    sizes = quantity(value, name)
    if sizes.ndim > 1 or (sizes.ndim == 1 and len(sizes) != n):
        raise ValueError(
            f"{name} must be one number or one for each of the {n:,} folds, got an "
            f"array of shape {sizes.shape}."
        )
    if not (np.isfinite(sizes) & (sizes > 0)).all():
        wrong = sizes[~(np.isfinite(sizes) & (sizes > 0))].ravel()[0]
        raise ValueError(f"{name} must be finite and above 0, got {wrong:g}.")
    return float(sizes.mean())


def these_folds(n: int) -> str:
    """Return the name of n folds in the last sentence."""
    return say("these {n} folds", n=f"{n:,}")


def found_in(values: NDArray[np.float64]) -> str:
    """Return how often which of the two was ahead."""
    ahead, behind = int((values > 0).sum()), int((values < 0).sum())
    return say(
        "of {n} folds, A scored higher on {a} and B on {b}",
        n=f"{values.size:,}",
        a=f"{ahead:,}",
        b=f"{behind:,}",
    )


# ------------------------------------------------------------------------ paired scores
# Student's t tests of two models' scores on the same folds.


_OVERLAP_NOTE = say(
    "Training sets that overlap make the variance too small: if folds are not "
    "independent, use corrected_resampled_t_test."
)


def paired_cv_t_test(
    scores_a: ArrayLike,
    scores_b: ArrayLike | None = None,
    *,
    alternative: Alternative = "two-sided",
) -> TestResult:
    r"""Paired t test for the scores of two models on the same k folds.

    .. math:: t = \frac{\sqrt{k}\,\bar\Delta}{s(\Delta)}

    of the differences :math:`\Delta`, their standard deviation with divisor k - 1,
    against Student's t distribution with k - 1 degrees of freedom.

    Parameters
    ----------
    scores_a : array_like of shape (n_folds,)
        Scores of model A by fold, two or more; or the differences A - B, if
        ``scores_b`` is not given.
    scores_b : array_like of shape (n_folds,), optional
        Scores of model B on the same folds.
    alternative : {"two-sided", "greater", "less"}, default="two-sided"
        "greater": the score of A is the greater one.

    Returns
    -------
    TestResult
        t, its p-value, and the mean of A - B with Student's interval. All differences
        0: t is 0 and the p-value 1.

    Raises
    ------
    ValueError
        If there is only one fold, numbers of folds differ, a score is NaN or infinite,
        or ``alternative`` is unknown.

    Warns
    -----
    UndefinedMetricWarning
        If the differences are all equal and not 0; t and the p-value are then NaN.

    See Also
    --------
    corrected_resampled_t_test : takes account of training sets that overlap.
    cv_loss_test : from the losses of single rows, without independent folds.

    Notes
    -----
    It takes folds for independent, which they are not: their training sets overlap. The
    variance is then too small, and the test rejects too often. In a simulation of two
    equally good learners on 300 rows (linear classifiers of different features), at
    level 0.05 it rejects in 0.05 of 10-fold cross-validations, but in 0.60 of 30
    hold-outs of a third, and in 0.55 of 10 × 10-fold cross-validations;
    `corrected_resampled_t_test` in 0.01, 0.04 and 0.04. For less stable learners
    Dietterich [1]_ also found rates above the level for 10-fold cross-validation.

    References
    ----------
    .. [1] T. G. Dietterich, "Approximate statistical tests for comparing supervised
       classification learning algorithms", Neural Computation 10(7), 1998, 1895-1923.

    Examples
    --------
    >>> from fastmetrics import paired_cv_t_test
    >>> found = paired_cv_t_test([0.81, 0.84, 0.79, 0.83, 0.86],
    ...                          [0.78, 0.83, 0.80, 0.79, 0.82])
    >>> round(found.statistic, 4), round(found.pvalue, 4)
    (2.2691, 0.0858)
    """
    check_alternative(alternative)
    differences = read_differences(scores_a, scores_b)
    k = len(differences.values)
    return student_test(
        moments_of(*differences),
        factor=1 / k,
        df=k - 1,
        alternative=alternative,
        what=WHAT,
        method=say("paired t test over folds"),
        n=k,
        sought=(these_folds(k), SOUGHT),
        estimate_name=ESTIMATE,
        found=found_in(differences.values),
        notes=(_OVERLAP_NOTE,),
    )


def corrected_resampled_t_test(
    scores_a: ArrayLike,
    scores_b: ArrayLike | None = None,
    *,
    n_train: ArrayLike,
    n_test: ArrayLike,
    alternative: Alternative = "two-sided",
) -> TestResult:
    r"""Nadeau and Bengio's corrected resampled t test for two models.

    .. math:: t = \frac{\bar\Delta}{\sqrt{\left(\frac{1}{J}
              + \frac{n_{\mathrm{test}}}{n_{\mathrm{train}}}\right) s^2(\Delta)}}

    of the J differences :math:`\Delta`, against Student's t distribution with J - 1
    degrees of freedom. The second term stands for the covariance of scores whose
    training sets overlap.

    Parameters
    ----------
    scores_a : array_like of shape (n_folds,)
        Scores of model A by fold, two or more; or the differences A - B, if
        ``scores_b`` is not given. Folds come from repeated hold-out, from k-fold
        cross-validation, or from all its r repetitions (J = r · k).
    scores_b : array_like of shape (n_folds,), optional
        Scores of model B on the same folds.
    n_train, n_test : float or array_like of shape (n_folds,)
        How many rows each fold was trained and tested on; of several numbers the mean
        is taken.
    alternative : {"two-sided", "greater", "less"}, default="two-sided"
        "greater": the score of A is the greater one.

    Returns
    -------
    TestResult
        t, its p-value, and the mean of A - B with Student's interval. All differences
        0: t is 0 and the p-value 1.

    Raises
    ------
    ValueError
        If there is only one fold, numbers of folds differ, a score is NaN or infinite,
        a size is not above 0, or ``alternative`` is unknown.

    Warns
    -----
    UndefinedMetricWarning
        If the differences are all equal and not 0; t and the p-value are then NaN.

    See Also
    --------
    paired_cv_t_test : without the correction.
    bayesian_correlated_t_test : the same variance, as a posterior.

    Notes
    -----
    The correction supposes that scores of two resamples correlate by n_test / (n_train
    + n_test), which does not follow from their sizes alone. A simulation used two
    equally good learners on 300 rows (linear classifiers of different features). At
    level 0.05 it rejects with probability 0.04 for 30 hold-outs of a third and for 10 ×
    10-fold cross-validations (`paired_cv_t_test`: 0.60 and 0.55), and 0.01 for a single
    10-fold cross-validation.

    Bouckaert's test of 10 × 10-fold cross-validation, with 10 degrees of freedom that
    were found by simulation and no other correction, is another one.

    References
    ----------
    .. [1] C. Nadeau and Y. Bengio, "Inference for the generalization error", Machine
       Learning 52(3), 2003, 239-281.
    .. [2] R. R. Bouckaert and E. Frank, "Evaluating the replicability of significance
       tests for comparing learning algorithms", PAKDD 2004, 3-12.

    Examples
    --------
    >>> from fastmetrics import corrected_resampled_t_test
    >>> found = corrected_resampled_t_test([0.81, 0.84, 0.79, 0.83, 0.86],
    ...                                    [0.78, 0.83, 0.80, 0.79, 0.82],
    ...                                    n_train=200, n_test=50)
    >>> round(found.statistic, 4), round(found.pvalue, 4)
    (1.5128, 0.2049)
    """
    check_alternative(alternative)
    differences = read_differences(scores_a, scores_b)
    n_folds = len(differences.values)
    train, test = read_sizes(n_train, n_test, n_folds)
    return student_test(
        moments_of(*differences),
        factor=resampling_factor(n_folds, train, test),
        df=n_folds - 1,
        alternative=alternative,
        what=WHAT,
        method=say("corrected resampled t test"),
        n=n_folds,
        sought=(these_folds(n_folds), SOUGHT),
        estimate_name=ESTIMATE,
        found=found_in(differences.values),
    )
