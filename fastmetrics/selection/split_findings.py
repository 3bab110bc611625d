"""Findings about splits: as a record, in sentences, and as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import written
from fastmetrics.show.numbers import count, number, rows_of
from fastmetrics.show.pictures import Cells, Entry, Panel, Picture, Scale
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.selection.split_parts import Groups, Parts


# --- findings about splits: as a record, and in sentences

Counts = tuple[int, ...]


@dataclass(frozen=True, kw_only=True, eq=False)
class SplitFindings:
    """Counts of splits; see `SplitReport`."""

    n_samples: int
    n_splits: int
    n_train: Counts
    n_test: Counts
    rows_on_both_sides: Counts
    never_tested: int
    tested_more_than_once: int
    classes: NDArray[Any] | None = None
    class_totals: NDArray[np.int64] | None = field(default=None, repr=False)
    class_counts: NDArray[np.int64] | None = field(default=None, repr=False)
    class_deviations: NDArray[np.float64] | None = field(default=None, repr=False)
    largest_deviation: float | None = None
    smallest_deviation: float | None = None
    missing_from_training: tuple[tuple[Any, ...], ...] | None = None
    missing_from_test: tuple[tuple[Any, ...], ...] | None = None
    n_groups: int | None = None
    groups_on_both_sides: Counts | None = None
    duplicates_on_both_sides: Counts | None = None
    duplicates_with_same_label: Counts | None = None
    duplicates_with_other_label: Counts | None = None
    duplicates_in_training: Counts | None = None
    duplicates_in_test: Counts | None = None
    older_than_training: Counts | None = None
    examples: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    # Data for the picture.
    thinned: Thinned | None = field(default=None, repr=False)


def findings(report: SplitFindings) -> list[str]:
    """Return the results, good or bad, a sentence or two for each question."""
    return [
        say(
            "{splits} of {rows}: {train} for training, {test} for testing.",
            splits=_splits(report.n_splits),
            rows=rows_of(report.n_samples),
            train=_range(report.n_train),
            test=_range(report.n_test),
        ),
        _of_rows(report),
        *_of_classes(report),
        *_of_groups(report),
        *_of_duplicates(report),
        *_of_times(report),
    ]


def _of_rows(report: SplitFindings) -> str:
    never, often = report.never_tested, report.tested_more_than_once
    if never == often == 0:
        return say("Every row is tested once.")
    k = count(often)
    if not never:
        return say("Every row is tested, and {k} more than once.", k=k)
    untested = say("{n} rows are never tested", n=count(never))
    if never == 1:
        untested = say("1 row is never tested")
    if not often:
        return say("{untested}, and none more than once.", untested=untested)
    return say("{untested}, and {k} more than once.", untested=untested, k=k)


def _of_classes(report: SplitFindings) -> Iterator[str]:
    if report.classes is None or report.largest_deviation is None:
        return
    yield say(
        "Each of {classes} is within {amount} rows of its proportion of every test "
        "part; {least} is the minimum for parts of these sizes.",
        classes=_classes(len(report.classes)),
        amount=_amount(report.largest_deviation),
        least=_amount(report.smallest_deviation or 0.0),
    )


def _of_groups(report: SplitFindings) -> Iterator[str]:
    if report.groups_on_both_sides is None:
        return
    groups = _groups(report.n_groups or 0)
    if not any(report.groups_on_both_sides):
        yield say("None of {groups} is on both sides of a split.", groups=groups)
        return
    parted = _up_to(report.groups_on_both_sides, report)
    yield say(
        "Groups on both sides of a split: {n} of {groups}.", groups=groups, n=parted
    )


def _of_duplicates(report: SplitFindings) -> Iterator[str]:
    if report.duplicates_on_both_sides is None:
        return
    if not any(report.duplicates_on_both_sides):
        yield say("No row of a test part equals a training row.")
    train = report.duplicates_in_training or ()
    test = report.duplicates_in_test or ()
    if any(train) or any(test):
        yield say(
            "Equal to an earlier row of the same part: {train} in the training part, "
            "{test} in the test part.",
            train=_up_to(train, report),
            test=_up_to(test, report),
        )


def _of_times(report: SplitFindings) -> Iterator[str]:
    if report.older_than_training is not None and not any(report.older_than_training):
        yield say("No row of a test part is older than the newest training row.")


def problems_of(report: SplitFindings) -> Iterator[str]:
    """Yield the problems of splits."""
    for part, sizes in ((TRAINING, report.n_train), (TEST, report.n_test)):
        empty = [i for i, size in enumerate(sizes) if size == 0]
        if empty:
            yield say(
                "{part} is empty{places}.", part=part, places=_places(empty, report)
            )
    yield from _parted(
        *(report, "rows_on_both_sides"),
        say("Rows are in the training part and the test part"),
    )
    yield from _missing_classes(report)
    yield from _parted(
        report, "groups_on_both_sides", say("Groups have rows on both sides")
    )
    yield from _parted(
        *(report, "duplicates_on_both_sides"),
        say("Rows of the test part equal training rows"),
    )
    yield from _parted(
        *(report, "older_than_training"),
        say("Rows of the test part are older than the newest training row"),
    )


TRAINING, TEST = say("The training part"), say("The test part")


def _parted(report: SplitFindings, name: str, what: str) -> Iterator[str]:
    """Yield a sentence about a count that should be zero in each split."""
    counts = getattr(report, name)
    if counts is None or not any(counts):
        return
    n = _up_to(counts, report)
    same = report.duplicates_with_same_label
    other = report.duplicates_with_other_label
    if name == "duplicates_on_both_sides" and same and other:
        n = say(
            "{n} ({same} with the same label, {other} with another)",
            n=n,
            same=_up_to(same, report),
            other=_up_to(other, report),
        )
    case = next(iter(report.examples.get(name, ())), None)
    yield _sentence(
        what,
        n,
        _places([i for i, count in enumerate(counts) if count], report),
        None if case is None else _example(case, report),
    )


def _sentence(what: str, n: str, places: str, example: str | None) -> str:
    """Return a problem, its count and places, and an example."""
    words = {"what": what, "n": n, "places": places}
    if example is None:
        return say("{what}: {n}{places}.", **words)
    return say("{what}: {n}{places}; for example {example}.", **words, example=example)


def _up_to(counts: Sequence[int], report: SplitFindings) -> str:
    """Write the largest count, and of several splits that it is that."""
    largest = max(counts, default=0)
    if report.n_splits == 1 or not largest:
        return count(largest)
    return say("up to {n}", n=count(largest))


def _example(case: dict[str, Any], report: SplitFindings) -> str:
    place = _places([case["split"]], report)
    if "group" in case:
        return say("group {group}{place}", group=written(case["group"]), place=place)
    row = case["row"]
    if "training_row" in case:
        other = case["training_row"]
        return say(
            "row {row}{place}, which equals row {other}",
            row=row,
            place=place,
            other=other,
        )
    return say("row {row}{place}", row=row, place=place)


def _missing_classes(report: SplitFindings) -> Iterator[str]:
    """Yield which classes a part lacks although it could have a row of them."""
    if report.class_counts is None or report.class_deviations is None:
        return
    # For a class that a test part lacks, the deviation is its proportional number of
    # rows.
    due = (report.class_counts == 0) & (report.class_deviations >= 1)
    training = zip(report.missing_from_training or (), report.n_train, strict=True)
    by_part = (
        (
            say("Classes have no row in the training part"),
            [list(lacking) if size else [] for lacking, size in training],
        ),
        (
            say("Classes have no row in the test part"),
            [_selected(report.classes, lacking_classes) for lacking_classes in due],
        ),
    )
    for what, lacking in by_part:
        splits = [i for i, classes in enumerate(lacking) if classes]
        if splits:
            most = _up_to([len(classes) for classes in lacking], report)
            example = say(
                "{name}{place}",
                name=written(lacking[splits[0]][0]),
                place=_places(splits[:1], report),
            )
            yield _sentence(what, most, _places(splits, report), example)


def _selected(classes: Any, is_chosen: Any) -> list[Any]:
    return classes[is_chosen].tolist()


def _places(splits: Sequence[int], report: SplitFindings) -> str:
    """Return in which splits something is, behind a space; empty if there is one."""
    if report.n_splits == 1:
        return ""
    if len(splits) == 1:
        return say(" in split {split}", split=splits[0])
    return say(" in {k} of {n} splits", k=count(len(splits)), n=count(report.n_splits))


def _splits(n: int) -> str:
    return say("1 split") if n == 1 else say("{n} splits", n=count(n))


def _classes(n: int) -> str:
    return say("1 class") if n == 1 else say("{n} classes", n=count(n))


def _groups(n: int) -> str:
    return say("1 group") if n == 1 else say("{n} groups", n=count(n))


def _range(counts: Sequence[int]) -> str:
    low, high = min(counts), max(counts)
    if low == high:
        return count(low)
    return say("{low} to {high}", low=count(low), high=count(high))


def _amount(rows: float) -> str:
    text = number(rows, 2)
    return text.rstrip("0").rstrip(".") if "." in text else text


# --- data for a picture of splits: counts of rows by place and by group

# So many splits and groups are drawn, and so many places of rows.
MOST_SPLITS, MOST_GROUPS, MOST_PLACES = 30, 30, 240


class Thinned(NamedTuple):
    """Shares of rows, an array per part with a row for each split.

    Attributes
    ----------
    train, test : ndarray of float64, shape (n_splits, n_places)
        Fraction of the rows at a place that is in the part.
    groups : list
        The largest groups, sorted.
    group_train, group_test : ndarray of float64, shape (n_splits, n_groups)
        Fraction of the rows of a group that is in the part.
    """

    train: NDArray[np.float64]
    test: NDArray[np.float64]
    groups: list[Any]
    group_train: NDArray[np.float64]
    group_test: NDArray[np.float64]


class Thinning:
    """Reads the first splits and keeps the data that is drawn."""

    def __init__(self, n: int, groups: Groups | None) -> None:
        self._edges = np.linspace(0, n, min(n, MOST_PLACES) + 1).round().astype(np.intp)
        self._rows: list[list[NDArray[np.float64]]] = []
        self._groups = groups
        self._shares: list[list[NDArray[np.float64]]] = []
        if groups is not None:
            self._sizes = np.bincount(groups.codes)
            largest = np.argsort(-self._sizes, kind="stable")[:MOST_GROUPS]
            self._largest = np.sort(largest)

    def look(self, parts: Parts) -> None:
        """Count the parts of one more split."""
        if len(self._rows) == MOST_SPLITS:
            return
        size = np.diff(self._edges)
        self._rows.append(
            [np.diff(np.searchsorted(part, self._edges)) / size for part in parts]
        )
        if self._groups is not None:
            codes, k = self._groups.codes, len(self._sizes)
            counts = [np.bincount(codes[part], minlength=k) for part in parts]
            largest, sizes = self._largest, self._sizes[self._largest]
            self._shares.append([count[largest] / sizes for count in counts])

    def found(self) -> Thinned:
        """Return the thinned counts."""
        train, test = np.array(self._rows).transpose(1, 0, 2)
        if self._groups is None:
            none = np.empty((len(train), 0))
            return Thinned(train, test, [], none, none)
        of_groups = np.array(self._shares).transpose(1, 0, 2)
        return Thinned(train, test, self._groups.ids(self._largest), *of_groups)


# --- the picture of splits: rows, classes and groups of their parts

# So many classes are drawn, and in cells of so few numbers are written.
MOST_CLASSES, FEW_CLASSES = 30, 12
# How far from the ground towards the one hue training rows and test rows are, and
# towards the other one the rows in both parts.
TRAIN, TEST_SHADE, BOTH = 0.2, 1.0, -0.8
# How wide a class is and a group is, in widths of a panel.
CLASS, GROUP, LEAST = 0.12, 0.055, 0.6


def split_picture(report: SplitFindings) -> Picture:
    """Return a panel of rows, one of classes and one of groups, if these are known."""
    panels = [_rows(report)]
    if report.classes is not None:
        panels.append(_class_panel(report))
    assert report.thinned is not None
    if report.thinned.groups:
        panels.append(_group_panel(report))
    title = say("Splits: which rows, classes and groups their parts have")
    return Picture("splits", title, panels, len(panels))


def _panel(
    title: str, x: Scale, values: NDArray[Any], weight: float, **more: Any
) -> Panel:
    """Return a line of cells for each split."""
    rows, columns = values.shape
    right = x.high if x.high is not None else columns - 0.5
    edges = (x.low or (0.0 if x.kind == "linear" else -0.5), right, rows - 0.5, -0.5)
    cells = Cells(values, more.pop("texts", None), "difference", -1.0, 1.0, edges=edges)
    y = Scale(more.pop("label", ""), kind="names", names=[str(i) for i in range(rows)])
    return Panel(title, x, y, [cells], weight=weight, **more)


def _rows(report: SplitFindings) -> Panel:
    assert report.thinned is not None
    train, test = report.thinned.train, report.thinned.test
    left_out = report.n_splits - len(train)
    title: str = say("Rows of each split")
    if left_out:
        title = say("Rows of each split ({n} more splits)", n=count(left_out))
    key = [
        Entry(say("training rows"), shade=TRAIN),
        Entry(say("test rows"), shade=TEST_SHADE),
    ]
    if any(report.rows_on_both_sides):
        key.append(Entry(say("rows in both"), shade=BOTH))
    x = Scale(say("Place of the row"), 0.0, float(report.n_samples), unit="count")
    return _panel(title, x, _mixed(train, test), 1.0, label=say("Split"), key=key)


def _class_panel(report: SplitFindings) -> Panel:
    assert report.thinned is not None
    assert report.class_counts is not None
    assert report.class_totals is not None
    assert report.classes is not None
    n_splits, n_classes = len(report.thinned.train), len(report.classes)
    shown = min(n_classes, MOST_CLASSES)
    counts = report.class_counts
    share = report.class_totals / report.n_samples
    # Deviation of each class from its proportion in a test part, in rows.
    above = counts - counts.sum(axis=1, keepdims=True) * share
    above = above[:n_splits, :shown]
    texts = None
    if shown <= FEW_CLASSES:
        texts = [[count(cell) for cell in row] for row in counts[:n_splits].tolist()]
    title: str = say("Test rows of each class")
    if n_classes > shown:
        title = say("Test rows of each class ({n} more)", n=count(n_classes - shown))
    x = _names(report.classes[:shown].tolist())
    key = [
        Entry(say("more than the class's share"), shade=0.8),
        Entry(say("fewer"), shade=-0.8),
    ]
    largest = max(1.0, float(np.abs(above).max()))
    weight = min(max(LEAST, CLASS * shown), 1.5)
    return _panel(title, x, above / largest, weight, texts=texts, key=key)


def _group_panel(report: SplitFindings) -> Panel:
    assert report.thinned is not None
    thinned = report.thinned
    train, test = thinned.group_train, thinned.group_test
    parted = (train > 0) & (test > 0)
    left_out = (report.n_groups or 0) - len(thinned.groups)
    title: str = say("Groups of each split")
    if left_out:
        title = say("Groups of each split ({n} smaller left out)", n=count(left_out))
    label = say("×: a group with rows in both") if parted.any() else ""
    texts = [["×" if cell else "" for cell in row] for row in parted.tolist()]
    weight = min(max(LEAST, GROUP * len(thinned.groups)), 1.5)
    x = _names(thinned.groups, label)
    return _panel(title, x, _mixed(train, test), weight, texts=texts)


def _names(names: Sequence[Any], label: str = "") -> Scale:
    return Scale(label, kind="names", names=[written(name, 14) for name in names])


def _mixed(train: NDArray[np.float64], test: NDArray[np.float64]) -> NDArray[Any]:
    """Return the shade of each place; 0 for rows in neither part."""
    both = train + test > 1 + 1e-9
    return np.where(both, BOTH, TRAIN * train + TEST_SHADE * test)
