"""check_split and its SplitReport: what leaks between the parts of splits."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common.options import is_integral, whole
from fastmetrics._common.records import data_frame, plain_fields
from fastmetrics._inputs.columns import Categories, convert
from fastmetrics._inputs.groups import group_codes
from fastmetrics._inputs.labels import check_length
from fastmetrics._inputs.rows import n_rows
from fastmetrics._inputs.tables import Table as InputTable
from fastmetrics._inputs.tables import (
    check_decimals,
    joined_tables,
    number_table,
    read_table,
)
from fastmetrics._kernels.equal_rows import join_codes
from fastmetrics.selection.split_findings import (
    SplitFindings,
    Thinning,
    findings,
    problems_of,
    split_picture,
)
from fastmetrics.selection.split_parts import (
    Classes,
    Duplicates,
    Groups,
    Parts,
    Sides,
    Times,
    label_codes,
    n_rows_of,
    parts_of,
)
from fastmetrics.show.numbers import count
from fastmetrics.show.result import Result
from fastmetrics.show.text import Document, Notes, Table
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.selection.split_parts import LabelCodes
    from fastmetrics.show.pictures import Picture
    from fastmetrics.show.pictures.drawing import Figure


# --- SplitReport: findings about splits, and their problems

# Titles of fields in the columns of tables.
_COLUMNS = {
    "n_train": say("train"),
    "n_test": say("test"),
    "rows_on_both_sides": say("shared rows"),
    "groups_on_both_sides": say("shared groups"),
    "duplicates_on_both_sides": say("duplicates"),
    "older_than_training": say("older rows"),
}
# With more splits, only the first are shown.
MOST = 20


@dataclass(frozen=True, kw_only=True, eq=False)
class SplitReport(Result, SplitFindings):
    """Findings of `check_split` and `check_parts` about splits.

    Fields with one number per split are tuples in the order of the splits; fields are
    None if their input was not given. A row counts once in a part, however often it is
    repeated there.

    Attributes
    ----------
    n_samples : int
        Number of rows.
    n_splits : int
        Number of splits.
    n_train, n_test : tuple of int
        Number of rows in the training part and in the test part.
    rows_on_both_sides : tuple of int
        Number of rows in both parts.
    never_tested, tested_more_than_once : int
        Number of rows in no test part, and in several: some kinds of splits have them
        by design, and they are not a problem by themselves.
    classes : ndarray or None
        The classes, sorted. None if ``y`` has fractions or several labels per row.
    class_totals : ndarray of int64, shape (n_classes,), or None
        Number of rows of each class.
    class_counts : ndarray of int64, shape (n_splits, n_classes), or None
        Number of rows of each class in the test parts.
    class_deviations : ndarray of float64, shape (n_splits, n_classes), or None
        Distance of these numbers, in rows, from the proportion of the class in all
        rows: ``abs(class_counts - n_test * class_totals / n_samples)``.
    largest_deviation : float or None
        Largest of these: every test part has every class to within this number of rows.
    smallest_deviation : float or None
        The smallest possible value for test parts of these sizes, each by itself.
    missing_from_training, missing_from_test : tuple of tuples or None
        Classes that a part lacks, per split.
    n_groups : int or None
        Number of groups.
    groups_on_both_sides : tuple of int or None
        Number of groups with rows in both parts.
    duplicates_on_both_sides : tuple of int or None
        Number of test rows that equal another row in the training part.
    duplicates_with_same_label, duplicates_with_other_label : tuple of int or None
        Number of them that equal a training row with the same label, and with another
        label; a row may count in both.
    duplicates_in_training, duplicates_in_test : tuple of int or None
        Number of rows that equal an earlier row of their part, which is not a problem.
    older_than_training : tuple of int or None
        Number of test rows that are older than the newest training row.
    examples : dict of lists
        First cases by the name of the count: dicts of ``split`` with ``row`` or
        ``group``, and for duplicates ``training_row``.
    problems : tuple of str
        Problems, one sentence each.
    """

    problems: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Collect the problems."""
        object.__setattr__(self, "problems", tuple(problems_of(self)))

    @property
    def ok(self) -> bool:
        """True if no problem was found."""
        return not self.problems

    def raise_if_bad(self) -> None:
        """Raise ValueError with all problems, if there are any."""
        if self.problems:
            raise ValueError(" ".join(self.problems))

    def to_dict(self) -> dict[str, Any]:
        """Return all that was found, as JSON can hold it."""
        names = [each.name for each in fields(self) if each.name != "thinned"]
        return plain_fields(self, " ".join(["ok", *names]))

    def to_frame(self, *, backend: Literal["pandas", "polars"] = "pandas") -> Any:
        """Return a data frame with a row per split.

        Parameters
        ----------
        backend : {"pandas", "polars"}, default="pandas"
            Whose frame it is.

        Returns
        -------
        pandas.DataFrame or polars.DataFrame
            What there is per split, under the names of the attributes, and the largest
            deviation of a class. In pandas the split is the index; in Polars it is the
            first column.

        Raises
        ------
        ValueError
            If ``backend`` is unknown.
        ImportError
            If it is not installed.
        """
        counts = self._per_split()
        rows = [
            {"split": i, **{name: column[i] for name, column in counts.items()}}
            for i in range(self.n_splits)
        ]
        return data_frame(
            rows, index=["split"], backend=backend, asked_by="SplitReport.to_frame"
        )

    def _per_split(self) -> dict[str, Any]:
        """Return the results that have one number per split."""
        columns = {
            each.name: value
            for each in fields(self)
            if isinstance(value := getattr(self, each.name), tuple)
            and len(value) == self.n_splits
            and all(isinstance(item, int) for item in value)
        }
        if self.class_deviations is not None:
            columns["largest_deviation"] = self.class_deviations.max(axis=1).tolist()
        return columns

    def findings(self) -> list[str]:
        """Summarize the results, good or bad, in sentences."""
        return findings(self)

    def table(self) -> tuple[list[str], list[list[str]]]:
        """Return headers and a row of texts per split, of what should be zero."""
        columns = self._per_split()
        named = {name: called for name, called in _COLUMNS.items() if name in columns}
        rows = [
            [str(i), *(count(columns[name][i]) for name in named)]
            for i in range(self.n_splits)
        ]
        return [say("split"), *named.values()], rows

    def _document(self, width: int | None = None, **options: Any) -> Document:
        headers, rows = self.table()
        right = frozenset(range(1, len(headers)))
        foot = []
        if self.problems:
            foot.append(Notes(say("Problems"), self.problems))
        if len(rows) > MOST:
            more = say(
                "The table has the first {k} of {n} splits; the JSON has all.",
                k=MOST,
                n=count(len(rows)),
            )
            foot.append(Notes(say("Notes"), [more]))
        return Document(
            sentences=[*self.findings(), *[say("No problem was found.")] * self.ok],
            tables=[Table(say("Splits"), headers, rows[:MOST], right)],
            foot=foot,
            title=say("Check of splits"),
        )

    def plot(self, *, language: str = "en", **options: Any) -> Figure:
        """Draw which rows, classes and groups the parts of each split have.

        Parameters
        ----------
        language : {"en", "zh"}, default="en"
            Language of the words in the picture.
        **options : object
            None is known.

        Returns
        -------
        matplotlib.figure.Figure
            A strip of all rows for each split; if ``y`` was given, the deviation of
            each class from its proportion in the test part, in rows; and if ``groups``
            were given, the tested fraction of each group. With very many splits,
            classes or groups, the first splits and classes and the largest groups are
            drawn.

        Raises
        ------
        ImportError
            If matplotlib is not installed.
        """
        return super().plot(language=language, **options)

    def _pictures(self, **options: Any) -> list[Picture]:
        return [split_picture(self)]


