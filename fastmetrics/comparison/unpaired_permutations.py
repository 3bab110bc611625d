"""The unpaired permutation test: two models evaluated on different rows."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastmetrics._common import threads
from fastmetrics._common.options import hold_warnings
from fastmetrics._common.test_result import TestResult
from fastmetrics._inputs.columns import as_array, raise_not_finite
from fastmetrics._inputs.label_pairs import union
from fastmetrics._inputs.number_pairs import number_array
from fastmetrics._inputs.rows import row_parameters
from fastmetrics._kernels import resample, swaps
from fastmetrics.comparison.paired_permutations import (
    check_mean_loss,
    permutation_result,
    read_options,
)
from fastmetrics.comparison.paired_rows import pair_of_columns
from fastmetrics.comparison.permutation_distributions import (
    MOST_POINTS,
    Comparison,
    Drawn,
    Found,
    SwapOptions,
    Tail,
    compare_differences,
    drawn_share,
    too_many,
)
from fastmetrics.comparison.permutation_metrics import only_right_rows_count
from fastmetrics.comparison.permutation_sums import (
    _CHOICES_BY_ITSELF,
    _DEALT_JOB,
    _distribution_of,
    dealt_cells,
    drawn_values,
    has_few_points,
)
from fastmetrics.intervals.bind import (
    derived_columns,
    make_plans,
    of_event,
    resolve_of_columns,
)
from fastmetrics.intervals.resolve import reporting
from fastmetrics.metrics.labels.counting.count_formulas import INDICATOR
from fastmetrics.metrics.labels.formulas.counts import CellSums, Counts
from fastmetrics.metrics.record import UNNAMED
from fastmetrics.resampling.callable_plans import CallablePlan
from fastmetrics.resampling.count_plan import CountPlan
from fastmetrics.resampling.plan import Design, Plan
from fastmetrics.resampling.row_intervals import is_mean
from fastmetrics.resampling.row_plan import RowPlan
from fastmetrics.resampling.score_rows import ScoreRows
from fastmetrics.resampling.sweep_plan import SweepPlan
from fastmetrics.show.numbers import rows_of
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from fastmetrics._common.annotations import Alternative, Label, Progress
    from fastmetrics.metrics.bound import BoundMetric
    from fastmetrics.resampling.row_sums import Reading


# Means that are equal but for the rounding of sums.
_EQUAL = 1e-12
# Dealing so many rows takes as long as drawing how many of one kind there are.
_ROWS_OF_A_KIND = 300
# Sums of larger values may leave the floats.
_HUGE = 2.0**950


def unpaired_permutation_test(
    metric: str | Callable[..., Any],
    y_true_a: ArrayLike | None = None,
    y_pred_a: ArrayLike | None = None,
    y_true_b: ArrayLike | None = None,
    y_pred_b: ArrayLike | None = None,
    *,
    y_score_a: ArrayLike | None = None,
    y_score_b: ArrayLike | None = None,
    y_proba_a: ArrayLike | None = None,
    y_proba_b: ArrayLike | None = None,
    loss_a: ArrayLike | None = None,
    loss_b: ArrayLike | None = None,
    metric_params: Mapping[str, Any] | None = None,
    method: Literal["auto", "exact", "monte-carlo"] = "auto",
    n_resamples: int = 9999,
    pos_label: Label | None = None,
    alternative: Alternative = "two-sided",
    random_state: int | np.random.Generator | None = None,
    progress: Progress = False,
) -> TestResult:
    r"""Permutation test for two models evaluated on different rows, by any metric.

    If models and rows make no difference, each row with its prediction might as well
    have been of the other test set. The p-value is the proportion of all choices of
    :math:`n_A` of the :math:`n_A + n_B` rows after which the metric's difference is at
    least as extreme as observed:

    .. math:: p = \binom{n_A + n_B}{n_A}^{-1} \sum_S \mathbf 1\bigl[
        |M(S) - M(\bar S)| \ge |M(A) - M(B)| \bigr]

    Rows with the same true and predicted label are exchangeable. A metric of labels
    therefore has the distribution of draws without replacement from the cells of the
    joint table.

    Parameters
    ----------
    metric : str or callable
        A name or alias from the catalog, one of this package's functions, or any
        callable ``metric(y_true, y_other, **metric_params)`` that returns a number.
        With losses it is "mean".
    y_true_a : array_like of shape (n_a,), optional
        True labels, or what else the metric's function takes first, of the rows of A.
        None with losses.
    y_pred_a : array_like, optional
        Predictions of A. Exactly one pair of predictions, scores, probabilities or
        losses is given.
    y_true_b, y_pred_b : array_like, optional
        The same of the rows of B.
    y_score_a, y_score_b, y_proba_a, y_proba_b : array_like
        In place of predictions. Scores and labels are made of probabilities as
        `compare` makes them.
    loss_a, loss_b : array_like of shape (n_a,) and (n_b,), optional
        The models' losses, or other numbers, row by row, whose means are compared.
    metric_params : dict, optional
        Parameters of the metric. A parameter with a value per row has the values of A
        and then of B, and follows the rows.
    method : {"auto", "exact", "monte-carlo"}, default="auto"
        "exact" goes through all choices that differ: of labels and losses at most 10⁷
        numbers of rows of each cell, of others as many choices of rows. "monte-carlo"
        draws choices at random. "auto" is exact where that takes about a second: of
        accuracy at any number of rows, of other metrics of two classes for some hundred
        rows.
    n_resamples : int, default=9999
        How many resamples. None are drawn where the p-value is exact.
    pos_label : int, float, bool or str, optional
        The positive label: the class of which scores and a column of probabilities are,
        whatever the metric's own function would take it to be. By default 1, if the
        labels are 0 and 1, −1 and 1, or booleans; other labels do not say it.
    alternative : {"two-sided", "greater", "less"}, default="two-sided"
        "greater": the metric of A is the greater one.
    random_state : int or numpy.random.Generator, optional
        Seed of the draws; the same number gives the same p-value, on any number of
        threads.
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
    paired_permutation_test : both models on the same rows, with more power.
    proportions_test : proportions of right rows, with an interval.
    delong_roc_test_independent : areas under ROC curves, with an interval.
    kruskal_wallis_test : several models, by ranks.

    Notes
    -----
    Assumes independent rows, and that both test sets are samples of one population: a
    model on an easier test set is also found to differ. Choices that equal the observed
    difference, up to 1e-12 relatively, count as extreme. So do choices for which the
    metric is undefined. A drawn p-value is :math:`(1 + \#\text{extreme}) / (1 +
    \text{n\_resamples})` [2]_. For labels the time of a draw does not depend on the
    number of rows; 9999 draws of 10⁵ losses take about a second, and each thread needs
    the memory of the losses. Scores are sorted once: 9999 draws of 10⁴ rows take 0.2
    seconds for the AUC. Any other function is called twice for each draw.

    References
    ----------
    .. [1] E. J. G. Pitman, "Significance tests which may be applied to samples from any
       populations", Supplement to the Journal of the Royal Statistical Society 4(1),
       1937, 119-130.
    .. [2] B. Phipson and G. K. Smyth, "Permutation p-values should never be zero",
       Statistical Applications in Genetics and Molecular Biology 9, 2010, article 39.

    Examples
    --------
    >>> from fastmetrics import unpaired_permutation_test
    >>> result = unpaired_permutation_test(
    ...     "f1_score", [1, 1, 1, 1, 0, 0, 0, 0], [1, 1, 1, 1, 0, 0, 0, 1],
    ...     [1, 1, 1, 0, 0, 0], [0, 1, 0, 1, 0, 1])
    >>> round(result.estimate, 4), round(result.pvalue, 4), result.exact
    (0.5556, 0.1225, True)
    >>> unpaired_permutation_test("mean", loss_a=[5, 6, 7], loss_b=[1, 2, 3]).pvalue
    0.1
    """
    options = read_options(metric, method, alternative, n_resamples, random_state)
    argument, columns = pair_of_columns(
        y_pred=(y_pred_a, y_pred_b),
        y_score=(y_score_a, y_score_b),
        y_proba=(y_proba_a, y_proba_b),
        loss=(loss_a, loss_b),
    )
    with reporting(progress) as report:
        options = replace(options, progress=report)
        if argument == "loss":
            check_mean_loss(metric, metric_params, y_true_a, y_true_b)
            tested = _test_losses(columns, options)
        else:
            given = _Given.of(argument, (y_true_a, y_true_b), columns)
            wanted = resolve_of_columns(
                metric, metric_params, given.y_true, {argument: given.column}, pos_label
            )
            models = {UNNAMED: {argument: given.column}}
            positive = wanted.pos_label(pos_label)
            made = derived_columns(wanted, given.y_true, models, positive)
            if made:
                [(argument, column)] = made[UNNAMED].items()
                given = given._replace(argument=argument, column=column)
            wanted, y_true = of_event(wanted, given.y_true, [given.column], pos_label)
            tested = _test_metric(wanted, given._replace(y_true=y_true), options)
    return _result(tested, options)


class _Given(NamedTuple):
    """The rows of both models, A first."""

    argument: str
    y_true: Any
    column: Any
    n_first: int

    @classmethod
    def of(
        cls, argument: str, true: tuple[Any, Any], columns: tuple[Any, Any]
    ) -> _Given:
        """Put the rows of A and of B together."""
        for one, model in zip(true, "ab", strict=True):
            if one is None:
                raise TypeError(f"y_true_{model} is missing: give y_true of A and of B")
        y_true, n_true = _joined(true, "y_true")
        column, n = _joined(columns, argument)
        for has, wants, model in (
            (n, n_true, "a"),
            (len(column) - n, len(y_true) - n_true, "b"),
        ):
            if has != wants:
                raise ValueError(
                    f"y_true_{model} and {argument}_{model} must be of one length, got "
                    f"{wants} and {has}."
                )
        return cls(argument, y_true, column, n)

    def side(self, rows: slice) -> dict[str, Any]:
        """Return the columns of some rows."""
        return {self.argument: self.column[rows]}

    @property
    def sides(self) -> tuple[slice, slice]:
        """The rows of A, and the rows of B."""
        return slice(0, self.n_first), slice(self.n_first, len(self.y_true))


class _Tested(NamedTuple):
    """The result, the numbers of rows, and the name of the metric."""

    found: Found
    sizes: tuple[int, int]
    name: str


def _joined(pair: tuple[Any, Any], name: str) -> tuple[NDArray[Any], int]:
    """Return two columns, or matrices, one below the other, and the first's length."""
    first, second = (
        as_array(column, f"{name}_{model}")
        for column, model in zip(pair, "ab", strict=True)
    )
    for one, model in ((first, "a"), (second, "b")):
        if one.ndim == 0 or len(one) == 0:
            raise ValueError(
                f"{name}_{model} must have rows, got an array of shape {one.shape}."
            )
    if first.shape[1:] != second.shape[1:]:
        raise ValueError(
            f"{name}_a and {name}_b must have the same columns, got shapes "
            f"{first.shape} and {second.shape}."
        )
    texts = [one.dtype.kind in "UST" for one in (first, second)]
    if texts[0] != texts[1] and "O" not in (first.dtype.kind, second.dtype.kind):
        raise TypeError(
            f"{name}_a and {name}_b must be of the same kind, got {first.dtype} and "
            f"{second.dtype}."
        )
    return np.concatenate([first, second]), len(first)


