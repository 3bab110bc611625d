"""SequentialTest: one model against a number, looked at every day."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastmetrics.comparison.sequential.betting_test import BettingTest, check_options
from fastmetrics.comparison.sequential.results import claim_of
from fastmetrics.comparison.sequential.rows import Given, Piece, judged_by
from fastmetrics.comparison.sequential.stream import check_alike, check_null
from fastmetrics.show.words import Message, say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import ArrayLike

    from fastmetrics._common.annotations import Alternative, Label
    from fastmetrics.comparison.sequential.bets import Cells
    from fastmetrics.comparison.sequential.rows import Judged

__all__ = ["SequentialTest"]


class SequentialTest(BettingTest):
    r"""Test a model against a number, however often the rows so far are looked at.

    The chance that the p-value is ever at most α is α at most, and the interval covers
    at all looks together. A row has its value :math:`y_i` as a share of the range of
    the metric, and :math:`\mu` is that of the null; a capital of 1 is bet on
    :math:`y > \mu`, in 42 shares :math:`\theta_k` at once [1]_:

    .. math:: E = \sum_k w_k \prod_i \left(1 - \theta_k
              + \theta_k \frac{y_i}{\mu}\right)

    Parameters
    ----------
    metric : str or callable, optional
        A metric that is a mean over rows with a fixed range: accuracy, a rate such as
        recall or precision (over their rows only), the Brier score. Of one without a
        range, such as the mean absolute error, ``bounds`` are needed. None: ``values``
        are given, and ``bounds``.
    null : float, optional
        The mean that the test is against, inside the bounds. None: there is an interval
        only.
    bounds : (float, float), optional
        Between what the values of all rows lie.
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
        What the capital has become, and its logarithm: evidence against the null of
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
        If the metric is no mean over rows, or has no bounds; then `sequential_z_test`
        takes its estimate with a standard error. If the null is not inside the bounds.
    TypeError
        If a parameter of the metric is unknown.

    See Also
    --------
    SequentialComparison : two models against each other.
    ChangeDetector : whether a model that was good has become worse.
    binomial_test : one look at a fixed number of rows.

    Notes
    -----
    Rows need not be alike: what is tested is that the mean of their true values so far
    is as the null has it at every look. Rows that depend on each other, as those of a
    user, are to be given as one value per group. Of e < 1 nothing follows: it is no
    evidence that the null is true. Sums forget looks: two that look have two chances
    to err, so who judges calls ``total.update(part)`` and keeps the total.

    A few kilobytes, whatever the rows; 0.3 ms a look, 5 ms an interval.

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
            What the model predicted.
        y_proba : array_like of shape (n_samples,) or (n_samples, n_classes), optional
            Its probabilities, of metrics that judge these.
        values : array_like of shape (n_samples,), optional
            What is averaged, where there is no metric.
        counts : array_like of shape (n_samples,), optional
            How often each row occurs: whole numbers.
        batch_id : int or str, optional
            What the batch is called: one that was seen before changes nothing.

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
        given = Given(y_true, y_pred, y_proba, values)
        return self._take(batch_id, other, [given], counts)

    def rows_of(self, judged: Judged) -> Piece:
        """Return the rows for what is judged alike; raise where it is not."""
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
