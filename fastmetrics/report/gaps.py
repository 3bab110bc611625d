"""A cross-validation on training and on test rows: the gap, and what it allows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics.selection.validation import gaps
from fastmetrics.show.numbers import NONE, decimals_for, difference, number
from fastmetrics.show.tables import Cell, Table
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fastmetrics._common.interval import Interval
    from fastmetrics.report.across_folds import FoldValues
    from fastmetrics.selection.validation.gaps import Verdict
    from fastmetrics.selection.validation.result import CrossValidation

__all__ = ["TrainTest", "gap_table", "train_and_test"]

VERDICTS = {
    "overfits": say("overfits"),
    "underfits": say("underfits"),
    "neither": say("neither"),
    "cannot tell": say("cannot tell"),
}


class TrainTest(NamedTuple):
    """A metric on the rows that models learnt from, and on those they did not.

    Attributes
    ----------
    train, test : float
        The means over folds.
    gap : Interval
        Their difference, positive where test rows are worse.
    verdict : {"overfits", "underfits", "neither", "cannot tell"}
        What the gap, and the gain over no information on training rows, allow.
    """

    train: float
    test: float
    gap: Interval
    verdict: Verdict


def train_and_test(
    found: CrossValidation,
    no_information: Mapping[str, float],
    confidence_level: float,
    pos_label: Any = None,
) -> dict[str, TrainTest]:
    """Return the metrics that training rows were scored by, by their catalog names.

    But not those of another class than the one that the report is of.
    """
    sizes = float(found.n_train.mean()), float(found.n_test.mean())
    made = {}
    for name in found.metrics:
        scorer = found.scorers.get(name)
        row = None if scorer is None else scorer.row
        if row is None or row.greater_is_better is None or f"train_{name}" not in found:
            continue
        assert scorer is not None
        if scorer.is_of_another(pos_label, found.classes):
            continue
        train, test = (
            scorer.sign * np.asarray(found[f"{part}_{name}"], np.float64)
            for part in ("train", "test")
        )
        gap = found.gap(name, confidence_level=confidence_level)
        gains = []
        if row.name in no_information:
            gains.append(
                gaps.gain(
                    train,
                    no_information[row.name],
                    *sizes,
                    confidence_level,
                    greater_is_better=row.greater_is_better,
                )
            )
        made[row.name] = TrainTest(
            float(np.nanmean(train)),
            float(np.nanmean(test)),
            gap,
            gaps.verdict(gap, gains),
        )
    return made


def gap_table(folds: FoldValues) -> Table:
    """Return the table of training and test rows."""
    headers: list[str] = [
        say("Metric"),
        say("Training rows"),
        say("Test rows"),
        say("Gap"),
        say("No information"),
        say("The intervals allow"),
    ]
    [nothing] = folds.no_information.values()
    rows: list[list[Cell]] = []
    for name, one in folds.gaps.items():
        decimals = decimals_for([one.gap])
        value = nothing.get(name)
        rows.append(
            [
                name,
                number(one.train, decimals),
                number(one.test, decimals),
                difference(one.gap),
                NONE if value is None else number(value, decimals),
                VERDICTS[one.verdict],
            ]
        )
    return Table(say("Training and test rows"), headers, rows, frozenset({1, 2, 4}))
