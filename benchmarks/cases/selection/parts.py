"""Random splits, parts of data and splits by keys, against scikit-learn's."""

from functools import partial
from typing import Any

import numpy as np
from sklearn import model_selection

import fastmetrics as fm
from benchmarks.case import Case, Peer
from benchmarks.cases.selection.splits import (
    READ,
    TEN_MILLION,
    case,
    classes,
    consume,
    groups,
    rows,
)

DRAWN = {"n_splits": 2, "random_state": 0}


def _parts(of: Any, stratified: bool, *data: Any) -> Any:
    y = data[1]
    more = {"stratify": y} if stratified else {}
    return of.train_test_split(y, random_state=0, **more)


def _agree_in_parts(ours: Any, peers: Any) -> None:
    """Raise AssertionError unless all parts are equal."""
    for one, other in zip(ours, peers, strict=True):
        np.testing.assert_array_equal(one, other)


def _parts_case(what: str, stratified: bool, at_least: float) -> Case:
    return Case(
        f"train_test_split, {what}",
        TEN_MILLION,
        classes,
        partial(_parts, fm, stratified),
        covers="train_test_split",
        peers=(
            Peer(
                "scikit-learn",
                partial(_parts, model_selection, stratified),
                at_least,
                agree=_agree_in_parts,
            ),
        ),
        floor=READ,
    )


def _own_case(name: str, what: str, n: int, call: Any, inputs: Any = rows) -> Case:
    """Return the case of a splitter that has no peer."""
    return Case(f"{name}, {what}", n, inputs, call, covers=name, floor=READ)


def _three_parts(*data: Any) -> Any:
    return fm.train_validation_test_split(data[1], stratify=data[1], random_state=0)


def _by_key(*data: Any) -> Any:
    return fm.hash_split(data[2], key=data[2])


def _of_time(*data: Any) -> Any:
    more = {"label_end": np.arange(len(data[0])) + 10, "embargo": 0.01}
    return consume(fm, "PurgedKFold", more, *data)


def _in_order(n: int) -> tuple[Any, Any, Any]:
    found = np.arange(n) // 50
    return found, None, found


CASES = [
    _parts_case("plain", False, 2),
    _parts_case("stratified, 10 classes", True, 6),
    case("ShuffleSplit", "2 splits", TEN_MILLION, rows, **DRAWN),
    case("StratifiedShuffleSplit", "2 splits, 10 classes", 10**6, classes, **DRAWN),
    case(
        "GroupShuffleSplit",
        "2 splits, 10⁵ groups",
        10**6,
        partial(groups, k=10**5),
        **DRAWN,
    ),
    _own_case(
        "train_validation_test_split", "10 classes", 10**6, _three_parts, classes
    ),
    _own_case(
        "BootstrapSplit",
        "3 resamples",
        10**6,
        partial(consume, fm, "BootstrapSplit", {"n_splits": 3, "random_state": 0}),
    ),
    _own_case(
        "FiveByTwo",
        "10 classes",
        10**6,
        partial(consume, fm, "FiveByTwo", {"random_state": 0}),
        classes,
    ),
    _own_case(
        "HashKFold",
        "whole numbers as keys",
        10**6,
        partial(consume, fm, "HashKFold", {}),
        partial(groups, k=10**6),
    ),
    _own_case("hash_split", "whole numbers", 10**6, _by_key, partial(groups, k=10**6)),
    _own_case("PurgedKFold", "labels of 10 rows", 10**6, _of_time),
    _own_case(
        "GroupTimeSeriesSplit",
        "10⁴ groups",
        10**6,
        partial(consume, fm, "GroupTimeSeriesSplit", {}),
        _in_order,
    ),
]
