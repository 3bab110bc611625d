"""Several runs of models on several benchmarks: aggregates, with intervals over runs.

Benchmarks are fixed and their runs are a sample, so variances of runs within each
benchmark add up.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastmetrics._common import bounds
from fastmetrics._common.interval import Interval, no_interval, within
from fastmetrics._common.names import listed, shown
from fastmetrics._common.options import (
    check_flag,
    check_level,
    check_resamples,
    number,
    seed_of,
)
from fastmetrics._inputs.columns import as_array, as_column, raise_not_finite
from fastmetrics._inputs.score_tables import read_floats
from fastmetrics._inputs.scores import numbers
from fastmetrics.metrics.items.item_scores import ItemScores
from fastmetrics.metrics.scores.curves import CurveBand

if TYPE_CHECKING:
    Floats = NDArray[np.float64]

# Below so many benchmarks or runs, intervals of Student's t cover less than their level
# if runs are skewed.
_FEW_BENCHMARKS, _FEW_RUNS = 5, 30
_FEW = (
    f"with fewer than {_FEW_BENCHMARKS} benchmarks or {_FEW_RUNS} runs, and skewed "
    "scores, the interval is too narrow"
)
_ONE_RUN = "a benchmark has one run, and its variance is unknown"
_TOO_LARGE = "the scores are too large: their squares are not floats"
_EQUAL_RUNS = "all runs of each benchmark are equal: there is no variance to estimate"
# Numbers that are drawn at once.
_BLOCK = 1 << 22


def interquartile_mean(
    scores: ArrayLike | Mapping[Any, ArrayLike] | ItemScores,
    *,
    confidence_level: float = 0.95,
) -> Interval | dict[Any, Interval]:
    r"""Interquartile mean of the runs of all benchmarks (IQM).

    The mean of all N runs :math:`x_{(1)} \le \dots \le x_{(N)}` without the
    :math:`g = \lfloor N / 4 \rfloor` smallest and largest ones,

    .. math:: \frac{1}{N - 2g} \sum_{i = g + 1}^{N - g} x_{(i)}

    Parameters
    ----------
    scores : array_like of shape (n_runs, n_benchmarks), dict or ItemScores
        Scores of one model, on a scale common to all benchmarks; NaN for runs that were
        not made. A dict contains such an array for each model. The items of
        `ItemScores` are the benchmarks.
    confidence_level : float, default=0.95
        Nominal coverage, in (0, 1).

    Returns
    -------
    Interval or dict of name to Interval
        The value in the unit of the scores and its bounds; a dict if ``scores`` has
        names of models. Bounds are NaN if a benchmark has one run.

    Raises
    ------
    ValueError
        If a benchmark has no run, a score is infinite, models have different numbers of
        benchmarks, or ``confidence_level`` is not in (0, 1).

    See Also
    --------
    optimality_gap : how far scores are below a target, on average.
    performance_profile : proportions of runs above thresholds.
    compare_across_datasets : tests between models.

    Notes
    -----
    The interval is for new runs on the same benchmarks. Its variance is
    :math:`\frac{N - 1}{N h (h - 1)} \sum_b n_b s_b^2`, with :math:`h = N - 2g` and
    :math:`s_b^2` the variance of the :math:`n_b` runs of a benchmark after winsorising
    all runs. The quantile is that of Student's t with Satterthwaite's degrees of
    freedom, minus the number of trimmed runs per benchmark. For one benchmark it is
    Yuen's interval [2]_.

    In simulations with 2 to 10 runs of 10 to 50 benchmarks, 95 % intervals covered 94
    to 98 %, with very skewed runs as well. With fewer than 5 benchmarks or 30 runs they
    covered 92 to 98 %, with very skewed runs 89 to 98 %, and are marked approximate.
    The percentile bootstrap of other packages covered 74 to 93 % in the same
    simulations.

    References
    ----------
    .. [1] R. Agarwal, M. Schwarzer, P. S. Castro, A. Courville and M. G. Bellemare,
       "Deep reinforcement learning at the edge of the statistical precipice", NeurIPS
       2021.
    .. [2] K. K. Yuen, "The two-sample trimmed t for unequal population variances",
       Biometrika 61(1), 1974, 165-170.

    Examples
    --------
    >>> from fastmetrics import interquartile_mean
    >>> runs = [[0.2, 0.9, 0.5], [0.4, 0.8, 0.6], [0.3, 1.0, 0.4], [0.3, 0.7, 0.5]]
    >>> print(interquartile_mean(runs))
    0.5167 [0.1540, 0.8794] (95 %, t, approximate)
    """
    level = check_level(confidence_level)
    return _each(scores, lambda runs: _interquartile_mean(runs, level))


@np.errstate(over="ignore", invalid="ignore")
def _interquartile_mean(runs: _Runs, level: float) -> Interval:
    n = len(runs.values)
    trimmed = n // 4
    ordered = np.sort(runs.values)
    kept = ordered[trimmed : n - trimmed]
    winsorised = runs._replace(values=np.clip(runs.values, kept[0], kept[-1]))
    # Of one benchmark: Yuen's variance.
    size = len(kept)
    scale = (n - 1) / (n * size * max(size - 1, 1))
    parts = winsorised.variances * runs.sizes * scale
    lost = 2 * trimmed / len(runs.sizes)
    return _student(float(kept.mean()), parts, runs.sizes, lost, level)


def optimality_gap(
    scores: ArrayLike | Mapping[Any, ArrayLike] | ItemScores,
    *,
    target: float = 1.0,
    confidence_level: float = 0.95,
) -> Interval | dict[Any, Interval]:
    r"""Mean amount by which runs are below a target score.

    .. math:: \gamma - \frac{1}{N} \sum_{i = 1}^{N} \min(x_i, \gamma)

    for the N runs of all benchmarks and the target :math:`\gamma`.

    Parameters
    ----------
    scores : array_like of shape (n_runs, n_benchmarks), dict or ItemScores
        Scores of one model, on a scale common to all benchmarks; NaN for runs that were
        not made. A dict contains such an array for each model. The items of
        `ItemScores` are the benchmarks.
    target : float, default=1.0
        The score above which runs count as equal: 1 is the level of humans if scores
        are normalised by them.
    confidence_level : float, default=0.95
        Nominal coverage, in (0, 1).

    Returns
    -------
    Interval or dict of name to Interval
        The value, 0 or more in the unit of the scores, lower is better, and its bounds;
        a dict if ``scores`` has names of models. Bounds are NaN if a benchmark has one
        run, or no run is below the target.

    Raises
    ------
    ValueError
        If a benchmark has no run, a score is infinite, models have different numbers of
        benchmarks, ``target`` is not finite, or ``confidence_level`` is not in (0, 1).
    TypeError
        If ``target`` is not a number.

    See Also
    --------
    interquartile_mean : a mean that extreme runs do not move.

    Notes
    -----
    The interval is for new runs on the same benchmarks. The variances of runs within
    each benchmark add up, and the quantile is that of Student's t with Satterthwaite's
    degrees of freedom. In simulations with 2 to 10 runs of 10 to 26 benchmarks, 95 %
    intervals covered 94 to 97 %. With fewer than 5 benchmarks or 30 runs they covered
    89 to 96 %, and are marked approximate.

    References
    ----------
    .. [1] R. Agarwal, M. Schwarzer, P. S. Castro, A. Courville and M. G. Bellemare,
       "Deep reinforcement learning at the edge of the statistical precipice", NeurIPS
       2021.

    Examples
    --------
    >>> from fastmetrics import optimality_gap
    >>> runs = [[0.2, 0.9, 0.5], [0.4, 0.8, 0.6], [0.3, 1.1, 0.4], [0.3, 1.3, 0.5]]
    >>> print(optimality_gap(runs))
    0.4250 [0.3682, 0.4818] (95 %, t, approximate)
    """
    level = check_level(confidence_level)
    goal = number(target, "target")
    if not math.isfinite(goal):
        raise ValueError(f"target must be finite, got {shown(target)}.")
    return _each(scores, lambda runs: _optimality_gap(runs, goal, level))


@np.errstate(over="ignore", invalid="ignore")
def _optimality_gap(runs: _Runs, target: float, level: float) -> Interval:
    n = len(runs.values)
    missed = runs._replace(values=np.maximum(target - runs.values, 0.0))
    parts = missed.variances * runs.sizes / n**2
    found = _student(float(missed.values.mean()), parts, runs.sizes, 0.0, level)
    return within(found, (0.0, math.inf))


def probability_of_improvement(
    scores: Mapping[Any, ArrayLike] | ItemScores,
    a: Hashable,
    b: Hashable,
    *,
    confidence_level: float = 0.95,
) -> Interval:
    r"""Probability that a run of model a scores higher than a run of model b.

    .. math:: \frac{1}{B} \sum_{j = 1}^{B} \left( P(X_j > Y_j)
              + \tfrac12 P(X_j = Y_j) \right)

    over B benchmarks, with the proportions of all pairs of a run of each model.

    Parameters
    ----------
    scores : dict of name to array_like of shape (n_runs, n_benchmarks), or ItemScores
        Scores of each model; NaN for runs that were not made. The models may have
        different numbers of runs. The items of `ItemScores` are the benchmarks.
    a, b : object
        Names of the two models.
    confidence_level : float, default=0.95
        Nominal coverage, in (0, 1).

    Returns
    -------
    Interval
        The value in [0, 1], 0.5 for equally good models, and its bounds.

    Raises
    ------
    ValueError
        If ``scores`` lacks a model, a benchmark has no run, a score is infinite, models
        have different numbers of benchmarks, or ``confidence_level`` is not in (0, 1).
    TypeError
        If ``scores`` has no names of models.

    See Also
    --------
    interquartile_mean : the sizes of scores, not only their order.

    Notes
    -----
    The interval is for new runs on the same benchmarks. It is Wilson's interval with
    the number of trials that has the same variance. The variance of a benchmark is
    DeLong's, or Hanley and McNeil's if that is larger (at the value shrunk by half a
    run, so it is never 0). In simulations with 1 to 26 benchmarks and 3 to 10 runs of
    each model, 95 % intervals covered 93 to 99.9 %, with a single benchmark of 3 runs
    89 to 98 %. The percentile bootstrap has no width if one model wins all pairs.

    References
    ----------
    .. [1] R. Agarwal, M. Schwarzer, P. S. Castro, A. Courville and M. G. Bellemare,
       "Deep reinforcement learning at the edge of the statistical precipice", NeurIPS
       2021.
    .. [2] E. L. Korn and B. I. Graubard, "Confidence intervals for proportions with
       small expected number of positive counts estimated from survey data", Survey
       Methodology 24(2), 1998, 193-201.

    Examples
    --------
    >>> from fastmetrics import probability_of_improvement
    >>> old = [[0.2, 0.9, 0.5], [0.4, 0.8, 0.6], [0.3, 1.0, 0.4]]
    >>> new = [[0.4, 0.9, 0.5], [0.5, 0.7, 0.7], [0.6, 1.1, 0.6]]
    >>> print(probability_of_improvement({"old": old, "new": new}, "new", "old"))
    0.7407 [0.4462, 0.9102] (95 %, wilson-effective)
    """
    level = check_level(confidence_level)
    if not isinstance(scores, Mapping | ItemScores):
        raise TypeError(
            "scores must be a dict with an array for each model, or ItemScores, got "
            f"{type(scores).__name__}."
        )
    models = _read(scores)
    for name, model in (("a", a), ("b", b)):
        if not isinstance(model, Hashable) or model not in models:
            raise ValueError(
                f"{name} must be one of the models {listed(models)}, got "
                f"{shown(model)}."
            )
    pairs = zip(models[a].benchmarks(), models[b].benchmarks(), strict=True)
    areas, variances, shrunk = np.array([_area(x, y) for x, y in pairs]).T
    share, count = float(areas.mean()), len(areas)
    variance = float(np.sum(variances)) / count**2
    steadied = float(shrunk.mean())
    trials = steadied * (1 - steadied) / variance
    low, high = bounds.proportion("wilson", share * trials, trials, level)
    return Interval(share, low, high, math.sqrt(variance), level, "wilson-effective")


def _area(x: Floats, y: Floats) -> tuple[float, float, float]:
    """Return P(x > y) + P(x = y) / 2, its variance, and the value shrunk to 1/2."""
    m, n = len(x), len(y)
    ordered_x, ordered_y = np.sort(x), np.sort(y)
    above = _middle(ordered_y, x) / n
    below = 1 - _middle(ordered_x, y) / m
    area = float(above.mean())
    delong = sum(
        float(np.var(placements, ddof=1)) / len(placements)
        for placements in (above, below)
        if len(placements) > 1
    )
    fewer = min(m, n)
    shrunk = (fewer * area + 0.5) / (fewer + 1)
    of_x = shrunk / (2 - shrunk) - shrunk**2
    of_y = 2 * shrunk**2 / (1 + shrunk) - shrunk**2
    smooth = (shrunk * (1 - shrunk) + (m - 1) * of_x + (n - 1) * of_y) / (m * n)
    return area, max(delong, smooth), shrunk


def _middle(ordered: Floats, values: Floats) -> Floats:
    """Return how many of the ordered numbers are below each value, ties half."""
    left = np.searchsorted(ordered, values, "left")
    right = np.searchsorted(ordered, values, "right")
    return (left + right) / 2


def performance_profile(
    scores: ArrayLike | Mapping[Any, ArrayLike] | ItemScores,
    thresholds: ArrayLike,
    *,
    simultaneous: bool = False,
    confidence_level: float = 0.95,
    n_resamples: int = 1999,
    random_state: int | np.random.Generator | None = None,
) -> CurveBand | dict[Any, CurveBand]:
    r"""Proportion of runs with scores above each threshold, averaged over benchmarks.

    .. math:: F(\tau) = \frac{1}{B} \sum_{j = 1}^{B} \frac{1}{n_j}
              \#\{i : x_{ij} > \tau\}

    for the :math:`n_j` runs of each of B benchmarks.

    Parameters
    ----------
    scores : array_like of shape (n_runs, n_benchmarks), dict or ItemScores
        Scores of one model, on a scale common to all benchmarks; NaN for runs that were
        not made. A dict contains such an array for each model. The items of
        `ItemScores` are the benchmarks.
    thresholds : array_like of shape (n_thresholds,)
        Increasing thresholds τ. Scores equal to a threshold are not above it.
    simultaneous : bool, default=False
        Whether the band contains the whole profile at the confidence level, rather than
        its value at any one threshold.
    confidence_level : float, default=0.95
        Nominal coverage, in (0, 1).
    n_resamples : int, default=1999
        Number of draws for the simultaneous band.
    random_state : int or numpy.random.Generator, optional
        Seed of these draws; the same number gives the same band.

    Returns
    -------
    CurveBand or dict of name to CurveBand
        ``x``: the thresholds; ``y``: the proportions in [0, 1], decreasing; ``low`` and
        ``high``: the bounds. A dict if ``scores`` has names of models.

    Raises
    ------
    ValueError
        If a benchmark has no run (for a simultaneous band: one run), a score is
        infinite, models have different numbers of benchmarks, thresholds are not finite
        and increasing, or another option is out of range.
    TypeError
        If ``simultaneous`` is not a bool.

    See Also
    --------
    interquartile_mean : one number for each model.
    roc_band : bands of another curve.

    Notes
    -----
    The bounds are for new runs on the same benchmarks. Pointwise bounds are Wilson's,
    with the number of trials that has the same variance as the mean of the benchmarks'
    proportions, which half a run at each end keeps from being 0 or 1. A simultaneous
    band also reaches the quantile of the largest deviation at any threshold, drawn with
    normal weights of the runs. In simulations with 1 to 26 benchmarks and 2 to 20 runs
    each, pointwise 95 % bounds covered 94 to 99.9 % on average over thresholds, and
    simultaneous bands the whole profile in 93 to 98 %. A band with a width proportional
    to the standard error at each threshold covered it in 70 to 99 %.

    References
    ----------
    .. [1] R. Agarwal, M. Schwarzer, P. S. Castro, A. Courville and M. G. Bellemare,
       "Deep reinforcement learning at the edge of the statistical precipice", NeurIPS
       2021.

    Examples
    --------
    >>> from fastmetrics import performance_profile
    >>> runs = [[0.2, 0.9, 0.5], [0.4, 0.8, 0.6], [0.3, 1.0, 0.4], [0.3, 0.7, 0.5]]
    >>> band = performance_profile(runs, [0.25, 0.5, 0.75])
    >>> band.y.round(4)
    array([0.9167, 0.4167, 0.25  ])
    """
    check_flag(simultaneous, "simultaneous")
    level = check_level(confidence_level)
    check_resamples(n_resamples)
    seed = seed_of(random_state)
    at = numbers(as_column(thresholds, "thresholds"), "thresholds").astype(np.float64)
    raise_not_finite(at, "thresholds")
    if not (np.diff(at) > 0).all():
        raise ValueError("thresholds must be increasing, and each given once.")

    def band(runs: _Runs) -> CurveBand:
        if simultaneous and (runs.sizes < 2).any():
            raise ValueError(
                "a simultaneous band needs two runs or more of each benchmark, got "
                f"{runs.sizes.min()} of benchmark {int(runs.sizes.argmin())} (counted "
                "from 0)."
            )
        shares = np.array([_shares_above(one, at) for one in runs.benchmarks()])
        low, high = _wilson_of_means(shares, runs.sizes, level)
        value = shares.mean(axis=0)
        if simultaneous:
            rng = np.random.Generator(np.random.Philox(seed))
            width = _largest_deviation(runs, shares, at, level, n_resamples, rng)
            low = np.minimum(low, np.maximum(value - width, 0.0))
            high = np.maximum(high, np.minimum(value + width, 1.0))
        kind = "simultaneous" if simultaneous else "pointwise"
        method = "largest-deviation" if simultaneous else "wilson-effective"
        return CurveBand(at, value, low, high, kind, method, simultaneous, level)

    return _each(scores, band)


def _shares_above(values: Floats, at: Floats) -> Floats:
    """Return the proportions of values above each threshold."""
    return 1 - np.searchsorted(np.sort(values), at, "right") / len(values)


def _wilson_of_means(
    shares: Floats, sizes: NDArray[np.int64], level: float
) -> tuple[Floats, Floats]:
    """Return bounds of means of independent proportions, (benchmarks, thresholds)."""
    n = sizes[:, None]
    steadied = (n * shares + 0.5) / (n + 1)
    variance = np.sum(steadied * (1 - steadied) / n, axis=0) / len(sizes) ** 2
    mean = steadied.mean(axis=0)
    trials = mean * (1 - mean) / variance
    value = shares.mean(axis=0)
    found = [
        bounds.proportion("wilson", share * n, n, level)
        for share, n in zip(value.tolist(), trials.tolist(), strict=True)
    ]
    low, high = np.array(found).reshape(-1, 2).T
    return low, high


def _largest_deviation(
    runs: _Runs,
    shares: Floats,
    at: Floats,
    level: float,
    n_resamples: int,
    rng: np.random.Generator,
) -> float:
    """Return the quantile of the largest deviation of a profile over all thresholds.

    Each run's deviation from its benchmark has a normal weight, whose variance is that
    of runs drawn from a population.
    """
    sizes = runs.sizes
    above = runs.values[:, None] > at
    deviations: Floats = above - np.repeat(shares, sizes, axis=0)
    scale = 1 / (np.sqrt(sizes * (sizes - 1.0)) * len(sizes))
    deviations *= np.repeat(scale, sizes)[:, None]
    step = max(1, _BLOCK // max(deviations.shape))
    largest = [
        np.abs(rng.standard_normal((several, len(above))) @ deviations).max(
            axis=1, initial=0.0
        )
        for start in range(0, n_resamples, step)
        for several in [min(step, n_resamples - start)]
    ]
    return float(np.quantile(np.concatenate(largest), level))


# ---------------------------------------------------------------------------- arguments


class _Runs(NamedTuple):
    """The runs of one model, benchmark after benchmark.

    ``sizes``: number of runs of each benchmark, at least 1.
    """

    values: Floats
    sizes: NDArray[np.int64]

    def benchmarks(self) -> list[Floats]:
        """Return the runs of each benchmark."""
        return np.split(self.values, np.cumsum(self.sizes)[:-1])

    @property
    def variances(self) -> Floats:
        """Variance of the runs of each benchmark; NaN for one run."""
        starts = np.cumsum(self.sizes) - self.sizes
        means = np.add.reduceat(self.values, starts) / self.sizes
        squares = (self.values - np.repeat(means, self.sizes)) ** 2
        with np.errstate(divide="ignore", invalid="ignore"):  # of one run
            return np.add.reduceat(squares, starts) / (self.sizes - 1)


def _each(scores: Any, measure: Callable[[_Runs], Any]) -> Any:
    """Return a result of one model, or a dict of results by model."""
    models = _read(scores)
    if isinstance(scores, Mapping | ItemScores):
        return {model: measure(runs) for model, runs in models.items()}
    return measure(models[None])


def _read(scores: Any) -> dict[Any, _Runs]:
    """Return the runs by model; the name of an array is None."""
    if isinstance(scores, ItemScores):
        return {model: _of_items(scores, model) for model in scores.models}
    if not isinstance(scores, Mapping):
        return {None: _of_array(scores, "scores")}
    if not scores:
        raise ValueError("scores must have the runs of a model, got an empty dict.")
    models = {
        model: _of_array(one, f"scores[{shown(model)}]")
        for model, one in scores.items()
    }
    counts = {model: len(runs.sizes) for model, runs in models.items()}
    if len({*counts.values()}) > 1:
        raise ValueError(
            "scores must have the same benchmarks for all models, got "
            f"{listed([*counts.values()])} columns."
        )
    return models


def _of_array(scores: Any, name: str) -> _Runs:
    array = as_array(scores, name)
    if array.ndim != 2 or array.shape[1] == 0:
        raise ValueError(
            f"{name} must be of shape (n_runs, n_benchmarks), got an array of shape "
            f"{array.shape}."
        )
    by_benchmark = read_floats(array, name, True).T
    made = ~np.isnan(by_benchmark)
    values = by_benchmark[made]
    raise_not_finite(values, name)
    sizes = np.count_nonzero(made, axis=1)
    if not sizes.all():
        raise ValueError(
            f"{name} must have a run of each benchmark, got none in column "
            f"{int(sizes.argmin())} (counted from 0)."
        )
    return _Runs(values, sizes)


def _of_items(scores: ItemScores, model: Any) -> _Runs:
    one = scores.of_model(model)
    if not one.counts.all():
        raise ValueError(
            "scores must have a run of each benchmark, got none for "
            f"{scores.cell(int(one.counts.argmin()), model)}."
        )
    return _Runs(one.runs.astype(np.float64), one.counts)


def _student(
    estimate: float,
    parts: Floats,
    sizes: NDArray[np.int64],
    lost: float,
    level: float,
) -> Interval:
    """Return Student's interval of an estimate whose variance is a sum of parts.

    Its degrees of freedom are Satterthwaite's, less ``lost``.
    """
    variance = float(np.sum(parts))
    if (sizes < 2).any():
        return no_interval(estimate, level, _ONE_RUN)
    if not math.isfinite(variance):
        return no_interval(estimate, level, _TOO_LARGE)
    if variance == 0:
        return no_interval(estimate, level, _EQUAL_RUNS)
    shares = parts / variance
    freedom = max(1.0, float(1 / np.sum(shares**2 / (sizes - 1))) - lost)
    error = math.sqrt(variance)
    low, high = bounds.student(estimate, error, freedom, level)
    found = Interval(estimate, low, high, error, level, "t")
    if len(sizes) >= _FEW_BENCHMARKS and sizes.sum() >= _FEW_RUNS:
        return found
    return replace(found, approximate=True, reason=_FEW)
