"""The columns of a batch: who judges them, and the summaries that they become."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from fastmetrics._common.names import with_noun
from fastmetrics._inputs.class_codes import ClassCodes
from fastmetrics._inputs.class_columns import arrange
from fastmetrics._inputs.labels import both_classes, labels_of_rows
from fastmetrics._inputs.slices import slices_of
from fastmetrics.adapters.batch_summaries import Batch, Kind, has_columns
from fastmetrics.adapters.sliced_summaries import summed_by_slice
from fastmetrics.catalog import FAMILIES, find
from fastmetrics.resampling.plan import Data, Design
from fastmetrics.resampling.row_records import count_rows

if TYPE_CHECKING:
    from fastmetrics.adapters.accumulated_metrics import Asked, Part
    from fastmetrics.adapters.held_summaries import State
    from fastmetrics.report.models import Gathered

__all__ = [
    "PlainBatch",
    "classes_of",
    "has_no_rows",
    "plain_names",
    "summed",
    "with_labels",
]

# Of columns, with their types.
Names: TypeAlias = tuple[tuple[str, Any], ...]


def plain_names(given: Mapping[str, Any], design: Design) -> Names | None:
    """Return the names and types of columns; None if not all are plain numbers.

    Of such these tell who judges them, where what was asked for is of one family.
    """
    names = [("sample_weight", design.sample_weight is not None)]
    for name, column in given.items():
        if column is None:
            continue
        if type(column) is not np.ndarray or column.ndim != 1:
            return None
        if column.dtype.kind not in "biuf":
            return None
        names.append((name, column.dtype))
    return tuple(names)


class PlainBatch(NamedTuple):
    """Who judged columns of these names and types, for batches that are like it.

    ``gathered`` has None in place of the columns, which nobody is to keep.
    """

    names: Names
    gathered: Gathered

    @classmethod
    def of(
        cls, names: Names, given: Mapping[str, Any], gathered: Gathered
    ) -> PlainBatch | None:
        """Remember it; None where families judge other columns than were given."""
        shells = {}
        for family, one in gathered.data.items():
            for columns in (one.shared, *one.models.values()):
                if any(
                    given.get(name) is not column for name, column in columns.items()
                ):
                    return None
            models = {m: dict.fromkeys(own) for m, own in one.models.items()}
            shells[family] = Data(dict.fromkeys(one.shared), models)
        return cls(names, gathered._replace(data=shells))

    def filled(self, given: Mapping[str, Any]) -> Gathered:
        """Return what families judge of a batch of these names."""
        data = {
            family: Data(
                {name: given[name] for name in one.shared},
                {m: {n: given[n] for n in own} for m, own in one.models.items()},
            )
            for family, one in self.gathered.data.items()
        }
        return self.gathered._replace(data=data)


def classes_of(
    before: list[Any], gathered: Gathered, settings: Mapping[str, Any]
) -> list[Any]:
    """Return the classes of all batches, where numbers are of one of two classes.

    Of other data there are none. ``before``: those of the batches before.

    Raises
    ------
    ValueError, TypeError
        If nothing tells which class is the positive one.
    """
    for name, data in gathered.data.items():
        family = FAMILIES[name]
        numbers = all(
            one.holds == "numbers" for one in family.arguments if one.per_model
        )
        true = data.shared.get("y_true")
        if "pos_label" not in family.options or not numbers or true is None:
            continue
        shapes = [
            getattr(one, "shape", ())[1:]
            for own in data.models.values()
            for one in (true, *own.values())
        ]
        if all(shape in ((), (1,)) for shape in shapes):
            now = labels_of_rows(true)
            return both_classes(before, now, settings.get("pos_label"))
    return before


def with_labels(
    asked: Asked | None, settings: dict[str, Any], gathered: Gathered
) -> tuple[dict[str, Any], bool]:
    """Return the settings with the classes of the columns, where nobody named them.

    Also whether it is the rows of the first batch that tell them. ``asked``: the
    metrics; None for all.

    Raises
    ------
    ValueError
        If the first batch lacks one of the classes.
    """
    if "labels" in settings or (asked and all(map(_names_labels, asked.values()))):
        return settings, False
    for data in gathered.data.values():
        true: Any = data.shared.get("y_true")
        for own in data.models.values():
            proba: Any = own.get("y_proba")
            if not has_columns(proba) or getattr(true, "ndim", 1) != 1:
                continue
            found = ClassCodes(true, "y_true")
            arranged = arrange(found, proba, None, "y_proba")
            if arranged is None:
                n = proba.shape[1]
                raise ValueError(
                    f"y_proba has {with_noun(n, 'column')}, and y_true of the first "
                    f"batch {with_noun(found.k, 'class')}: name all classes by "
                    "labels, in the order of the columns"
                )
            return {**settings, "labels": arranged.classes.tolist()}, True
    return settings, False


def _names_labels(asked: tuple[str, Mapping[str, Any]]) -> bool:
    name, own = asked
    return "labels" in find(name).with_parameters(own)


def summed(
    parts: Sequence[Part],
    gathered: Gathered,
    weights: Any,
    settings: Mapping[str, Any],
    by: Any,
    missing: str,
    make: Callable[[Kind, Batch], Any],
) -> tuple[State, int]:
    """Return the summaries of a batch, and how many rows it has.

    ``missing``: what becomes of rows that lack a value in ``by``.

    Raises
    ------
    ValueError, TypeError
        As the summaries do; if a column is missing, or ``by`` does not cut the rows.
    """
    cut = None
    pieces: State = {}
    options = {**gathered.options, **settings}
    n_rows = 0
    for part in parts:
        if part.family not in gathered.data:
            raise ValueError(
                f"a batch has nothing for {part.asked[0].name}, which was asked of "
                "those before"
            )
        data = gathered.data[part.family]
        for model, own in data.models.items():
            batch = Batch({**data.shared, **own}, weights, options)
            n_rows = n_rows or _n_rows(batch.columns)
            if by is None:
                piece = make(part.kind, batch)
            else:
                if "lists" in batch.columns:
                    raise ValueError(
                        "by needs columns with a row each, to cut them into slices"
                    )
                part.kind.make(batch)  # raises for what is wrong, of all rows
                cut = cut or slices_of(by, n_rows, missing)
                piece = summed_by_slice(part.kind, batch, cut)
            pieces.setdefault(model, {})[part.kind] = piece
    return pieces, n_rows


def has_no_rows(gathered: Gathered, weights: Any, by: Any) -> bool:
    """Whether a batch has columns, none of which has a row; options do not count."""
    columns = [
        column
        for data in gathered.data.values()
        for own in data.models.values()
        for name, column in {**data.shared, **own}.items()
        if name in _ROW_COLUMNS and column is not None
    ]
    slicing = by.values() if isinstance(by, Mapping) else [by]
    beside = [one for one in (weights, *slicing) if one is not None]
    return bool(columns) and not any(map(_has_rows, [*columns, *beside]))


# What a batch has a row of, a list of, or a transcript.
_ROW_COLUMNS = ("y_true", "y_pred", "y_score", "y_proba", "X", "recommended")


def _has_rows(column: Any) -> bool:
    return isinstance(column, (str, Mapping)) or count_rows(column) > 0


def _n_rows(columns: Mapping[str, Any]) -> int:
    for name in ("y_true", "lists", "recommended", "X"):
        if columns.get(name) is not None:
            return count_rows(columns[name])
    return 0
