"""The paired permutation test: two models swap their outputs row by row."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastmetrics._common.names import shown
from fastmetrics._common.options import check_choice, check_resamples, seed_of, warn
from fastmetrics._common.test_result import TestResult, check_alternative
from fastmetrics._inputs.columns import as_array, raise_not_finite
from fastmetrics._inputs.number_pairs import number_array
from fastmetrics.comparison.paired_rows import count_answers, pair_of_columns
from fastmetrics.comparison.permutation_distributions import METHODS, Found, SwapOptions
from fastmetrics.comparison.permutation_metrics import (
    only_right_rows_count,
    places_of_values,
    swapped_columns,
    swapped_sums,
    swaps_of_plan,
    units_of,
)
from fastmetrics.comparison.permutation_sums import flipped_losses, integer_tail
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.intervals.bind import (
    derived_columns,
    make_plans,
    of_event,
    resolve_of_columns,
)
from fastmetrics.intervals.resolve import check_one, reporting
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.resampling.callable_plans import CallablePlan
from fastmetrics.resampling.plan import Design
from fastmetrics.show.numbers import rows_of
from fastmetrics.show.words import of_catalog, say

if TYPE_CHECKING:
    from fastmetrics._common.annotations import Alternative, Label, Progress, Sparse


SWAPS = ("rank", "value")
# Part of the p-value that skipped swaps may have without a note.
_WORTH_A_NOTE = 1e-10


def paired_permutation_test(
    metric: str | Callable[..., Any],
    y_true: ArrayLike | Sparse | None = None,
    y_pred_a: ArrayLike | Sparse | None = None,
    y_pred_b: ArrayLike | Sparse | None = None,
    *,
    y_score_a: ArrayLike | None = None,
    y_score_b: ArrayLike | None = None,
    y_proba_a: ArrayLike | None = None,
    y_proba_b: ArrayLike | None = None,
    loss_a: ArrayLike | None = None,
    loss_b: ArrayLike | None = None,
    metric_params: Mapping[str, Any] | None = None,
    method: Literal["auto", "exact", "monte-carlo"] = "auto",
    swap: Literal["rank", "value"] = "rank",
    n_resamples: int = 9999,
    groups: ArrayLike | None = None,
    pos_label: Label | None = None,
    alternative: Alternative = "two-sided",
    random_state: int | np.random.Generator | None = None,
    progress: Progress = False,
) -> TestResult:
    r"""Paired permutation test for the difference of two models by any metric.

    If it makes no difference which of the two models an output is of, each row might as
    well have had them the other way round. The p-value is the proportion of all
    :math:`2^n` choices of rows to swap after which the metric's difference is at least
    as extreme as observed:

    .. math:: p = 2^{-n} \sum_{s \in \{0, 1\}^n} \mathbf 1\bigl[
        |M(A_s) - M(B_s)| \ge |M(A) - M(B)| \bigr]

    Labels and losses have it exactly, at any number of rows. The effect of a swap on a
    metric of labels depends only on the true label and the two predicted labels. The
    numbers of swaps of each kind are therefore independent binomials with ½. Labels of
    two classes have two kinds. The distribution of F₁, MCC or any other metric of the
    confusion matrix is therefore a sum over a grid of two binomials.

    Parameters
    ----------
    metric : str or callable
        A name or alias from the catalog, one of this package's functions, or any
        callable ``metric(y_true, y_other, **metric_params)`` that returns a number.
        With losses it is "mean".
    y_true : array_like of shape (n_samples,), optional
        True labels, or what else the metric's function takes first. None with losses.
    y_pred_a, y_pred_b, y_score_a, y_score_b, y_proba_a, y_proba_b : array_like
        Predictions of A and of B; exactly one of the three pairs, or the losses. Scores
        and labels are made of probabilities as `compare` makes them.
    loss_a, loss_b : array_like of shape (n_samples,), optional
        The models' losses, or other numbers, row by row, whose means are compared.
    metric_params : dict, optional
        Parameters of the metric.
    method : {"auto", "exact", "monte-carlo"}, default="auto"
        "exact" is for labels of one class per row and for means over rows, as long as
        there are at most 10⁷ outcomes (whole losses may have more); "monte-carlo" draws
        swaps at random. "auto" is exact where it can be.
    swap : {"rank", "value"}, default="rank"
        For scores, the values that two models swap: the ranks of each model's own
        scores (mean ranks for ties), which allows models on different scales, or the
        scores themselves.
    n_resamples : int, default=9999
        How many swaps of all rows are drawn where the p-value is not exact.
    groups : array_like of shape (n_samples,), optional
        The group of each row: integers, strings, dates or other ids. The rows of a
        group are swapped together.
    pos_label : int, float, bool or str, optional
        The positive label: the class of which scores and a column of probabilities are,
        whatever the metric's own function would take it to be. By default 1, if the
        labels are 0 and 1, −1 and 1, or booleans; other labels do not say it.
    alternative : {"two-sided", "greater", "less"}, default="two-sided"
        "greater": the metric of A is the greater one.
    random_state : int or numpy.random.Generator, optional
        An int gives the same draws for any number of threads and on any platform.
    progress : bool or callable, default=False
        True shows a bar on stderr; a callable is called with (done, total).

    Returns
    -------
    TestResult
        ``statistic`` and ``estimate`` are the metric of A minus the metric of B. The
        test gives no interval: the test says nothing of how large the difference is.

    Raises
    ------
    ValueError
        On bad data, an unknown metric or option, or ``method="exact"`` where it cannot
        be had.
    TypeError
        If the arguments do not fit the metric.

    Warns
    -----
    UndefinedMetricWarning
        If the metric is undefined on the data; then the p-value is NaN.

    See Also
    --------
    mcnemar_test : the same for accuracy, with an interval.
    wilcoxon_signed_rank_test : of ranks of differences.
    compare : all pairs of several models.

    Notes
    -----
    Assumes that rows, or groups, are independent. The level is at most the nominal one
    if outputs are exchangeable row by row. That is more than an equal metric: two
    models of the same AUC whose scores vary differently may be rejected.

    Outcomes that equal the observed difference, up to 1e-12 relatively, count as
    extreme. So do outcomes for which the metric is undefined. Grids are cut where the
    binomials leave a part of 10¹¹ of the p-value at most, which is added to it. A drawn
    p-value is :math:`(1 + \#\text{extreme}) / (1 + \text{n\_resamples})` [2]_. For the
    accuracy of two models it is the exact McNemar test. For n = 10⁵ rows of two classes
    the p-value of accuracy takes some ms, the p-value of F₁ less than 100 ms.

    References
    ----------
    .. [1] R. A. Fisher, The Design of Experiments, Oliver and Boyd, 1935, chapter III.
    .. [2] B. Phipson and G. K. Smyth, "Permutation p-values should never be zero",
       Statistical Applications in Genetics and Molecular Biology 9, 2010, article 39.
    .. [3] R. Zmigrod, T. Vieira and R. Cotterell, "Exact paired-permutation testing for
       structured test statistics", Proceedings of NAACL 2022, 4894-4902.

    Examples
    --------
    >>> from fastmetrics import paired_permutation_test
    >>> y = [1, 1, 1, 1, 1, 0, 0, 0, 0, 0]
    >>> a = [1, 1, 1, 1, 1, 1, 0, 0, 0, 0]
    >>> b = [1, 0, 0, 1, 0, 0, 0, 0, 1, 1]
    >>> result = paired_permutation_test("f1_score", y, a, b)
    >>> round(result.estimate, 4), result.pvalue, result.exact
    (0.4646, 0.125, True)
    >>> paired_permutation_test("mean", loss_a=[3, 0, 2, 5], loss_b=[1, 0, 1, 2]).pvalue
    0.25
    """
    options = read_options(metric, method, alternative, n_resamples, random_state)
    check_choice(swap, SWAPS, "swap")
    argument, columns = pair_of_columns(
        y_pred=(y_pred_a, y_pred_b),
        y_score=(y_score_a, y_score_b),
        y_proba=(y_proba_a, y_proba_b),
        loss=(loss_a, loss_b),
    )
    with reporting(progress) as report:
        options = replace(options, progress=report)
        if argument == "loss":
            tested = _test_losses(
                metric, y_true, metric_params, columns, groups, options
            )
        else:
            first = {argument: columns[0]}
            wanted = resolve_of_columns(metric, metric_params, y_true, first, pos_label)
            models = dict(zip("ab", ({argument: one} for one in columns), strict=True))
            positive = wanted.pos_label(pos_label)
            made = derived_columns(wanted, y_true, models, positive)
            if made:
                [argument] = made["a"]
                columns = made["a"][argument], made["b"][argument]
            wanted, y_true = of_event(wanted, y_true, columns, pos_label)
            given = _Given(y_true, argument, columns, groups, swap)
            tested = _test_right_rows(wanted, given, options) or _test_metric(
                wanted, given, options
            )
    return permutation_result(
        tested.found,
        options,
        tested.name,
        method=say("exact paired permutation test")
        if tested.found.exact
        else say("paired permutation test"),
        n=tested.n,
        notes=_notes(tested.found, options),
        found=tested.said,
    )


def read_options(
    metric: Any, method: str, alternative: Any, n_resamples: int, random_state: Any
) -> SwapOptions:
    """Return the checked options of a permutation test by one metric."""
    check_one(metric)
    check_alternative(alternative)
    check_choice(method, METHODS, "method")
    check_resamples(n_resamples)
    return SwapOptions(
        alternative=alternative,
        method=method,
        n_resamples=int(n_resamples),
        seed=seed_of(random_state),
    )


class _Given(NamedTuple):
    """The columns of the two models."""

    y_true: Any
    argument: str
    columns: tuple[Any, Any]
    groups: Any
    swap: str

    def arrays(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the two columns as arrays of one shape."""
        first, second = (
            as_array(column, f"{self.argument}_{model}")
            for column, model in zip(self.columns, "ab", strict=True)
        )
        if first.shape != second.shape:
            raise ValueError(
                f"{self.argument}_a and {self.argument}_b must be of the same shape, "
                f"got {first.shape} and {second.shape}."
            )
        return first, second


