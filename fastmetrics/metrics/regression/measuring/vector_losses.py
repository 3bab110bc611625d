"""Ensembles of vectors: distances between members and what is observed, and ranks."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fastmetrics._common.options import check_flag
from fastmetrics._inputs.columns import as_array, raise_not_finite
from fastmetrics._inputs.scores import numbers, sample_weights
from fastmetrics._inputs.targets import check_length

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

__all__ = ["Vectors", "energy_losses", "pre_ranks", "read_vectors"]

# Numbers that are looked at in one go.
_BLOCK = 1 << 20


class Vectors(NamedTuple):
    """What is observed, (n, d), the members' forecasts, (n, m, d), and weights."""

    true: Floats
    members: Floats
    weights: Floats | None

    def blocks(self, size: int) -> Iterator[slice]:
        """Yield blocks of rows; ``size`` is how many numbers are made of a row."""
        step = max(1, _BLOCK // max(size, 1))
        for start in range(0, len(self.true), step):
            yield slice(start, start + step)


def read_vectors(
    y_true: ArrayLike, y_ensemble: ArrayLike, sample_weight: ArrayLike | None = None
) -> Vectors:
    """Return checked vectors; numbers are vectors of one coordinate."""
    true, members = (
        numbers(as_array(one, name), name).astype(np.float64)
        for one, name in ((y_true, "y_true"), (y_ensemble, "y_ensemble"))
    )
    if true.ndim == 1:
        true = true[:, np.newaxis]
    if members.ndim == 2 and true.shape[1] == 1:
        members = members[:, :, np.newaxis]
    if members.ndim == 1 and true.shape[1] == 1:
        members = members[:, np.newaxis, np.newaxis]
    if true.ndim != 2 or members.ndim != 3 or members.shape[2] != true.shape[1]:
        raise ValueError(
            "y_true must have shape (n_samples, n_dimensions) and y_ensemble "
            "(n_samples, n_members, n_dimensions), or (n_samples,) and (n_samples, "
            f"n_members); got {np.shape(y_true)} and {np.shape(y_ensemble)}."
        )
    check_length(members, len(true), "y_ensemble")
    if not members.size:
        raise ValueError(f"y_ensemble has no numbers: its shape is {members.shape}.")
    for name, array in (("y_true", true), ("y_ensemble", members)):
        raise_not_finite(array.reshape(-1), name)
    weights = None
    if sample_weight is not None:
        weights = sample_weights(sample_weight, len(true))
    return Vectors(true, members, weights)


def energy_losses(
    y_true: ArrayLike,
    y_ensemble: ArrayLike,
    *,
    fair: bool = False,
    sample_weight: ArrayLike | None = None,
) -> Floats:
    """Return the energy score of each row; NaN if no fair one is defined."""
    check_flag(fair, "fair")
    read = read_vectors(y_true, y_ensemble, sample_weight)
    n, m, d = read.members.shape
    found = np.empty(n)
    pairs = m * (m - 1) if fair else m * m
    for rows in read.blocks(m * d):
        members = read.members[rows]
        from_true = _lengths(members - read.true[rows, np.newaxis]).sum(axis=1)
        apart = np.zeros(len(members))
        for j in range(m - 1):
            between = members[:, j + 1 :] - members[:, j, np.newaxis]
            apart += _lengths(between).sum(axis=1)
        with np.errstate(invalid="ignore", divide="ignore"):
            found[rows] = from_true / m - apart / pairs
    if fair and m == 1:
        found[:] = math.nan
    return found


def _lengths(vectors: Floats) -> Floats:
    """Return Euclidean lengths; no square leaves the floats."""
    largest = np.abs(vectors).max(axis=-1)
    if vectors.shape[-1] == 1:
        return largest
    unit = np.where(largest > 0, largest, 1.0)
    scaled = vectors / unit[..., np.newaxis]
    found: Floats = np.sqrt(np.sum(scaled * scaled, axis=-1)) * unit
    return found


def pre_ranks(read: Vectors, ranking: str) -> NDArray[np.int64]:
    """Return what the observation (first) and members are ranked by, (n, m + 1)."""
    n, m, d = read.members.shape
    found = np.empty((n, m + 1), np.int64)
    for rows in read.blocks((m + 1) ** 2):
        every = np.concatenate(
            [read.true[rows, np.newaxis], read.members[rows]], axis=1
        )
        shape = len(every), m + 1, m + 1
        together, added = np.ones(shape, np.bool_), np.zeros(shape[:2], np.int64)
        for at in range(d):
            one = every[..., at]
            below = one[:, np.newaxis, :] <= one[:, :, np.newaxis]
            together &= below
            added += below.sum(axis=2)
        found[rows] = together.sum(axis=2) if ranking == "multivariate" else added
    return found
