"""How many rows each part of a split gets."""

from math import ceil, floor


def part_sizes(
    n: int, test_size: float | None, train_size: float | None, default: float
) -> tuple[int, int]:
    """Return how many of n rows are for training, and how many for the test.

    Shares of the test are rounded up and those for training down; without one of the
    two it gets what the other leaves.
    """
    if test_size is None and train_size is None:
        test_size = default
    n_test = ceil(test_size * n) if isinstance(test_size, float) else test_size
    n_train = floor(train_size * n) if isinstance(train_size, float) else train_size
    if n_train is None and n_test is not None:
        n_train = n - n_test
    if n_test is None and n_train is not None:
        n_test = n - n_train
    assert n_train is not None
    assert n_test is not None
    return n_train, n_test
