"""``fastmetrics bias-variance``: its options and columns, and the decomposition."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

import fastmetrics
from fastmetrics.cli import roles as values
from fastmetrics.cli.classes import expanded
from fastmetrics.cli.columns import source
from fastmetrics.cli.common_options import add_option, add_weight
from fastmetrics.cli.output import OK, named, naming, say_notes, warnings_said
from fastmetrics.cli.roles import why_amounts
from fastmetrics.cli.writing import add_output, check_targets, table_read, written
from fastmetrics.readers import DataError, open_columns
from fastmetrics.readers.columns import from_one

if TYPE_CHECKING:
    from fastmetrics.readers import Columns
    from fastmetrics.selection.decomposition import (
        SquaredDecomposition,
        ZeroOneDecomposition,
    )

    Decomposition = SquaredDecomposition | ZeroOneDecomposition

Loss = Literal["squared", "zero_one"]

# A column as messages call it, and its values.
Found = tuple[str, np.ndarray]


class LossData(NamedTuple):
    """The data to decompose.

    Attributes
    ----------
    loss : str
        The requested loss, or the loss that fits the values.
    why : str
        Reason for the choice; empty if the loss was requested.
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


def read_data(columns: Columns, options: argparse.Namespace) -> LossData:
    """Read and check the columns of a file.

    Raises
    ------
    DataError
        If there is no such column, one is requested twice, or one does not fit the
        loss.
    """
    names: dict[str, list[str]] = {"truth": options.truth, "pred": options.pred}
    for role in ("optimal", "weight"):
        one = getattr(options, role)
        names[role] = [] if one is None else [one]
    places = {
        role: [place for one in each for place in expanded(columns, one)]
        for role, each in names.items()
    }
    every = [place for each in places.values() for place in each]
    twice = next((one for i, one in enumerate(every) if one in every[:i]), None)
    if twice is not None:
        raise DataError(f"{columns.label(twice)}: is requested twice")
    labels = [] if options.loss == "squared" else [*places["truth"], *places["pred"]]
    read = dict(zip(every, columns.read(every, labels=labels), strict=True))
    arrays: dict[str, list[Found]] = {
        role: [(columns.label(place), read[place]) for place in each]
        for role, each in places.items()
    }
    of_weight = arrays.pop("weight")
    loss, why = _loss(arrays, options.loss and options.loss.replace("-", "_"))
    if loss == "zero_one":
        together = [one for each in arrays.values() for one in each]
        values.check_labels(together, "numbers need --loss squared")
    else:
        arrays = {
            role: [(label, values.numbers(one, label)) for label, one in each]
            for role, each in arrays.items()
        }
    return LossData(
        loss=loss,
        why=why,
        truth=[one for _, one in arrays["truth"]],
        predictions=arrays["pred"],
        optimal=next((one for _, one in arrays["optimal"]), None),
        weight=next((values.weights(one, label) for label, one in of_weight), None),
        names={role: [columns.names[i] for i in each] for role, each in places.items()},
    )


def _loss(
    columns: Mapping[str, Sequence[Found]], loss: Loss | None
) -> tuple[Loss, str]:
    """Return the loss, and the reason if none was requested."""
    if loss is not None:
        return loss, ""
    every = [item for each in columns.values() for item in each]
    for label, column in every:
        if column.dtype.kind not in "iuf":
            return "zero_one", f"{label} holds labels"
    for label, column in every:
        if (column != np.trunc(column)).any():
            return "squared", f"{label} has fractions"
    label, truth = columns["truth"][0]
    try:
        why_amounts(truth, [column for _, column in columns["pred"]])
    except ValueError:
        raise DataError(
            f"{label}: has many different whole numbers, which may be amounts or "
            "classes: choose with --loss"
        ) from None
    return "zero_one", f"{label} has few different whole numbers"


# --- the command

BIAS_VARIANCE = """\
Decompose a loss into bias, variance and noise, from models that one learning algorithm
has fitted to several training sets and that predict the same rows.

FILE has a column with the truth of each row, and one with the predictions of each
model; use rows that no model was trained on. If targets were observed repeatedly, give
all their columns as --truth: without these or --optimal, noise cannot be separated
from bias. Formats and COLUMN are as in "fastmetrics evaluate".
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = BIAS_VARIANCE
    parser.set_defaults(run=_run)
    parser.add_argument("file", metavar="FILE")
    columns = parser.add_argument_group("columns")
    for option, what in (
        (
            "truth",
            "give the observed value of each row; repeat for further observations",
        ),
        ("pred", "give the predictions of a model; repeat for further models"),
    ):
        add_option(
            columns,
            f"--{option} COLUMN",
            f'{what}; "{option}_*" are all columns with such names',
            action="append",
            required=True,
        )
    add_option(
        columns, "--optimal COLUMN", "give the best possible prediction, if it is known"
    )
    add_weight(columns)
    numbers = parser.add_argument_group("numbers")
    add_option(
        numbers,
        "--loss",
        "choose the loss: squared error, or 1 for a wrong label (default: squared "
        "for numbers with fractions, zero-one for labels)",
        choices=("squared", "zero-one"),
    )
    add_option(
        numbers,
        "--ddof",
        "use unbiased variances, and subtract their expected contribution to the "
        "bias (1), or not (0; default: %(default)s)",
        type=int,
        choices=(0, 1),
        default=0,
    )
    add_output(parser, "also draw the parts of the loss")


def _run(options: argparse.Namespace) -> int:
    """Carry the command out and return the exit code."""
    check_targets(options)
    name = named(options.file)
    with naming(options.file):
        columns = open_columns(source(options.file, None))
        read = read_data(columns, options)
        notes = [*columns.notes]
        if read.why:
            notes.append(
                f"the loss is {read.loss.replace('_', '-')}: {read.why} (see --loss)"
            )
        say_notes(notes, options, name)
        decomposition = _decomposition(read, options)
    parts = decomposition.to_dict()
    del parts["main_prediction"]  # as long as the file
    content = {
        "file": name,
        "format": columns.format,
        "columns": read.names,
        "loss_function": read.loss,
        "ddof": options.ddof,
        **parts,
    }
    written([decomposition], table_read(name, columns.format), content, options)
    return OK


def _decomposition(read: LossData, options: argparse.Namespace) -> Decomposition:
    """Add up the models, and print the warnings of the library."""
    with warnings_said(quiet=options.quiet):
        sums = fastmetrics.BiasVarianceSums(
            np.stack(read.truth),
            read.loss,
            y_optimal=read.optimal,
            sample_weight=read.weight,
        )
        for label, column in read.predictions:
            try:
                sums.update(column)
            except (ValueError, TypeError) as error:
                raise DataError(f"{label}: {from_one(str(error))}") from error
        decomposition = sums.decomposition(ddof=options.ddof)
    return decomposition
