"""Concordance of risks with censored times, weighted for censoring."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.options import number, warn, whole
from fastmetrics._inputs.censored_times import read_censored, read_risk
from fastmetrics._kernels import survival
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.survival.estimates import Estimates, Influence
from fastmetrics.metrics.survival.results import SurvivalScore
from fastmetrics.metrics.survival.rows import (
    CensoredRows,
    Censoring,
    check_cause,
    order_of,
    read_censoring,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

# When rows of one time are asked and added; see the kernel.
_ASKS_FIRST, _ADDS_FIRST, _ASKS, _ADDS_LAST = 1, 2, 4, 8


class Pairs(NamedTuple):
    """Weights of pairs of rows, and of the concordant ones, ties one half.

    Each column belongs to the evaluated rows: pairs in which a row has the event first,
    and pairs in which it is the other row.
    """

    first: Floats
    concordant_first: Floats
    second: Floats
    concordant_second: Floats


class PairTerms(NamedTuple):
    """Factors of censoring in pairs of a group of second rows.

    ``pairs`` are of rows whose second row is in the group. The factors of their first
    rows are those of the first rows' own groups; the others are of this group at the
    time of the first row, or of the second row if it had another cause.
    """

    ordinary: Pairs
    competing: Pairs


def _met(
    rows: CensoredRows, ranks: Any, roles: Any, weights: Floats, backward: bool
) -> tuple[Floats, Floats, Floats]:
    """Return the weight of lower ranks with ties one half, of higher ones, of all."""
    n_ranks = int(ranks.max()) + 1
    lower, level, total = survival.meet_in_time(
        rows.order, rows.starts, roles.astype(np.uint8), ranks, weights, n_ranks,
        backward,
    )  # fmt: skip
    below = lower + level / 2
    return below, total - below, total


def _ranks(risk: Floats) -> NDArray[np.int64]:
    order = order_of(risk)
    in_order = risk[order]
    ranks = np.empty(len(risk), np.int64)
    ranks[order] = np.cumsum(np.r_[0, in_order[1:] != in_order[:-1]])
    return ranks


def pair_terms(
    censoring: Censoring, ranks: Any, is_first: Any, of_first: Floats,
    of_others: Floats, cause: int, g: int, with_second: bool,
) -> PairTerms:  # fmt: skip
    """Return the pairs whose second row is in a group of the estimate of censoring.

    ``is_first`` says which rows have the event, ``of_first`` are one over their
    probabilities before it, ``of_others`` those of rows with another cause.
    ``with_second``: whether the sums of second rows are wanted.
    """
    rows = censoring.rows
    in_group = censoring.group == g
    ones, zeros = np.ones(rows.n), np.zeros(rows.n)
    censored, died = rows.code == 0, rows.code != 0
    roles = is_first * _ASKS + in_group * (censored * _ADDS_FIRST + died * _ADDS_LAST)
    below, _, total = _met(rows, ranks, roles, ones, backward=True)
    both = of_first * of_first
    if len(censoring.parts) > 1:  # one factor is of the second row's group
        which = np.flatnonzero(is_first & (total > 0))
        both = np.zeros(rows.n)
        both[which] = of_first[which] * censoring.inverse(
            g, rows.time[which], censoring.left_limit
        )
    ordinary = Pairs(total * both, below * both, zeros, zeros)
    if with_second:
        roles = is_first * _ADDS_FIRST + in_group * (
            censored * _ASKS + died * _ASKS_FIRST
        )
        _, above, total = _met(rows, ranks, roles, both, backward=False)
        ordinary = ordinary._replace(second=total, concordant_second=above)
    competes = in_group & died & (rows.code != cause)
    if not competes.any():
        return PairTerms(ordinary, Pairs(zeros, zeros, zeros, zeros))
    roles = is_first * _ASKS + competes * _ADDS_FIRST
    below, _, total = _met(rows, ranks, roles, of_others, backward=False)
    competing = Pairs(total * of_first, below * of_first, zeros, zeros)
    if with_second:
        roles = is_first * _ADDS_FIRST + competes * _ASKS
        _, above, total = _met(rows, ranks, roles, of_first, backward=True)
        competing = competing._replace(
            second=total * of_others, concordant_second=above * of_others
        )
    return PairTerms(ordinary, competing)


class _Concordance:
    """Rows whose pairs are weighed: the event before tau first, and their factors."""

    def __init__(
        self, censoring: Censoring, risk: Floats, tau: float, cause: int
    ) -> None:
        rows = censoring.rows
        self.censoring, self.cause = censoring, cause
        self.ranks = _ranks(risk)
        self.is_first = (rows.code == cause) & (rows.time < tau)
        self.of_first = censoring.of_events(self.is_first)
        last = rows.time[self.is_first].max(initial=-1.0)
        others = (rows.code != 0) & (rows.code != cause) & (rows.time <= last)
        self.of_others = censoring.of_events(others)

    def terms(self, with_second: bool) -> list[PairTerms]:
        """Return the pairs by the group of the second row."""
        return [
            pair_terms(
                self.censoring, self.ranks, self.is_first, self.of_first,
                self.of_others, self.cause, g, with_second,
            )
            for g in range(len(self.censoring.parts))
        ]  # fmt: skip

    def value(self) -> float:
        """Return C; NaN without pairs."""
        parts = [part for each in self.terms(False) for part in each]
        total = math.fsum(part.first.sum() for part in parts)
        right = math.fsum(part.concordant_first.sum() for part in parts)
        return right / total if total > 0 else math.nan

    def influence(self, value: float) -> Influence:
        """Return the influence of rows on C."""
        censoring, n = self.censoring, self.censoring.rows.n
        terms = self.terms(True)
        parts = [part for each in terms for part in each]
        total = math.fsum(part.first.sum() for part in parts)
        own = np.zeros(n)
        of_censoring = np.zeros((len(terms), n))
        for g, (ordinary, competing) in enumerate(terms):
            first, second = _gaps(ordinary, value)
            first_of_others, second_of_others = _gaps(competing, value)
            own += first + second + first_of_others + second_of_others
            # A factor of a first row's own group, and one of the second row's.
            of_censoring[censoring.group, np.arange(n)] += first + first_of_others
            of_censoring[g] += first + second_of_others
        if len(terms) == 1:
            columns = np.ascontiguousarray(of_censoring.T)
            base = columns.copy()
            others = censoring.add_terms(columns, np.array([np.inf]))
            found = own + (columns - base)[:, 0]
        else:
            found, others = own + censoring.terms_by_group(of_censoring), None
        scale = n / total
        return Influence(
            (found * scale)[:, None], None if others is None else others * scale / n
        )


def _gaps(pairs: Pairs, value: float) -> tuple[Floats, Floats]:
    """Return Σ a (κ - C) over the pairs of each row, as the first and as the second."""
    first = pairs.concordant_first - value * pairs.first
    return first, pairs.concordant_second - value * pairs.second


def concordance(
    censoring: Censoring, risk: Floats, tau: float, cause: int
) -> Estimates:
    """Return C with a function for its influence values."""
    pairs = _Concordance(censoring, risk, tau, cause)
    value = pairs.value()
    return Estimates(
        "concordance_index_ipcw", "Uno's C-index", np.array([np.nan]),
        np.array([value]), censoring.rows.n, partial(pairs.influence, value), "logit",
        greater_is_better=True,
    )  # fmt: skip


def concordance_index_ipcw(
    time: ArrayLike,
    event: ArrayLike | None,
    risk: ArrayLike,
    *,
    tau: float | None = None,
    cause: int = 1,
    censoring: Any = None,
    conditional: ArrayLike | None = None,
    left_limit: bool = True,
) -> SurvivalScore:
    r"""Concordance index of censored times, weighted for censoring.

    .. math:: C = \frac{\sum_{i, j} a_{ij} ([s_i > s_j] + [s_i = s_j] / 2)}
                       {\sum_{i, j} a_{ij}}

    over rows i with the event before ``tau``. Row j is later, or was censored at the
    same time, and :math:`a_{ij} = G(X_i-)^{-2}`; or it had another cause before, and
    :math:`a_{ij} = G(X_i-)^{-1} G(X_j-)^{-1}`. G is the probability of no censoring.

    Parameters
    ----------
    time : array_like of shape (n_samples,)
        Times of an event or of censoring, not negative; or a structured array of both.
    event : array_like of shape (n_samples,) or None
        0 or False for censored, 1 or True for an event; 2, 3, ... for other causes.
    risk : array_like of shape (n_samples,)
        Any finite scores; larger means an earlier event.
    tau : float, optional
        Only events before it are the first of a pair. By default all events.
    cause : int, default=1
        The event that is predicted.
    censoring : (time, event) or structured array, optional
        Rows from which censoring is estimated, such as the training set. By default the
        evaluated rows.
    conditional : array_like of shape (n_samples,), optional
        Groups in each of which censoring is estimated, if it depends on a covariate.
        The factors of a pair are then those of the groups of its two rows.
    left_limit : bool, default=True
        Whether weights use the estimate just before the times of events. False is the
        convention of scikit-survival.

    Returns
    -------
    SurvivalScore
        A float in [0, 1], 0.5 for a random order, higher is better, with its standard
        error and interval. NaN without pairs.

    Raises
    ------
    ValueError
        If a time is negative, a code of an event is not a whole number, lengths differ,
        no row has the event, or censoring cannot be estimated where a weight is needed.

    Warns
    -----
    UndefinedMetricWarning
        If there is no pair of rows.

    See Also
    --------
    concordance_index : Harrell's index of predicted times, without weights.
    time_dependent_auc : order at a time.

    Notes
    -----
    Rows that are censored at the time of an event belong to its pairs: both rows are
    seen until then with the probability G(X-)². O(n log n) time.

    References
    ----------
    .. [1] H. Uno, T. Cai, M. J. Pencina, R. B. D'Agostino and L. J. Wei, "On the
       C-statistics for evaluating overall adequacy of risk prediction procedures with
       censored survival data", Statistics in Medicine 30(10), 2011, 1105-1117.
    .. [2] M. Wolbers, P. Blanche, M. T. Koller, J. C. M. Witteman and T. A. Gerds,
       "Concordance for prognostic models with competing risks", Biostatistics 15(3),
       2014, 526-539.

    Examples
    --------
    >>> from fastmetrics import concordance_index_ipcw
    >>> time, event = [1, 2, 3, 4, 5, 6], [1, 0, 1, 1, 0, 1]
    >>> c = concordance_index_ipcw(time, event, [5, 4, 6, 2, 3, 1])
    >>> round(c, 4)
    0.8
    """
    rows = CensoredRows(read_censored(time, event))
    cause = whole(cause, "cause", at_least=1)
    check_cause(rows.code, cause)
    end = math.inf if tau is None else number(tau, "tau")
    if not end > 0:
        raise ValueError(f"tau must be above 0, got {tau!r}.")
    known = read_censoring(rows, censoring, conditional, left_limit)
    scores = read_risk(risk, rows.n, 1)
    of = concordance(known, scores, end, cause)
    if np.isnan(of.values[0]):
        warn(
            "there is no pair of rows of which one is known to have the event first, "
            "so concordance_index_ipcw is undefined and returned as NaN.",
            UndefinedMetricWarning,
        )
    return SurvivalScore(of)
