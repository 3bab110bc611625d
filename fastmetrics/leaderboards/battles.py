"""Battles of two models as counts of pairs: who won against whom, and ties."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import numpy as np

from fastmetrics._common.names import shown, some
from fastmetrics._inputs.columns import (
    Categories,
    NamedMatrix,
    as_array,
    convert,
    one_dimension,
)
from fastmetrics._inputs.groups import group_codes
from fastmetrics._inputs.labels import check_length
from fastmetrics._inputs.scores import sample_weights
from fastmetrics._inputs.tables import Encoded, encode_classes
from fastmetrics._kernels.confusion import count_pairs

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

# Outcomes of a battle.
WIN_A, WIN_B, TIE = range(3)
# Words for the outcomes; FastChat and its successors name two kinds of ties.
_WORDS = {
    **dict.fromkeys(("model_a", "a"), WIN_A),
    **dict.fromkeys(("model_b", "b"), WIN_B),
    **dict.fromkeys(("tie", "tie (bothbad)", "both_bad"), TIE),
}
# Twice the points of model A.
_POINTS = {2: WIN_A, 0: WIN_B, 1: TIE}
_NO_WINNER = (
    "winner must be 'model_a', 'model_b', 'tie', the name of one of the two models, or "
    "1, 0 or 0.5"
)
# The covariance of more models does not fit the memory of most machines.
_MOST_MODELS = 10_000
# So many points are checked at a time.
_BLOCK = 1 << 16


class Table(NamedTuple):
    """Matrices with a row and a column per model.

    Attributes
    ----------
    wins : ndarray
        Entry [i, j]: number, or sum of weights, of the wins of i against j.
    tied : ndarray
        The same of ties, which are in [i, j] and in [j, i].
    """

    wins: NDArray[np.float64]
    tied: NDArray[np.float64]

    @property
    def met(self) -> NDArray[np.float64]:
        """Number of battles of each pair."""
        return self.wins + self.wins.T + self.tied

    @property
    def total(self) -> float:
        """Number of all battles."""
        return float(self.wins.sum() + self.tied.sum() / 2)


class Rows(NamedTuple):
    """Battles one by one: both models, the outcome, the weight and the group."""

    first: NDArray[np.intp]
    second: NDArray[np.intp]
    outcomes: NDArray[np.int8]
    weights: NDArray[np.float64]
    groups: NDArray[np.int64]
    n_groups: int


@dataclass(frozen=True, eq=False)
class Battles:
    """Battles as they are needed for ratings and for their covariance.

    Attributes
    ----------
    models : list
        Names, in order of the rows and columns of tables.
    weights : Table
        Sums of weights; without weights, counts.
    squares : Table
        Sums of squared weights.
    n : int
        Number of battles with a weight above 0.
    weighted : bool
        Whether battles have weights.
    rows : Rows or None
        The battles, if they have groups.
    """

    models: list[Any]
    weights: Table
    squares: Table
    n: int
    weighted: bool = False
    rows: Rows | None = None


def read_battles(
    model_a: ArrayLike,
    model_b: ArrayLike,
    winner: ArrayLike,
    groups: ArrayLike | None,
    sample_weight: ArrayLike | None,
) -> Battles:
    """Return the battles of three columns.

    Raises
    ------
    ValueError
        If columns differ in length, a model meets itself, or a winner is unknown.
    """
    a, b = encode_classes(model_a, "model_a"), encode_classes(model_b, "model_b")
    check_length(b.codes, len(a.codes), "model_b")
    result = _encoded_winner(winner)
    check_length(result.codes, len(a.codes), "winner")
    weights = None
    if sample_weight is not None:
        weights = sample_weights(sample_weight, len(a.codes))
    k = len(result.values)
    of_b = b.codes.astype(np.min_scalar_type(len(b.values) * k))
    of_b *= k
    of_b += result.codes
    _, cells = count_pairs(a.codes, of_b, weights)
    labels, rows, columns, counts, sums, squares = cells
    if weights is None:
        sums = squares = counts
    kept = np.flatnonzero(sums)
    code_a, (code_b, code) = labels[rows[kept]], divmod(labels[columns[kept]], k)
    names_a, names_b = a.values.tolist(), b.values.tolist()
    models = _united(
        [names_a[at] for at in np.unique(code_a)],
        [names_b[at] for at in np.unique(code_b)],
    )
    place = {name: at for at, name in enumerate(models)}
    first = np.array([place.get(name, -1) for name in names_a])
    second = np.array([place.get(name, -1) for name in names_b])
    i, j = first[code_a], second[code_b]
    outcomes = _outcomes(result.values.tolist(), code, i, j, models)
    for wrong, message in (
        (i == j, "model_a and model_b must differ"),
        (outcomes < 0, _NO_WINNER),
    ):
        if wrong.any():
            _raise_row((a, b, result), (code_a, code_b, code), wrong, message)
    size = len(models)
    grouped = None
    if groups is not None:
        grouped = _grouped_rows(groups, weights, (a, b, result), first, second, models)
    return Battles(
        models,
        _table(i, j, outcomes, sums[kept], size),
        _table(i, j, outcomes, squares[kept], size),
        len(a.codes) if weights is None else int(np.count_nonzero(weights)),
        weights is not None,
        grouped,
    )


def read_counts(wins: Any, tied: Any, models: Any) -> Battles:
    """Return the battles of matrices of counts.

    Raises
    ------
    ValueError
        If a matrix is not square, has another entry than a count or a diagonal other
        than 0, or ties are not symmetric.
    """
    won = _count_matrix(wins, "wins")
    drawn = np.zeros_like(won) if tied is None else _count_matrix(tied, "tied")
    if drawn.shape != won.shape:
        raise ValueError(
            f"tied must have the shape of wins, {won.shape}, got {drawn.shape}."
        )
    uneven = np.argwhere(drawn != drawn.T)
    if len(uneven):
        i, j = uneven[0].tolist()
        raise ValueError(
            "tied must be symmetric, with each tie in [i, j] and in [j, i]; got "
            f"{drawn[i, j]:g} in [{i}, {j}] and {drawn[j, i]:g} in [{j}, {i}]."
        )
    names = _given_names(wins, models, len(won))
    table = Table(won, drawn)
    if not table.total:
        raise ValueError("wins and tied have no battles: all counts are 0.")
    return Battles(names, table, table, int(table.total))


def _encoded_winner(winner: Any) -> Encoded:
    """Return the distinct winners and their codes; numbers are doubled."""
    column = convert(winner, "winner")
    if isinstance(column, Categories) or column.dtype.kind not in "biuf":
        return encode_classes(column, "winner")
    column = one_dimension(column, "winner")
    if column.dtype.kind != "f":
        found = encode_classes(column, "winner")
        doubled = 2 * found.values.astype(np.float64)
        if not _are_points(doubled):
            _raise_points(doubled[found.codes])
        return Encoded(found.codes, doubled.astype(np.int64))
    halves = np.empty(len(column), np.int8)
    for start in range(0, len(column), _BLOCK):
        points = 2 * column[start : start + _BLOCK].astype(np.float64)
        if not _are_points(points):
            _raise_points(2 * column.astype(np.float64))
        halves[start : start + _BLOCK] = points
    return encode_classes(halves, "winner")


def _are_points(doubled: NDArray[np.float64]) -> bool:
    return bool(((doubled == 0) | (doubled == 1) | (doubled == 2)).all())


def _raise_points(doubled: NDArray[np.float64]) -> NoReturn:
    """Raise for the first number that is not 1, 0 or 0.5."""
    row = int(np.argmin(np.isin(doubled, [0, 1, 2])))
    raise ValueError(
        "winner must be 1 (model_a), 0 (model_b) or 0.5 (a tie) where it holds "
        f"numbers, got {doubled[row] / 2:g} in row {row}."
    )


def _united(names_a: list[Any], names_b: list[Any]) -> list[Any]:
    """Return the models of both columns, sorted."""
    if {isinstance(name, str) for name in (*names_a, *names_b)} == {True, False}:
        raise TypeError(
            "model_a and model_b must hold names of one kind, got "
            f"{type(names_a[0]).__name__} and {type(names_b[0]).__name__}."
        )
    models = sorted({*names_a, *names_b})
    if len(models) > _MOST_MODELS:
        raise ValueError(
            f"model_a and model_b name {len(models):,} models; ratings are for at most "
            f"{_MOST_MODELS:,}."
        )
    return models


def _outcomes(
    values: Sequence[Any],
    codes: NDArray[np.int64],
    first: NDArray[np.intp],
    second: NDArray[np.intp],
    models: Sequence[Any],
) -> NDArray[np.int8]:
    """Return the outcome of each cell; -1 for a winner that has no meaning there."""
    place = {str(name): at for at, name in enumerate(models)}
    texts = [value for value in values if isinstance(value, str)]
    twofold = [value for value in texts if value in _WORDS and value in place]
    if twofold:
        raise ValueError(
            f"winner {twofold[0]!r} is ambiguous: a model has this name. Give winners "
            "as numbers: 1 for model_a, 0 for model_b, 0.5 for a tie."
        )
    known = _WORDS if texts else _POINTS
    fixed = np.array([known.get(value, -1) for value in values], np.int8)[codes]
    named = np.array([place.get(value, -1) for value in values])[codes]
    by_name = np.where(named == first, WIN_A, np.where(named == second, WIN_B, -1))
    return np.where(fixed >= 0, fixed, by_name).astype(np.int8)


def _raise_row(
    columns: Sequence[Encoded],
    cells: Sequence[NDArray[np.int64]],
    wrong: NDArray[np.bool_],
    message: str,
) -> None:
    """Raise for the first row of the cells that are wrong."""
    at = len(columns[0].codes)
    for cell in np.flatnonzero(wrong).tolist():
        same = np.ones(len(columns[0].codes), np.bool_)
        for column, codes in zip(columns, cells, strict=True):
            same &= column.codes == codes[cell]
        at = min(at, int(np.argmax(same)))
    a, b, winner = (column.values[column.codes[at]] for column in columns)
    found = f"{shown(a)} against {shown(b)}"
    if a != b:
        found = f"{shown(winner)} for {found}"
    raise ValueError(f"{message}, got {found} in row {at}.")


def _table(
    i: NDArray[np.intp],
    j: NDArray[np.intp],
    outcomes: NDArray[np.int8],
    amounts: NDArray[Any],
    size: int,
) -> Table:
    """Return the matrices of cells, several of which may be of one pair."""
    wins, tied = np.zeros((size, size)), np.zeros((size, size))
    won, lost, drawn = (outcomes == outcome for outcome in (WIN_A, WIN_B, TIE))
    np.add.at(wins, (i[won], j[won]), amounts[won])
    np.add.at(wins, (j[lost], i[lost]), amounts[lost])
    np.add.at(tied, (i[drawn], j[drawn]), amounts[drawn])
    return Table(wins, tied + tied.T)


def _grouped_rows(
    groups: ArrayLike,
    weights: NDArray[np.float64] | None,
    columns: tuple[Encoded, Encoded, Encoded],
    first: NDArray[np.intp],
    second: NDArray[np.intp],
    models: Sequence[Any],
) -> Rows:
    """Return the battles with a weight above 0, and their groups."""
    a, b, result = columns
    n = len(a.codes)
    codes, n_groups = group_codes(groups, n)
    weights = np.ones(n) if weights is None else weights
    i, j = first[a.codes], second[b.codes]
    outcomes = _outcomes(
        result.values.tolist(), result.codes.astype(np.int64), i, j, models
    )
    kept = weights > 0
    if not kept.all():
        codes, n_groups = group_codes(codes[kept], int(kept.sum()))
    return Rows(i[kept], j[kept], outcomes[kept], weights[kept], codes, n_groups)


def _count_matrix(counts: Any, name: str) -> NDArray[np.float64]:
    """Return a square matrix of counts with an empty diagonal."""
    matrix = as_array(counts, name)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or not len(matrix):
        raise ValueError(
            f"{name} must be a square matrix with a row and a column per model, got "
            f"the shape {matrix.shape}."
        )
    if matrix.dtype.kind not in "iuf":
        raise TypeError(f"{name} must hold counts, got dtype {matrix.dtype}.")
    found = matrix.astype(np.float64)
    with np.errstate(invalid="ignore"):
        wrong = np.argwhere(~((found >= 0) & (found < 2**53) & (found % 1 == 0)))
    if len(wrong):
        i, j = wrong[0].tolist()
        raise ValueError(
            f"{name} must hold whole numbers that are not negative, got "
            f"{found[i, j]} in [{i}, {j}]."
        )
    own = np.flatnonzero(np.diag(found))
    if len(own):
        i = int(own[0])
        raise ValueError(
            f"{name} must have a diagonal of 0, because no model meets itself, got "
            f"{found[i, i]:g} in [{i}, {i}]."
        )
    return found


def _given_names(wins: Any, models: Any, k: int) -> list[Any]:
    """Return the names of the models: as given, as a frame has them, or numbers."""
    if models is None:
        matrix = convert(wins, "wins")
        return [*matrix.names] if isinstance(matrix, NamedMatrix) else [*range(k)]
    names = one_dimension(as_array(models, "models"), "models").tolist()
    if len(names) != k:
        raise ValueError(
            f"models must have a name per row of wins, {k}, got {len(names)}."
        )
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise ValueError(
            f"models must differ, got {some(sorted(map(shown, twice)), ', ')} twice."
        )
    return names
