"""Cochran's Q test, and Bayesian posteriors of paired differences."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.null_laws import drawn_law
from fastmetrics._common.options import (
    MOST_RESAMPLES,
    check_choice,
    check_resamples,
    nonnegative,
    number,
    seed_of,
    whole,
)
from fastmetrics._common.test_result import TestResult, pvalue_of
from fastmetrics._inputs.columns import as_array, convert
from fastmetrics._inputs.score_tables import named_columns
from fastmetrics.comparison.paired_tests.paired_rows import (
    read_differences,
    read_pair,
    right_rows,
)
from fastmetrics.comparison.student_tests import RopeProbabilities
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike, NDArray


# ----------------------------------------------------------------------- several models
# Cochran's Q test: whether several models are right equally often on the same rows.


METHODS = ("chi2", "permutation")
# Sums of squares that rounding alone tells apart are equal.
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
    right answers, at a cost of some k² binomial draws each, whatever the number of
    rows; their p-value is (1 + those at least as extreme) / (1 + ``n_resamples``).

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
    check_choice(method, METHODS, "method")
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
    """Return the names of the models and what they got right.

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

    ``of_rows[r]``: how many rows got r right answers. All choices of r models are as
    likely, so that model by model each row that has r answers left for l models gives
    one to the next with probability r / l; only how many such rows there are matters.
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


# ---------------------------------------------------------------------------- posterior
# The Bayesian signed-rank test: how probable it is that A is practically better.


# So many weights are drawn at once, half a megabyte of them, which stay in the cache.
AT_ONCE = 1 << 16


