"""Kinds of rows: how many there are with so many labels, predicted so well.

What is averaged over rows depends on these numbers alone, so that it can be read off
them after the rows are gone.
"""

from __future__ import annotations

from math import fsum
from typing import Any, NamedTuple

import numpy as np

__all__ = ["Kinds", "add_kinds", "add_up", "key_of"]


class Kinds(NamedTuple):
    """How many rows there are of each kind, that is with so many labels of each sort.

    Attributes
    ----------
    true, predicted, hits : ndarray of int64, of shape (m,)
        Labels that a row of this kind has, was predicted to have, and both.
    wrong : ndarray of int64, of shape (m,)
        Labels in which truth and prediction differ, by their values.
    n : ndarray of int64, of shape (m,)
        Rows of the data, at least 1.
    sums, squares : ndarray of shape (m,), or None without weights
        Sums of the weights of these rows, int64 or float64, and of their squares,
        float64. Rows of weight 0 are of other kinds than those that have a weight.
    """

    true: Any
    predicted: Any
    hits: Any
    wrong: Any
    n: Any
    sums: Any = None
    squares: Any = None


def key_of(kinds: Kinds) -> tuple[Any, ...]:
    """Return the columns that tell kinds apart, the first one first."""
    weighed = kinds.n > 0 if kinds.sums is None else kinds.sums > 0
    return *kinds[:4], weighed


def add_kinds(first: Kinds, second: Kinds) -> Kinds:
    """Return the kinds of the rows of both; with weights if one of them has some."""
    sides = [first, second]
    if any(side.sums is not None for side in sides):
        sides = [_weighted(side) for side in sides]
    joined: list[Any] = [
        None if ours is None else np.concatenate([ours, theirs])
        for ours, theirs in zip(*sides, strict=True)
    ]
    return _in_order(Kinds(*joined))


def _in_order(kinds: Kinds) -> Kinds:
    """Return kinds in order, equal ones added up."""
    key = key_of(kinds)
    order = np.lexsort(key[::-1])
    key = tuple(column[order] for column in key)
    new = np.ones(len(order), bool)
    new[1:] = np.any([column[1:] != column[:-1] for column in key], axis=0)
    starts = np.flatnonzero(new)
    added = [
        None if part is None else np.add.reduceat(part[order], starts)
        for part in (kinds.n, kinds.sums, kinds.squares)
    ]
    return Kinds(*(column[starts] for column in key[:4]), *added)


def _weighted(kinds: Kinds) -> Kinds:
    """Return kinds with weights; each row weighs 1 if they have none."""
    if kinds.sums is not None:
        return kinds
    return kinds._replace(sums=kinds.n, squares=kinds.n.astype(np.float64))


def add_up(items: list[Any]) -> Any:
    """Add up to a Python number: integers exactly, others rounded once."""
    return sum(items) if all(type(item) is int for item in items) else fsum(items)
