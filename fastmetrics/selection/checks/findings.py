"""What was found about splits: as a record, and in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import with_noun, written

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.selection.checks.parts import Parts
    from fastmetrics.selection.checks.questions import Groups


__all__ = ["SplitFindings", "Thinned", "Thinning", "findings", "problems_of"]

Counts = tuple[int, ...]


@dataclass(frozen=True, kw_only=True, eq=False)
class SplitFindings:
    """What was counted in splits; see `SplitReport`."""

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
    # What the picture needs.
    thinned: Thinned | None = field(default=None, repr=False)


def findings(report: SplitFindings) -> list[str]:
    """Return what was found, good or bad, a sentence or two for each question."""
    return [
        f"{with_noun(report.n_splits, 'split')} of "
        f"{with_noun(report.n_samples, 'row')}: "
        f"{_range(report.n_train)} for training, {_range(report.n_test)} for testing.",
        _of_rows(report),
        *_of_classes(report),
        *_of_groups(report),
        *_of_duplicates(report),
        *_of_times(report),
    ]


def _of_rows(report: SplitFindings) -> str:
    never, often = report.never_tested, report.tested_more_than_once
    if never == often == 0:
        return "Every row is tested once."
    untested = f"{_rows(never)} never tested" if never else "every row is tested"
    repeated = f"{_rows(often)} tested more than once" if often else "none twice"
    text = f"{untested}, {repeated}."
    return text[0].upper() + text[1:]


def _of_classes(report: SplitFindings) -> Iterator[str]:
    if report.classes is None or report.largest_deviation is None:
        return
    yield (
        f"Of {with_noun(len(report.classes), 'class')} each is within "
        f"{_amount(report.largest_deviation)} rows of its share of every test part; "
        f"with parts of these sizes {_amount(report.smallest_deviation or 0.0)} is the "
        "least."
    )


def _of_groups(report: SplitFindings) -> Iterator[str]:
    if report.groups_on_both_sides is not None:
        groups = with_noun(report.n_groups or 0, "group")
        parted = _up_to(report.groups_on_both_sides, report)
        lie = "none lies" if parted == "0" else f"{parted} lie"
        yield f"Of {groups} {lie} on both sides of a split."


def _of_duplicates(report: SplitFindings) -> Iterator[str]:
    if report.duplicates_on_both_sides is None:
        return
    if not any(report.duplicates_on_both_sides):
        yield "No row of a test part equals a training row."
    train = report.duplicates_in_training or ()
    test = report.duplicates_in_test or ()
    if any(train) or any(test):
        yield (
            f"Equal to an earlier row of the same part: {_up_to(train, report)} in the "
            f"training part, {_up_to(test, report)} in the test part."
        )


def _of_times(report: SplitFindings) -> Iterator[str]:
    if report.older_than_training is not None and not any(report.older_than_training):
        yield "No row of a test part is older than the newest training row."


def problems_of(report: SplitFindings) -> Iterator[str]:
    """Yield what is wrong with splits."""
    for part, sizes in (("training", report.n_train), ("test", report.n_test)):
        empty = [i for i, size in enumerate(sizes) if size == 0]
        if empty:
            yield f"The {part} part is empty{_places(empty, report)}."
    yield from _parted(
        report, "rows_on_both_sides", "Rows are in the training part and the test part"
    )
    yield from _lacking(report)
    yield from _parted(report, "groups_on_both_sides", "Groups have rows on both sides")
    yield from _parted(
        report, "duplicates_on_both_sides", "Rows of the test part equal training rows"
    )
    yield from _parted(
        report,
        "older_than_training",
        "Rows of the test part are older than the newest training row",
    )


def _parted(report: SplitFindings, name: str, what: str) -> Iterator[str]:
    """Yield what is said of a count that should be zero in each split."""
    counts = getattr(report, name)
    if counts is None or not any(counts):
        return
    text = f"{what}: {_up_to(counts, report)}"
    same = report.duplicates_with_same_label
    other = report.duplicates_with_other_label
    if name == "duplicates_on_both_sides" and same and other:
        text += (
            f" ({_up_to(same, report)} with the same label, {_up_to(other, report)} "
            "with another)"
        )
    text += _places([i for i, count in enumerate(counts) if count], report)
    case = next(iter(report.examples.get(name, ())), None)
    if case is not None:
        text += f"; for example {_example(case, report)}"
    yield f"{text}."


def _up_to(counts: Sequence[int], report: SplitFindings) -> str:
    """Write the largest count, and of several splits that it is that."""
    largest = max(counts, default=0)
    return (
        f"{largest:,}" if report.n_splits == 1 or not largest else f"up to {largest:,}"
    )


def _example(case: dict[str, Any], report: SplitFindings) -> str:
    place = "" if report.n_splits == 1 else f" in split {case['split']}"
    if "group" in case:
        return f"group {written(case['group'])}{place}"
    if "training_row" in case:
        return f"row {case['row']}{place}, which equals row {case['training_row']}"
    return f"row {case['row']}{place}"


def _lacking(report: SplitFindings) -> Iterator[str]:
    """Yield which classes a part lacks although it could have a row of them."""
    if report.class_counts is None or report.class_deviations is None:
        return
    # Of a class that a test part lacks the deviation is its share.
    due = (report.class_counts == 0) & (report.class_deviations >= 1)
    by_part = {
        "training": [
            list(lacking) if size else []
            for lacking, size in zip(
                report.missing_from_training or (), report.n_train, strict=True
            )
        ],
        "test": [_chosen(report.classes, one) for one in due],
    }
    for part, lacking in by_part.items():
        splits = [i for i, classes in enumerate(lacking) if classes]
        if splits:
            most = _up_to([len(classes) for classes in lacking], report)
            place = "" if report.n_splits == 1 else f" in split {splits[0]}"
            yield (
                f"Classes have no row in the {part} part: {most}"
                f"{_places(splits, report)}; for example "
                f"{written(lacking[splits[0]][0])}{place}."
            )


def _chosen(classes: Any, is_chosen: Any) -> list[Any]:
    found: list[Any] = classes[is_chosen].tolist()
    return found


def _places(splits: Sequence[int], report: SplitFindings) -> str:
    if report.n_splits == 1:
        return ""
    if len(splits) == 1:
        return f" in split {splits[0]}"
    return f" in {len(splits):,} of {report.n_splits:,} splits"


def _rows(count: int) -> str:
    return f"{count:,} {'row is' if count == 1 else 'rows are'}"


def _range(counts: Sequence[int]) -> str:
    low, high = min(counts), max(counts)
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"


def _amount(rows: float) -> str:
    return f"{rows:,.2f}".rstrip("0").rstrip(".")


# --- what a picture of splits needs of them: counts of rows by place and by group

# So many splits and groups are drawn, and so many places of rows.
MOST_SPLITS, MOST_GROUPS, MOST_PLACES = 30, 30, 240


class Thinned(NamedTuple):
    """Shares of rows, an array per part with a row for each split.

    Attributes
    ----------
    train, test : ndarray of float64, shape (n_splits, n_places)
        What share of the rows from a place on is in the part.
    groups : list
        The largest groups, sorted.
    group_train, group_test : ndarray of float64, shape (n_splits, n_groups)
        What share of a group's rows is in the part.
    """

    train: NDArray[np.float64]
    test: NDArray[np.float64]
    groups: list[Any]
    group_train: NDArray[np.float64]
    group_test: NDArray[np.float64]


class Thinning:
    """Looks at the first splits and keeps what is drawn of them."""

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
            self._shares.append([one[largest] / sizes for one in counts])

    def found(self) -> Thinned:
        """Return what was kept."""
        train, test = np.array(self._rows).transpose(1, 0, 2)
        if self._groups is None:
            none = np.empty((len(train), 0))
            return Thinned(train, test, [], none, none)
        of_groups = np.array(self._shares).transpose(1, 0, 2)
        return Thinned(train, test, self._groups.ids(self._largest), *of_groups)
