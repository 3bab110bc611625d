"""Options and progress of the bootstrap, and its intervals of many differences."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common import bounds
from fastmetrics._common.interval import EQUAL_REPLICATES, Interval
from fastmetrics._common.laws import Law, ReplicateLaw, StudentLaw
from fastmetrics._common.names import shown
from fastmetrics._common.options import check_level, check_resamples, is_one_of
from fastmetrics.catalog import METHODS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.resampling.plan import Jackknife


# Replicates that read rows, and those that draw the cells of a table.
DEFAULT_RESAMPLES = 1999
DEFAULT_TABLE_RESAMPLES = 9999


def check_options(
    confidence_level: float, method: str, n_resamples: int | None
) -> float:
    """Return the level; raise ValueError for what no interval can be made with."""
    level = check_level(confidence_level)
    if not is_one_of(method, METHODS):
        raise ValueError(
            f"method must be one of {', '.join(METHODS)}; got {shown(method)}"
        )
    if n_resamples is not None:
        check_resamples(n_resamples)
    return level


_REPLICATES = "replicates"
_ADVICE = (
    "the replicates take longer than 20 s; fewer of them, n_resamples=199, are quicker"
)


@contextmanager
def reporting(
    progress: Any, what: str = _REPLICATES
) -> Iterator[Callable[[int, int], Any] | None]:
    """Turn a ``progress`` argument into what is called with (done, total), or None.

    None shows a bar on a terminal where replicates are slow. ``what``: what a bar
    counts.
    """
    if callable(progress):
        yield progress
    elif progress is None:
        if what != _REPLICATES or not sys.stderr.isatty():
            yield None
            return
        from fastmetrics._common.options import bar_if_slow

        with bar_if_slow(what, _ADVICE) as update:
            yield update
    elif not isinstance(progress, bool | np.bool_):
        raise TypeError(
            "progress must be True, False or what is called with (done, total), got "
            f"{type(progress).__name__}"
        )
    elif not progress:
        yield None
    else:
        from fastmetrics._common.options import bar

        with bar(what) as update:
            yield update


# Numbers that a block of differences holds.
_BLOCK = 1 << 20
# Where so little of the models' own variation is left in a difference, sums of squares
# have lost digits, and it is looked at by itself.
_LITTLE = 1e-6
# Powers of two beyond which squares and cubes might leave the range.
_LARGE = 2.0**160


class SharedDraws(NamedTuple):
    """The values of all models in the same replicates, and on the data.

    ``keep``: whether intervals keep the differences that they were made of.
    """

    replicates: NDArray[np.float64]
    estimates: NDArray[np.float64]
    confidence_level: float
    keep: bool = True

    @property
    def are_tame(self) -> bool:
        """Whether all values are defined, and squares of them are in range."""
        largest = np.max(np.abs(self.replicates), initial=0.0)
        return bool(
            len(self.replicates) > 1
            and np.isfinite(self.estimates).all()
            and np.isfinite(largest)  # NaN if any is
            and (largest == 0 or 1 / _LARGE < largest < _LARGE)
        )


def pair_intervals(
    draws: SharedDraws,
    pairs: Sequence[tuple[int, int]],
    method: str,
    accelerations: NDArray[np.float64] | None,
    *,
    approximate: Sequence[str],
) -> Iterator[Interval]:
    """Yield the intervals of differences, of draws that `are_tame`.

    ``accelerations``: of each pair, None: 0. ``approximate``: why the method is
    approximate for each pair, if it is.
    """
    by_model = np.ascontiguousarray(draws.replicates.T)
    largest = np.abs(by_model).max(axis=1)
    n = by_model.shape[1]
    step = max(1, _BLOCK // n)
    level, nan = draws.confidence_level, np.nan
    for start in range(0, len(pairs), step):
        some = pairs[start : start + step]
        first, second = np.array(some).T
        drawn = by_model[first] - by_model[second]
        observed = draws.estimates[first] - draws.estimates[second]
        errors = drawn.std(axis=1, ddof=1)
        ordered = np.sort(drawn, axis=1)
        scale = np.maximum(largest[first], largest[second])
        is_constant = ordered[:, -1] - ordered[:, 0] <= bounds.ROUNDING * scale
        for at, estimate in enumerate(observed.tolist()):
            place = start + at
            error, reason = float(errors[at]), approximate[place]
            acceleration = 0.0 if accelerations is None else accelerations[place]
            law: Law | None = None
            low = high = estimate
            if is_constant[at]:
                low, high, error = nan, nan, nan
                reason = EQUAL_REPLICATES
            elif method == "normal":
                law = StudentLaw(estimate, error)
                low, high = law.bounds(level)
            else:
                in_order = ReplicateLaw(
                    ordered[at], None, estimate, error, method, float(acceleration)
                )
                low, high = in_order.bounds(level)
                if np.isnan(low):
                    reason = bounds.ONE_SIDED
                else:
                    # Columns that all pairs share, not an array for each of them.
                    columns = by_model[first[at]], by_model[second[at]]
                    law = replace(in_order, first=columns[0], second=columns[1])
            yield Interval(
                estimate,
                low,
                high,
                error,
                level,
                method,
                n,
                0,
                drawn[at] if draws.keep else None,
                bool(approximate[place]),
                reason,
                law=law,
            )


def pair_accelerations(
    left_out: Jackknife, pairs: Sequence[tuple[int, int]]
) -> NDArray[np.float64]:
    """Return `bounds.acceleration` of the differences of pairs.

    Σ(dᵢ - dⱼ)² and Σ(dᵢ - dⱼ)³ are sums of products of the models' own deviations, of
    which matrix products make those of all pairs.
    """
    values, counts = left_out
    weights = np.ones(len(values)) if counts is None else counts.astype(np.float64)
    first, second = np.array(pairs).reshape(-1, 2).T
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        total = weights.sum()
        apart = (weights @ values) / total - values
        scaled = weights[:, None] * apart
        squares = scaled.T @ apart
        cubes = (scaled * apart).T @ apart
        own = np.diag(squares)
        of_pairs = own[first] + own[second] - 2 * squares[first, second]
        cubed = (
            cubes[first, first]
            - 3 * cubes[first, second]
            + 3 * cubes[second, first]
            - cubes[second, second]
        )
        found: NDArray[np.float64] = cubed / (6 * of_pairs**1.5)
        larger = np.maximum(own[first], own[second])
        in_range = (larger < _LARGE) & (larger > 1 / _LARGE)
        doubtful = ~(in_range & (of_pairs > _LITTLE * larger))
    for at in np.flatnonzero(doubtful).tolist():
        i, j = pairs[at]
        apart_of = values[:, i] - values[:, j]
        found[at] = bounds.acceleration(apart_of, 1 if counts is None else counts)
    return found