def bayesian_signed_rank_test(
    x: ArrayLike,
    y: ArrayLike | None = None,
    *,
    rope: float = 0.01,
    prior_strength: float = 0.5,
    n_samples: int = 50_000,
    random_state: int | np.random.Generator | None = None,
) -> RopeProbabilities:
    r"""Bayesian signed-rank test with a region of practical equivalence.

    The differences :math:`d_1, \dots, d_n` have unknown weights w, and a difference
    :math:`d_0 = 0` represents prior knowledge. Their posterior is a Dirichlet
    distribution with a parameter of 1 for each and of ``prior_strength`` for
    :math:`d_0`; of each draw

    .. math:: \theta = \sum_{i,j} w_i w_j\,
              \bigl[\tfrac{1}{2}(d_i + d_j) > \mathrm{rope}\bigr]

    is the proportion of averages above the region of practical equivalence; the
    proportions below and in it are defined likewise. The result is how often each
    proportion is the largest.

    Parameters
    ----------
    x : array_like of shape (n_pairs,)
        A number per pair, such as the score of the first model on each data set; or,
        without ``y``, the differences themselves.
    y : array_like of shape (n_pairs,), optional
        The other number of each pair.
    rope : float, default=0.01
        Half the width of the region of practical equivalence: differences between
        -rope and rope count as none. At least 0, in units of the numbers.
    prior_strength : float, default=0.5
        The prior weight of a difference of 0, above 0; each pair has weight 1.
    n_samples : int, default=50000
        How many weights are drawn from the posterior.
    random_state : int, NumPy Generator or None, default=None
        Seed of the draws; the same number gives the same proportions.

    Returns
    -------
    p_less, p_rope, p_greater : float
        How probable it is that x - y lies mostly below, in and above the region: a
        named tuple. They add up to 1.

    Raises
    ------
    ValueError
        If there are fewer than two pairs, lengths differ, a number is NaN or infinite,
        ``rope`` is negative, ``prior_strength`` not above 0, or ``n_samples`` no whole
        number of at least 1.
    TypeError
        If ``rope`` or ``prior_strength`` is not a number.

    See Also
    --------
    wilcoxon_signed_rank_test : the test that it is the counterpart of.
    bayesian_correlated_t_test : of the folds of one data set.

    Notes
    -----
    Assumes independent pairs. An average on the border, up to rounding, is in the
    region; baycomp counts half of it to either side, and has the triple the other way
    round. The standard error of a probability p that
    is drawn so is :math:`\sqrt{p (1 - p) / n_{\mathrm{samples}}}`, at most 0.0022 by
    default. O(n) time per draw, n the number of different differences.

    References
    ----------
    .. [1] A. Benavoli, G. Corani, F. Mangili, M. Zaffalon and F. Ruggeri, "A Bayesian
       Wilcoxon signed-rank test based on the Dirichlet process", Proceedings of the
       31st International Conference on Machine Learning, 2014, 1026-1034.
    .. [2] A. Benavoli, G. Corani, J. Demšar and M. Zaffalon, "Time for a change: a
       tutorial for comparing multiple classifiers through Bayesian analysis", Journal
       of Machine Learning Research 18(77), 2017, 1-36.

    Examples
    --------
    >>> from fastmetrics import bayesian_signed_rank_test
    >>> found = bayesian_signed_rank_test(
    ...     [0.81, 0.92, 0.75, 0.68, 0.88, 0.79, 0.91],
    ...     [0.79, 0.90, 0.76, 0.61, 0.85, 0.71, 0.9], random_state=0)
    >>> round(found.p_greater, 2), round(found.p_less, 2)
    (0.9, 0.0)
    """
    width = nonnegative(rope, "rope")
    strength = number(prior_strength, "prior_strength")
    if not 0 < strength < math.inf:
        raise ValueError(
            f"prior_strength must be finite and above 0, got {shown(prior_strength)}."
        )
    n_samples = whole(n_samples, "n_samples", 1)
    if n_samples >= MOST_RESAMPLES:
        raise ValueError(f"n_samples must be below 2**31, got {n_samples:,}.")
    differences = read_differences(x, y)
    # Weights of equal differences add up to one of the sum of their parameters.
    values, counts = np.unique(np.append(differences.values, 0.0), return_counts=True)
    strengths, zero = counts.astype(np.float64), values.searchsorted(0.0)
    strengths[zero] = counts[zero] - 1 + strength
    # What rounding moved off the border is on it.
    averages = Averages(values, width + differences.largest * 2.0**-50)
    draw = np.random.Generator(np.random.Philox(seed_of(random_state)))
    most = [0, 0, 0]
    block = max(100, AT_ONCE // len(values))
    for start in range(0, n_samples, block):
        m = min(block, n_samples - start)
        weights = _draw_weights(draw, strengths, m)
        less, rest, greater = averages.weigh(weights)
        below = (less > rest) & (less > greater)
        above = (greater > rest) & (greater > less)
        most[0] += int(np.count_nonzero(below))
        most[2] += int(np.count_nonzero(above))
    most[1] = n_samples - most[0] - most[2]
    return RopeProbabilities(*(count / n_samples for count in most))


def _draw_weights(
    draw: np.random.Generator, strengths: NDArray[np.float64], m: int
) -> NDArray[np.float64]:
    """Draw m times from Dirichlet's law, but for a factor that shares do not see.

    Such weights are gamma variables over their sum, those of strength 1 exponential.
    """
    weights = draw.standard_exponential((len(strengths), m))
    for row in np.flatnonzero(strengths != 1):
        weights[row] = draw.standard_gamma(strengths[row], m)
    return weights / max(1.0, strengths.max())  # squares stay among the floats


class Averages:
    """Which averages of pairs of ascending numbers lie beyond a width, to either side.

    Those of number i with the numbers before one place are below, and with those from
    another place on above.
    """

    def __init__(self, ascending: NDArray[np.float64], width: float) -> None:
        # Halves add up without leaving the floats, but small ones leave them.
        terms, limit = ascending, 2 * width
        if np.abs(ascending).max() > 1:
            terms, limit = ascending / 2, width
        with np.errstate(over="ignore"):  # to a region without an end
            self._below = terms.searchsorted(-limit - terms)
            self._above = terms.searchsorted(limit - terms, "right")

    def weigh(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the weights of the pairs below, between and above, draw by draw.

        ``weights`` has a row per number and a column per draw.
        """
        upto = np.zeros((len(weights) + 1, weights.shape[1]))
        np.cumsum(weights, axis=0, out=upto[1:])
        below = np.einsum("ij,ij->j", weights, upto[self._below])
        not_above = np.einsum("ij,ij->j", weights, upto[self._above])
        return np.stack([below, not_above - below, upto[-1] ** 2 - not_above])
