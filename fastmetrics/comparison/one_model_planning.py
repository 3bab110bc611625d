"""Planning for one model: the rows that a width of its interval takes, or a power."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from inspect import signature
from typing import TYPE_CHECKING, Any, Literal

from fastmetrics._common import bounds
from fastmetrics._common.names import shown
from fastmetrics._common.options import check_choice, check_level, number
from fastmetrics._common.records import as_public
from fastmetrics._common.test_result import check_alternative
from fastmetrics.comparison.planning import least, quantiles

if TYPE_CHECKING:
    from fastmetrics._common.annotations import Alternative

_VARIANCES = ("binormal", "obuchowski", "hanley-mcneil")
_METHODS = ("wilson", "clopper-pearson")


@dataclass(frozen=True)
class Requirement:
    """The width of an interval or the power of a test, and both on n rows.

    Attributes
    ----------
    value : float
        Expected value of the metric.
    error : callable
        Standard error of a value on n rows.
    width : float or None
        Largest width of the interval; None: a null hypothesis is to be rejected.
    null, power : float
        Value under the null hypothesis, and the power.
    z : tuple of float
        The normal quantiles of the level and of the power.
    first : float
        Smallest possible number of rows.
    interval_width : callable or None
        Width of the interval on n rows, if it is not the normal one.
    """

    value: float
    error: Callable[[float, float], float]
    width: float | None
    null: float
    power: float
    z: tuple[float, float]
    first: float = 1
    interval_width: Callable[[float], float] | None = None

    @property
    def away(self) -> float:
        """Distance of the value from the null."""
        return abs(self.value - self.null)

    @property
    def n_samples(self) -> int:
        """The smallest sufficient number of rows."""
        refusal = "2**63 rows are not enough for this request."
        return least(self._suffices, self.first, 2**63 - 1, refusal)

    def _suffices(self, n: float) -> bool:
        if self.width is not None:
            return self.width_of(n) <= self.width
        of_level, of_power = self.z
        needed = of_level * self.error(self.null, n)
        needed += of_power * self.error(self.value, n)
        return needed <= self.away

    def width_of(self, n: float) -> float:
        """Return the width of the interval on n rows."""
        if self.interval_width is not None:
            return self.interval_width(n)
        return 2 * self.z[0] * self.error(self.value, n)

    def power_of(self, n: float) -> float:
        """Return the power on n rows."""
        from scipy.special import ndtr

        away = self.away - self.z[0] * self.error(self.null, n)
        error = self.error(self.value, n)
        return float(ndtr(away / error)) if error else float(away >= 0)


def _sample_size(definition: Callable[..., Requirement]) -> Any:
    """Make a public function: the smallest number of rows that a requirement takes."""

    def sample_size(*value: Any, **options: Any) -> int:
        return definition(*value, **options).n_samples

    common = signature(definition)
    first = next(iter(common.parameters))
    common = common.replace(return_annotation="int")
    return as_public(sample_size, definition, first, common)


@_sample_size
def auc_sample_size(
    auc: float,
    *,
    prevalence: float = 0.5,
    width: float | None = None,
    null: float | None = None,
    versus: float | None = None,
    correlation: float | None = None,
    power: float = 0.8,
    alpha: float = 0.05,
    alternative: Alternative = "two-sided",
    variance: Literal["binormal", "obuchowski", "hanley-mcneil"] = "binormal",
) -> Requirement:
    r"""Sample size for one AUC, or for the difference of two AUCs.

    .. math:: 2 z \sqrt{v_n(A)} \le \text{width} \quad\text{or}\quad
              z_\alpha \sqrt{v_n(A_0)} + z_\beta \sqrt{v_n(A)} \le |A - A_0|

    with the variance :math:`v_n` of an area :math:`A` of n rows if scores have two
    normal distributions [1]_, or two exponential distributions [2]_. For the difference
    from the area :math:`B` of another model it is the variance of that difference [3]_,
    under the null hypothesis also, as in DeLong's test:

    .. math:: v_n(A) + v_n(B) - 2 \rho \sqrt{v_n(A)\, v_n(B)}.

    Parameters
    ----------
    auc : float in (0, 1)
        The area that is expected.
    prevalence : float in (0, 1), default=0.5
        Proportion of positives among the rows.
    width : float, optional
        How wide the interval of level 1 - ``alpha`` may be, from bound to bound.
    null : float in (0, 1), optional
        The area that is to be shown not to be the true one; exactly one of this,
        ``versus`` and ``width`` is given, or ``versus`` and ``width``.
    versus : float in (0, 1), optional
        The area of another model, from which the first is to be shown to differ; with
        ``width``, the interval is for their difference.
    correlation : float in (-1, 1), optional
        With ``versus``, the correlation of both estimated areas, ρ. Models evaluated on
        the same rows have 0.3 to 0.8 as a rule; 0 for models evaluated on different
        rows, and the result is then the rows of each.
    power : float, default=0.8
        Chance to show it, above ``alpha`` and below 1; not for ``width``.
    alpha : float in (0, 1), default=0.05
        Level of the test, or 1 minus the confidence level.
    alternative : {"two-sided", "greater", "less"}, default="two-sided"
        "greater", "less": the test has one side, and ``auc`` lies on it.
    variance : {"binormal", "obuchowski", "hanley-mcneil"}, default="binormal"
        Variance of the AUC for two normal distributions of equal spread, exactly or by
        Obuchowski's formula, which is meant for ratings with a few steps; or for two
        exponential distributions.

    Returns
    -------
    int
        The number of rows, positive and negative ones together.

    Raises
    ------
    ValueError
        If not exactly one of ``width``, ``null`` and ``versus`` is given, but for
        ``width`` with ``versus``, if ``correlation`` is without ``versus`` or missing
        with it, a number is outside its range, or 2**63 rows do not suffice.
    TypeError
        If a parameter is not a number.

    See Also
    --------
    required_sample_size : of a difference of two models.
    confidence_interval : the interval itself, once the rows are there.

    Notes
    -----
    The interval is the normal one on the raw scale. With ``null=0.5`` and
    ``variance="obuchowski"`` it is pROC's ``power.roc.test``, which gives the positives
    and the negatives unrounded; its ``kappa`` negatives for each positive are a
    ``prevalence`` of 1 / (1 + kappa). At an area of 0.85 that formula asks for some 1.5
    times the rows whose interval is as wide as planned.

    References
    ----------
    .. [1] N. A. Obuchowski, "Computing sample size for receiver operating
       characteristic studies", Investigative Radiology 29(2), 1994, 238-243.
    .. [2] J. A. Hanley and B. J. McNeil, "The meaning and use of the area under a
       receiver operating characteristic (ROC) curve", Radiology 143(1), 1982, 29-36.
    .. [3] J. A. Hanley and B. J. McNeil, "A method of comparing the areas under
       receiver operating characteristic curves derived from the same cases", Radiology
       148(3), 1983, 839-843.

    Examples
    --------
    >>> from fastmetrics import auc_sample_size
    >>> auc_sample_size(0.85, width=0.05, prevalence=0.3)
    1032
    >>> auc_sample_size(0.85, null=0.8, prevalence=0.3)
    650

    Two models on the same rows, and on different rows:

    >>> auc_sample_size(0.85, versus=0.8, correlation=0.5, prevalence=0.3)
    624
    >>> auc_sample_size(0.85, versus=0.8, correlation=0, prevalence=0.3)
    1233

    As ``power.roc.test(auc=0.8, power=0.9, kappa=3.5)`` of pROC, which gives 11.2 and
    39.1 rows:

    >>> kappa = 3.5
    >>> options = {"null": 0.5, "power": 0.9, "prevalence": 1 / (1 + kappa)}
    >>> auc_sample_size(0.8, **options, variance="obuchowski")
    51
    >>> auc_sample_size(0.8, **options)
    47
    """
    area = _inside(auc, "auc")
    share = _inside(prevalence, "prevalence")
    check_choice(variance, _VARIANCES, "variance")
    of = {"binormal": _binormal, "obuchowski": _of_ratings}
    spread = of.get(variance, _biexponential)
    other, together = _other_area(versus, correlation, null)

    def error(value: float, n: float) -> float:
        classes = n * share, n * (1 - share)
        if other is None:
            return math.sqrt(spread(value, *classes))
        own, beside = spread(area, *classes), spread(other, *classes)
        return math.sqrt(own + beside - 2 * together * math.sqrt(own * beside))

    if other is not None and width is None:
        null = other
    required = _required(area, error, _inside, width, null, power, alpha, alternative)
    if other is not None:
        required = replace(required, null=other)
    return replace(required, first=max(1 / share, 1 / (1 - share)))  # one of each class


@_sample_size
def proportion_sample_size(
    proportion: float,
    *,
    width: float | None = None,
    null: float | None = None,
    method: Literal["wilson", "clopper-pearson"] = "wilson",
    power: float = 0.8,
    alpha: float = 0.05,
    alternative: Alternative = "two-sided",
) -> Requirement:
    r"""Sample size for one proportion, from the interval width or the power.

    The width refers to Wilson's or Clopper and Pearson's interval around the expected
    proportion, and the power to the score test:

    .. math:: z_\alpha \sqrt{\frac{p_0 (1 - p_0)}{n}}
              + z_\beta \sqrt{\frac{p (1 - p)}{n}} \le |p - p_0|

    Parameters
    ----------
    proportion : float in [0, 1]
        The expected proportion of rows: an accuracy, a recall of the positive rows, an
        error rate.
    width : float, optional
        How wide the interval of level 1 - ``alpha`` may be, from bound to bound.
    null : float in (0, 1), optional
        The proportion that is to be shown not to be the true one; exactly one of this
        and ``width`` is given.
    method : {"wilson", "clopper-pearson"}, default="wilson"
        Which interval; for ``width`` alone.
    power : float, default=0.8
        Chance to show it, above ``alpha`` and below 1; for ``null`` alone.
    alpha : float in (0, 1), default=0.05
        Level of the test, or 1 minus the confidence level.
    alternative : {"two-sided", "greater", "less"}, default="two-sided"
        "greater", "less": the test has one side, and ``proportion`` lies on it.

    Returns
    -------
    int
        The number of rows, 1 or more.

    Raises
    ------
    ValueError
        If not exactly one of ``width`` and ``null`` is given, a number is outside its
        range, or 2**63 rows do not suffice.
    TypeError
        If a parameter is not a number.

    See Also
    --------
    required_sample_size : of a difference of two models.
    binomial_test : the test, exact, once the rows are there.

    Notes
    -----
    With ``null`` it is the normal approximation without a continuity correction; the
    exact test takes somewhat more rows.

    References
    ----------
    .. [1] E. B. Wilson, "Probable inference, the law of succession, and statistical
       inference", Journal of the American Statistical Association 22, 1927, 209-212.
    .. [2] J. L. Fleiss, B. Levin and M. C. Paik, "Statistical methods for rates and
       proportions", 3rd edition, 2003, section 2.5.

    Examples
    --------
    >>> from fastmetrics import proportion_sample_size
    >>> proportion_sample_size(0.9, width=0.04)
    868
    >>> proportion_sample_size(0.9, null=0.85)
    363
    """
    share = number(proportion, "proportion")
    if not 0 <= share <= 1:
        raise ValueError(f"proportion must lie in [0, 1], got {shown(proportion)}.")
    check_choice(method, _METHODS, "method")

    def error(value: float, n: float) -> float:
        return math.sqrt(value * (1 - value) / n)

    def interval_width(n: float) -> float:
        level = 1 - check_level(alpha, "alpha")
        low, high = bounds.proportion(method, share * n, n, level)
        return float(high - low)

    required = _required(share, error, _inside, width, null, power, alpha, alternative)
    return replace(required, interval_width=interval_width)


@_sample_size
def error_rate_sample_size(
    rate: float,
    *,
    tokens_per_unit: float | None = None,
    design_effect: float | None = None,
    coefficient_of_variation: float | None = None,
    width: float | None = None,
    null: float | None = None,
    power: float = 0.8,
    alpha: float = 0.05,
    alternative: Alternative = "two-sided",
) -> Requirement:
    r"""Sample size for a word error rate, from the interval width or the power.

    .. math:: v_n(r) = \frac{D\, r}{n\, m} \quad\text{or}\quad \frac{(c\, r)^2}{n},
              \qquad 2 z \sqrt{v_n(r)} \le \text{width} \quad\text{or}\quad
              z_\alpha \sqrt{v_n(r_0)} + z_\beta \sqrt{v_n(r)} \le |r - r_0|

    with D the design effect of errors that come together, m the words of an utterance,
    and c the coefficient of variation of its errors.

    Parameters
    ----------
    rate : float
        The rate that is expected, errors by words of the reference; above 0, and above
        1 where much is inserted.
    tokens_per_unit : float, optional
        Words (or characters) of an utterance on average, m; with ``design_effect``.
    design_effect : float, optional
        Design effect D: the variance relative to the variance of independent errors; in
        a pilot (standard error)² times the words over the rate. Errors of one utterance
        or speaker come together, and 2 to 10 are usual.
    coefficient_of_variation : float, optional
        Standard deviation of an utterance's errors minus the rate times its words, over
        its mean errors, c; exactly one of this and ``design_effect`` is given.
    width : float, optional
        How wide the interval of level 1 - ``alpha`` may be, from bound to bound.
    null : float, optional
        The rate that is to be shown not to be the true one, above 0; exactly one of
        this and ``width`` is given.
    power : float, default=0.8
        Chance to show it, above ``alpha`` and below 1; for ``null`` alone.
    alpha : float in (0, 1), default=0.05
        Level of the test, or 1 minus the confidence level.
    alternative : {"two-sided", "greater", "less"}, default="two-sided"
        "greater", "less": the test has one side, and ``rate`` lies on it.

    Returns
    -------
    int
        The number of utterances, 1 or more.

    Raises
    ------
    ValueError
        If not exactly one of ``width`` and ``null``, and of ``design_effect`` and
        ``coefficient_of_variation``, is given, ``tokens_per_unit`` is missing or too
        much, a number is outside its range, or 2**63 utterances do not suffice.
    TypeError
        If a parameter is not a number.

    See Also
    --------
    word_error_rate : the rate itself.
    required_sample_size : of a difference of two systems.

    Notes
    -----
    Errors are modelled by a Poisson distribution, because insertions can lead the rate
    above 1. If speakers differ, utterances are not independent units: plan speakers,
    with the words of a speaker.

    References
    ----------
    .. [1] W. G. Cochran, "Sampling techniques", 3rd edition, 1977, chapter 6.
    .. [2] M. Bisani and H. Ney, "Bootstrap estimates for confidence intervals in ASR
       performance evaluation", ICASSP 2004, 409-412.

    Examples
    --------
    >>> from fastmetrics import error_rate_sample_size
    >>> error_rate_sample_size(0.12, width=0.02, tokens_per_unit=15, design_effect=2)
    615
    >>> error_rate_sample_size(0.12, width=0.02, coefficient_of_variation=1.5)
    1245
    """
    expected = _above_0(rate, "rate")
    if (design_effect is None) == (coefficient_of_variation is None):
        raise ValueError(
            "exactly one of design_effect and coefficient_of_variation must be given, "
            f"got {'neither' if design_effect is None else 'both'}."
        )
    if (tokens_per_unit is None) != (design_effect is None):
        raise ValueError("tokens_per_unit and design_effect go together.")
    if design_effect is not None:
        many = _above_0(design_effect, "design_effect")
        tokens = _above_0(tokens_per_unit, "tokens_per_unit")

        def error(value: float, n: float) -> float:
            return math.sqrt(many * value / (n * tokens))
    else:
        varies = _above_0(coefficient_of_variation, "coefficient_of_variation")

        def error(value: float, n: float) -> float:
            return varies * value / math.sqrt(n)

    return _required(expected, error, _above_0, width, null, power, alpha, alternative)


def _other_area(
    versus: object, correlation: object, null: object
) -> tuple[float | None, float]:
    """Return the area of another model, and how both areas are correlated."""
    if versus is None:
        if correlation is not None:
            raise ValueError("correlation is of two areas: give versus, the other one.")
        return None, 0.0
    if null is not None:
        raise ValueError("exactly one of null and versus must be given, got both.")
    if correlation is None:
        raise ValueError(
            "versus needs correlation, of both areas: 0 for models on different rows."
        )
    together = number(correlation, "correlation")
    if not -1 < together < 1:
        raise ValueError(f"correlation must lie in (-1, 1), got {shown(correlation)}.")
    return _inside(versus, "versus"), together


def _required(
    value: float,
    error: Callable[[float, float], float],
    check: Callable[[object, str], float],
    width: object,
    null: object,
    power: float,
    alpha: float,
    alternative: Alternative,
) -> Requirement:
    """Return the requirement on a value; ``check`` checks the null."""
    from scipy.special import ndtri

    if (width is None) == (null is None):
        raise ValueError(
            "exactly one of width and null must be given, got "
            f"{'neither' if width is None else 'both'}."
        )
    check_alternative(alternative)
    if width is not None:
        z = -float(ndtri(check_level(alpha, "alpha") / 2)), 0.0
        most = _above_0(width, "width")
        return Requirement(value, error, most, math.nan, math.nan, z)
    z = quantiles(power, alpha, alternative)
    return Requirement(value, error, None, check(null, "null"), power, z)


def _binormal(area: float, n_pos: float, n_neg: float) -> float:
    """Return the variance of an area of normal scores of equal spread."""
    from scipy.special import ndtri, owens_t

    # Two pairs of one row in common are right: normal with a correlation of one half.
    both = area - 2 * float(owens_t(ndtri(area), 1 / math.sqrt(3)))
    return _of_pairs(area, both, both, n_pos, n_neg)


def _of_ratings(area: float, n_pos: float, n_neg: float) -> float:
    """Return the variance of an area after Obuchowski's formula."""
    from scipy.special import ndtri

    a = float(ndtri(area)) * 1.414
    per_positive = 5 * a * a + 8 + (a * a + 8) * n_pos / n_neg
    return 0.0099 * math.exp(-a * a / 2) * per_positive / n_pos


def _biexponential(area: float, n_pos: float, n_neg: float) -> float:
    """Return the variance of an area of exponential scores."""
    over_pos, over_neg = area / (2 - area), 2 * area * area / (1 + area)
    return _of_pairs(area, over_pos, over_neg, n_pos, n_neg)


def _of_pairs(
    area: float, over_pos: float, over_neg: float, n_pos: float, n_neg: float
) -> float:
    """Return the variance of an area from chances that two pairs are both right.

    ``over_pos``: of two positive rows and one negative; ``over_neg`` of two negatives.
    """
    square = area * area
    own = area * (1 - area)
    own += (n_pos - 1) * (over_pos - square) + (n_neg - 1) * (over_neg - square)
    return own / (n_pos * n_neg)


def _inside(value: object, name: str) -> float:
    found = number(value, name)
    if not 0 < found < 1:
        raise ValueError(f"{name} must lie in (0, 1), got {shown(value)}.")
    return found


def _above_0(value: object, name: str) -> float:
    found = number(value, name)
    if not 0 < found < math.inf:
        raise ValueError(f"{name} must be above 0 and finite, got {shown(value)}.")
    return found
