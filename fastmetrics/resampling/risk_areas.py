"""Areas under risk-coverage curves without each row, in closed form.

Rows at the same score count alike, so there is a value for the positives, which are the
correct answers, and for the negatives, which are the errors, at each step of the sweep.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

_Values = tuple[NDArray[np.float64], NDArray[np.float64]]


def leave_one_out_aurc(tps: NDArray[Any], fps: NDArray[Any]) -> _Values:
    """AURC without one row: (values, rows each stands for), from cumulative counts.

    A row at step h changes the terms of h and of all later steps: sums from either end
    give all of them in O(n).
    """
    dp, dn = np.diff(tps, prepend=0.0), np.diff(fps, prepend=0.0)
    before, errors, rows = tps + fps - dp - dn, fps - dn, dp + dn
    terms = _risks(before, rows, errors, dn)
    earlier = np.cumsum(terms) - terms
    values = []
    for is_error in (0.0, 1.0):
        later = _risks(before - 1, rows, errors - is_error, dn)
        own = _risks(before, rows - 1, errors, dn - is_error)
        values.append(earlier + own + np.cumsum(later[::-1])[::-1] - later)
    rest = np.concatenate(values) / (tps[-1] + fps[-1] - 1)
    return rest, np.concatenate([dp, dn])


def leave_one_out_excess_aurc(tps: NDArray[Any], fps: NDArray[Any]) -> _Values:
    """Excess AURC without one row, as `leave_one_out_aurc`."""
    values, counts = leave_one_out_aurc(tps, fps)
    right, wrong = tps[-1], fps[-1]
    best = _lowest(right - 1, wrong), _lowest(right, wrong - 1)
    return values - np.repeat(best, len(tps)), counts


def leave_one_out_augrc(tps: NDArray[Any], fps: NDArray[Any]) -> _Values:
    """AUGRC without one row, as `leave_one_out_aurc`.

    In pairs of a correct answer and an error, it is the pairs in the wrong order and
    half of the pairs of errors, over all pairs of rows.
    """
    dp, dn = np.diff(tps, prepend=0.0), np.diff(fps, prepend=0.0)
    right, wrong = tps[-1], fps[-1]
    above, below = fps - dn / 2, right - tps + dp / 2
    pairs = np.dot(dp, above)
    values = [pairs - above + wrong**2 / 2, pairs - below + (wrong - 1) ** 2 / 2]
    rest = np.concatenate(values) / (right + wrong - 1) ** 2
    return rest, np.concatenate([dp, dn])


def _risks(before: Any, rows: Any, errors: Any, own: Any) -> NDArray[np.float64]:
    """Return the sum of the risks at the ranks of each step, ties in any order.

    ``before`` rows with ``errors`` come first, then ``rows`` with ``own`` errors.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        first = errors - own * (before / rows)
        sums = np.where(before > 0, first * _harmonic(before, before + rows), 0.0)
    return np.asarray(np.where(rows > 0, sums + own, 0.0))


def _lowest(right: float, wrong: float) -> float:
    """Return the AURC if all correct answers come first."""
    n = right + wrong
    return float((wrong - right * _harmonic(right, n)) / n) if n > 0 else 0.0


def _harmonic(low: Any, high: Any) -> Any:
    """Return 1 / (low + 1) + ... + 1 / high."""
    from scipy.special import digamma

    return np.where(high - low == 1, 1 / high, digamma(high + 1) - digamma(low + 1))