class _Tested(NamedTuple):
    """The result, the number of rows, and the name of the metric."""

    found: Found
    n: int
    name: str
    said: str = ""


def _test_losses(
    metric: Any,
    y_true: Any,
    metric_params: Any,
    columns: tuple[Any, Any],
    groups: Any,
    options: SwapOptions,
) -> _Tested:
    """Test the means of losses that were given row by row."""
    check_mean_loss(metric, metric_params, y_true)
    first, second = (
        number_array(column, name)
        for column, name in zip(columns, ("loss_a", "loss_b"), strict=True)
    )
    if first.ndim != 1 or second.shape != first.shape or not len(first):
        raise ValueError(
            "loss_a and loss_b must be of one dimension and of the same length, at "
            f"least 1, got shapes {first.shape} and {second.shape}."
        )
    for column, name in ((first, "loss_a"), (second, "loss_b")):
        if not np.isfinite(column).all():
            raise_not_finite(column, name)
    found = flipped_losses(
        first.astype(np.float64),
        second.astype(np.float64),
        options,
        units_of(groups, len(first)),
    )
    more, fewer = int((first > second).sum()), int((first < second).sum())
    said = say(
        "of {n} rows A's loss is the greater on {a}, B's on {b}",
        n=f"{len(first):,}",
        a=f"{more:,}",
        b=f"{fewer:,}",
    )
    return _Tested(found, len(first), say("mean loss"), said)


