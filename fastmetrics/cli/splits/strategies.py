"""What the strategies of ``fastmetrics split`` make of the columns of a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import fastmetrics

if TYPE_CHECKING:
    import argparse

    from numpy.typing import NDArray

__all__ = ["STRATEGIES", "Assigned", "Given", "is_of_parts", "wrong"]

# Rows that are never tested.
_TRAIN, _TEST, _VALIDATION = -1, 0, 1


class Given(NamedTuple):
    """The columns that a strategy goes by."""

    n: int
    label: Any = None
    groups: Any = None
    key: Any = None


class Assigned(NamedTuple):
    """What was made: columns by name, and the splits as `check_split` takes them.

    ``parts``: which rows are in which part, where there is one split.
    """

    columns: dict[str, NDArray[Any]]
    splits: Any
    parts: dict[str, NDArray[np.bool_]] | None = None


class Strategy(NamedTuple):
    """A strategy: what it makes, what it needs, and what else it has a use for."""

    assign: Callable[[argparse.Namespace, Given], Assigned]
    needs: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()
    shown: str = ""


def is_of_parts(options: argparse.Namespace) -> bool:
    """Whether one split is asked for, instead of folds."""
    sizes = (options.test_size, options.validation_size)
    return options.strategy == "shuffle" or (
        options.strategy == "hash" and any(size is not None for size in sizes)
    )


def wrong(options: argparse.Namespace) -> str:
    """Return what is wrong with the options of a strategy; empty: nothing."""
    name = options.strategy
    strategy = STRATEGIES[name]
    for needed in strategy.needs:
        if not getattr(options, needed):
            return f"--strategy {name} needs --{needed.replace('_', '-')}"
    useful = {*strategy.needs, *strategy.uses}
    if is_of_parts(options):
        useful -= {"k"}
    for option in ("k", "test_size", "validation_size", "label", "group", "key",
                   "shuffle", "no_duplicates"):  # fmt: skip
        if option not in useful and getattr(options, option) not in (None, [], False):
            return f"--{option.replace('_', '-')} is of no use for --strategy {name}"
    return ""


def _folds(
    options: argparse.Namespace, given: Given, splitter: Any, *data: Any
) -> Assigned:
    ids = splitter.fold_ids(given.n, *data)
    return Assigned({options.column: ids}, ids)


def _shuffling(options: argparse.Namespace) -> dict[str, Any]:
    return {
        "shuffle": options.shuffle,
        "random_state": options.seed if options.shuffle else None,
    }


def _k_fold(options: argparse.Namespace, given: Given) -> Assigned:
    if given.groups is not None:
        return _group(options, given)
    splitter = fastmetrics.KFold(options.k or 5, **_shuffling(options))
    return _folds(options, given, splitter)


def _stratified(options: argparse.Namespace, given: Given) -> Assigned:
    if given.groups is not None:
        return _stratified_group(options, given)
    splitter = fastmetrics.StratifiedKFold(options.k or 5, **_shuffling(options))
    return _folds(options, given, splitter, given.label)


def _group(options: argparse.Namespace, given: Given) -> Assigned:
    splitter = fastmetrics.GroupKFold(options.k or 5, **_shuffling(options))
    return _folds(options, given, splitter, None, given.groups)


def _stratified_group(options: argparse.Namespace, given: Given) -> Assigned:
    splitter = fastmetrics.StratifiedGroupKFold(
        options.k or 5, method="balanced", **_shuffling(options)
    )
    return _folds(options, given, splitter, given.label, given.groups)


def _shuffle(options: argparse.Namespace, given: Given) -> Assigned:
    design = {"groups": given.groups, "stratify": given.label}
    rows = np.arange(given.n)
    test_size = 0.2 if options.test_size is None else options.test_size
    if options.validation_size is None:
        _, test = fastmetrics.train_test_split(
            rows, test_size=test_size, random_state=options.seed, **design
        )
        return _parts(options, given.n, test)
    _, validation, test = fastmetrics.train_validation_test_split(
        rows,
        validation_size=options.validation_size,
        test_size=test_size,
        random_state=options.seed,
        **design,
    )
    return _parts(options, given.n, test, validation)


def _hash(options: argparse.Namespace, given: Given) -> Assigned:
    if not is_of_parts(options):
        splitter = fastmetrics.HashKFold(options.k or 5)
        return _folds(options, given, splitter, None, given.key)
    rows = np.arange(given.n)
    test_size = 0.2 if options.test_size is None else options.test_size
    _, test = fastmetrics.hash_split(rows, key=given.key, test_size=test_size)
    if options.validation_size is None:
        return _parts(options, given.n, test)
    both = test_size + options.validation_size
    _, apart = fastmetrics.hash_split(rows, key=given.key, test_size=both)
    return _parts(options, given.n, test, np.setdiff1d(apart, test))


def _parts(
    options: argparse.Namespace,
    n: int,
    test: NDArray[Any],
    validation: NDArray[Any] | None = None,
) -> Assigned:
    """Return the parts of one split, as folds of which -1 is never tested."""
    part = np.full(n, _TRAIN, np.int8)
    part[test] = _TEST
    names = {"train": _TRAIN, "test": _TEST}
    if validation is not None:
        part[validation] = _VALIDATION
        names["validation"] = _VALIDATION
    train = np.flatnonzero(part == _TRAIN)
    splits = [(train, np.sort(rows)) for rows in (test, validation) if rows is not None]
    return Assigned(
        {options.column: part},
        splits,
        {name: part == number for name, number in names.items()},
    )


def _time(options: argparse.Namespace, given: Given) -> Assigned:
    k = options.k or 5
    if given.groups is None:
        splits = [*fastmetrics.TimeSeriesSplit(k).split(given.n)]
    else:
        series = fastmetrics.GroupTimeSeriesSplit(k)
        splits = [*series.split(given.n, groups=given.groups)]
    ids = np.full(given.n, _TRAIN, np.int32)
    for fold, (_, test) in enumerate(splits):
        ids[test] = fold
    return Assigned({options.column: ids}, splits)


def _five_by_two(options: argparse.Namespace, given: Given) -> Assigned:
    splitter = fastmetrics.FiveByTwo(
        stratified=given.label is not None, random_state=options.seed
    )
    ids = splitter.fold_ids(given.n, given.label)
    return Assigned(_numbered(options.column, ids), ids)


def _bootstrap(options: argparse.Namespace, given: Given) -> Assigned:
    splitter = fastmetrics.BootstrapSplit(
        options.k or 5, stratified=given.label is not None, random_state=options.seed
    )
    data = given.n, given.label, given.groups
    columns = _numbered(options.column, splitter.counts(*data))
    return Assigned(columns, [*splitter.split(*data)])


def _numbered(name: str, columns: Iterable[NDArray[Any]]) -> dict[str, NDArray[Any]]:
    return {f"{name}_{place}": column for place, column in enumerate(columns)}


_SIZES = ("test_size", "validation_size")
STRATEGIES = {
    "kfold": Strategy(
        _k_fold, uses=("k", "shuffle", "no_duplicates"), shown="blocks of rows"
    ),
    "stratified": Strategy(
        _stratified,
        needs=("label",),
        uses=("k", "shuffle", "no_duplicates"),
        shown="the same share of each class in each fold",
    ),
    "group": Strategy(
        _group,
        needs=("group",),
        uses=("k", "shuffle", "no_duplicates"),
        shown="groups whole",
    ),
    "stratified-group": Strategy(
        _stratified_group,
        needs=("label", "group"),
        uses=("k", "shuffle", "no_duplicates"),
        shown="groups whole, classes in nearly equal shares",
    ),
    "shuffle": Strategy(
        _shuffle,
        uses=(*_SIZES, "label", "group", "no_duplicates"),
        shown="one random split, by --label and --group too",
    ),
    "hash": Strategy(
        _hash,
        needs=("key",),
        uses=("k", *_SIZES),
        shown="by --key, so that new rows move none; one split with --test-size",
    ),
    "time": Strategy(
        _time, uses=("k", "group"), shown="rows or --group in the order of the file"
    ),
    "five-by-two": Strategy(_five_by_two, uses=("label",), shown="two halves, 5 times"),
    "bootstrap": Strategy(
        _bootstrap,
        uses=("k", "label", "group", "no_duplicates"),
        shown="how often each row is drawn, --k times",
    ),
}