def _test_losses(columns: tuple[Any, Any], options: SwapOptions) -> _Tested:
    """Test the means of losses that were given row by row."""
    sides = []
    for column, name in zip(columns, ("loss_a", "loss_b"), strict=True):
        one = number_array(column, name)
        if one.ndim != 1:
            raise ValueError(f"{name} must be of one dimension, got shape {one.shape}.")
        if not np.isfinite(one).all():
            raise_not_finite(one, name)
        sides.append(one.astype(np.float64))
    first, second = sides
    found = _of_values(first, second, options)
    return _Tested(found, (len(first), len(second)), say("mean loss"))


def _of_values(
    first: NDArray[np.float64], second: NDArray[np.float64], options: SwapOptions
) -> Found:
    """Test whether values of rows have the same mean."""
    kinds, cell = np.unique(np.concatenate([first, second]), return_inverse=True)
    n, m = len(first), len(second)
    # Huge values are scaled, so sums stay within the floats.
    is_huge = float(np.abs(kinds).max()) > _HUGE
    scaled = np.ldexp(kinds, -100) if is_huge else kinds
    # From the smallest value on, so equal values have a difference of 0.
    scaled = scaled - scaled[0]
    cells = np.bincount(cell, minlength=len(kinds))
    of_first = np.bincount(cell[:n], minlength=len(kinds))
    whole = float(scaled @ cells)

    def values(numbers: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        sums = numbers.astype(np.float64) @ scaled
        return sums / n, (whole - sums) / m

    def difference_of(sums: NDArray[Any]) -> NDArray[Any]:
        return sums / n - (whole - sums) / m

    difference = float(np.subtract(*values(of_first)))
    slack = _EQUAL * float(np.abs(scaled) @ cells) / min(n, m)
    compared = Comparison(difference, options.alternative, slack)
    tail: Any
    if (
        options.method != "exact"
        and _ROWS_OF_A_KIND * len(kinds) > n + m
        and not has_few_points(cells, options)
    ):
        rows = scaled[cell]
        tail = drawn_values(rows, n, difference_of, compared, options)
    else:
        tail = dealt_cells(cells, n, values, compared, options)
    least = float(kinds[0])
    with np.errstate(over="ignore"):
        means = [least + float((one - least).mean()) for one in (first, second)]
    if tail is None:
        too_many(options)
    assert tail is not None
    found = Found.of(means[0], means[1], tail)
    return found._replace(null_law=None) if is_huge else found


def _test_metric(wanted: BoundMetric, given: _Given, options: SwapOptions) -> _Tested:
    """Test a metric of labels, scores, probabilities or numbers."""
    n, names = len(given.y_true), wanted.row.row_parameters
    in_rows = row_parameters(wanted.parameters, n, names)
    _check_of_both(wanted, given)
    whole = slice(0, n)
    pooled, at = _plan(wanted, given, whole, options)
    plans = [_plan(wanted, given, rows, options)[0] for rows in given.sides]
    if not isinstance(pooled, CallablePlan):
        for plan in plans:  # the function itself checks the data, and warns
            plan.value(at, 0)
    # A table of labels does not know what else rows carry along.
    found = None if in_rows else _by_labels(pooled, plans, at, given, options)
    if found is None:
        found = _by_row_values(plans, at, options)
    if found is None:
        dealt = None
        if isinstance(pooled, SweepPlan) and not in_rows:
            dealt = DealtScores(pooled, at, given)
        found = _by_choices(wanted, given, options, dealt)
    sizes = given.n_first, len(given.y_true) - given.n_first
    return _Tested(found, sizes, wanted.row.short)


def _check_of_both(wanted: BoundMetric, given: _Given) -> None:
    """Raise ValueError for a parameter with a value for each row of one model only."""
    names, n = wanted.row.row_parameters, len(given.y_true)
    for rows in (given.n_first, n - given.n_first):
        for name in row_parameters(wanted.parameters, rows, names):
            raise ValueError(
                f"{name} has {rows} rows, the number of rows of one model: give the "
                f"values of the rows of A, followed by the values of B, {n} in all"
            )


def _of_rows(wanted: BoundMetric, given: _Given, rows: Any) -> BoundMetric:
    """Return the metric with its parameters on some rows."""
    n = len(given.y_true)
    return wanted.on_rows(np.arange(n)[rows], n)


def _plan(
    wanted: BoundMetric, given: _Given, rows: slice, options: SwapOptions
) -> tuple[Plan, int]:
    """Return the plan of some rows."""
    models = {UNNAMED: given.side(rows)}
    of_plan = {"seed": options.seed, "progress": None}
    wanted = _of_rows(wanted, given, rows)
    [planned] = make_plans([wanted], given.y_true[rows], models, Design(), of_plan)
    return planned


def _by_labels(
    pooled: Plan, plans: list[Plan], at: int, given: _Given, options: SwapOptions
) -> Found | None:
    """Test a metric of one label per row; None if it is none."""
    if not isinstance(pooled, CountPlan) or pooled.kinds == (INDICATOR,):
        return None
    tables = [next(iter(plan.summaries.values())) for plan in plans]
    only_right = only_right_rows_count(pooled.asked[at].row.function)
    labels = DealtLabels(
        tables[0], tables[1], pooled.reading(at), only_right=only_right
    )
    first, second = (float(one[0]) for one in labels(labels.found[None]))
    if math.isnan(first - second):
        return Found.undefined(first, second)
    compared = compare_differences(first, second, options.alternative)
    tail = dealt_cells(
        labels.cells, given.n_first, labels, compared, options, labels.width
    )
    if tail is None:
        too_many(options)
    assert tail is not None
    return Found.of(first, second, tail)


def _by_row_values(plans: list[Plan], at: int, options: SwapOptions) -> Found | None:
    """Test a mean over rows; None if it is none, or a function of one."""
    sides = []
    for plan in plans:
        if not isinstance(plan, RowPlan) or not is_mean(plan.asked[at].row):
            return None
        values = np.asarray(plan.row_values(at, 0), np.float64)
        estimate = float(plan.estimates[0, at])
        # The root of a mean is none, nor is a mean without rows that have no value.
        near = 1e-9 * max(abs(estimate), 1e-300)
        if not np.isfinite(values).all() or not abs(values.mean() - estimate) <= near:
            return None
        sides.append(values)
    return _of_values(sides[0], sides[1], options)


def _by_choices(
    wanted: BoundMetric, given: _Given, options: SwapOptions, dealt: DealtScores | None
) -> Found:
    """Test a metric by its values on the rows of each choice.

    Its function is called with them, unless the scores are sorted already.
    """

    def value(rows: Any) -> float:
        columns = given.y_true[rows], given.column[rows]
        parameters = _of_rows(wanted, given, rows).parameters
        return float(wanted.function(*columns, **parameters))

    def difference(is_first: NDArray[np.bool_]) -> float:
        with hold_warnings():  # they were given for the data themselves
            return value(np.flatnonzero(is_first)) - value(np.flatnonzero(~is_first))

    first, second = map(value, given.sides)
    if math.isnan(first - second):
        return Found.undefined(first, second)
    compared = compare_differences(first, second, options.alternative)
    n = len(given.y_true)
    tail = dealt_rows(difference, given.n_first, n, compared, options, dealt)
    if tail is None:
        too_many(options)
    assert tail is not None
    return Found.of(first, second, tail)


def _result(tested: _Tested, options: SwapOptions) -> TestResult:
    found = tested.found
    notes: tuple[str, ...] = ()
    if not found.exact:
        notes = (
            say(
                "the p-value is drawn, from {n} choices of rows; its Monte Carlo "
                "standard error is {error}",
                n=f"{options.n_resamples:,}",
                error=f"{found.error:.2g}",
            ),
        )
    n, m = tested.sizes
    return permutation_result(
        found,
        options,
        tested.name,
        method=say("exact unpaired permutation test")
        if found.exact
        else say("unpaired permutation test"),
        n=n + m,
        notes=notes,
        found=say("{rows} of A and {m} of B", rows=rows_of(n, f"{n:,}"), m=f"{m:,}"),
    )


def dealt_rows(
    difference: Callable[[NDArray[np.bool_]], float],
    n_first: int,
    n: int,
    compared: Comparison,
    options: SwapOptions,
    dealt: DealtScores | None,
) -> Tail | Drawn | None:
    """Return the p-value of a difference, which is computed for each choice of rows.

    ``difference`` takes which rows are of A. ``dealt`` has the differences that are
    defined, where the scores are sorted. None as of `dealt_cells`.
    """
    choices = math.comb(n, n_first)
    if not options.draws_only:
        most = MOST_POINTS if options.method == "exact" else _CHOICES_BY_ITSELF
        if choices <= most:
            differences = np.empty(choices)
            for at, rows in enumerate(combinations(range(n), n_first)):
                is_first = np.zeros(n, bool)
                is_first[list(rows)] = True
                found = math.nan if dealt is None else dealt.difference(is_first)
                differences[at] = difference(is_first) if math.isnan(found) else found
                if options.progress is not None and at % 1000 == 999:
                    options.progress(at + 1, choices)
            chance = float(np.mean(compared.reached(differences)))
            return Tail(
                chance, 0.0, partial(_distribution_of, differences, np.ones(choices))
            )
        if options.method == "exact":
            return None
    differences = np.full(options.n_resamples, math.nan)
    if dealt is not None:
        dealt.draw(n_first, options, differences)
    for begin in range(0, options.n_resamples, _DEALT_JOB):
        block = differences[begin : begin + _DEALT_JOB]
        undefined = np.flatnonzero(np.isnan(block))
        if not len(undefined):
            continue
        drawn = swaps.dealt(n, n_first, options.seed, begin)
        for r in undefined.tolist():
            block[r] = difference((drawn >> np.uint64(r) & np.uint64(1)).astype(bool))
            if options.progress is not None and dealt is None:
                options.progress(begin + r + 1, options.n_resamples)
    return drawn_share(compared, differences)


class DealtScores:
    """Scores of two samples, sorted once, and a metric of any choice of rows.

    Parameters
    ----------
    plan : SweepPlan
        Of the rows of both samples.
    metric : int
    given : _Given
    """

    def __init__(self, plan: SweepPlan, metric: int, given: _Given) -> None:
        reducer, self._scale, _ = plan.reductions[metric]
        positive = plan.asked[metric].pos_label(None)
        [model] = ScoreRows.from_rows(
            given.y_true, [given.column], positive, None
        ).models
        assert model.order is not None  # of rows that are compared one by one
        self._order = model.order
        self._rows = [resample.SweepRows(model.flags, [reducer])]

    def difference(self, is_first: NDArray[np.bool_]) -> float:
        """Return the metric of these rows less that of all others; NaN: undefined."""
        values = np.empty((2, 1))
        # Without the others, then without these.
        resample.leave_out(
            self._rows, is_first[self._order].astype(np.uint16), 0, values
        )
        return self._scale * float(values[0, 0] - values[1, 0])

    def draw(
        self, n_first: int, options: SwapOptions, out: NDArray[np.float64]
    ) -> None:
        """Fill in the differences of the choices that are drawn."""

        def run(begin: int) -> None:
            block = out[begin : begin + _DEALT_JOB]
            values = np.empty((len(block), 2))
            resample.deal(self._rows, self._order, n_first, options.seed, begin, values)
            block[:] = self._scale * (values[:, 0] - values[:, 1])

        blocks = range(0, len(out), _DEALT_JOB)
        threads.map_blocks(run, blocks, progress=options.progress)


class DealtLabels:
    """Labels of two samples by cell, (true, predicted), and the metric of any numbers.

    Parameters
    ----------
    first, second : ConfusionCounts
    reading : Reading
        The metric, as a formula on counts of the labels of both.
    only_right : bool
        Whether all that it looks at is how many rows are right.

    Attributes
    ----------
    cells : ndarray of int64
        Rows of each cell, of both samples.
    found : ndarray of int64
        Rows of each cell, of A.
    """

    def __init__(
        self, first: Any, second: Any, reading: Reading, *, only_right: bool
    ) -> None:
        labels, of_first, of_second = union(first.labels, second.labels)
        self._labels, self._reading = labels, reading
        k = len(labels)
        sides = []
        for table, places in ((first, of_first), (second, of_second)):
            at = places[table.cells.rows] * k + places[table.cells.columns]
            sides.append(np.bincount(at, weights=table.cells.n, minlength=k * k))
        at = np.flatnonzero(sides[0] + sides[1])
        rows, columns = np.divmod(at, k)
        numbers = [side[at].astype(np.int64) for side in sides]
        if only_right:  # a right row of any class stands for all
            right = rows == columns
            numbers = [
                np.array([table[right].sum(), table[~right].sum()]) for table in numbers
            ]
            rows, columns = np.array([0, 0]), np.array([0, k - 1])
        self._rows, self._columns = rows, columns
        self.found = numbers[0]
        self.cells = numbers[0] + numbers[1]

    @property
    def kind(self) -> str:
        """Either "binary", if there are at most two labels, or "multiclass"."""
        return "binary" if len(self._labels) <= 2 else "multiclass"

    def __call__(self, numbers: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the metric of A and of B where A has so many rows of each cell."""
        return self._value(numbers), self._value(self.cells - numbers)

    @property
    def width(self) -> int:
        """How many numbers the metric of one choice is read off."""
        k = len(self._labels)
        return k * k if self._reading.view == "table" else 3 * k

    def _value(self, numbers: NDArray[Any]) -> NDArray[np.float64]:
        k = len(self._labels)
        classes = np.arange(k)
        of_true, of_predicted = (
            (places[:, None] == classes).astype(np.int64)
            for places in (self._rows, self._columns)
        )
        true, predicted = numbers @ of_true, numbers @ of_predicted
        present = (true != 0) | (predicted != 0)
        counts = Counts(
            self._labels,
            self.kind,
            numbers @ (of_true * of_predicted),
            true,
            predicted,
            true.sum(axis=-1),
            None if present.all() else present,
        )
        if self._reading.view == "table":
            table = np.zeros((*numbers.shape[:-1], k * k), np.int64)
            table[..., self._rows * k + self._columns] = numbers
            table = table.reshape(*numbers.shape[:-1], k, k)
            counts = counts._replace(table=table)
        elif self._reading.view == "cells":
            cells = CellSums(self._rows, self._columns, numbers)
            counts = counts._replace(cells=cells)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(self._reading(counts), np.float64)
