"""Rows that are equal, as groups that no split may part."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastmetrics._inputs.groups import group_codes
from fastmetrics._inputs.row_codes import check_decimals, number_table
from fastmetrics._inputs.tables import read_table
from fastmetrics._kernels.equal_rows import join_codes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

__all__ = ["duplicate_groups"]


def duplicate_groups(
    X: Any, *, groups: ArrayLike | None = None, decimals: int | None = None
) -> NDArray[np.int64]:
    """Give each row a number that equal rows share.

    Given as ``groups`` to a splitter of groups, the numbers keep rows that are equal on
    one side of every split.

    Parameters
    ----------
    X : array_like, data frame or sparse matrix of shape (n_samples, ...)
        The rows: numbers, texts, dates and categories, mixed in a frame; a column by
        itself has rows of one value, and each item of an array of more than two
        dimensions is a row.
    groups : array_like of shape (n_samples,), optional
        The group of each row: integers, strings, dates or other ids. Rows that are tied
        by their values, by their group or through other rows then share a number.
    decimals : int from -300 to 300, optional
        Floats are rounded to so many digits behind the point first, halves to even, so
        that near duplicates are found; below 0 whole numbers are, too. Values that lie
        close to each other on two sides of a half are told apart all the same.

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
        If ``X`` is no table, or holds what has no equality, such as lists in its cells;
        or ``decimals`` is no whole number.

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
