"""Cochran's Q test: whether several models are right equally often on the same rows."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.null_laws import drawn_law
from fastmetrics._common.options import check_resamples, is_one_of, seed_of
from fastmetrics._common.test_result import TestResult, pvalue_of
from fastmetrics._inputs.columns import as_array, convert
from fastmetrics._inputs.score_tables import named_columns
from fastmetrics.comparison.paired_tests.paired_rows import read_pair, right_rows
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike, NDArray

__all__ = ["cochran_q_test"]

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
    if not is_one_of(method, METHODS):
        raise ValueError(f"method must be one of {METHODS}, got {shown(method)}.")
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
    found = np.empty(len(columns), np.int64)
    right_models: Any = 0
    for j, (name, column) in enumerate(columns):
        right = right_rows(read_pair(true, column, f"y_preds[{shown(name)}]"))
        found[j] = np.count_nonzero(right)
        right_models = right_models + right.astype(np.min_scalar_type(len(columns)))
    of_rows = np.bincount(right_models, minlength=len(columns) + 1)
    return [name for name, _ in columns], found, of_rows


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
            given = draw.binomial(left[:, r], r / models)
            left[:, r] -= given
            left[:, r - 1] += given
            answers += given
        drawn += (answers - mean) ** 2
    return drawn
