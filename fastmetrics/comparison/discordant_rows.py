"""McNemar's test for two models, and Cochran's Q test for several."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastmetrics._common import null_laws
from fastmetrics._common.bounds import proportion
from fastmetrics._common.names import shown
from fastmetrics._common.null_laws import binomial_law, drawn_law
from fastmetrics._common.options import (
    check_choice,
    check_level,
    check_resamples,
    seed_of,
)
from fastmetrics._common.test_result import TestResult, check_alternative, pvalue_of
from fastmetrics._inputs.columns import as_array, convert
from fastmetrics._inputs.score_tables import named_columns
from fastmetrics._inputs.scores import numbers
from fastmetrics.comparison import student_tests
from fastmetrics.comparison.paired_rows import (
    count_answers,
    critical_heads,
    read_pair,
    right_rows,
)
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from fastmetrics._common.annotations import Alternative


McnemarMethod = Literal["exact", "mid-p", "chi2", "chi2-uncorrected"]
METHODS = {
    "exact": say("exact McNemar test"),
    "mid-p": say("mid-p McNemar test"),
    "chi2": say("McNemar test with continuity correction"),
    "chi2-uncorrected": say("McNemar test without continuity correction"),
}
CLAIMS = {
    "two-sided": say("they differ"),
    "greater": say("A is the more accurate one"),
    "less": say("A is the less accurate one"),
}


@dataclass(frozen=True, kw_only=True, eq=False)
class McnemarResult(TestResult):
    """Result of McNemar's test.

    Attributes
    ----------
    odds_ratio : float
        Rows that A alone got right over those that B alone did; infinite if there is
        none of the latter, NaN if there is none of either.
    discordant : tuple of int
        These two numbers. For all other attributes see `TestResult`.
    """

    __test__ = False

    odds_ratio: float
    discordant: tuple[int, int]

    def odds_ratio_interval(
        self, confidence_level: float = 0.95
    ) -> tuple[float, float]:
        """Return the exact interval of the odds ratio, after Clopper and Pearson.

        Parameters
        ----------
        confidence_level : float in (0, 1), default=0.95
            Its nominal coverage.

        Returns
        -------
        low, high : float
            From 0 to infinity if no row is discordant.
        """
        confidence_level = check_level(confidence_level)
        b, c = self.discordant
        if b + c == 0:
            return 0.0, math.inf
        low, high = proportion("clopper-pearson", b, b + c, confidence_level)
        return low / (1 - low), high / (1 - high) if high < 1 else math.inf


def mcnemar_table(
    y_true: ArrayLike, y_pred_a: ArrayLike, y_pred_b: ArrayLike
) -> NDArray[np.int64]:
    r"""Count the rows that both models, one of them or neither got right.

    .. math:: \begin{pmatrix} \text{both right} & \text{only A} \\
                              \text{only B} & \text{both wrong} \end{pmatrix}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels: whole numbers, strings or bool.
    y_pred_a : array_like of shape (n_samples,)
        Labels that model A predicted, of the same kind.
    y_pred_b : array_like of shape (n_samples,)
        Labels that model B predicted, of the same kind.

    Returns
    -------
    ndarray of int64, shape (2, 2)
        Numbers of rows.

    Raises
    ------
    ValueError
        If lengths differ, there are no rows, or labels are not of one kind.

    See Also
    --------
    mcnemar_test_from_table : the test of such a table.

    Notes
    -----
    One pass over columns of integers of one width; other labels are encoded first.

    References
    ----------
    .. [1] T. G. Dietterich, "Approximate statistical tests for comparing supervised
       classification learning algorithms", Neural Computation 10(7), 1998, 1895-1923.

    Examples
    --------
    >>> from fastmetrics import mcnemar_table
    >>> mcnemar_table([0, 1, 1, 0, 1], [0, 1, 0, 0, 0], [0, 0, 1, 1, 0])
    array([[1, 2],
           [1, 1]])
    """
    found = count_answers(y_true, y_pred_a, y_pred_b)
    return np.array(found, np.int64).reshape(2, 2)


def mcnemar_test(
    y_true: ArrayLike,
    y_pred_a: ArrayLike | None = None,
    y_pred_b: ArrayLike | None = None,
    *,
    method: McnemarMethod = "exact",
    alternative: Alternative = "two-sided",
) -> McnemarResult:
    r"""McNemar's test for the accuracies of two models on the same rows.

    Only rows on which exactly one of them is right count: :math:`b` that A alone got
    right, :math:`c` that B alone did. If the models are equally accurate, :math:`b` is
    binomial with :math:`b + c` and ½:

    .. math:: p = \min\bigl(1,\; 2\, P(X \le \min(b, c))\bigr)

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels: whole numbers, strings or bool.
    y_pred_a : array_like of shape (n_samples,)
        Labels that model A predicted, of the same kind.
    y_pred_b : array_like of shape (n_samples,)
        Labels that model B predicted, of the same kind.
    method : {"exact", "mid-p", "chi2", "chi2-uncorrected"}, default="exact"
        "exact": as above, at any number of rows. "mid-p": outcomes as extreme as b
        count one half. The level is closer to the nominal level, and sometimes above
        it. "chi2": :math:`(|b - c| - 1)^2 / (b + c)` with the χ² distribution, after
        Edwards. "chi2-uncorrected": :math:`(b - c)^2 / (b + c)`, as McNemar had it. A
        one-sided test uses the signed root of these and the normal distribution.
    alternative : {"two-sided", "greater", "less"}, default="two-sided"
        "greater": the accuracy of A is the greater one.

    Returns
    -------
    McnemarResult
        ``statistic`` is b, χ² or z; ``estimate`` the accuracy of A minus the accuracy
        of B, :math:`(b - c) / n`, with the interval of Bonett and Price. Besides
        ``odds_ratio``, which is b / c, ``odds_ratio_interval(confidence_level=0.95)``
        and ``discordant``, which is (b, c).

    Raises
    ------
    ValueError
        If lengths differ, there are no rows, labels are not of one kind, or an option
        is unknown.
    TypeError
        If the labels of a model are missing, as where a table of counts is given.

    See Also
    --------
    mcnemar_test_from_table : the same of counts.
    cochran_q_test : more than two models.
    paired_permutation_test : metrics other than accuracy.

    Notes
    -----
    Assumes that rows are independent, and both models fixed: it says nothing about
    other training sets. No discordant row: the statistic is 0 and the p-value 1. The
    exact level is never above the nominal one: at α = 0.05 it is 0.0215 with 10
    discordant rows and 0.0328 with 50. The levels of the other methods are the same
    with 10; with 50 it is also 0.0328 for "chi2", but 0.0649 for "mid-p" and
    "chi2-uncorrected". The difference b - c has mean 0 and variance b + c: the 1 of
    Edwards is a continuity correction, not a mean. mlxtend has χ² = 1 / (b + c) where b
    = c, and the code of Fagerland and others a mid-p value of 1 - ½ P(X = b); here they
    are 0 and 1.

    References
    ----------
    .. [1] Q. McNemar, "Note on the sampling error of the difference between correlated
       proportions or percentages", Psychometrika 12, 1947, 153-157.
    .. [2] A. L. Edwards, "Note on the correction for continuity in testing the
       significance of the difference between correlated proportions", Psychometrika 13,
       1948, 185-187.
    .. [3] M. W. Fagerland, S. Lydersen and P. Laake, "The McNemar test for binary
       matched-pairs data: mid-p and asymptotic are better than exact conditional", BMC
       Medical Research Methodology 13, 2013, 91.
    .. [4] D. G. Bonett and R. M. Price, "Adjusted Wald confidence interval for a
       difference of binomial proportions based on paired data", Journal of Educational
       and Behavioral Statistics 37, 2012, 479-488.

    Examples
    --------
    >>> from fastmetrics import mcnemar_test
    >>> y_true = [1, 1, 1, 1, 1, 1, 0, 0, 0, 0]
    >>> y_pred_a = [1, 1, 1, 1, 1, 1, 0, 0, 0, 1]
    >>> y_pred_b = [1, 1, 0, 0, 0, 0, 0, 0, 1, 0]
    >>> result = mcnemar_test(y_true, y_pred_a, y_pred_b)
    >>> result.discordant, result.pvalue
    ((5, 1), 0.21875)
    >>> round(result.estimate, 4), result.odds_ratio
    (0.4, 5.0)
    """
    _check(method, alternative)
    if y_pred_a is None or y_pred_b is None:
        raise TypeError(
            f"y_pred_{'a' if y_pred_a is None else 'b'} is missing: give the labels of "
            "both models, or a 2x2 table of counts to mcnemar_test_from_table(table)."
        )
    both, b, c, neither = count_answers(y_true, y_pred_a, y_pred_b)
    return _test(b, c, both + b + c + neither, method, alternative)


def mcnemar_test_from_table(
    table: ArrayLike,
    *,
    method: McnemarMethod = "exact",
    alternative: Alternative = "two-sided",
) -> McnemarResult:
    r"""McNemar's test from a table of counts.

    With :math:`b` the rows that A alone got right and :math:`c` those that B alone did:

    .. math:: p = \min\bigl(1,\; 2\, P(X \le \min(b, c))\bigr), \qquad
              X \sim \mathrm{Bin}(b + c, ½)

    Parameters
    ----------
    table : array_like of shape (2, 2)
        How many rows both got right, A alone, B alone, and neither, as `mcnemar_table`
        counts them.
    method : {"exact", "mid-p", "chi2", "chi2-uncorrected"}, default="exact"
        As in `mcnemar_test`; "exact": with the binomial distribution for any number of
        rows.
    alternative : {"two-sided", "greater", "less"}, default="two-sided"
        "greater": the accuracy of A is the greater one.

    Returns
    -------
    McnemarResult
        As in `mcnemar_test`.

    Raises
    ------
    ValueError
        If the table is not of that shape, holds something else than whole numbers of
        at least 0 or nothing but zeros, or an option is unknown.

    See Also
    --------
    mcnemar_test : the same for labels, with the assumptions.

    References
    ----------
    .. [1] Q. McNemar, "Note on the sampling error of the difference between correlated
       proportions or percentages", Psychometrika 12, 1947, 153-157.

    Examples
    --------
    >>> from fastmetrics import mcnemar_test_from_table
    >>> result = mcnemar_test_from_table([[20, 5], [12, 10]])
    >>> round(result.estimate, 4), round(result.pvalue, 4)
    (-0.1489, 0.1435)
    >>> round(mcnemar_test_from_table([[20, 5], [12, 10]], method="mid-p").pvalue, 4)
    0.0963
    """
    _check(method, alternative)
    both, b, c, neither = _read_table(table)
    return _test(b, c, both + b + c + neither, method, alternative)


def _check(method: str, alternative: Alternative) -> None:
    check_alternative(alternative)
    check_choice(method, tuple(METHODS), "method")


def _read_table(table: ArrayLike) -> list[int]:
    found = numbers(as_array(table, "table"), "table")
    if found.shape != (2, 2):
        raise ValueError(
            "table must be of shape (2, 2): both right, only A; only B, both wrong. "
            f"Got the shape {found.shape}."
        )
    counts = found.ravel().tolist()
    for count in counts:
        if not (count >= 0 and math.isfinite(count) and count == int(count)):
            raise ValueError(
                f"table must hold whole numbers of at least 0, got {shown(count)}."
            )
    if not any(counts):
        raise ValueError("table must count at least one row, got zeros alone.")
    if max(counts) >= 2**53:  # their exact values do not fit floats
        raise ValueError(f"table must hold counts below 2**53, got {max(counts):,}.")
    return [int(count) for count in counts]


def _test(
    b: int, c: int, n: int, method: str, alternative: Alternative
) -> McnemarResult:
    m = b + c
    mid = method == "mid-p"
    if method in ("exact", "mid-p"):
        # Without tosses the one-sided mid-p value would be ½.
        pvalue = null_laws.pvalue(b, m, 0.5, alternative, mid) if m else 1.0
        distribution: dict[str, Any] = {
            "statistic": float(b),
            "statistic_name": "b",
            "distribution": "binomial",
            "critical": partial(critical_heads, m, alternative, mid),
            "null_law": partial(binomial_law, m, 0.5),
        }
    else:
        pvalue, distribution = _by_normal(b - c, m, method == "chi2", alternative)
    return McnemarResult(
        pvalue=pvalue,
        method=METHODS[method],
        n=n,
        alternative=alternative,
        estimate=(b - c) / n,
        estimate_name=say("accuracy of {a} − {b}", a="A", b="B"),
        exact=method == "exact",
        found=say(
            "of {n} rows, A alone was right on {b} and B alone on {c}",
            n=f"{n:,}",
            b=f"{b:,}",
            c=f"{c:,}",
        ),
        claim=CLAIMS[alternative],
        bounds=partial(_bounds, b, c, n),
        detectable=partial(student_tests.of_answers, n, m, alternative),
        odds_ratio=b / c if c else math.inf if b else math.nan,
        discordant=(b, c),
        **distribution,
    )


def _by_normal(
    surplus: int, m: int, corrected: bool, alternative: str
) -> tuple[float, dict[str, Any]]:
    """Return the p-value and its distribution: χ², or its root for one side."""
    size = max(abs(surplus) - corrected, 0)
    z = math.copysign(size / math.sqrt(m), surplus) if m else 0.0
    if alternative == "two-sided":
        pvalue = math.erfc(abs(z) / math.sqrt(2))
        chi2 = size**2 / m if m else 0.0  # the nearest double: both are Python ints
        distribution = {
            "statistic": chi2,
            "statistic_name": "χ²",
            "distribution": "chi2",
        }
        return pvalue, {**distribution, "df": 1}
    side = z if alternative == "greater" else -z
    pvalue = math.erfc(side / math.sqrt(2)) / 2 if m else 1.0
    return pvalue, {"statistic": z, "statistic_name": "z", "distribution": "normal"}


def _bounds(b: int, c: int, n: int, level: float) -> tuple[float, float]:
    """Return the interval of Bonett and Price, with a row more on each side."""
    p, q = (b + 1) / (n + 2), (c + 1) / (n + 2)
    z = NormalDist().inv_cdf((1 + level) / 2)
    half = z * math.sqrt((p + q - (p - q) ** 2) / (n + 2))
    return max(p - q - half, -1.0), min(p - q + half, 1.0)


# ----------------------------------------------------------------------- several models
# Cochran's Q test: whether several models are right equally often on the same rows.


COCHRAN_METHODS = ("chi2", "permutation")
# Sums of squares that differ only by rounding are equal.
EQUAL = 1e-12


def cochran_q_test(
    y_true: ArrayLike,
    y_preds: ArrayLike | Mapping[Any, ArrayLike],
    *,
    method: Literal["chi2", "permutation"] = "chi2",
    n_resamples: int = 9999,
    random_state: int | np.random.Generator | None = None,
) -> TestResult:
    r"""Cochran's Q test for the accuracies of several models on the same rows.

    With :math:`C_j` the right answers of model j, :math:`R_i` those to row i, T all of
    them and k models:

    .. math:: Q = \frac{(k - 1) \bigl(k \sum_j C_j^2 - T^2\bigr)}
                       {k T - \sum_i R_i^2}

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels: whole numbers, strings or bool.
    y_preds : dict of columns, data frame or array_like of shape (n_samples, n_models)
        Labels that each model predicted, of the same kind.
    method : {"chi2", "permutation"}, default="chi2"
        "chi2": by the χ² distribution with k - 1 degrees of freedom. "permutation": as
        often as Q is at least as large where the right answers to each row are dealt to
        the models at random.
    n_resamples : int, default=9999
        How many permutations are drawn.
    random_state : int, NumPy Generator or None, default=None
        Seed of the draws; the same number gives the same p-value.

    Returns
    -------
    TestResult
        ``statistic`` is Q; ``estimate`` the accuracy of the best minus the accuracy of
        the worst model, without an interval.

    Raises
    ------
    ValueError
        If there are fewer than two models, lengths differ, there are no rows, labels
        are not of one kind, or an option is unknown.

    See Also
    --------
    mcnemar_test : two models, exactly.
    friedman_test : scores on several data sets in place of right and wrong answers.

    Notes
    -----
    Assumes that rows are independent. The χ² distribution needs enough rows, say 24
    answers on rows on which models disagree. All such rows missing: Q is 0 and the
    p-value 1. With two models Q is McNemar's χ² without continuity correction, and it
    is Friedman's with its correction for ties. Permutations are drawn by the number of
    right answers, at a cost of some k² binomial draws each, independent of the number
    of rows; the p-value is (1 + those at least as extreme) / (1 + ``n_resamples``).

    References
    ----------
    .. [1] W. G. Cochran, "The comparison of percentages in matched samples", Biometrika
       37, 1950, 256-266.
    .. [2] B. Phipson and G. K. Smyth, "Permutation p-values should never be zero",
       Statistical Applications in Genetics and Molecular Biology 9(1), 2010, 39.

    Examples
    --------
    >>> from fastmetrics import cochran_q_test
    >>> y_true = [1, 1, 1, 1, 1, 1, 1, 1]
    >>> result = cochran_q_test(y_true, {"tree": [1, 1, 1, 1, 1, 1, 1, 0],
    ...                                  "bayes": [1, 1, 0, 1, 1, 0, 0, 0],
    ...                                  "rule": [1, 0, 0, 0, 1, 0, 0, 0]})
    >>> round(result.statistic, 4), round(result.pvalue, 4)
    (7.6, 0.0224)
    """
    check_choice(method, COCHRAN_METHODS, "method")
    check_resamples(n_resamples)
    names, columns, of_rows = _right_answers(y_true, y_preds)
    k, n, total = len(names), int(of_rows.sum()), int(columns.sum())
    spread = k * total - sum(r * r * int(m) for r, m in enumerate(of_rows))
    between = k * sum(int(c) ** 2 for c in columns) - total**2
    statistic = (k - 1) * between / spread if spread else 0.0
    notes: tuple[str, ...] = ()
    null_law = None
    if method == "chi2" or not spread:
        pvalue = pvalue_of(statistic, "chi2", k - 1, "two-sided") if spread else 1.0
    else:
        drawn = _drawn(of_rows, total / k, n_resamples, seed_of(random_state))
        pvalue = _share_as_large(columns, drawn)
        null_law = partial(drawn_law, (k - 1) * k * drawn / spread, only_upper=True)
        error = math.sqrt(pvalue * (1 - pvalue) / n_resamples)
        notes = (
            say(
                "drawn {n} times: the standard error of p is {error}",
                n=f"{n_resamples:,}",
                error=f"{error:.2g}",
            ),
        )
    best, worst = int(columns.argmax()), int(columns.argmin())
    by_permutation = method == "permutation"
    return TestResult(
        statistic=statistic,
        pvalue=pvalue,
        method=say("Cochran's Q test by permutation")
        if by_permutation
        else say("Cochran's Q test"),
        statistic_name="Q",
        distribution="permutation" if by_permutation else "chi2",
        df=None if by_permutation else k - 1,
        n=n,
        estimate=int(columns[best] - columns[worst]) / n,
        estimate_name=say(
            "accuracy of {a} − {b}", a=shown(names[best]), b=shown(names[worst])
        ),
        notes=notes,
        found=say(
            "of {n} rows, {k} models were right on {low} to {high}",
            n=f"{n:,}",
            k=k,
            low=f"{int(columns[worst]):,}",
            high=f"{int(columns[best]):,}",
        ),
        claim=say("the models differ"),
        has_sides=False,
        null_law=null_law,
    )


def _right_answers(
    y_true: ArrayLike, y_preds: ArrayLike | Mapping[Any, ArrayLike]
) -> tuple[list[Any], NDArray[np.int64], NDArray[np.int64]]:
    """Return the names of the models and their right answers.

    That is how many rows each model did, and on how many rows 0, 1, ... k of them did.
    """
    columns = named_columns(y_preds)
    if columns is None:
        matrix = as_array(y_preds, "y_preds")
        if matrix.ndim != 2:
            raise ValueError(
                "y_preds must have a column for each model, got an array of shape "
                f"{matrix.shape}."
            )
        columns = [(j, matrix[:, j]) for j in range(matrix.shape[1])]
    if len(columns) < 2:
        raise ValueError(f"y_preds must be of two models or more, got {len(columns)}.")
    true = convert(y_true, "y_true")
    counts = np.empty(len(columns), np.int64)
    right_models: Any = 0
    for j, (name, column) in enumerate(columns):
        right = right_rows(read_pair(true, column, f"y_preds[{shown(name)}]"))
        counts[j] = np.count_nonzero(right)
        right_models = right_models + right.astype(np.min_scalar_type(len(columns)))
    of_rows = np.bincount(right_models, minlength=len(columns) + 1)
    return [name for name, _ in columns], counts, of_rows


def _share_as_large(columns: NDArray[np.int64], drawn: NDArray[np.float64]) -> float:
    """Return (1 + how many of n draws are at least as large) / (1 + n)."""
    observed = float(((columns - columns.sum() / len(columns)) ** 2).sum())
    extreme = int(np.count_nonzero(drawn >= observed * (1 - EQUAL)))
    return (1 + extreme) / (1 + len(drawn))


def _drawn(
    of_rows: NDArray[np.int64], mean: float, n: int, seed: int
) -> NDArray[np.float64]:
    """Return the models' squared deviations from their mean of right answers, drawn.

    ``of_rows[r]``: how many rows got r right answers. All choices of r models are
    equally likely. Model by model, each row with r answers left for l models gives one
    to the next model with probability r / l; only the number of such rows matters.
    """
    draw = np.random.Generator(np.random.Philox(seed))
    k = len(of_rows) - 1
    left = np.tile(of_rows, (n, 1))
    drawn = np.zeros(n)
    for models in range(k, 0, -1):
        answers = np.zeros(n, np.int64)
        for r in range(1, models + 1):
            right = draw.binomial(left[:, r], r / models)
            left[:, r] -= right
            left[:, r - 1] += right
            answers += right
        drawn += (answers - mean) ** 2
    return drawn