# --- check_split and check_parts


def check_split(
    splits: Any,
    X: Any = None,
    y: ArrayLike | None = None,
    *,
    groups: ArrayLike | None = None,
    time: ArrayLike | None = None,
    decimals: int | None = None,
    max_examples: int = 5,
) -> SplitReport:
    """Check splits into training and test parts for leaks and missing classes.

    Each check is made if its input is given: rows on both sides, rows that are never
    tested or tested more than once; with ``y``, the deviation of each class from its
    proportion in each test part, and classes that a part lacks; with ``groups``, groups
    on both sides; with ``X``, rows of a test part that equal a training row, with the
    same label and with another; with ``time``, test rows older than a training row.

    Parameters
    ----------
    splits : splitter, iterable of (train, test), (train, test) or array_like
        An object with ``split(X, y, groups)``, which is called; pairs of row numbers or
        of masks; one such pair; or a column with the fold of each row (whole numbers,
        −1 where a row is never tested), also of shape (n_repeats, n_samples).
    X : array_like, data frame or sparse matrix of shape (n_samples, ...), optional
        Rows, as in `duplicate_groups`; or the number of rows.
    y : array_like of shape (n_samples,), optional
        Labels of any kind. Numbers with fractions, and several labels per row, have no
        classes; they only distinguish duplicates with the same label from others.
    groups : array_like of shape (n_samples,), optional
        The group of each row: integers, strings, dates or other ids.
    time : array_like of shape (n_samples,), optional
        Time of each row: numbers, dates or texts that sort by time.
    decimals : int from -300 to 300, optional
        Number of decimals to which floats are rounded first, as in `duplicate_groups`.
    max_examples : int, default=5
        Maximum number of examples listed per problem.

    Returns
    -------
    SplitReport
        Counts per split, and ``problems`` in sentences.

    Raises
    ------
    ValueError
        If there are no splits, a part contains an invalid row number, lengths differ,
        values are missing in ``y``, ``groups`` or ``time``, or the number of rows for a
        splitter is unknown. Errors of a splitter are passed on.
    TypeError
        If ``splits`` is not a valid form of splits, or the values of a column have no
        order or equality.

    See Also
    --------
    check_parts : the same for a training table and a test table.
    duplicate_groups : groups that keep equal rows on one side.

    Notes
    -----
    These are reported as problems: an empty part; rows or groups on both sides; a class
    that a training part lacks, and a class that a test part lacks although its
    proportional number is one row or more; test rows equal to training rows; test rows
    older than the newest training row. Equal rows inside one part, and rows that are
    never tested, are only counted: random splits, bootstrap splits and splits in time
    have them by design.

    The deviation of class c in a test part of m rows is :math:`|m_c - m n_c / n|` rows.
    The largest deviation is a certificate of stratification; the smallest possible one
    is the value that a part of m rows could reach, regardless of the other parts.

    References
    ----------
    .. [1] S. Kapoor and A. Narayanan, "Leakage and the reproducibility crisis in
       machine-learning-based science", Patterns 4(9), 2023, 100804.

    Examples
    --------
    >>> from fastmetrics import check_split
    >>> report = check_split([0, 0, 1, 1], y=["a", "b", "a", "b"], groups=[1, 2, 2, 3])
    >>> report.ok, report.groups_on_both_sides, report.largest_deviation
    (False, (1, 1), 0.0)
    >>> print(check_split([0, 0, 1, 1, 2], groups=[1, 1, 2, 2, 3]))
    3 splits of 5 rows: 3 to 4 for training, 1 to 2 for testing.
    Every row is tested once.
    None of 3 groups is on both sides of a split.
    No problem was found.
    <BLANKLINE>
    Splits
    split  train  test  shared rows  shared groups
    ─────  ─────  ────  ───────────  ─────────────
    0          3     2            0              0
    1          3     2            0              0
    2          4     1            0              0
    """
    places = check_decimals(decimals)
    most = whole(max_examples, "max_examples")
    table = None if X is None or _is_count(X) else read_table(X)
    n = _n_rows(X, table, {"y": y, "groups": groups, "time": time})
    if n is None:
        splits, n = n_rows_of(splits)
    labels = None if y is None else label_codes(y, n)
    parts = parts_of(splits, n, None if _is_count(X) else X, y, groups)
    return _report(n, parts, table, labels, groups, time, places, most)


