"""What is asked of every split: what lies on both sides, and how classes are shared.

A question looks at the parts of one split after the other and keeps counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._inputs.groups import coded, group_ids
from fastmetrics._kernels.equal_rows import number_rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.selection.checks.parts import LabelCodes, Parts

    Codes = NDArray[np.int64]

__all__ = ["Classes", "Duplicates", "Groups", "Sides", "Times"]


class Sides:
    """Which rows are on both sides, and how often each is tested."""

    def __init__(self, n: int, most: int) -> None:
        self.n, self._most = n, most
        self.n_train: list[int] = []
        self.n_test: list[int] = []
        self.on_both: list[int] = []
        self.examples: list[dict[str, int]] = []
        self._in_train = np.zeros(n, np.bool_)
        # 0: never tested, 1: once, 2: more than once.
        self._tested = np.zeros(n, np.uint8)

    def look(self, parts: Parts) -> None:
        """Count the parts of one more split."""
        split = len(self.on_both)
        self._in_train[parts.train] = True
        both = parts.test[self._in_train[parts.test]]
        self._in_train[parts.train] = False
        times = self._tested[parts.test]
        self._tested[parts.test] = np.minimum(times + 1, 2)
        self.n_train.append(len(parts.train))
        self.n_test.append(len(parts.test))
        self.on_both.append(len(both))
        for row in both[: self._most - len(self.examples)].tolist():
            self.examples.append({"split": split, "row": row})

    def fields(self) -> dict[str, Any]:
        """Return the counts by the names that the report has for them."""
        never, _, often = np.bincount(self._tested, minlength=3).tolist()
        return {
            "n_train": tuple(self.n_train),
            "n_test": tuple(self.n_test),
            "rows_on_both_sides": tuple(self.on_both),
            "never_tested": never,
            "tested_more_than_once": often,
        }


class Classes:
    """How many rows of each class the parts have, beside the shares they should."""

    def __init__(self, labels: LabelCodes) -> None:
        self._codes, self._classes = labels.codes, labels.classes
        self._total = np.bincount(labels.codes, minlength=labels.n_codes)
        self._counts: list[NDArray[np.int64]] = []
        self._not_in_train: list[tuple[Any, ...]] = []
        self._not_in_test: list[tuple[Any, ...]] = []

    def look(self, parts: Parts) -> None:
        """Count the parts of one more split."""
        k = len(self._total)
        in_train = np.bincount(self._codes[parts.train], minlength=k)
        in_test = np.bincount(self._codes[parts.test], minlength=k)
        self._counts.append(in_test)
        assert self._classes is not None
        self._not_in_train.append(tuple(self._classes[in_train == 0].tolist()))
        self._not_in_test.append(tuple(self._classes[in_test == 0].tolist()))

    def fields(self) -> dict[str, Any]:
        """Return the counts by the names that the report has for them."""
        counts = np.array(self._counts)
        n = int(self._total.sum())
        # In whole numbers, all n times as large: exact.
        shares = counts.sum(axis=1, keepdims=True) * self._total
        deviations = np.abs(n * counts - shares) / n
        return {
            "classes": self._classes,
            "class_totals": self._total,
            "class_counts": counts,
            "class_deviations": deviations,
            "largest_deviation": float(deviations.max()),
            "smallest_deviation": float(_nearest(shares, n).max()),
            "missing_from_training": tuple(self._not_in_train),
            "missing_from_test": tuple(self._not_in_test),
        }


def _nearest(shares: NDArray[np.int64], n: int) -> NDArray[np.float64]:
    """Return how near to shares (in rows, times n) whole numbers of their sum come.

    Each is rounded down, or up where its remainder is among the largest: of these there
    are as many as the sum needs.
    """
    left = np.sort(shares % n, axis=1)
    more = left.sum(axis=1) // n
    k = shares.shape[1]
    every = np.arange(len(shares))
    least_up = left[every, np.minimum(k - more, k - 1)]
    up = np.where(more > 0, n - least_up, 0)
    down = left[every, np.maximum(k - more - 1, 0)]
    return np.maximum(up, down) / n


class Groups:
    """Which groups have rows on both sides."""

    def __init__(self, groups: Any, n: int, most: int) -> None:
        found = coded(group_ids(groups, n))
        self.codes = found.numbers
        self.n_groups = found.span
        self._ids, self._most = found.ids, most
        self._on_both: list[int] = []
        self.examples: list[dict[str, Any]] = []
        self._in_train = np.zeros(found.span, np.bool_)

    def look(self, parts: Parts) -> None:
        """Count the parts of one more split."""
        split = len(self._on_both)
        self._in_train[self.codes[parts.train]] = True
        in_test = self.codes[parts.test]
        is_both = self._in_train[in_test]
        both = np.zeros(self.n_groups, np.bool_)
        both[in_test[is_both]] = True
        self._in_train[:] = False
        self._on_both.append(int(np.count_nonzero(both)))
        room = self._most - len(self.examples)
        if room > 0 and self._on_both[-1]:
            first = _first_seen(in_test[is_both], room)
            for group in self.ids(first):
                self.examples.append({"split": split, "group": group})

    def ids(self, codes: Codes) -> list[Any]:
        """Return the groups that codes stand for."""
        return self._ids(codes).tolist()

    def fields(self) -> dict[str, Any]:
        """Return the counts by the names that the report has for them."""
        return {"n_groups": self.n_groups, "groups_on_both_sides": tuple(self._on_both)}


def _first_seen(codes: Codes, most: int) -> Codes:
    """Return the first distinct codes, in the order in which they come."""
    distinct, first = np.unique(codes, return_index=True)
    return distinct[np.argsort(first)][:most]


class Duplicates:
    """Which rows of a test part equal another row of the training part."""

    def __init__(
        self, codes: Codes, n_codes: int, labels: LabelCodes | None, most: int
    ) -> None:
        self._codes, self._n_codes, self._most = codes, n_codes, most
        self._joint: Codes | None = None
        if labels is not None:
            self._joint, self._n_joint = number_rows([codes, labels.codes])
        self._on_both: list[int] = []
        self._same: list[int] = []
        self._other: list[int] = []
        self._repeated: tuple[list[int], list[int]] = ([], [])
        self.examples: list[dict[str, int]] = []
        self._in_train = np.zeros(len(codes), np.bool_)

    def look(self, parts: Parts) -> None:
        """Count the parts of one more split."""
        self._in_train[parts.train] = True
        is_both = self._in_train[parts.test]  # a row is no duplicate of itself
        self._in_train[parts.train] = False
        train, test = self._codes[parts.train], self._codes[parts.test]
        counts = np.bincount(train, minlength=self._n_codes)
        alike = counts[test]
        is_equal = alike > is_both
        if self._joint is not None:
            of_train = np.bincount(self._joint[parts.train], minlength=self._n_joint)
            same = of_train[self._joint[parts.test]]
            self._same.append(int(np.count_nonzero(same > is_both)))
            self._other.append(int(np.count_nonzero(alike > same)))
        for part, repeated in zip((train, test), self._repeated, strict=True):
            distinct = np.zeros(self._n_codes, np.bool_)
            distinct[part] = True
            repeated.append(len(part) - int(np.count_nonzero(distinct)))
        self._find_examples(parts, parts.test[is_equal], train)
        self._on_both.append(int(np.count_nonzero(is_equal)))

    def _find_examples(
        self, parts: Parts, rows: NDArray[np.intp], train: Codes
    ) -> None:
        for row in rows[: self._most - len(self.examples)].tolist():
            equal = parts.train[train == self._codes[row]]
            other = int(equal[equal != row][0])
            case = {"split": len(self._on_both), "row": row, "training_row": other}
            self.examples.append(case)

    def fields(self) -> dict[str, Any]:
        """Return the counts by the names that the report has for them."""
        labelled = self._joint is not None
        return {
            "duplicates_on_both_sides": tuple(self._on_both),
            "duplicates_with_same_label": tuple(self._same) if labelled else None,
            "duplicates_with_other_label": tuple(self._other) if labelled else None,
            "duplicates_in_training": tuple(self._repeated[0]),
            "duplicates_in_test": tuple(self._repeated[1]),
        }


class Times:
    """Which rows of a test part are older than the newest training row."""

    def __init__(self, time: Any, n: int, most: int) -> None:
        self._times, self._most = group_ids(time, n, "time").numbers, most
        self._older: list[int] = []
        self.examples: list[dict[str, int]] = []

    def look(self, parts: Parts) -> None:
        """Count the parts of one more split."""
        older = parts.test[:0]
        if len(parts.train):
            newest = self._times[parts.train].max()
            older = parts.test[self._times[parts.test] < newest]
        for row in older[: self._most - len(self.examples)].tolist():
            self.examples.append({"split": len(self._older), "row": row})
        self._older.append(len(older))

    def fields(self) -> dict[str, Any]:
        """Return the counts by the names that the report has for them."""
        return {"older_than_training": tuple(self._older)}
