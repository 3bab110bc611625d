"""Splitters, against scikit-learn's; all splits are made, one at a time."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from sklearn import model_selection

import fastmetrics as fm
from benchmarks.case import Case, Floor, Peer

# One pair of index arrays and a byte per row, with a fifth to spare.
MEMORY = 1.2 + 1 / 8

TEN_MILLION = 10**7
SHUFFLED = {"shuffle": True, "random_state": 0}


def agree(ours: Any, peers: Any) -> None:
    """Raise AssertionError unless the two results are equal."""
    np.testing.assert_array_equal(ours, peers)


def rows(n: int) -> tuple[Any, Any, Any]:
    return np.zeros(n), None, None


def classes(n: int) -> tuple[Any, Any, Any]:
    """Return rows with labels of ten classes."""
    y = np.random.default_rng(0).integers(0, 10, n)
    return y, y, None


def _texts(n: int) -> tuple[Any, Any, Any]:
    y = classes(n)[1].astype(str).astype(object)
    return y, y, None


def groups(n: int, *, k: int) -> tuple[Any, Any, Any]:
    """Return rows in k groups."""
    found = np.random.default_rng(0).integers(0, k, n)
    return found, None, found


def consume(of: Any, name: str, more: dict[str, Any], *data: Any) -> Any:
    """Make all splits, and return something of each."""
    found = []
    for pair in getattr(of, name)(**more).split(*data):
        train, test = pair
        found.append(
            (len(train), len(test), train[len(train) // 2], test[len(test) // 2])
        )
        del pair, train, test  # or two splits are alive
    return found


def _column(name: str, *data: Any) -> Any:
    return getattr(fm, name)(**SHUFFLED).fold_ids(*data)


def _agree_in_sizes(ours: Any, peers: Any) -> None:
    """Raise AssertionError unless a column has folds of the sizes of the splits."""
    assert np.bincount(ours).tolist() == [n_test for _, n_test, _, _ in peers]


def _read(*data: Any) -> Any:
    return [column.max() for column in data if column is not None]


READ = Floor("reading the inputs", _read)


def case(
    name: str,
    what: str,
    n: int,
    inputs: Callable[[int], tuple[Any, ...]],
    at_least: float | None = None,
    **more: Any,
) -> Case:
    """Return the case of a splitter of that name."""
    return Case(
        f"{name}, {what}",
        n,
        inputs,
        partial(consume, fm, name, more),
        covers=name,
        peers=(
            Peer(
                "scikit-learn",
                partial(consume, model_selection, name, more),
                at_least,
                agree=agree,
            ),
        ),
        floor=READ,
        memory_at_most=MEMORY if n == TEN_MILLION else None,
    )


def _column_case(
    name: str, n: int, inputs: Callable[[int], tuple[Any, ...]], at_least: float
) -> Case:
    theirs = partial(consume, model_selection, name, SHUFFLED)
    return Case(
        f"{name}, shuffled, fold_ids",
        n,
        inputs,
        partial(_column, name),
        covers=name,
        peers=(Peer("scikit-learn", theirs, at_least, agree=_agree_in_sizes),),
        floor=READ,
    )


def _check(*data: Any) -> Any:
    return fm.check_cv(5, data[1], classifier=True).n_splits


def _check_of_theirs(*data: Any) -> Any:
    return model_selection.check_cv(5, data[1], classifier=True).n_splits


CASES = [
    case("KFold", "in order", TEN_MILLION, rows, 1.5),
    case("KFold", "shuffled", TEN_MILLION, rows, 5, **SHUFFLED),
    _column_case("KFold", TEN_MILLION, rows, 15),
    case("StratifiedKFold", "10 classes", TEN_MILLION, classes, 9),
    case(
        "StratifiedKFold", "10 classes, shuffled", TEN_MILLION, classes, 12, **SHUFFLED
    ),
    _column_case("StratifiedKFold", TEN_MILLION, classes, 30),
    case("StratifiedKFold", "10 texts as objects", 10**6, _texts, 8),
    case("GroupKFold", "10⁵ groups", TEN_MILLION, partial(groups, k=10**5), 10),
    case("RepeatedKFold", "twice", 10**6, rows, n_repeats=2, random_state=0),
    case(
        "RepeatedStratifiedKFold", "twice", 10**6, classes, n_repeats=2, random_state=0
    ),
    case("LeaveOneOut", "1000 rows", 1000, rows),
    case("LeavePOut", "100 rows, p = 2", 100, rows, p=2),
    case("LeaveOneGroupOut", "10³ groups", 10**6, partial(groups, k=10**3), 2),
    case(
        "LeavePGroupsOut",
        "20 groups, 2 of them",
        10**5,
        partial(groups, k=20),
        n_groups=2,
    ),
    case("TimeSeriesSplit", "10⁶ rows", 10**6, rows),
    Case(
        "PredefinedSplit, 5 folds",
        10**6,
        partial(groups, k=5),
        lambda found, _, __: consume(fm, "PredefinedSplit", {"test_fold": found}),
        covers="PredefinedSplit",
        peers=(
            Peer(
                "scikit-learn",
                lambda found, _, __: consume(
                    model_selection, "PredefinedSplit", {"test_fold": found}
                ),
                agree=agree,
            ),
        ),
        floor=READ,
    ),
    Case(
        "check_cv, 10 classes",
        10**6,
        classes,
        _check,
        covers="check_cv",
        peers=(Peer("scikit-learn", _check_of_theirs, agree=agree),),
        floor=READ,
        measures_memory=False,
    ),
]
