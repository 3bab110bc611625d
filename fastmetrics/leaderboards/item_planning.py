"""Number of items and runs that a comparison of two models needs."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import shown, with_noun
from fastmetrics._common.options import (
    LARGEST_COUNT,
    check_flag,
    check_level,
    nonnegative,
    number,
    whole,
)
from fastmetrics._common.records import ByFields, plain_fields
from fastmetrics.leaderboards.item_variances import variance_of_model
from fastmetrics.metrics.items.item_scores import ItemScores, as_item_scores

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from fastmetrics.metrics.items.item_scores import ModelRuns


@dataclass(frozen=True, slots=True, eq=False)
class ItemPlan(ByFields):
    """Plan of a comparison of two models on items.

    Attributes
    ----------
    n_items : int
        Number of items; without pairing, of each model.
    runs : int
        Number of runs of each item and model.
    cost : float
        Cost of the items and runs; NaN without costs.

    See Also
    --------
    item_sample_size : Computes it.
    """

    n_items: int
    runs: int
    cost: float = math.nan

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as JSON types; undefined values are None."""
        return plain_fields(self, "n_items runs cost")

    def __str__(self) -> str:
        items = with_noun(self.n_items, "item")
        text = f"{items}, {with_noun(self.runs, 'run')} of each item and model"
        return text if math.isnan(self.cost) else f"{text}, cost {self.cost:g}"


class _Variances(NamedTuple):
    """Variance of the true differences of items, or of both models; and of runs."""

    between: float
    within: float
    has_runs: bool


def _paired(scores: ItemScores) -> _Variances:
    """Return the variances of the differences of two models on common items."""
    one, other = (scores.of_model(model) for model in scores.models)
    common = (one.counts > 0) & (other.counts > 0)
    if np.count_nonzero(common) < 2:
        raise ValueError(
            "scores must have two items at least that both models have, got "
            f"{np.count_nonzero(common)}."
        )
    apart = float(np.var((one.means - other.means)[common], ddof=1))
    within = [variance_of_model(scores, m, 0.95).within.estimate for m in scores.models]
    if any(map(math.isnan, within)):
        return _Variances(apart, 0.0, False)
    noise = sum(
        np.mean(_variances(side, pooled)[common] / side.counts[common])
        for side, pooled in zip((one, other), within, strict=True)
    )
    return _Variances(max(apart - float(noise), 0.0), sum(within) / 2, True)


def _variances(one: ModelRuns, pooled: float) -> Any:
    """Return the variance of the runs of each item, the pooled one of single runs."""
    counts = one.counts
    scores = np.asarray(one.runs, np.float64)
    items = np.repeat(np.arange(len(counts)), counts)
    squares = np.bincount(items, (scores - one.means[items]) ** 2, len(counts))
    return np.where(counts > 1, squares / np.maximum(counts - 1, 1), pooled)


def _unpaired(scores: ItemScores) -> _Variances:
    """Return the sum of the variances of two models between items."""
    found = [variance_of_model(scores, model, 0.95) for model in scores.models]
    between = sum(max(one.between.estimate, 0.0) for one in found)
    within = [one.within.estimate for one in found]
    if any(map(math.isnan, within)):
        return _Variances(between, 0.0, False)
    return _Variances(between, sum(within) / 2, True)


def _measured(scores: Any, paired: bool) -> _Variances:
    table = as_item_scores(scores)
    if len(table.models) != 2:
        n = with_noun(len(table.models), "model")
        raise ValueError(f"scores must be of two models, got {n}.")
    table.check_missing()
    return _paired(table) if paired else _unpaired(table)


def _cheapest(between: float, within: float, item: float, run: float) -> list[int]:
    """Return the numbers of runs next to the best one, ascending."""
    if within == 0 or item == 0:
        return [1]
    if between == 0:
        raise ValueError(
            "no number of runs is cheapest: without variance between items, more runs "
            "always cost less than more items. Pass runs."
        )
    if run == 0:
        raise ValueError("cost_per_run must be above 0 if runs is None.")
    best = math.sqrt(item / run * (within / between))
    return sorted({max(math.floor(best), 1), max(math.ceil(best), 1)})