def check_mean_loss(metric: Any, metric_params: Any, *truths: Any) -> None:
    """Raise unless losses are compared by their mean, without other arguments."""
    if not (isinstance(metric, str) and metric == "mean"):
        raise ValueError(f"metric must be 'mean' with losses, got {shown(metric)}.")
    if metric_params or any(truth is not None for truth in truths):
        raise TypeError("losses need neither y_true nor metric_params")


def _test_right_rows(
    wanted: BoundMetric, given: _Given, options: SwapOptions
) -> _Tested | None:
    """Test a proportion of right or wrong rows by McNemar's exact test, in one pass.

    None where that cannot be had, or the data are bad, which others will say.
    """
    row = wanted.row
    if (
        not wanted.in_catalog
        or not only_right_rows_count(row.function)
        or given.argument != "y_pred"
        or given.groups is not None
        or options.draws_only
        or not isinstance(wanted.parameters.get("normalize", True), bool)
    ):
        return None
    try:
        both, first, second, neither = count_answers(given.y_true, *given.columns)
    except (TypeError, ValueError):
        return None
    n = both + first + second + neither
    rights = both + first, both + second
    of = rights if row.greater_is_better else tuple(n - right for right in rights)
    shares = wanted.parameters.get("normalize", True)
    values = [float(one / n if shares else one) for one in of]
    gain = 1 if row.greater_is_better else -1
    tail = integer_tail(
        np.array([gain, -gain]), np.array([first, second]), options.alternative
    )
    assert tail is not None  # one binomial is never too much work
    found = Found.of(values[0], values[1], tail)
    return _Tested(found, n, row.short, rows_of(n, f"{n:,}"))


