"""Whether splits can be trusted: what leaks, and how classes are shared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.options import is_integral, whole
from fastmetrics._inputs.columns import Categories, convert
from fastmetrics._inputs.groups import group_codes
from fastmetrics._inputs.row_codes import check_decimals, number_table
from fastmetrics._inputs.row_takers import n_rows
from fastmetrics._inputs.tables import Table, joined_tables, read_table
from fastmetrics._inputs.targets import check_length
from fastmetrics._kernels.equal_rows import join_codes
from fastmetrics.selection.checks.findings import Thinning
from fastmetrics.selection.checks.parts import Parts, label_codes, n_rows_of, parts_of
from fastmetrics.selection.checks.questions import (
    Classes,
    Duplicates,
    Groups,
    Sides,
    Times,
)
from fastmetrics.selection.checks.split_report import SplitReport

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.selection.checks.parts import LabelCodes


__all__ = ["check_parts", "check_split", "duplicate_groups"]


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
    """Check splits into training and test parts: what leaks, and who is missing.

    Each question is asked if its input is given: rows on both sides, rows that are
    never tested or more than once; with ``y``, how far each class is from its share of
    each test part, and classes that a part lacks; with ``groups``, groups on both
    sides; with ``X``, rows of a test part that equal a training row, with the same
    label and with another; with ``time``, test rows older than a training row.

    Parameters
    ----------
    splits : splitter, iterable of (train, test), (train, test) or array_like
        An object with ``split(X, y, groups)``, which is called; pairs of row numbers or
        of masks; one such pair; or a column with the fold of each row (whole numbers,
        −1 where a row is never tested), also of shape (n_repeats, n_samples).
    X : array_like, data frame or sparse matrix of shape (n_samples, ...), optional
        The rows, as `duplicate_groups` takes them; or how many there are.
    y : array_like of shape (n_samples,), optional
        Labels of any kind. Numbers with fractions, and several labels per row, have no
        classes; they tell duplicates of the same label from others.
    groups : array_like of shape (n_samples,), optional
        The group of each row: integers, strings, dates or other ids.
    time : array_like of shape (n_samples,), optional
        When each row was seen: numbers, dates or texts that sort by time.
    decimals : int from -300 to 300, optional
        Floats are rounded to so many digits behind the point first, as in
        `duplicate_groups`.
    max_examples : int, default=5
        So many cases of each problem are named.

    Returns
    -------
    SplitReport
        Counts per split, and ``problems`` in sentences.

    Raises
    ------
    ValueError
        If there are no splits, a part holds what is no row, lengths differ, values are
        missing in ``y``, ``groups`` or ``time``, or nothing says how many rows a
        splitter is to split. Errors of a splitter are passed on.
    TypeError
        If ``splits`` are none, or the values of a column have no order or equality.

    See Also
    --------
    check_parts : the same for a training table and a test table.
    duplicate_groups : groups that keep equal rows on one side.

    Notes
    -----
    Called problems are: an empty part; rows or groups on both sides; a class that a
    training part lacks, and one that a test part lacks although its share there is a
    row or more; test rows equal to training rows; test rows older than the newest
    training row. Equal rows inside one part are counted, and so are rows that are never
    tested: of splits at random, of bootstrap splits and of those in time that is by
    design.

    The deviation of class c in a test part of m rows is :math:`|m_c - m n_c / n|` rows.
    The largest one is a certificate of stratification; the smallest possible one next
    to it is the value that a part of m rows could reach, whatever the other parts need.

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
    Of 3 groups none lies on both sides of a split.
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
    return _report(
        n,
        parts_of(splits, n, None if _is_count(X) else X, y, groups),
        table=table,
        labels=labels,
        groups=groups,
        time=time,
        decimals=places,
        most=most,
    )


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
    """Check a training table and a test table for what leaks from one to the other.

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
        Floats are rounded to so many digits behind the point first, as in
        `duplicate_groups`.

    Returns
    -------
    SplitReport
        Of one split. Rows of ``test`` are numbered on from those of ``train``.

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
    return _report(
        table.n,
        [Parts(rows[: sizes[0]], rows[sizes[0] :])],
        table=table,
        labels=None if y is None else label_codes(y, table.n),
        groups=groups,
        time=None,
        decimals=places,
        most=5,
    )


def _report(
    n: int,
    parts: Iterable[Parts],
    *,
    table: Table | None,
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
    asked = [one for one in (sides, by_class, by_group, by_row, by_time) if one]
    for pair in parts:
        thinning.look(pair)
        for question in asked:
            question.look(pair)
    found = {name: one for each in asked for name, one in each.fields().items()}
    examples = {
        name: question.examples
        for name, question in (
            ("rows_on_both_sides", sides),
            ("groups_on_both_sides", by_group),
            ("duplicates_on_both_sides", by_row),
            ("older_than_training", by_time),
        )
        if question is not None
    }
    return SplitReport(
        n_samples=n,
        n_splits=len(found["n_train"]),
        examples=examples,
        thinned=thinning.found(),
        **found,
    )


def _is_count(X: Any) -> bool:
    return is_integral(X) and not isinstance(X, bool)


def _n_rows(X: Any, table: Table | None, columns: dict[str, Any]) -> int | None:
    """Return how many rows there are, if anything but the splits says so."""
    if table is not None:
        return table.n
    if X is not None:
        return whole(X, "X", 1)
    given = ((name, one) for name, one in columns.items() if one is not None)
    return next((n_rows(column, name) for name, column in given), None)


def _joined(a: Any, b: Any, name: str, sizes: tuple[int, int]) -> Any:
    """Return two columns of one kind, one below the other; None if none is given."""
    if a is None and b is None:
        return None
    names = f"{name}_train", f"{name}_test"
    for one, of, other in ((a, *names), (b, *names[::-1])):
        if one is None:
            raise ValueError(f"{of} must be given, as {other} is.")
    both = []
    for one, of, size in zip((a, b), names, sizes, strict=True):
        found = convert(one, of)
        column = found.decoded() if isinstance(found, Categories) else found
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
    """Give each row a number that equal rows have in common.

    Given as ``groups`` to a splitter of groups, the numbers keep rows that are equal on
    one side of every split.

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
        Floats are rounded to so many digits behind the point first, halves to even, to
        find near duplicates; below 0 whole numbers are also rounded. Values that lie
        close to each other on two sides of a half still differ.

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
    check_split : says which equal rows a split has parted.

    Notes
    -----
    There is no false alarm and nothing is missed: rows get a hash, and rows whose
    hashes agree are compared value by value. −0.0 equals 0.0, a missing value (None,
    NaN, null) any other one in its column, and numbers of different types are equal if
    their values are. pandas' ``duplicated`` and Polars' ``is_duplicated`` mark rows
    that are equal to others, without saying to which.

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
