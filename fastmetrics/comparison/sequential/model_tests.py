"""Sequential tests of one model against a number, and of two models."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike

from fastmetrics._common.names import shown
from fastmetrics._common.options import check_flag, number
from fastmetrics._common.test_result import CLAIMS
from fastmetrics.comparison.sequential.betting_test import BettingTest, check_options
from fastmetrics.comparison.sequential.results import Cells, claim_of
from fastmetrics.comparison.sequential.rows import Given, Judged, Piece, judged_by
from fastmetrics.comparison.sequential.stream import check_alike, check_null
from fastmetrics.show.words import Message, of_catalog, say

if TYPE_CHECKING:
    from fastmetrics._common.annotations import Alternative, Label


# ---------------------------------------------------------------------------- one model
# SequentialTest: one model against a number, looked at every day.


class SequentialTest(BettingTest):
    r"""Test a model against a number, however often the rows so far are looked at.

    The chance that the p-value is ever at most α is α at most, and the interval covers
    at all looks together. :math:`y_i` is the value of row i as a proportion of the
    metric's range, and :math:`\mu` the null value on the same scale; a capital of 1 is
    bet on :math:`y > \mu`, with 42 fractions :math:`\theta_k` at once [1]_:

    .. math:: E = \sum_k w_k \prod_i \left(1 - \theta_k
              + \theta_k \frac{y_i}{\mu}\right)

    Parameters
    ----------
    metric : str or callable, optional
        A metric that is a mean over rows with a fixed range: accuracy, a rate such as
        recall or precision (over their rows only), the Brier score. A metric without a
        range, such as the mean absolute error, needs ``bounds``. None: ``values`` are
        given, and ``bounds``.
    null : float, optional
        The mean that the test is against, inside the bounds. None: there is an interval
        only.
    bounds : (float, float), optional
        Bounds of the values of all rows.
    alternative : {"two-sided", "greater", "less"}, default="two-sided"
        "greater": the mean is above the null.
    alpha : float in (0, 1), default=0.05
        Level of the test, or 1 minus the confidence level.
    pos_label : int, float, bool or str, default=1
        The positive label, of metrics that have one.
    metric_params : mapping of str to object, optional
        Further parameters of the metric.

    Attributes
    ----------
    evalue, log_evalue : float
        Wealth, and its logarithm: evidence against the null of
        now. 1 before the first row.
    pvalue : float
        1 over the largest e-value after any update, at most 1: it remembers.
    estimate : float
        The mean of all rows.
    n_samples, n_updates : int
        Rows that count, and the updates that had some.
    rejected_at : int or None
        ``n_samples`` when p first was at most alpha.

    Raises
    ------
    ValueError
        If the metric is not a mean over rows, or has no bounds; then use
        `sequential_z_test` with an estimate and its standard error. If the null is not
        inside the bounds.
    TypeError
        If a parameter of the metric is unknown.

    See Also
    --------
    SequentialComparison : two models against each other.
    ChangeDetector : whether a model that was good has become worse.
    binomial_test : one look at a fixed number of rows.

    Notes
    -----
    Rows need not be alike: the null hypothesis then is that the mean of their true
    values so far agrees with the null at every look. If rows depend on each other, such
    as the rows of one user, pass one value per group. Nothing follows from e < 1: it is
    not evidence that the null is true. Sums forget looks: two tests that look have two
    chances to err, so one process calls ``total.update(part)`` and keeps the total.

    It takes 200 kilobytes at most, whatever the rows, and `to_bytes` a few; 0.1 ms an
    update, 5 ms an interval.

    References
    ----------
    .. [1] I. Waudby-Smith and A. Ramdas, "Estimating means of bounded random variables
       by betting", Journal of the Royal Statistical Society B 86(1), 2024, 1-27.

    Examples
    --------
    >>> from fastmetrics import SequentialTest
    >>> test = SequentialTest("accuracy", null=0.5)
    >>> for day in range(4):
    ...     _ = test.update([1, 0, 1, 1, 0], [1, 0, 1, 1, 0])
    >>> round(test.evalue, 1), round(test.pvalue, 6)
    (20535.6, 4.9e-05)
    >>> test.rejected_at, test.n_samples
    (10, 20)
    >>> print(test.interval())
    1.0000 [0.7151, 1.0000] (95 %, betting)
    """

    __slots__ = ()

    _kind = "test"

    def __init__(
        self,
        metric: str | Callable[..., Any] | None = None,
        *,
        null: float | None = None,
        bounds: tuple[float, float] | None = None,
        alternative: Alternative = "two-sided",
        alpha: float = 0.05,
        pos_label: Label = 1,
        metric_params: Mapping[str, Any] | None = None,
    ) -> None:
        level = check_options(alternative, alpha)
        self._judged = judged_by(metric, metric_params, bounds, pos_label)
        self._asked = {
            "null": check_null(null, self._judged.bounds),
            "alternative": alternative,
            "alpha": level,
        }
        self.reset()

    def update(
        self,
        y_true: Any = None,
        y_pred: ArrayLike | None = None,
        *,
        y_proba: ArrayLike | None = None,
        values: ArrayLike | None = None,
        counts: ArrayLike | None = None,
        batch_id: int | str | None = None,
    ) -> bool:
        """Take a batch of rows, and look at all of them.

        Parameters
        ----------
        y_true : array_like of shape (n_samples,), ConfusionCounts or SequentialTest
            True labels or targets; or counts of labels, of a rate; or another test of
            the same parameters, whose rows are taken as one update.
        y_pred : array_like of shape (n_samples,), optional
            Predictions of the model.
        y_proba : array_like of shape (n_samples,) or (n_samples, n_classes), optional
            Its probabilities, for metrics of probabilities.
        values : array_like of shape (n_samples,), optional
            Values to average, if there is no metric.
        counts : array_like of shape (n_samples,), optional
            How often each row occurs: whole numbers.
        batch_id : int or str, optional
            Name of the batch: one that was seen before changes nothing.

        Returns
        -------
        bool
            False where a batch of this id was seen before.

        Raises
        ------
        ValueError, TypeError
            If a column is missing or not for the metric, or a value is NaN or out of
            bounds. Nothing is changed then.
        """
        other = y_true if isinstance(y_true, SequentialTest) else None
        columns = Given(y_true, y_pred, y_proba, values)
        return self._take(batch_id, other, [columns], counts)

    def rows_of(self, judged: Judged) -> Piece:
        """Return the rows of a test with the same options; raise if options differ."""
        check_alike(
            "a test and what takes its rows", self._judged.told(), judged.told()
        )
        return Piece(self._state.cells, self._state.n)

    def _empty(self) -> Cells:
        return self._judged.empty()

    def _method(self) -> Message:
        return say("sequential test by betting")

    def _estimate_name(self) -> Message:
        return self._judged.title

    def _claim(self) -> Message:
        return claim_of(self._estimate_name(), self._known_null(), self.alternative)


# --------------------------------------------------------------------------- two models
# SequentialComparison: two models against each other, looked at every day.


class SequentialComparison(BettingTest):
    r"""Test two models against each other, however often the rows are looked at.

    As `SequentialTest`, of the differences of both models on the same rows, which lie
    in [lo − hi, hi − lo]. For accuracies without a margin, only rows count that exactly
    one model has right, as in McNemar's test: with :math:`b` and :math:`c` of them,

    .. math:: E = \sum_k w_k (1 + \theta_k)^b (1 - \theta_k)^c

    is the wealth from a capital of 1 that was bet on A [1]_.

    Parameters
    ----------
    metric : str or callable, default="accuracy_score"
        As of `SequentialTest`. Precision is refused: of two models it is of other rows
        each. None: ``values_a`` and ``values_b`` are given, and ``bounds``.
    null : float, default=0.0
        The difference A − B that the test is against. ``null=-0.01`` with
        ``alternative="greater"`` tests that A is not worse than B by so much.
    equivalence : float, optional
        Up to which difference the models are as good as equal, for ``verdict``.
    bounds : (float, float), optional
        Bounds of the values of each model.
    paired : bool, default=True
        False: each model has rows of its own, and only values are taken.
    alternative : {"two-sided", "greater", "less"}, default="two-sided"
        "greater": the metric of A exceeds the metric of B by at least the null.
    alpha : float in (0, 1), default=0.05
        Level of the test, or 1 minus the confidence level.
    pos_label : int, float, bool or str, default=1
        The positive label, of metrics that have one.
    metric_params : mapping of str to object, optional
        Further parameters of the metric.

    Attributes
    ----------
    evalue, log_evalue, pvalue, estimate, n_samples, n_updates, rejected_at
        As of `SequentialTest`, of the difference.
    verdict : {"greater", "less", "equivalent", "undecided"}
        Conclusion from the interval.

    Raises
    ------
    ValueError
        If the metric is not a mean over single rows, has no bounds, or the null is
        outside the bounds of the difference.
    TypeError
        If a parameter of the metric is unknown.

    See Also
    --------
    SequentialTest : one model against a number.
    mcnemar_test : one look at a fixed number of rows.
    sequential_sample_size : how many rows it takes.

    Notes
    -----
    It takes 1.45 times the rows of a fixed test on average until a difference is found
    that was planned for, and half of them where it is larger.

    Without pairs an update counts as min(n_a, n_b) pairs, with the mean over all ways
    to pair them; its rows must be independent.

    References
    ----------
    .. [1] I. Waudby-Smith and A. Ramdas, "Estimating means of bounded random variables
       by betting", Journal of the Royal Statistical Society B 86(1), 2024, 1-27.

    Examples
    --------
    >>> from fastmetrics import SequentialComparison
    >>> test = SequentialComparison()
    >>> y_true = [1] * 100
    >>> for day in range(10):
    ...     _ = test.update(y_true, [1] * 92 + [0] * 8, [0] * 4 + [1] * 85 + [0] * 11)
    >>> round(test.estimate, 4), round(test.pvalue, 4), test.verdict
    (0.07, 0.0, 'greater')
    """

    __slots__ = ()

    _kind = "comparison"

    def __init__(
        self,
        metric: str | Callable[..., Any] | None = "accuracy_score",
        *,
        null: float = 0.0,
        equivalence: float | None = None,
        bounds: tuple[float, float] | None = None,
        paired: bool = True,
        alternative: Alternative = "two-sided",
        alpha: float = 0.05,
        pos_label: Label = 1,
        metric_params: Mapping[str, Any] | None = None,
    ) -> None:
        level = check_options(alternative, alpha)
        check_flag(paired, "paired")
        if not paired and metric is not None:
            if metric != "accuracy_score":
                raise ValueError(
                    "paired=False takes values_a and values_b: metric must be None."
                )
            metric = None
        self._judged = judged_by(metric, metric_params, bounds, pos_label, paired=True)
        self._asked = {
            "null": check_null(null, self._judged.bounds.apart),
            "equivalence": _read_margin(equivalence),
            "paired": bool(paired),
            "alternative": alternative,
            "alpha": level,
        }
        self.reset()

    def update(
        self,
        y_true: Any = None,
        y_pred_a: ArrayLike | None = None,
        y_pred_b: ArrayLike | None = None,
        *,
        y_proba_a: ArrayLike | None = None,
        y_proba_b: ArrayLike | None = None,
        values_a: ArrayLike | None = None,
        values_b: ArrayLike | None = None,
        counts: ArrayLike | None = None,
        batch_id: int | str | None = None,
    ) -> bool:
        """Take a batch of rows, and look at all of them.

        Parameters
        ----------
        y_true : array_like of shape (n_samples,) or SequentialComparison, optional
            True labels or targets; or another comparison of the same parameters, whose
            rows are taken as one update.
        y_pred_a, y_pred_b : array_like of shape (n_samples,), optional
            Predictions of A and B.
        y_proba_a, y_proba_b : array_like, optional
            Their probabilities, for metrics of probabilities.
        values_a, values_b : array_like of shape (n_samples,), optional
            Values to average, if there is no metric.
        counts : array_like of shape (n_samples,), optional
            How often each row occurs: whole numbers.
        batch_id : int or str, optional
            Name of the batch: one that was seen before changes nothing.

        Returns
        -------
        bool
            False where a batch of this id was seen before.

        Raises
        ------
        ValueError, TypeError
            If a column is missing or not for the metric, or a value is NaN or out of
            bounds. Nothing is changed then.
        """
        other = y_true if isinstance(y_true, SequentialComparison) else None
        a = Given(y_true, y_pred_a, y_proba_a, values_a, "_a")
        b = Given(y_true, y_pred_b, y_proba_b, values_b, "_b")
        return self._take(batch_id, other, [a, b], counts)

    def _piece(self, columns: Sequence[Given], counts: Any) -> Piece:
        a, b = columns
        if self._asked["paired"]:
            return self._judged.pairs(a, b, counts)
        if counts is not None:
            raise ValueError("counts must be None where paired=False: give all rows.")
        return self._judged.all_pairings(a, b)

    @property
    def verdict(self) -> str:
        """Conclusion from the interval of A − B at 1 - alpha: "greater", "less", …."""
        interval, margin = self.interval(), self._asked["equivalence"]
        if interval.low > 0:
            return "greater"
        if interval.high < 0:
            return "less"
        inside = (
            margin is not None and -margin < interval.low and interval.high < margin
        )
        return "equivalent" if inside else "undecided"

    def _empty(self) -> Cells:
        return self._judged.empty(paired=True)

    def _method(self) -> Message:
        if self._asked["paired"]:
            return say("sequential paired test by betting")
        return say("sequential unpaired test by betting")

    def _estimate_name(self) -> Message:
        row = self._judged.row
        if row is None:
            return say("mean of A − B")
        if row.name == "accuracy_score":
            return say("accuracy of {a} − {b}", a="A", b="B")
        return say("{metric} of A − B", metric=of_catalog(row.title))

    def _found(self) -> Message:
        row, cells = self._judged.row, self._state.cells.rows
        sentence = super()._found()
        if row is None or row.name != "accuracy_score":
            return sentence
        return say(
            "{found} A alone was right on {b} and B alone on {c}",
            found=sentence,
            b=f"{cells[-1]:,.0f}",
            c=f"{cells[0]:,.0f}",
        )

    def _claim(self) -> Message:
        null = self._known_null()
        if null == 0:
            return CLAIMS[self.alternative]
        return claim_of(self._estimate_name(), null, self.alternative)


def _read_margin(equivalence: float | None) -> float | None:
    if equivalence is None:
        return None
    margin = number(equivalence, "equivalence")
    if not 0 < margin < float("inf"):
        raise ValueError(
            f"equivalence must be above 0 and finite, got {shown(equivalence)}."
        )
    return margin
