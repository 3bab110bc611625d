"""Splitters that give each part its share of something: of classes, labels, numbers."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

import fastmetrics as fm
from benchmarks import peers
from benchmarks.case import Case, Peer
from benchmarks.cases.selection.splits import READ, TEN_MILLION, case, consume


def groups_of_classes(n: int, *, k: int) -> tuple[Any, Any, Any]:
    """Return rows of ten classes in k groups."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 10, n)
    return y, y, rng.integers(0, k, n)


def _labels(n: int) -> tuple[Any, Any, Any]:
    y = (np.random.default_rng(0).random((n, 10)) < 0.2).astype(np.int64)
    return y, y, None


def _numbers(n: int) -> tuple[Any, Any, Any]:
    y = np.random.default_rng(0).normal(size=n)
    return y, y, None


def _same_sizes(ours: Any, theirs: Any) -> None:
    """Raise AssertionError unless parts have about the sizes of the other's."""
    for own, other in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(own[:2], other[:2], rtol=0.01)


def _iterstrat(name: str, at_least: float) -> tuple[Peer, ...]:
    """Return iterative-stratification, which draws its ties, if it is installed."""
    if peers.iterstrat is None:
        return ()
    run = partial(consume, peers.iterstrat, name, {"n_splits": 5})
    return (Peer("iterative-stratification", run, at_least, agree=_same_sizes),)


def _own(
    name: str,
    n: int,
    inputs: Callable[[int], tuple[Any, ...]],
    others: tuple[Peer, ...] = (),
    **more: Any,
) -> Case:
    """Return the case of a splitter that scikit-learn has not."""
    options = ", ".join(f"{key}={value}" for key, value in more.items())
    return Case(
        f"{name}({options})",
        n,
        inputs,
        partial(consume, fm, name, more),
        covers=name,
        peers=others,
        floor=READ,
    )


CASES = [
    case(
        "StratifiedGroupKFold",
        "10³ groups",
        TEN_MILLION,
        partial(groups_of_classes, k=10**3),
        60,
    ),
    case(
        "StratifiedGroupKFold",
        "10⁴ groups",
        10**6,
        partial(groups_of_classes, k=10**4),
        40,
    ),
    _own(
        "StratifiedGroupKFold",
        TEN_MILLION,
        partial(groups_of_classes, k=10**3),
        method="balanced",
    ),
    _own(
        "StratifiedGroupShuffleSplit",
        10**6,
        partial(groups_of_classes, k=10**3),
        n_splits=2,
        random_state=0,
    ),
    _own(
        "RepeatedGroupKFold",
        10**6,
        partial(groups_of_classes, k=10**4),
        n_repeats=2,
        random_state=0,
    ),
    _own(
        "RepeatedStratifiedGroupKFold",
        10**6,
        partial(groups_of_classes, k=10**4),
        n_repeats=2,
        random_state=0,
    ),
    _own(
        "MultilabelStratifiedKFold",
        10**5,
        _labels,
        _iterstrat("MultilabelStratifiedKFold", 20),
    ),
    _own(
        "MultilabelStratifiedShuffleSplit",
        10**5,
        _labels,
        n_splits=2,
        test_size=0.2,
    ),
    _own("BinnedStratifiedKFold", 10**6, _numbers),
]
