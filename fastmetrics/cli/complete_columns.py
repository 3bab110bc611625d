"""Columns of a file, read without the rows that lack a value in any of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._inputs.missing_rows import Omitted, complete_rows
from fastmetrics.readers import Columns, DataError
from fastmetrics.readers.arrow_file import array_of

__all__ = ["CompleteColumns"]


class CompleteColumns:
    """The columns of a file, of whose rows those are left out that lack a value.

    Attributes
    ----------
    columns : Columns
        To be read as those of the file; what is read together has the same rows.
    omitted : Omitted
        The rows that were left out when columns were last read.
    times : sequence of int
        The positions of columns that may hold dates.
    """

    def __init__(self, given: Columns) -> None:
        self._given = given
        self.times: Sequence[int] = ()
        self.omitted = Omitted(0, 0, {})
        self.columns = replace(
            given, _read=self._read, _read_any=None, _read_both=self._read
        )

    def _read(
        self, positions: Sequence[int], ids: Sequence[int] = ()
    ) -> list[np.ndarray]:
        """Read some columns at once, without the rows that lack a value in them."""
        found = [
            *self._given.read_any(positions),
            *self._given.read_ids(ids),
        ]
        every = [*positions, *ids]
        named = {shown(self._given.names[i]): i for i in every}
        if len(named) < len(every):  # two columns of one name
            named = {self._given.label(i) + f" ({i})": i for i in every}
        columns = dict(zip(named, found, strict=True))
        try:
            taken, self.omitted = complete_rows(columns)
        except ValueError as error:
            raise DataError(str(error)) from error
        complete = [*taken.values()]
        return [
            *map(self._array, complete, positions),
            *map(self._named, complete[len(positions) :], ids),
        ]

    def _array(self, column: Any, at: int) -> np.ndarray:
        if isinstance(column, np.ndarray):
            return column
        if at in self.times:
            return np.asarray(column.to_numpy())
        return array_of(column, self._given.names[at])

    def _named(self, column: Any, at: int) -> np.ndarray:
        return self._given.id_array(column, self._given.names[at], 0)
