"""Checks of splits: rows that are equal, and what leaks."""

from typing import Any

import numpy as np
import pandas as pd
import polars as pl

import fastmetrics as fm
from benchmarks.case import READ, Case, Peer, agree

WIDTH = 20


def _rows(n: int) -> tuple[Any]:
    """Return rows of which one in a hundred is equal to another."""
    rng = np.random.default_rng(20240229)
    X = rng.random((n, WIDTH))
    X[rng.integers(0, n, n // 100)] = X[rng.integers(0, n, n // 100)]
    return (X,)


def _frames(n: int) -> tuple[Any]:
    (X,) = _rows(n)
    return (pl.DataFrame({str(j): X[:, j] for j in range(WIDTH)}),)


def _pandas(X: Any) -> Any:
    return pd.DataFrame(X).groupby([*range(WIDTH)], sort=False).ngroup().to_numpy()


def _inverse(X: Any) -> Any:
    return np.unique(X, axis=0, return_inverse=True)[1].ravel()


def _are_repeated(codes: Any, theirs: Any) -> None:
    agree(np.bincount(codes)[codes] > 1, theirs.to_numpy())


def _are_the_same_groups(codes: Any, theirs: Any) -> None:
    _, first = np.unique(theirs, return_index=True)
    agree(codes[first][theirs], codes)


def _columns(n: int) -> tuple[Any, ...]:
    rng = np.random.default_rng(20240229)
    return (
        np.arange(n) % 5,
        rng.integers(0, 10, n),
        rng.integers(0, n // 100, n),
    )


def _checked(folds: Any, y: Any, groups: Any) -> Any:
    return fm.check_split(folds, y=y, groups=groups).largest_deviation


CASES = [
    Case(
        "duplicate_groups, 20 columns of float64",
        10**6,
        _rows,
        fm.duplicate_groups,
        covers="duplicate_groups",
        floor=READ,
        peers=(
            Peer(
                "Polars, is_duplicated",
                pl.DataFrame.is_duplicated,
                at_least=6,
                inputs=_frames,
                agree=_are_repeated,
            ),
            Peer("pandas, groupby().ngroup", _pandas),
            Peer("NumPy, unique", _inverse, agree=_are_the_same_groups),
        ),
    ),
    Case(
        "check_split, 5 folds, 10 classes, groups of 100",
        10**6,
        _columns,
        _checked,
        covers="check_split",
        floor=READ,
        measures_memory=False,
    ),
    Case(
        "check_parts, 20 columns of float64",
        10**6,
        _rows,
        lambda X: fm.check_parts(X[: len(X) // 2], X[len(X) // 2 :]).n_samples,
        covers="check_parts",
        floor=READ,
        measures_memory=False,
    ),
]
