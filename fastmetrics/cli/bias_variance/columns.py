"""The columns that ``fastmetrics bias-variance`` reads, and the loss they ask for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from fastmetrics.cli import values
from fastmetrics.cli.classes import expanded
from fastmetrics.cli.telling import why_amounts
from fastmetrics.readers import DataError

if TYPE_CHECKING:
    import argparse

    from fastmetrics.readers import Columns

__all__ = ["Given", "given"]

Loss = Literal["squared", "zero_one"]

# A column as messages call it, and its values.
Found = tuple[str, np.ndarray]


class Given(NamedTuple):
    """What is to be taken apart.

    Attributes
    ----------
    loss : str
        Asked for, or told by the values.
    why : str
        What told it; empty if it was asked for.
    truth : list of ndarray
        A column for each time that targets were observed.
    predictions : list of (str, ndarray)
        A column for each model, with what messages call it.
    optimal, weight : ndarray or None
        The best predictions, and the rows' weights.
    names : dict
        The names of all these columns by option.
    """

    loss: Loss
    why: str
    truth: list[np.ndarray]
    predictions: list[Found]
    optimal: np.ndarray | None
    weight: np.ndarray | None
    names: dict[str, list[str]]


def given(columns: Columns, options: argparse.Namespace) -> Given:
    """Read and check the columns of a file.

    Raises
    ------
    DataError
        If there is no such column, one is asked for twice, or one does not hold what
        the loss is of.
    """
    asked: dict[str, list[str]] = {"truth": options.truth, "pred": options.pred}
    for role in ("optimal", "weight"):
        one = getattr(options, role)
        asked[role] = [] if one is None else [one]
    places = {
        role: [place for one in each for place in expanded(columns, one)]
        for role, each in asked.items()
    }
    every = [place for each in places.values() for place in each]
    twice = next((one for i, one in enumerate(every) if one in every[:i]), None)
    if twice is not None:
        raise DataError(f"{columns.label(twice)}: is asked for twice")
    read = dict(zip(every, columns.read(every), strict=True))
    found: dict[str, list[Found]] = {
        role: [(columns.label(place), read[place]) for place in each]
        for role, each in places.items()
    }
    of_weight = found.pop("weight")
    loss, why = _loss(found, options.loss and options.loss.replace("-", "_"))
    if loss == "zero_one":
        together = [one for each in found.values() for one in each]
        values.check_labels(together, "numbers need --loss squared")
    else:
        found = {
            role: [(label, values.numbers(one, label)) for label, one in each]
            for role, each in found.items()
        }
    return Given(
        loss=loss,
        why=why,
        truth=[one for _, one in found["truth"]],
        predictions=found["pred"],
        optimal=next((one for _, one in found["optimal"]), None),
        weight=next((values.weights(one, label) for label, one in of_weight), None),
        names={role: [columns.names[i] for i in each] for role, each in places.items()},
    )


def _loss(found: Mapping[str, Sequence[Found]], asked: Loss | None) -> tuple[Loss, str]:
    """Return the loss, and what tells it if nobody asked for one."""
    if asked is not None:
        return asked, ""
    every = [one for each in found.values() for one in each]
    for label, column in every:
        if column.dtype.kind not in "iuf":
            return "zero_one", f"{label} holds labels"
    for label, column in every:
        if (column != np.trunc(column)).any():
            return "squared", f"{label} has fractions"
    label, truth = found["truth"][0]
    try:
        why_amounts(truth, [column for _, column in found["pred"]])
    except ValueError:
        raise DataError(
            f"{label}: has many different whole numbers, which may be amounts or "
            "classes: say which with --loss"
        ) from None
    return "zero_one", f"{label} has few different whole numbers"