def check_parts(
    train: Any,
    test: Any,
    *,
    y_train: ArrayLike | None = None,
    y_test: ArrayLike | None = None,
    groups_train: ArrayLike | None = None,
    groups_test: ArrayLike | None = None,
    decimals: int | None = None,
) -> SplitReport:
    """Check a training table and a test table for leaks.

    Parameters
    ----------
    train, test : array_like, data frame or sparse matrix
        The rows of both, with the same columns, as `duplicate_groups` takes them.
        Columns of two frames are matched by name, regardless of their order and
        library.
    y_train, y_test : array_like of shape (n_train,) and (n_test,), optional
        Labels of both, of any kind.
    groups_train, groups_test : array_like of shape (n_train,) and (n_test,), optional
        The groups of both: integers, strings, dates or other ids.
    decimals : int from -300 to 300, optional
        Number of decimals to which floats are rounded first, as in `duplicate_groups`.

    Returns
    -------
    SplitReport
        Report on one split. The numbers of the rows of ``test`` continue the numbers of
        ``train``.

    Raises
    ------
    ValueError
        If the tables have no rows or other columns, lengths differ, or labels or groups
        are given for one of them only, or have missing values.
    TypeError
        If a column is of one kind in one table and of another kind in the other.

    See Also
    --------
    check_split : of splits of one table.

    References
    ----------
    .. [1] S. Kapoor and A. Narayanan, "Leakage and the reproducibility crisis in
       machine-learning-based science", Patterns 4(9), 2023, 100804.

    Examples
    --------
    >>> from fastmetrics import check_parts
    >>> report = check_parts([[1, 2], [3, 4]], [[5, 6], [3, 4]])
    >>> report.duplicates_on_both_sides, report.examples["duplicates_on_both_sides"]
    ((1,), [{'split': 0, 'row': 3, 'training_row': 1}])
    """
    places = check_decimals(decimals)
    tables = read_table(train, "train"), read_table(test, "test")
    table = joined_tables(*tables, ("train", "test"))
    sizes = tables[0].n, tables[1].n
    y = _joined(y_train, y_test, "y", sizes)
    groups = _joined(groups_train, groups_test, "groups", sizes)
    rows = np.arange(table.n)
    parts = [Parts(rows[: sizes[0]], rows[sizes[0] :])]
    labels = None if y is None else label_codes(y, table.n)
    return _report(table.n, parts, table, labels, groups, None, places, 5)