def _test_metric(wanted: BoundMetric, given: _Given, options: SwapOptions) -> _Tested:
    """Test a metric of labels, scores, probabilities or numbers."""
    models = {
        name: {given.argument: column}
        for name, column in zip("AB", given.columns, strict=True)
    }
    of_plan = {"seed": options.seed, "progress": None}
    design = Design(groups=given.groups)
    [(plan, at)] = make_plans([wanted], given.y_true, models, design, of_plan)
    if not isinstance(plan, CallablePlan):
        for model in range(2):  # the function itself checks the data, and warns
            plan.value(at, model)
    places = None
    if given.argument == "y_score" and given.swap == "value":
        places = places_of_values(*given.arrays())
    if swapped_sums(plan, at):
        [found] = swaps_of_plan(
            plan, at, [(0, 1)], options, given.groups, places=places
        )
    else:
        found = _test_called(wanted, given, plan.n_rows, options)
    name = wanted.row.short
    return _Tested(found, plan.n_rows, name, rows_of(plan.n_rows, f"{plan.n_rows:,}"))


def _test_called(
    wanted: BoundMetric, given: _Given, n: int, options: SwapOptions
) -> Found:
    """Test a metric by calling its function on the columns of each replicate."""
    first, second = given.arrays()
    if given.argument == "y_score" and given.swap == "rank":
        first, second = _ranks(first), _ranks(second)
    y_true = as_array(given.y_true, "y_true")

    def value(column: NDArray[Any]) -> float:
        return float(wanted.function(y_true, column, **wanted.parameters))

    units = units_of(given.groups, n)
    return swapped_columns(value, (first, second), options, units)


def _ranks(scores: NDArray[Any]) -> NDArray[np.float64]:
    """Return the mean ranks of scores, column by column, as proportions of rows."""
    from scipy.stats import rankdata

    ranks: NDArray[np.float64] = rankdata(scores, axis=0) / len(scores)
    return ranks


def permutation_result(
    swapped: Found, options: SwapOptions, name: str, **facts: Any
) -> TestResult:
    """Return a result; ``name`` is the name of the metric, ``facts`` are the others."""
    difference = swapped.first - swapped.second
    if math.isnan(swapped.pvalue):
        warn(
            "the metric is undefined, or infinite, on the data, and so is the p-value.",
            UndefinedMetricWarning,
        )
    return TestResult(
        statistic=difference,
        pvalue=swapped.pvalue,
        statistic_name=say("difference"),
        distribution="permutation",
        alternative=options.alternative,
        estimate=difference,
        estimate_name=say("{metric} of A − B", metric=of_catalog(name)),
        exact=swapped.exact,
        null_law=swapped.null_law,
        **facts,
    )


def _notes(found: Found, options: SwapOptions) -> tuple[str, ...]:
    if not found.exact:
        return (
            say(
                "the p-value is drawn, from {n} swaps of all rows; its Monte Carlo "
                "standard error is {error}",
                n=f"{options.n_resamples:,}",
                error=f"{found.error:.2g}",
            ),
        )
    if found.rest > _WORTH_A_NOTE * found.pvalue:
        return (
            say(
                "the p-value may be too large by {rest}, the chance of swaps that were "
                "not looked at",
                rest=f"{found.rest:.1g}",
            ),
        )
    return ()
