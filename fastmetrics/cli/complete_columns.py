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
        self.columns = replace(given, _read=self._read, _read_any=None)

    def _read(self, positions: Sequence[int]) -> list[np.ndarray]:
        """Read some columns at once, without the rows that lack a value in them."""
        found = self._given.read_any(positions)
        named = {shown(self._given.names[i]): i for i in positions}
        if len(named) < len(positions):  # two columns of one name
            named = {self._given.label(i) + f" ({i})": i for i in positions}
        columns = dict(zip(named, found, strict=True))
        try:
            taken, self.omitted = complete_rows(columns)
        except ValueError as error:
            raise DataError(str(error)) from error
        return [
            self._array(column, self._given.names[i], is_time=i in self.times)
            for column, i in zip(taken.values(), positions, strict=True)
        ]

    @staticmethod
    def _array(column: Any, name: str, *, is_time: bool) -> np.ndarray:
        if isinstance(column, np.ndarray):
            return column
        return column.to_numpy() if is_time else array_of(column, name)
