"""Two or three parts of lists, split row by row at the same places."""

from collections.abc import Sequence
from math import ceil
from random import randrange
from typing import Any

from fastmetrics.reference.selection.splitters.random_splits import (
    GroupShuffleSplit,
    ShuffleSplit,
    StratifiedShuffleSplit,
)
from fastmetrics.reference.selection.splitters.splitter import part_sizes
from fastmetrics.reference.selection.splitters.stratified_groups import (
    StratifiedGroupShuffleSplit,
)


def train_test_split(
    *arrays: Sequence,
    test_size: float | None = None,
    train_size: float | None = None,
    random_state: int | None = None,
    shuffle: bool = True,
    stratify: Sequence | None = None,
    groups: Sequence | None = None,
) -> list[list]:
    """Return the rows to train on and those to test on of each list."""
    n = len(arrays[0])
    n_units = n if groups is None or stratify is not None else len({*groups})
    n_train, n_test = part_sizes(n_units, test_size, train_size, 0.25)
    options: dict[str, Any] = {
        "train_size": n_train,
        "test_size": n_test,
        "random_state": random_state,
    }
    train: Sequence[int]
    test: Sequence[int]
    if not shuffle:
        train, test = range(n_train), range(n_train, n_train + n_test)
    elif groups is not None and stratify is not None:
        splits = StratifiedGroupShuffleSplit(**options)
        train, test = next(splits.split(None, stratify, groups))
    elif groups is not None:
        train, test = next(GroupShuffleSplit(**options).split(None, groups=groups))
    elif stratify is not None:
        train, test = next(StratifiedShuffleSplit(**options).split(None, stratify))
    else:
        train, test = next(ShuffleSplit(**options).split(range(n)))
    return [[array[row] for row in rows] for array in arrays for rows in (train, test)]


def train_validation_test_split(
    *arrays: Sequence,
    validation_size: float = 0.2,
    test_size: float = 0.2,
    random_state: int | None = None,
    shuffle: bool = True,
    stratify: Sequence | None = None,
    groups: Sequence | None = None,
) -> list[list]:
    """Return the rows to train on, to validate with and to test on of each list."""
    n = len(arrays[0]) if groups is None or stratify is not None else len({*groups})
    n_validation, n_test = (
        ceil(size * n) if isinstance(size, float) else size
        for size in (validation_size, test_size)
    )
    if random_state is None:
        random_state = randrange(2**32)
    named = {"stratify": stratify, "groups": groups}
    design = {name: column for name, column in named.items() if column is not None}

    def parts(size: int, columns: list) -> list[list]:
        return train_test_split(
            *columns,
            test_size=size,
            random_state=random_state,
            shuffle=shuffle,
            **dict(zip(design, columns[len(arrays) :], strict=True)),
        )

    columns = [*arrays, *design.values()]
    outer = parts(n_test, columns)
    inner = parts(n_validation, outer[::2])
    found: list[list] = []
    for i in range(len(arrays)):
        found += [inner[2 * i], inner[2 * i + 1], outer[2 * i + 1]]
    return found
