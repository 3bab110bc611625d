"""Columns by their names: what stands in a call, and what it becomes of a block."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of
from fastmetrics._inputs.columns import NamedMatrix
from fastmetrics._inputs.time_order import check_no_order
from fastmetrics.catalog import FAMILIES
from fastmetrics.report.families import own_options

if TYPE_CHECKING:
    from fastmetrics.adapters.accumulator import Accumulator
    from fastmetrics.adapters.sources import Block


WEIGHT = "sample_weight"
# What stands beside the columns of families.
_BESIDE = (WEIGHT, "groups", "folds", "order")
# What names things: rows that belong together.
_IDS = {
    *("by", "groups"),
    *(a.name for f in FAMILIES.values() for a in f.arguments if a.holds == "ids"),
}
# What functions of columns by their names take, beside data, metrics and memory.
_COLUMNS = ("y_true", "y_pred", "y_score", "y_proba", "X", *_BESIDE)
_ASKED = ("task", "max_thresholds", "pos_label", "threshold")
_JUDGED = (
    *("confidence_level", "method", "target", "n_resamples"),
    *("random_state", "digits", "min_rows", "horizon", "block_length"),
)


class Arguments(NamedTuple):
    """The arguments of a call, by what becomes of them.

    ``columns`` are those that are given by name, and all further options; ``asked``
    goes to an Accumulator, ``judged`` to the report.
    """

    columns: dict[str, Any]
    asked: dict[str, Any]
    judged: dict[str, Any]

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Arguments:
        """Take all local names of a function that has just been called."""
        columns, asked, judged = (
            {name: given[name] for name in names if name in given}
            for names in (_COLUMNS, _ASKED, _JUDGED)
        )
        return cls({**columns, **given["options"]}, asked, judged)


def columns_and_settings(
    function: str, given: Mapping[str, Any], *, in_time: bool = False
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the columns that were named, and the settings of families.

    ``in_time``: whether the function may be told of the order of rows in time.

    Raises
    ------
    TypeError
        If there is something else, or a column is not named by a text.
    ValueError
        If rows of such columns are not judged block by block.
    """
    if not in_time:
        check_no_order((n for n, one in given.items() if one is not None), function)
    known = {*_BESIDE, *(a.name for f in FAMILIES.values() for a in f.arguments)}
    settings = own_options() - {"threshold"}
    columns = {n: one for n, one in given.items() if one is not None and n in known}
    beside = {n: one for n, one in given.items() if n not in known}
    for name in beside:
        if name not in settings:
            raise TypeError(
                f"{function} has no argument {name!r}; columns are "
                f"{', '.join(sorted(known))}, settings {', '.join(sorted(settings))}"
            )
    for name, one in columns.items():
        _check_named(name, one)
    if not {*columns} - {*_BESIDE}:
        raise TypeError(
            f"{function} needs the names of columns, such as y_true='label', "
            "y_score='score'"
        )
    return columns, beside


def _check_named(argument: str, given: Any) -> None:
    if isinstance(given, Mapping) and given and argument not in _BESIDE:
        each = [*given.values()]
    else:
        each = [given]
    for one in each:
        if isinstance(one, list | tuple) and one and argument not in _BESIDE:
            texts = [*one]
        else:
            texts = [one]
        for text in texts:
            if not isinstance(text, str):
                raise TypeError(
                    f"{argument} must be the name of a column, a list of names or a "
                    f"dict of model to such, got {shown(text)}"
                )


def sliced_by(given: Any) -> Mapping[str, str]:
    """Return the columns that rows are sliced by, by name.

    Raises
    ------
    TypeError
        If it is anything else.
    """
    found = given if isinstance(given, Mapping) else None
    if found is None:
        names = [*given] if isinstance(given, list | tuple) else [given]
        found = {str(name): name for name in names}
    if not found or not all(isinstance(name, str) for name in found.values()):
        raise TypeError(
            f"by must be the name of a column or a list of names, got {shown(given)}"
        )
    return found


def put(made: Accumulator, block: Block, named: Mapping[str, Any]) -> None:
    """Put a block of rows to those that were accumulated."""
    given = filled(named, block.columns)
    if not weighs_nothing(given):
        made.update(**given)


def weighs_nothing(given: Mapping[str, Any]) -> bool:
    """Whether all rows of a block have weight 0, which of all rows must not be so."""
    weights = given.get(WEIGHT)
    return weights is not None and weights.dtype != object and not np.any(weights)


def names_in(named: Any) -> list[str]:
    """Return the names of all columns, each once."""
    if isinstance(named, str):
        return [named]
    each = named.values() if isinstance(named, Mapping) else named
    return list(dict.fromkeys(name for one in each for name in names_in(one)))


def alike_in(named: Mapping[str, Any], task: str | None) -> list[str]:
    """Return the names of the columns of labels, which are of one kind."""
    if not is_one_of(task, (None, *FAMILIES)):
        return []  # which is refused by who takes the columns
    if task is not None and "pos_label" not in FAMILIES[task].options:
        return []
    both = [named[name] for name in ("y_true", "y_pred") if name in named]
    return [*chain(*map(names_in, both))]


def ids_in(named: Mapping[str, Any]) -> set[str]:
    """Return the names of the columns that name things, and are nothing else."""
    values = {argument: one for argument, one in named.items() if argument not in _IDS}
    return {*names_in(named)} - {*names_in(values)}


def filled(named: Any, columns: Mapping[str, Any]) -> Any:
    """Return the same with the columns in place of their names."""
    if isinstance(named, str):
        return columns[named]
    if isinstance(named, Mapping):
        return {name: filled(one, columns) for name, one in named.items()}
    return NamedMatrix.of(np.column_stack([columns[name] for name in named]), named)
