"""Checks of a split: rows in both parts, groups, time and classes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

Rows = Sequence[int]


def check_split(
    splits, X=None, y=None, *, groups=None, time=None, decimals=None, max_examples=5
):
    """Return what was counted, by the names that a report has for it."""
    given = next((x for x in (X, y, groups, time) if x is not None), None)
    pairs, n = _pairs(splits, None if given is None else len(given))
    train_parts = [set(train) for train, _ in pairs]
    test_parts = [set(test) for _, test in pairs]
    tested = Counter(row for test in test_parts for row in test)
    found: dict[str, Any] = {
        "n_samples": n,
        "n_splits": len(pairs),
        "n_train": [len(train) for train in train_parts],
        "n_test": [len(test) for test in test_parts],
        "rows_on_both_sides": [
            len(train & test)
            for train, test in zip(train_parts, test_parts, strict=True)
        ],
        "never_tested": sum(tested[row] == 0 for row in range(n)),
        "tested_more_than_once": sum(tested[row] > 1 for row in range(n)),
    }
    parts = [*zip(train_parts, test_parts, strict=True)]
    found |= _of_classes(parts, y, n)
    found |= _of_groups(parts, groups)
    found |= _of_duplicates(parts, X, y, decimals)
    older = None
    if time is not None:
        older = [
            sum(any(time[row] < time[one] for one in train) for row in test)
            for train, test in parts
        ]
    found["older_than_training"] = older
    found["examples"] = _examples(parts, X, groups, time, decimals, max_examples)
    return found


def check_parts(
    train,
    test,
    *,
    y_train=None,
    y_test=None,
    groups_train=None,
    groups_test=None,
    decimals=None,
):
    """Return the same of two tables, rows of the second being numbered on."""
    n_train, n = len(train), len(train) + len(test)
    return check_split(
        [([*range(n_train)], [*range(n_train, n)])],
        [*train, *test],
        None if y_train is None or y_test is None else [*y_train, *y_test],
        groups=(
            None
            if groups_train is None or groups_test is None
            else [*groups_train, *groups_test]
        ),
        decimals=decimals,
    )


def _pairs(splits: Any, n: int | None) -> tuple[list[tuple[Rows, Rows]], int]:
    """Return pairs of a list of them, or of a column of folds, and how many rows."""
    splits = [*splits]
    if all(isinstance(fold, int) for fold in splits):
        pairs: list[tuple[Rows, Rows]] = []
        for fold in sorted({*splits} - {-1}):
            test = [row for row, one in enumerate(splits) if one == fold]
            train = [row for row, one in enumerate(splits) if one != fold]
            pairs.append((train, test))
        return pairs, len(splits)
    if n is None:
        n = 1 + max(row for pair in splits for part in pair for row in part)
    return splits, n


def _of_classes(parts, y, n):
    if y is None or any(isinstance(x, float) and not x.is_integer() for x in y):
        return dict.fromkeys(
            (
                *("classes", "class_totals", "class_counts", "class_deviations"),
                *("largest_deviation", "smallest_deviation", "missing_from_training"),
                "missing_from_test",
            )
        )
    classes = sorted({*y})
    total = Counter(y)
    counts = [
        [sum(y[row] == one for row in test) for one in classes] for _, test in parts
    ]
    shares = [[len(test) * total[one] / n for one in classes] for _, test in parts]
    deviations = [
        [abs(count - share) for count, share in zip(*both, strict=True)]
        for both in zip(counts, shares, strict=True)
    ]
    return {
        "classes": classes,
        "class_totals": [total[one] for one in classes],
        "class_counts": counts,
        "class_deviations": deviations,
        "largest_deviation": max(max(row) for row in deviations),
        "smallest_deviation": max(
            _nearest([len(test) * total[one] for one in classes], n)
            for _, test in parts
        ),
        "missing_from_training": [
            [one for one in classes if all(y[row] != one for row in train)]
            for train, _ in parts
        ],
        "missing_from_test": [
            [one for one in classes if all(y[row] != one for row in test)]
            for _, test in parts
        ],
    }


def _nearest(shares: list[int], n: int) -> float:
    """Return how near to shares (in rows, times n) whole numbers of their sum come.

    All choices of the classes that get the row more are tried.
    """
    more = sum(share % n for share in shares) // n
    every = range(len(shares))
    return min(
        max((n - shares[i] % n if i in chosen else shares[i] % n) / n for i in every)
        for chosen in combinations(every, more)
    )


def _of_groups(parts, groups):
    if groups is None:
        return {"n_groups": None, "groups_on_both_sides": None}
    return {
        "n_groups": len({*groups}),
        "groups_on_both_sides": [
            len({groups[row] for row in train} & {groups[row] for row in test})
            for train, test in parts
        ],
    }


def _of_duplicates(parts, X, y, decimals):
    names = (
        *("duplicates_on_both_sides", "duplicates_with_same_label"),
        *("duplicates_with_other_label", "duplicates_in_training"),
        "duplicates_in_test",
    )
    if X is None:
        return dict.fromkeys(names)
    found: dict[str, Any] = {name: [] for name in names}
    for train, test in parts:
        both = same = other = 0
        for row in test:
            twins = [
                one
                for one in train
                if one != row and same_rows(X[row], X[one], decimals)
            ]
            both += bool(twins)
            if y is not None:
                same += any(same_rows(y[row], y[one]) for one in twins)
                other += any(not same_rows(y[row], y[one]) for one in twins)
        found["duplicates_on_both_sides"].append(both)
        found["duplicates_with_same_label"].append(same)
        found["duplicates_with_other_label"].append(other)
        found["duplicates_in_training"].append(_repeated(train, X, decimals))
        found["duplicates_in_test"].append(_repeated(test, X, decimals))
    if y is None:
        found["duplicates_with_same_label"] = None
        found["duplicates_with_other_label"] = None
    return found


def _repeated(part: Iterable[int], X: Sequence[Any], decimals: int | None) -> int:
    """Return how many rows of a part equal an earlier row of it."""
    rows = sorted(part)
    return sum(
        any(same_rows(X[row], X[one], decimals) for one in rows[:i])
        for i, row in enumerate(rows)
    )


def _examples(parts, X, groups, time, decimals, most):
    """Return the first cases of each kind, in the order of splits and rows."""
    found: dict[str, list[dict[str, Any]]] = {"rows_on_both_sides": []}
    if groups is not None:
        found["groups_on_both_sides"] = []
    if X is not None:
        found["duplicates_on_both_sides"] = []
    if time is not None:
        found["older_than_training"] = []
    for split, (train, test) in enumerate(parts):
        seen: set[Any] = set()
        for row in sorted(test):
            case = {"split": split, "row": row}
            if row in train:
                found["rows_on_both_sides"].append(case)
            if groups is not None and groups[row] not in seen:
                seen.add(groups[row])
                if any(groups[one] == groups[row] for one in train):
                    found["groups_on_both_sides"].append(
                        {"split": split, "group": groups[row]}
                    )
            twins = [
                one
                for one in sorted(train)
                if X is not None and one != row and same_rows(X[row], X[one], decimals)
            ]
            if twins:
                found["duplicates_on_both_sides"].append(
                    {**case, "training_row": twins[0]}
                )
            if time is not None and any(time[row] < time[one] for one in train):
                found["older_than_training"].append(case)
    return {name: cases[:most] for name, cases in found.items()}


# --- rows that are equal, by comparing each with each


def duplicate_groups(X, *, groups=None, decimals=None):
    """Return a code per row; rows that are tied, also through others, share one."""
    n = len(X)
    codes: list[int] = [-1] * n
    known = 0
    for start in range(n):
        if codes[start] >= 0:
            continue
        reached = [start]
        codes[start] = known
        for i in reached:  # which grows while it is read
            for j in range(n):
                tied = same_rows(X[i], X[j], decimals)
                tied = tied or (groups is not None and groups[i] == groups[j])
                if tied and codes[j] < 0:
                    codes[j] = known
                    reached.append(j)
        known += 1
    return codes


def same_rows(a: Any, b: Any, decimals: int | None = None) -> bool:
    """Whether rows hold the same values; a row may be one value."""
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(
            same_rows(x, y, decimals) for x, y in zip(a, b, strict=True)
        )
    if _is_missing(a) or _is_missing(b):
        return _is_missing(a) and _is_missing(b)
    return bool(_near(a, decimals) == _near(b, decimals))


def _is_missing(value: Any) -> bool:
    return value is None or value != value


def _near(value: Any, decimals: int | None) -> Any:
    """Round a float, and below 0 decimals a whole number, with halves to even."""
    if decimals is None or isinstance(value, (bool, str)):
        return value
    if decimals >= 0 and not isinstance(value, float):
        return value
    factor = 10.0 ** abs(decimals)
    scaled = value * factor if decimals >= 0 else value / factor
    if not abs(scaled) < 2.0**52:  # no fraction is left, or it is infinite
        return value
    return round(scaled) / factor if decimals >= 0 else round(scaled) * factor