def item_sample_size(
    difference: float,
    *,
    scores: ItemScores | ArrayLike | None = None,
    standard_deviation: float | None = None,
    within: float | None = None,
    runs: int | None = None,
    power: float = 0.8,
    alpha: float = 0.05,
    paired: bool = True,
    cost_per_item: float | None = None,
    cost_per_run: float | None = None,
) -> ItemPlan:
    r"""Compute the number of items that show a difference of two models.

    .. math:: n = \left\lceil \frac{(z_{1 - \alpha/2} + z_\text{power})^2
              (\sigma_\Delta^2 + 2 \sigma_w^2 / r)}{\delta^2} \right\rceil

    with r runs of each item and model.

    Parameters
    ----------
    difference : float
        Difference δ of the mean scores to be shown; not 0.
    scores : ItemScores or array_like, optional
        Scores of two models, from which the variances are estimated; an array has the
        shape (n_items, 2) or (n_items, 2, n_runs).
    standard_deviation : float, optional
        Standard deviation σ_Δ over items of the difference of the two models' expected
        scores, without the variation of runs. Without pairing, standard deviation over
        items of one model's expected scores.
    within : float, optional
        Standard deviation σ_w of the runs of an item around its expected score; by
        default 0.
    runs : int, optional
        Number of runs of each item and model; by default 1, and with costs the cheapest
        number.
    power : float, default=0.8
        Chance to find the difference, in (0, 1).
    alpha : float, default=0.05
        Level of the test, or 1 minus the confidence level.
    paired : bool, default=True
        Whether both models have the same items; otherwise each model has n items of its
        own.
    cost_per_item, cost_per_run : float, optional
        Cost of an item, and of a run of one item by one model.

    Returns
    -------
    ItemPlan
        ``n_items``, ``runs`` and ``cost``.

    Raises
    ------
    ValueError
        If both or neither of ``scores`` and ``standard_deviation`` are given; scores
        are not of two models, or have one run of each item while ``runs`` is above 1;
        the difference is 0; no number of runs is cheapest; or an option is out of
        range.

    See Also
    --------
    score_variance : Variance between items and between runs.
    required_sample_size : Number of rows for other metrics.
    compare : The test itself.

    Notes
    -----
    From scores, :math:`\hat\sigma_\Delta^2` is the variance of the differences of the
    items' mean scores, minus the part that is due to runs, and at least 0. With one run
    of each item the parts are not separated: σ_Δ contains the variation of runs.

    The cost is ``n * (cost_per_item + 2 * runs * cost_per_run)``. It is lowest near
    :math:`r = \sqrt{c_\text{item} \sigma_w^2 / (c_\text{run} \sigma_\Delta^2)}`.

    References
    ----------
    .. [1] E. Miller, "Adding error bars to evals: a statistical approach to language
       model evaluations", arXiv:2411.00640, 2024, section 5.
    .. [2] W. G. Cochran, "Sampling techniques", third edition, Wiley 1977, chapter 10.

    Examples
    --------
    >>> from fastmetrics import item_sample_size
    >>> print(item_sample_size(0.03, standard_deviation=0.3))
    785 items, 1 run of each item and model
    >>> print(item_sample_size(0.03, standard_deviation=0.3, within=0.3, runs=4))
    1,178 items, 4 runs of each item and model
    """
    delta = number(difference, "difference")
    if not 0 < abs(delta) < math.inf:
        raise ValueError(f"difference must be finite and not 0, got {difference}.")
    check_flag(paired, "paired")
    z = NormalDist().inv_cdf
    quantiles = z(1 - check_level(alpha, "alpha") / 2) + z(check_level(power, "power"))
    r = None if runs is None else whole(runs, "runs", at_least=1)
    if (scores is None) == (standard_deviation is None):
        raise ValueError("give one of scores and standard_deviation.")
    if scores is not None:
        if within is not None:
            raise ValueError("within is estimated from scores: give one of them.")
        found = _measured(scores, paired)
    else:
        spread = nonnegative(standard_deviation, "standard_deviation")
        of_runs = 0.0 if within is None else nonnegative(within, "within")
        between = (1 if paired else 2) * spread * spread
        found = _Variances(between, of_runs * of_runs, True)
    if not found.has_runs and r is not None and r > 1:
        raise ValueError(
            "runs must be 1 if scores have one run of each item: they do not show how "
            "runs vary."
        )
    item, run = (
        math.nan if cost is None else nonnegative(cost, name)
        for cost, name in (
            (cost_per_item, "cost_per_item"),
            (cost_per_run, "cost_per_run"),
        )
    )
    has_costs = cost_per_item is not None or cost_per_run is not None
    item, run = (
        0.0 if has_costs and math.isnan(cost) else cost for cost in (item, run)
    )
    if r is not None:
        choices = [r]
    elif has_costs:
        choices = _cheapest(found.between, found.within, item, run)
    else:
        choices = [1]

    def plan(r: int) -> ItemPlan:
        deviation = math.sqrt(found.between + 2 * found.within / r)
        root = quantiles / abs(delta) * deviation
        if not root < math.sqrt(LARGEST_COUNT):
            raise ValueError(
                "difference must be one that 2**53 items can show, got "
                f"{shown(difference)}."
            )
        n = max(math.ceil(root * root), 1)
        return ItemPlan(n, r, n * (item + 2 * r * run))

    plans = [plan(r) for r in choices]
    return min(plans, key=lambda one: (one.cost, one.runs)) if has_costs else plans[0]
