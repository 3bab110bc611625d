"""``--cost-matrix``: what mistakes cost, in a file or on the command line itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics import catalog
from fastmetrics._common.names import cut, listed, shown
from fastmetrics.cli.classes import label_of, of_labels
from fastmetrics.cli.common_options import add_option
from fastmetrics.cli.files import naming
from fastmetrics.cli.values import numbers
from fastmetrics.readers import DataError, open_columns
from fastmetrics.report.requirements import read_requirement

if TYPE_CHECKING:
    from fastmetrics.cli.columns import Data

OPTION = "--cost-matrix"
# Rows as they are written on the command line: a file's name has other letters too.
_WRITTEN = re.compile(r"[\s\d.,;eE+-]*;[\s\d.,;eE+-]*")


def add_cost_matrix(group: Any) -> None:
    """Add the option."""
    add_option(
        group,
        f"{OPTION} COSTS",
        "what it costs to predict each class (columns) for rows of each class "
        "(rows), for the metrics that need it (default: all of these). '0,5;1,0', the "
        "classes in their sorted order, or a file whose first line names the classes "
        "predicted and whose first column the true ones",
    )


@dataclass(frozen=True)
class Costs:
    """A matrix of costs, and whose rows and columns they are, as words if it says so.

    >>> Costs([[0, 5], [1, 0]]).given_to(["accuracy_score", "total_cost"])
    ['accuracy_score', 'total_cost(cost_matrix=[[0, 5], [1, 0]])']
    """

    matrix: list[list[float]]
    labels: list[Any] | None = None

    def given_to(self, metrics: Sequence[str]) -> list[str]:
        """Return names of metrics, with the costs in those that lack them."""
        parameters: dict[str, Any] = {"cost_matrix": self.matrix}
        if self.labels is not None:
            parameters["labels"] = self.labels
        return [
            catalog.with_parameters(row, parameters).name if _lacks(row) else name
            for name in metrics
            for row in catalog.metrics_named(name)[:1]
        ]

    def required(self, requirements: Sequence[str]) -> list[str]:
        """Return requirements, with the costs in the metrics that lack them."""
        return [*map(self._required, requirements)]

    def _required(self, text: str) -> str:
        requirement = read_requirement(text)
        [name] = self.given_to([requirement.metric])
        if name == requirement.metric:
            return text
        whom = f": {requirement.whom}" if requirement.whom else ""
        if requirement.slices:
            whom += f" [{', '.join(map('='.join, requirement.slices))}]"
        return (
            f"{name}{whom} .{requirement.part} {requirement.sign} {requirement.bound!r}"
        )

    def of(self, data: Data) -> Costs:
        """Return the costs with labels as the data have them, in their sorted order.

        Where rows are of all of them, the order says whose the costs are.

        Raises
        ------
        DataError
            If a name cannot be one of a label of these.
        """
        if self.labels is None:
            return self
        known = _labels_in(data)
        named_labels = [label_of(text, known) for text in self.labels]
        for text, label in zip(self.labels, named_labels, strict=True):
            if label is None:
                raise DataError(
                    f"{OPTION}: {shown(text)} is no class of labels such as "
                    f"{listed(known)}"
                )
        if len({*named_labels}) < len(named_labels):
            raise DataError(
                f"{OPTION}: {listed(named_labels)} are not each another class"
            )
        order = sorted(range(len(named_labels)), key=named_labels.__getitem__)
        matrix = [[self.matrix[i][j] for j in order] for i in order]
        labels = [named_labels[i] for i in order]
        return Costs(matrix, None if labels == known else labels)

    def said(self, data: Data) -> str:
        """Return the order of the classes, in words; empty if only the data tell it."""
        labels = self.labels or _labels_in(data)
        if len(labels) != len(self.matrix):
            return ""
        true, predicted = labels[0], labels[1]
        return (
            f"{OPTION}: the classes in order are {listed(labels)}; to predict "
            f"{shown(predicted)} for {shown(true)} costs {self.matrix[0][1]:g}"
        )


def in_need() -> list[str]:
    """Return the names of all metrics that need costs."""
    return [row.name for row in catalog.METRICS.values() if _lacks(row)]


def _lacks(row: catalog.Metric) -> bool:
    return "cost_matrix" in row.required


def _labels_in(data: Data) -> list[Any]:
    """Return the labels that rows have, true and predicted."""
    truth, predicted = (data.arguments.get(name) for name in ("y_true", "y_pred"))
    if not isinstance(truth, np.ndarray):
        return []
    columns = [truth]
    if predicted is not None:
        columns += predicted.values() if isinstance(predicted, dict) else [predicted]
    return sorted(
        {label for column in columns for label in of_labels(np.asarray(column))}
    )


def read_costs(text: str) -> Costs:
    """Return the costs in a text, or in the file with this name.

    >>> read_costs("0,5; 1,0")
    Costs(matrix=[[0, 5], [1, 0]], labels=None)

    Raises
    ------
    DataError
        If they are no square of numbers.
    """
    if _WRITTEN.fullmatch(text):
        rows = [row.split(",") for row in text.split(";")]
        try:
            return Costs(_square([[float(cell) for cell in row] for row in rows]))
        except ValueError as error:
            what = error if isinstance(error, DataError) else "not numbers only"
            raise DataError(f"{OPTION} {cut(repr(text))}: {what}") from error
    with naming(text):
        return _of_file(text)


def _of_file(path: str) -> Costs:
    columns = open_columns(path)
    n = len(columns.names)
    values = columns.read([*range(n)])
    names: list[str] | None = None
    if len(values[0]) == n - 1:  # a column of names before those of numbers
        names = [_word(value) for value in values[0].tolist()]
        if sorted(names) != sorted(columns.names[1:]):
            raise DataError(
                f"the first column names the classes {listed(names)}, the first line "
                f"{listed(columns.names[1:])}"
            )
        places = [columns.names.index(name, 1) for name in names]
    else:
        places = [*range(n)]
        if columns.names != [str(place) for place in places]:
            names = columns.names
    costs = [numbers(values[place], columns.label(place)) for place in places]
    rows = np.array(costs, np.float64).T.tolist()
    return Costs(_square(rows), names)


def _word(value: Any) -> str:
    whole = isinstance(value, float) and value.is_integer()
    return str(int(value) if whole else value).strip()


def _square(rows: list[list[float]]) -> list[list[float]]:
    """Return the rows, whole numbers as such, as names of metrics show them.

    Raises
    ------
    DataError
        If they are no square, or too small to hold a mistake.
    """
    lengths = sorted({len(row) for row in rows})
    if lengths != [len(rows)] or len(rows) < 2:
        raise DataError(
            f"costs need a row and a column for each of two classes or more, got "
            f"{len(rows)} rows of {listed(lengths)}"
        )
    return [[int(cost) if cost.is_integer() else cost for cost in row] for row in rows]
