"""ValueSums: what values of rows add up to, of one set of rows or of many at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


class ValueSums(NamedTuple):
    """What the values of some rows add up to; of k sets of rows arrays of k.

    Attributes
    ----------
    counts : tuple of three int, or of ndarray of int64
        Rows, those without a value, those that have one and weigh something.
    is_share : bool or ndarray of bool
        Whether all values are 0 or 1.
    origin : float or ndarray of float64
    sums : ndarray of shape (9, ...)
        Of w, wx, w², w²x, w²x², w³, w³x, w³x² and w³x³ over rows of value l and weight
        w; x = l - origin.
    """

    counts: tuple[Any, Any, Any]
    is_share: Any
    origin: Any
    sums: NDArray[np.float64]

    @property
    def weight(self) -> Any:
        """What the rows that have a value weigh together."""
        return self.sums[0]

    def mean(self, skips_undefined: bool) -> Any:
        """Return the mean value, NaN of no rows, or where one without may not be."""
        known = self.weight > 0
        if not skips_undefined:
            known &= self.counts[1] == 0
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(known, self.origin + self.sums[1] / self.sums[0], np.nan)

    def cannot_be(self) -> str:
        """Return what is wrong with sums that no rows can have given; or nothing."""
        n, n_undefined, n_counted = self.counts
        if np.any(n_undefined + n_counted > n) or np.any(n >= 2**63):
            return "the numbers of rows cannot be"
        right = np.isfinite(self.origin)
        for weights in self.sums[[0, 2, 5]]:
            right &= (weights >= 0) & ((weights > 0) == (n_counted > 0))
        return "" if np.all(right) else "the sums cannot be"


def add_up(
    values: NDArray[np.float64],
    weights: NDArray[np.float64] | None,
    codes: NDArray[np.int64] | None = None,
    k: int = 1,
) -> ValueSums:
    """Add up values of rows, NaN being that of a row without one.

    ``codes``: in which of k sets each row is; None: all are one.
    """
    undefined = np.isnan(values)
    kept = np.logical_not(undefined)
    if weights is not None:
        kept &= weights > 0
        undefined &= weights > 0

    def count(flags: NDArray[np.bool_]) -> Any:
        if codes is None:
            return int(np.count_nonzero(flags))
        return np.bincount(codes[flags], minlength=k)

    counts = count(np.ones(len(values), bool)), count(undefined), count(kept)
    is_share = count(kept & (values != 0) & (values != 1)) == 0
    if not kept.all():
        values = values[kept]
        weights = None if weights is None else weights[kept]
        codes = None if codes is None else codes[kept]

    def total(terms: NDArray[np.float64]) -> Any:
        return np.sum(terms) if codes is None else np.bincount(codes, terms, k)

    with np.errstate(all="ignore"):  # of infinite losses, and of no rows
        of_weights = counts[2] if weights is None else total(weights)
        mean = total(values if weights is None else weights * values) / np.asarray(
            of_weights, np.float64
        )
        origin = np.where(np.isfinite(mean), mean, 0.0)
        x = values - (origin if codes is None else origin[codes])
        powers = []
        if weights is None:  # all powers of weights are 1
            of_x = [counts[2], total(x), total(x * x), total(x * x * x)]
            powers = [*of_x[:2], *of_x[:3], *of_x]
        else:
            for power in (1, 2, 3):
                term = weights**power
                for _ in range(2 if power == 1 else power + 1):
                    powers.append(total(term))
                    term = term * x
    if codes is None:
        return ValueSums(counts, is_share, float(origin), np.array(powers))
    return ValueSums(counts, is_share, origin, np.array(powers))


def merged(one: ValueSums, other: ValueSums) -> ValueSums:
    """Return the sums of the rows of both, about an origin near their mean."""
    ours, theirs = one.weight, other.weight
    with np.errstate(all="ignore"):
        share = theirs / (ours + theirs)
        between = one.origin + share * (other.origin - one.origin)
        is_moved = (theirs > 0) & (one.origin != other.origin) & np.isfinite(between)
        origin = np.where(is_moved, between, one.origin)
        origin = origin[()]
        sides = [moved(side.sums, origin - side.origin) for side in (one, other)]
        counts = (a + b for a, b in zip(one.counts, other.counts, strict=True))
        return ValueSums(
            tuple(counts),
            one.is_share & other.is_share,
            origin,
            sides[0] + sides[1],
        )


def moved(sums: NDArray[np.float64], by: Any) -> NDArray[np.float64]:
    """Return the sums about an origin that is so much higher."""
    is_one = sums.ndim == 1
    if is_one and by == 0:
        return sums
    s0, s1, q0, q1, q2, c0, c1, c2, c3 = sums.tolist() if is_one else sums
    with np.errstate(all="ignore"):  # what is infinite stays where nothing moves
        shifted = np.array(
            [
                *(s0, s1 - by * s0),
                *(q0, q1 - by * q0, q2 - by * (2 * q1 - by * q0)),
                *(c0, c1 - by * c0, c2 - by * (2 * c1 - by * c0)),
                c3 - by * (3 * c2 - by * (3 * c1 - by * c0)),
            ]
        )
    return shifted if is_one else np.where(by == 0, sums, shifted)