def _report(
    n: int,
    parts: Iterable[Parts],
    table: InputTable | None,
    labels: LabelCodes | None,
    groups: Any,
    time: Any,
    decimals: int | None,
    most: int,
) -> SplitReport:
    sides = Sides(n, most)
    by_class = None if labels is None or labels.classes is None else Classes(labels)
    by_group = None if groups is None else Groups(groups, n, most)
    by_row = None
    if table is not None:
        by_row = Duplicates(*number_table(table, decimals=decimals), labels, most)
    by_time = None if time is None else Times(time, n, most)
    thinning = Thinning(n, by_group)
    checks = [check for check in (sides, by_class, by_group, by_row, by_time) if check]
    for pair in parts:
        thinning.look(pair)
        for check in checks:
            check.look(pair)
    results = {
        name: value for check in checks for name, value in check.fields().items()
    }
    examples = {c.counted: c.examples for c in checks if not isinstance(c, Classes)}
    return SplitReport(
        n_samples=n,
        n_splits=len(results["n_train"]),
        examples=examples,
        thinned=thinning.found(),
        **results,
    )


def _is_count(X: Any) -> bool:
    return is_integral(X) and not isinstance(X, bool)


def _n_rows(X: Any, table: InputTable | None, columns: dict[str, Any]) -> int | None:
    """Return the number of rows, or None if only the splits show it."""
    if table is not None:
        return table.n
    if X is not None:
        return whole(X, "X", 1)
    named = ((name, column) for name, column in columns.items() if column is not None)
    return next((n_rows(column, name) for name, column in named), None)


