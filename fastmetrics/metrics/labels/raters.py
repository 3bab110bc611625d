"""Agreement of several raters of the same units, corrected for what chance gives."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from fastmetrics._common import means
from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of, warn
from fastmetrics._inputs.score_tables import read_ratings
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.labels.agreement_result import AgreementResult
from fastmetrics.metrics.labels.counting.coincidences import LEVELS, Coincidences

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from fastmetrics._common.means import Mean


Level: TypeAlias = Literal["nominal", "ordinal", "interval", "ratio"]


def fleiss_kappa(ratings: ArrayLike) -> AgreementResult:
    r"""Fleiss' kappa: agreement of several raters beyond chance.

    .. math:: \kappa = \frac{\bar P - P_e}{1 - P_e} \qquad
              \bar P = \frac1N \sum_u \sum_c \frac{n_{uc} (n_{uc} - 1)}{m (m - 1)}
              \qquad P_e = \sum_c p_c^2

    for N units with m ratings each, with :math:`n_{uc}` the number of ratings c of unit
    u, and :math:`p_c` the proportion of c among all ratings.

    Parameters
    ----------
    ratings : array_like of shape (n_units, n_raters)
        The rating of each unit by each rater, a row per unit: numbers or texts; NaN or
        None for missing ratings.

    Returns
    -------
    AgreementResult
        A float in [-1 / (m - 1), 1]: 1 for full agreement, 0 for chance agreement.
        Higher is better. Its ``confidence_interval()`` resamples units. NaN if all
        ratings are equal, or if there are no units.

    Raises
    ------
    ValueError
        If ``ratings`` is not a matrix with at least two columns, or a rating is missing
        or infinite.
    TypeError
        If ratings are neither numbers nor texts, or a mixture of both.

    Warns
    -----
    UndefinedMetricWarning
        If the value is NaN.

    See Also
    --------
    krippendorff_alpha : agreement with missing or ordered ratings.
    cohen_kappa_score : two raters with their own label proportions.

    Notes
    -----
    No rating may be missing; the order of raters does not matter. With two raters this
    is Scott's pi, not Cohen's kappa. statsmodels expects a table of counts per unit,
    which its ``aggregate_raters`` computes from these ratings. Counts are exact
    integers. O(n_units · n_raters²) time for up to 16 raters.

    References
    ----------
    .. [1] J. L. Fleiss, "Measuring nominal scale agreement among many raters",
       Psychological Bulletin 76, 1971, 378-382.

    Examples
    --------
    >>> from fastmetrics import fleiss_kappa
    >>> round(fleiss_kappa([["a", "a", "a"], ["b", "b", "a"], ["b", "b", "b"]]), 4)
    0.55
    """
    found = read_ratings(ratings, as_numbers=False)
    n_missing = int(np.isnan(found).sum())
    if n_missing:
        raise ValueError(
            f"ratings must have none missing for fleiss_kappa, got {n_missing} of "
            f"{found.size}: krippendorff_alpha takes them."
        )
    return _result("fleiss_kappa", Coincidences(found, "nominal"), 0)


def krippendorff_alpha(
    ratings: ArrayLike, *, level: Level = "nominal"
) -> AgreementResult:
    r"""Krippendorff's alpha: agreement of raters at any level of measurement.

    .. math:: \alpha = 1 - \frac{D_o}{D_e} \qquad
              D_o = \frac1n \sum_u \frac{1}{m_u - 1} \sum_{i \ne j}
              \delta(x_{ui}, x_{uj}) \qquad
              D_e = \frac{1}{n (n - 1)} \sum_{c, k} n_c n_k\, \delta(c, k)

    with :math:`m_u` ratings of unit u, n ratings in total, and :math:`n_c` of them
    equal to c.

    Parameters
    ----------
    ratings : array_like of shape (n_units, n_raters)
        The rating of each unit by each rater, a row per unit: numbers or texts; NaN or
        None for missing ratings.
    level : {"nominal", "ordinal", "interval", "ratio"}, default="nominal"
        Disagreement :math:`\delta(c, k)`. "nominal": 1 if c and k differ. "ordinal":
        the squared number of ratings between c and k, including half of those equal to
        c or k. "interval": :math:`(c - k)^2`. "ratio": :math:`(c - k)^2 / (c + k)^2`,
        for values of at least 0.

    Returns
    -------
    AgreementResult
        A float of at most 1: 1 for full agreement, 0 for chance agreement. Higher is
        better. Its ``confidence_interval()`` resamples units. NaN if all ratings are
        equal, or no unit has two.

    Raises
    ------
    ValueError
        If ``ratings`` is not a matrix with at least two columns, a rating is infinite,
        or below 0 at the ratio level, or ``level`` is unknown.
    TypeError
        If ratings are neither numbers nor texts, or are texts at a level other than
        nominal.

    Warns
    -----
    UndefinedMetricWarning
        If the value is NaN.

    See Also
    --------
    fleiss_kappa : nearly equal at the nominal level without missing ratings.

    Notes
    -----
    Units with fewer than two ratings are left out, and texts allow the nominal level
    only. The package ``krippendorff`` expects a row per rater; pass it the transpose.
    With at most 128 distinct whole numbers, pairs are counted in one pass as exact
    integers: O(n_units · n_raters²) time for up to 16 raters. With more values, the
    ratio level takes time quadratic in their number.

    References
    ----------
    .. [1] K. Krippendorff, "Content Analysis: An Introduction to Its Methodology", 3rd
       ed., Sage, 2013, ch. 12.
    .. [2] A. F. Hayes and K. Krippendorff, "Answering the call for a standard
       reliability measure for coding data", Communication Methods and Measures 1,
       2007, 77-89.

    Examples
    --------
    >>> from fastmetrics import krippendorff_alpha
    >>> ratings = [[1, 1, None], [2, 2, 3], [3, 3, 3], [None, 1, 1], [2, None, None]]
    >>> round(krippendorff_alpha(ratings), 4)
    0.7188
    >>> round(krippendorff_alpha(ratings, level="interval"), 4)
    0.8875
    """
    if not is_one_of(level, LEVELS):
        raise ValueError(
            f"level must be one of {', '.join(map(repr, LEVELS))}, got {shown(level)}."
        )
    found = read_ratings(ratings, as_numbers=level != "nominal")
    if level == "ratio" and (found < 0).any():
        raise ValueError("ratings must be at least 0 at the level 'ratio'.")
    return _result("krippendorff_alpha", Coincidences(found, level), 1)


def _result(name: str, found: Coincidences, less: int) -> AgreementResult:
    """Return 1 less the observed over the expected disagreement.

    ``less``: by how much the number of ratings is less that the expected one is over.
    """
    if not found.expected > 0:
        warn(
            f"{name} is undefined, and returned as NaN: of {found.n_units} units with "
            "two ratings no two ratings differ.",
            UndefinedMetricWarning,
        )
        return AgreementResult(math.nan, found.n_units, found.n)
    n, ratio = found.n - less, found.observed / found.expected

    def spread() -> Mean:
        sizes, observed, expected = found.slopes()
        change = sizes * ratio + n * (observed - ratio * expected) / found.expected
        return means.mean_of_rows(1 - n * ratio - len(sizes) * change)

    return AgreementResult(1 - n * ratio, found.n_units, found.n, spread)
