"""A cross-validation as columns that a report judges, and its gaps with verdicts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._inputs.columns import as_array
from fastmetrics.report.numbers import NONE, decimals_for, difference, number
from fastmetrics.report.tables import Cell, Table
from fastmetrics.report.words import say
from fastmetrics.selection.validation import gaps

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fastmetrics._common.interval import Interval
    from fastmetrics.report.across_folds import FoldValues
    from fastmetrics.selection.validation.gaps import Verdict
    from fastmetrics.selection.validation.result import CrossValidation

__all__ = ["TrainTest", "columns_of", "gap_table", "train_and_test"]

# What an estimator's methods are called among the arguments of `evaluate`.
_ARGUMENTS = {
    "predict": "y_pred",
    "predict_proba": "y_proba",
    "decision_function": "y_score",
}
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


def columns_of(found: CrossValidation) -> dict[str, Any]:
    """Return what `evaluate` takes for the out-of-fold predictions.

    Raises
    ------
    ValueError
        If rows are not each tested once, or no prediction was kept.
    """
    ids = found.fold_ids
    if ids is None or ids.ndim != 1:
        raise ValueError(
            "the report of a cross-validation needs folds that test each row once; "
            "CrossValidation.interval takes other splits"
        )
    given: dict[str, Any] = {}
    for method, said in found.predictions.items():
        argument = _ARGUMENTS.get(method)
        if argument is None or (argument == "y_score" and said.ndim != 1):
            continue
        two = argument == "y_proba" and said.ndim == 2 and said.shape[1] == 2
        given[argument] = said[:, 1] if two else said
    if not given:
        raise ValueError(
            "the cross-validation has kept no predictions: its scorers read none, or a "
            "fit failed"
        )
    true = as_array(found.y, "y")
    if true.ndim == 1 and true.dtype.kind in "OU":
        classes = np.unique(true)
        if len(classes) == 2:  # as scikit-learn has it: the larger one
            given["pos_label"] = classes[1]
    return {
        "y_true": found.y,
        "folds": ids,
        "sample_weight": found.score_weight,
        **given,
    }


def train_and_test(
    found: CrossValidation,
    no_information: Mapping[str, float],
    confidence_level: float,
) -> dict[str, TrainTest]:
    """Return the metrics that training rows were scored by, by their catalog names."""
    sizes = float(found.n_train.mean()), float(found.n_test.mean())
    made = {}
    for name in found.metrics:
        scorer = found.scorers.get(name)
        row = None if scorer is None else scorer.row
        if row is None or row.greater_is_better is None or f"train_{name}" not in found:
            continue
        assert scorer is not None
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