def _joined(a: Any, b: Any, name: str, sizes: tuple[int, int]) -> Any:
    """Return two columns of one kind, one below the other; None if none is given."""
    if a is None and b is None:
        return None
    names = f"{name}_train", f"{name}_test"
    for side, of, other in ((a, *names), (b, *names[::-1])):
        if side is None:
            raise ValueError(f"{of} must be given, as {other} is.")
    both = []
    for side, of, size in zip((a, b), names, sizes, strict=True):
        converted = convert(side, of)
        column = converted.decoded() if isinstance(converted, Categories) else converted
        check_length(column, size, of)
        both.append(column)
    kinds = ["number" if x.dtype.kind in "biuf" else "other" for x in both]
    if kinds[0] != kinds[1] and "O" not in [x.dtype.kind for x in both]:
        raise TypeError(
            f"{names[0]} and {names[1]} must be of one kind, got {both[0].dtype} and "
            f"{both[1].dtype}."
        )
    return np.concatenate(both)


# --- rows that are equal, as groups that no split may part


def duplicate_groups(
    X: Any, *, groups: ArrayLike | None = None, decimals: int | None = None
) -> NDArray[np.int64]:
    """Return group numbers that are the same for equal rows.

    Passed as ``groups`` to a splitter of groups, the numbers keep equal rows on one
    side of every split.

    Parameters
    ----------
    X : array_like, data frame or sparse matrix of shape (n_samples, ...)
        The rows: numbers, texts, dates and categories, mixed in a frame; a column by
        itself has rows of one value, and each item of an array of more than two
        dimensions is a row.
    groups : array_like of shape (n_samples,), optional
        The group of each row: integers, strings, dates or other ids. Rows that are
        connected by their values, by their group or through other rows then have the
        same number.
    decimals : int from -300 to 300, optional
        Number of decimals to which floats are rounded first, halves to even, to find
        near duplicates; with negative numbers, whole numbers are also rounded. Values
        that lie close to each other on two sides of a half still differ.

    Returns
    -------
    ndarray of int64, shape (n_samples,)
        0 for the first row and those tied to it, 1 for the next row that is not, and so
        on.

    Raises
    ------
    ValueError
        If ``X`` has no rows, no columns or columns of different lengths, ``groups`` is
        of another length or has missing values, or ``decimals`` is out of its range.
    TypeError
        If ``X`` is not a table, or contains values without equality, such as lists; or
        ``decimals`` is not a whole number.

    See Also
    --------
    check_split : reports equal rows on both sides of a split.

    Notes
    -----
    The result is exact: rows with equal hashes are compared value by value. −0.0 equals
    0.0, a missing value (None, NaN, null) any other one in its column, and numbers of
    different types are equal if their values are. pandas' ``duplicated`` and Polars'
    ``is_duplicated`` mark rows that are equal to others, without saying to which.

    References
    ----------
    .. [1] B. Barz and J. Denzler, "Do we train on test data? Purging CIFAR of
       near-duplicates", Journal of Imaging 6(6), 2020, 41.

    Examples
    --------
    >>> from fastmetrics import duplicate_groups
    >>> duplicate_groups([[1.0, 2.0], [3.0, 4.0], [1.0, 2.0], [5.0, 6.0]])
    array([0, 1, 0, 2])
    >>> duplicate_groups([[1.0], [3.0], [1.0], [5.0]], groups=["a", "b", "b", "c"])
    array([0, 0, 0, 1])
    """
    places = check_decimals(decimals)
    table = read_table(X)
    codes, n_codes = number_table(table, decimals=places)
    if groups is None:
        return codes
    others, n_groups = group_codes(groups, table.n)
    return join_codes(codes, n_codes, others, n_groups)
