"""How many rows or groups each part of a random split gets."""

from __future__ import annotations

from math import ceil, floor
from typing import Any

import numpy as np

from fastmetrics._common.names import shown

__all__ = ["part_sizes", "size_of_part"]


def part_sizes(
    n: int,
    test_size: float | None,
    train_size: float | None,
    default: float,
    unit: str = "samples",
) -> tuple[int, int]:
    """Return how many of n rows, or of other units, are for training, and for the test.

    Shares of the test are rounded up and those for training down; of a size that is
    None, what the other one leaves; ``default`` is the test's share if both are None.

    Raises
    ------
    ValueError
        If a size is neither a share between 0 and 1 nor a number of rows, both are too
        much, or nothing is left to train on.
    """
    if test_size is None and train_size is None:
        test_size = default
    n_test = size_of_part(test_size, n, "test_size", unit)
    n_train = size_of_part(train_size, n, "train_size", unit)
    if test_size is not None and train_size is not None:
        if {_kind(test_size), _kind(train_size)} == {"f"} and (
            train_size + test_size > 1
        ):
            raise ValueError(
                f"The sum of test_size and train_size = {train_size + test_size}, "
                "should be in the (0, 1) range. Reduce test_size and/or train_size."
            )
    if n_train is None:
        assert n_test is not None
        n_train = n - n_test
    elif n_test is None:
        n_test = n - n_train
    if n_train + n_test > n:
        raise ValueError(
            f"The sum of train_size and test_size = {n_train + n_test}, should be "
            f"smaller than the number of {unit} {n}. Reduce test_size and/or "
            "train_size."
        )
    if n_train == 0:
        raise ValueError(
            f"With n_{unit}={n}, test_size={test_size} and train_size={train_size}, "
            "the resulting train set will be empty. Adjust any of the aforementioned "
            "parameters."
        )
    return n_train, n_test


def size_of_part(size: Any, n: int, name: str, unit: str = "samples") -> int | None:
    """Return a size as a number of rows: a share of a test is rounded up.

    Raises
    ------
    ValueError
        If it is neither a share between 0 and 1 nor a number from 1 to n - 1.
    """
    if size is None:
        return None
    kind = _kind(size)
    if np.ndim(size) or kind not in "iuf":
        raise ValueError(
            f"Invalid value for {name}: {shown(size)}; it must be a share of the "
            f"{unit} (float) or their number (int)."
        )
    if not (0 < size < 1 if kind == "f" else 0 < size < n):
        raise ValueError(
            f"{name}={size} should be either positive and smaller than the number of "
            f"{unit} {n} or a float in the (0, 1) range"
        )
    if kind != "f":
        return int(size)
    return floor(size * n) if name == "train_size" else ceil(size * n)


def _kind(size: Any) -> str:
    return np.asarray(size).dtype.kind
