"""Areas under the ROC curve of "an event by time t", with weights for censoring."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from fastmetrics._common.options import check_choice, is_real, warn, whole
from fastmetrics._common.records import overloaded
from fastmetrics._inputs.censored_times import read_censored, read_risk, read_times
from fastmetrics._kernels import survival
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.survival.estimates import ROUNDING, Estimates, Influence
from fastmetrics.metrics.survival.results import SurvivalScore, SurvivalScores
from fastmetrics.metrics.survival.rows import (
    CensoredRows,
    Censoring,
    Lanes,
    check_cause,
    order_of,
    read_censoring,
)
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

CONTROLS = ("all-others", "event-free")


class Risks:
    """Risks of rows in ascending order, with ties, at times that share the order."""

    def __init__(self, risk: Floats) -> None:
        self.order = order_of(risk)
        in_order = risk[self.order]
        self.tied = np.zeros(len(risk), np.uint8)
        np.equal(in_order[1:], in_order[:-1], out=self.tied[1:].view(np.bool_))

    def backward(self) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
        """Return the order and the ties from the largest risk to the smallest."""
        ties = np.concatenate([[np.uint8(0)], self.tied[1:][::-1]])
        return np.ascontiguousarray(self.order[::-1]), ties


def _without_scale(lanes: Lanes) -> Lanes:
    """Return lanes in which all controls of a time weigh 1, if they weigh alike.

    The weight cancels in the area; counts of controls are then exact.
    """
    n_lanes = lanes.alive.shape[1]
    others = (lanes.kind == 2) & (lanes.lane < n_lanes)
    if len(lanes.alive) > 1 or others.any():
        return lanes
    return lanes._replace(alive=np.ones((1, n_lanes)))


class Sums(NamedTuple):
    """Weights of pairs at each time, of cases and of controls, and numbers of rows."""

    wins: Floats
    cases: Floats
    controls: Floats
    n_cases: NDArray[np.int64]
    n_controls: NDArray[np.int64]


def _sums(lanes: Lanes, risks: Risks) -> Sums:
    """Return the sums of an area at each time."""
    n_groups, n_lanes = lanes.alive.shape
    columns = lanes.lane, lanes.kind, lanes.weight, lanes.group
    pairs, rows = survival.count_pairs(
        risks.order, risks.tied, *columns, n_groups, n_lanes
    )
    is_case = (lanes.kind == 1) & (lanes.lane < n_lanes)
    wins = _by_time(np.cumsum(pairs, axis=0), lanes.alive)
    controls = _by_time(rows[None], lanes.alive)
    of_cases = lanes.lane[is_case]
    cases: Floats = np.cumsum(np.bincount(of_cases, lanes.weight[is_case], n_lanes))
    n_cases = np.cumsum(np.bincount(of_cases, None, n_lanes))
    of_others = np.cumsum(np.bincount(lanes.lane[lanes.kind == 2], None, n_lanes + 1))
    counts = rows[: n_groups * (n_lanes + 1)].reshape(n_groups, -1).sum(axis=0)
    later = len(lanes.lane) - np.cumsum(counts.astype(np.int64))
    n_controls = (later + of_others)[:n_lanes]
    return Sums(wins, cases, controls, n_cases, n_controls)


def _by_time(places: Floats, alive: Floats) -> Floats:
    """Return the weight of controls at each time from sums by their lanes.

    Line m of ``places`` belongs to time m; a single line belongs to all.
    """
    n_groups, n_lanes = alive.shape
    later = n_groups * (n_lanes + 1)
    before = places[:, :later].reshape(len(places), n_groups, n_lanes + 1)
    # Rows whose lane comes after m have no event by time m.
    above = np.cumsum(before[..., ::-1], axis=2)[..., ::-1][..., 1:]
    since = np.cumsum(places[:, later:], axis=1)
    lines = np.arange(n_lanes) if len(places) > 1 else np.zeros(n_lanes, np.int64)
    at = np.arange(n_lanes)
    found: Floats = (alive * above[lines, :, at].T).sum(axis=0) + since[lines, at]
    return found


def areas(
    censoring: Censoring, risk: Floats, times: Floats, cause: int, controls: str
) -> Estimates:
    """Return the areas at times, with functions for their influence values."""
    lanes = _without_scale(censoring.lanes(times, cause, controls == "all-others"))
    if risk.ndim == 1:
        risks = [Risks(risk)]
        sums = _sums(lanes, risks[0])
    else:
        risks = [Risks(risk[:, m]) for m in range(len(times))]
        each = [_sums(_lane(lanes, m), one) for m, one in enumerate(risks)]
        sums = Sums(*map(np.concatenate, zip(*each, strict=True)))
    with np.errstate(divide="ignore", invalid="ignore"):
        values = sums.wins / (sums.cases * sums.controls)
    # Sums of weights are rounded: a perfect order would miss 1.
    values = np.where(np.abs(values - 1) <= ROUNDING, 1.0, values)
    return Estimates(
        "time_dependent_auc", "Time-dependent AUC", times, values, censoring.rows.n,
        partial(_influence, censoring, lanes, risks, times), "logit",
        sums.n_cases, sums.n_controls, is_area=True, greater_is_better=True,
    )  # fmt: skip


def _lane(lanes: Lanes, at: int) -> Lanes:
    """Return the rows at one of the times only."""
    lane = (lanes.lane > at).astype(np.int32)
    return lanes._replace(lane=lane, alive=np.ascontiguousarray(lanes.alive[:, [at]]))


def _influence(
    censoring: Censoring, lanes: Lanes, risks: Sequence[Risks], times: Floats
) -> Influence:
    """Return the influence of rows on the areas; 0 where one is undefined."""
    n, n_times = censoring.rows.n, len(times)
    if len(risks) == n_times > 1 or n_times == 1:
        parts = [(_lane(lanes, m), one) for m, one in enumerate(risks)]
        terms = np.hstack([_terms(part, one) for part, one in parts])
    else:
        terms = _terms(lanes, risks[0])
    others = censoring.add_terms(terms, times)
    return Influence(terms, None if others is None else others / n)


def _terms(lanes: Lanes, risks: Risks) -> Floats:
    """Return the terms of rows, before those through the estimate of censoring."""
    n = len(lanes.lane)
    sums = _sums(lanes, risks)
    places = np.zeros((n, lanes.alive.shape[1]))
    survival.place_rows(risks.order, risks.tied, *lanes, False, places)
    order, tied = risks.backward()
    survival.place_rows(order, tied, *lanes, True, places)
    with np.errstate(divide="ignore", invalid="ignore"):
        values = sums.wins / (sums.cases * sums.controls)
        slopes = n / (sums.cases * sums.controls)
        factors = [slopes, n * values / sums.cases, n * values / sums.controls]
    known = [np.nan_to_num(each, posinf=0.0) for each in factors]
    survival.weigh_places(places, *lanes, known[0], known[1], known[2])
    return places


def event_shares(censoring: Censoring, times: Floats, cause: int | None) -> Estimates:
    """Return F at times: the probability of an event of a cause, or of any."""
    rows = censoring.rows
    if len(censoring.parts) > 1:
        values = _weighted_cases(censoring, times, cause).mean(axis=0)
    else:  # whatever the weights, it is the estimate of the evaluated rows
        censoring = Censoring(rows)
        values = rows.at(rows.incidence(cause), times, first=0.0)
    return Estimates(
        "aalen_johansen", say("Incidence"), times, values, rows.n,
        partial(_share_influence, censoring, times, cause, values), "log",
    )  # fmt: skip


def _weighted_cases(censoring: Censoring, times: Floats, cause: int | None) -> Floats:
    """Return the weights of rows that are cases at times, else 0."""
    lanes = censoring.lanes(times, cause)
    is_case = (lanes.kind == 1)[:, None] & (
        np.arange(len(times)) >= lanes.lane[:, None]
    )
    return np.where(is_case, lanes.weight[:, None], 0.0)


def _share_influence(
    censoring: Censoring, times: Floats, cause: int | None, values: Floats
) -> Influence:
    terms = _weighted_cases(censoring, times, cause)
    censoring.add_terms(terms, times)
    return Influence(terms - terms.mean(axis=0))


class TimeDependentAuc(SurvivalScores):
    """Areas under the ROC curve at several times; see `time_dependent_auc`.

    Attributes
    ----------
    mean : SurvivalScore
        Mean of the areas, weighted by the events between the times.
    """

    mean: SurvivalScore

    def __init__(self, of: Estimates, mean: SurvivalScore) -> None:
        super().__init__(of)
        self.mean = mean


def mean_area(censoring: Censoring, of: Estimates, cause: int) -> SurvivalScore:
    """Return the mean of areas, weighted by the events between their times."""
    shares = event_shares(censoring, of.times, cause)
    steps = np.diff(shares.values, prepend=0.0)
    known = (steps > 0) & ~np.isnan(of.values)
    total = steps[known].sum()
    if total > 0:
        weights = np.where(known, steps, 0.0) / total
        value = float(np.where(known, of.values, 0.0) @ weights)
    else:
        weights, value = np.zeros(len(steps)), np.nan
    influence = partial(_mean_influence, of, shares, weights, value, total)
    return SurvivalScore(
        Estimates(
            "time_dependent_auc.mean", say("Mean AUC"), np.array([np.nan]),
            np.array([value]), of.n, influence, "logit",
            *of.sides(slice(-1, None)), greater_is_better=True,
        )
    )  # fmt: skip


def _mean_influence(
    of: Estimates, shares: Estimates, weights: Floats, value: float, total: float
) -> Influence:
    areas_only = of.computed.combined(weights[:, None])
    gaps = np.where(weights > 0, of.values - value, 0.0) / total
    # The share by a time is in the step that ends there and in the next one.
    of_shares = shares.computed.rows @ (gaps - np.append(gaps[1:], 0.0))
    return Influence(areas_only.rows + of_shares[:, None], areas_only.others)


@overloaded(
    {"times": "float", "return": "SurvivalScore"},
    {"times": "Sequence[float] | NDArray[Any]", "return": "TimeDependentAuc"},
    {},
)
def time_dependent_auc(
    time: ArrayLike,
    event: ArrayLike | None,
    risk: ArrayLike,
    times: ArrayLike,
    *,
    cause: int = 1,
    controls: Literal["all-others", "event-free"] = "all-others",
    censoring: Any = None,
    conditional: ArrayLike | None = None,
    left_limit: bool = True,
) -> SurvivalScore | TimeDependentAuc:
    r"""Area under the ROC curve of "an event by time t", weighted for censoring.

    .. math:: \mathrm{AUC}(t) = \frac{\sum_{i, j} W_i W_j D_i (1 - D_j)
              ([s_i > s_j] + [s_i = s_j] / 2)}{\sum_i W_i D_i \sum_j W_j (1 - D_j)}

    with D whether a row has the event by t, s its risk, and W its weight: one over the
    estimated probability of not being censored before its event, or by t; 0 if it is
    censored by t.

    Parameters
    ----------
    time : array_like of shape (n_samples,)
        Times of an event or of censoring, not negative; or a structured array of both.
    event : array_like of shape (n_samples,) or None
        0 or False for censored, 1 or True for an event; 2, 3, ... for other causes.
    risk : array_like of shape (n_samples,) or (n_samples, n_times)
        Any finite scores; larger means an earlier event. One column per time, or one
        for all times.
    times : float or array_like of shape (n_times,)
        Times of evaluation, increasing and below the largest of ``time``.
    cause : int, default=1
        The event that is predicted.
    controls : {"all-others", "event-free"}, default="all-others"
        Whether rows with an event of another cause by t are controls, or left out.
    censoring : (time, event) or structured array, optional
        Rows from which censoring is estimated, such as the training set. By default the
        evaluated rows.
    conditional : array_like of shape (n_samples,), optional
        Groups in each of which censoring is estimated, if it depends on a covariate.
    left_limit : bool, default=True
        Whether the weight of an event uses the estimate just before its time. False is
        the convention of scikit-survival, and biased if an event and a censoring have
        the same time.

    Returns
    -------
    TimeDependentAuc, or SurvivalScore for a single time
        Areas in [0, 1], 0.5 for a random order, higher is better, with standard errors
        and intervals. NaN at a time without cases or without controls.

    Raises
    ------
    ValueError
        If a time is negative, a code of an event is not a whole number, lengths differ,
        no row has the event, times do not increase or are too large, or censoring
        cannot be estimated where a weight is needed.

    Warns
    -----
    UndefinedMetricWarning
        If there is no case or no control at a time.

    See Also
    --------
    concordance_index_ipcw : order of all pairs, not at a time.
    survival_brier_score : error of predicted probabilities.
    roc_auc_score : without censoring.

    Notes
    -----
    With one cause, this is the estimator of Uno [1]_ and Blanche [2]_. With several
    causes, "all-others" is definition (ii) of [2]_ (``AUC_2`` of timeROC), the AUC of D
    with the weights W; "event-free" is definition (i). The mean weights each area with
    the events since the previous time. Standard errors are those of the infinitesimal
    jackknife, which includes the estimate of censoring.

    References
    ----------
    .. [1] H. Uno, T. Cai, L. Tian and L. J. Wei, "Evaluating prediction rules for
       t-year survivors with censored regression models", Journal of the American
       Statistical Association 102(478), 2007, 527-537.
    .. [2] P. Blanche, J.-F. Dartigues and H. Jacqmin-Gadda, "Estimating and comparing
       time-dependent areas under receiver operating characteristic curves for censored
       event times with competing risks", Statistics in Medicine 32(30), 2013,
       5381-5397.

    Examples
    --------
    >>> from fastmetrics import time_dependent_auc
    >>> time, event = [1, 2, 3, 4, 5, 6], [1, 0, 1, 1, 0, 1]
    >>> auc = time_dependent_auc(time, event, [5, 4, 6, 2, 3, 1], [2, 4])
    >>> auc.values.round(4)
    array([0.75  , 0.8214])
    >>> round(auc.mean, 4)
    0.801
    """
    rows = CensoredRows(read_censored(time, event))
    cause = whole(cause, "cause", at_least=1)
    check_cause(rows.code, cause)
    check_choice(controls, CONTROLS, "controls")
    known = read_censoring(rows, censoring, conditional, left_limit)
    at = read_times(times, known.largest)
    scores = read_risk(risk, rows.n, len(at))
    of = areas(known, scores, at, cause, controls)
    for t in at[np.isnan(of.values)].tolist():
        warn(
            f"no row is known to have the event by time {t:g}, or none not to have it, "
            "so the AUC is undefined and returned as NaN.",
            UndefinedMetricWarning,
        )
    if is_real(times):
        return SurvivalScore(of)
    return TimeDependentAuc(of, mean_area(known, of, cause))
