"""Cross-validations in reports: what `evaluate` reads of them, and tables of folds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import by_text, shown
from fastmetrics._common.names import written as name_of
from fastmetrics._inputs.columns import as_array
from fastmetrics._inputs.groups import across_folds
from fastmetrics.catalog import METRICS
from fastmetrics.metrics.record import UNNAMED
from fastmetrics.selection.validation.intervals_by_fold import check_same_folds
from fastmetrics.selection.validation.result import CrossValidation
from fastmetrics.show.numbers import (
    NONE,
    count,
    decimals_for,
    difference,
    estimates,
    number,
)
from fastmetrics.show.text import Cell, Table
from fastmetrics.show.words import Message, say

if TYPE_CHECKING:
    from fastmetrics.report.across_folds import FoldValues
    from fastmetrics.report.content import Content
    from fastmetrics.report.sections import Section


# ------------------------------------------------------------------------------ tables
# Values by fold, and training rows against test rows.


# More folds than this are shown by the lowest and the highest value.
MOST_FOLDS = 10
COMBINED = {
    "mean": say("mean of folds"),
    "pooled": say("all rows"),
    "counts": say("added counts"),
}


def fold_tables(
    report: Content, section: Section, width: int | None = None
) -> Iterator[Table]:
    """Yield for each model of a section how its metrics are on each fold.

    Where that is wider than ``width``, by the lowest and the highest value.
    """
    if report.folds is None or not section.metrics:
        return
    if report.folds.gaps and section is next(iter(report.sections.values())):
        yield gap_table(report.folds)
    for model in section.models:
        short = len(report.folds.names) > MOST_FOLDS
        table = _table(report, report.folds, section, model, short=short)
        if width is not None and table.width > width and not short:
            table = _table(report, report.folds, section, model, short=True)
        yield table


def _table(
    report: Content, folds: FoldValues, section: Section, model: str, *, short: bool
) -> Table:
    headers: list[str] = [say("Metric"), say("Value is of"), say("No information")]
    if short:
        headers += [say("Lowest fold"), say("Highest fold")]
    else:
        headers += [say("Fold {name}", name=name_of(name)) for name in folds.names]
    rows = []
    for name in section.metrics:
        percent = METRICS[name].percent
        value = report.values[model][name]
        [shown_as] = estimates([value], report.digits, percent=percent)
        values = folds.values[model][name]
        if short:
            known = values[~np.isnan(values)]
            shown = [known.min(), known.max()] if len(known) else [np.nan, np.nan]
        else:
            shown = [*values]
        nothing = folds.no_information[model].get(name)
        cells: list[Cell] = [report.label(name), COMBINED[folds.combined[name]]]
        cells.append(NONE if nothing is None else shown_as.written(nothing))
        rows.append([*cells, *(shown_as.written(float(one)) for one in shown)])
    title = section.titled(say("Each fold"), model)
    return Table(title, headers, rows, frozenset(range(2, len(headers))))


def fold_notes(folds: FoldValues) -> Iterator[Message]:
    """Yield what a reader has to know of values across folds."""
    low, high = count(min(folds.sizes)), count(max(folds.sizes))
    yield say(
        "predictions are by the models of {k} folds, each of rows that it was not "
        "trained on ({rows} rows to a fold)",
        k=len(folds.names),
        rows=low if low == high else f"{low}–{high}",
    )
    yield say(
        "no information: the value if predictions had nothing to do with the rows, "
        "over all pairs of a row and a prediction"
    )


VERDICTS = {
    "overfits": say("overfits"),
    "underfits": say("underfits"),
    "neither": say("neither"),
    "cannot tell": say("cannot tell"),
}


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


# ------------------------------------------------------------------- cross-validations
# The predictions and folds of cross-validations.


_METHODS = {
    "y_pred": "predict",
    "y_proba": "predict_proba",
    "y_score": "decision_function",
}


def cross_validations(given: Any) -> dict[str, CrossValidation]:
    """Return the cross-validations that were given, by model; empty: there are none.

    Raises
    ------
    TypeError, ValueError
        If they are given beside others, or were not made of the same rows and folds.
    """
    if isinstance(given, CrossValidation):
        return {UNNAMED: given}
    if not isinstance(given, Mapping):
        return {}
    others = [
        name for name, one in given.items() if not isinstance(one, CrossValidation)
    ]
    if len(others) == len(given):
        return {}
    if others:
        raise TypeError(
            f"{shown(others[0])} is not a CrossValidation, but other models are"
        )
    found = by_text(given, "y_true", "models")
    check_same_folds(found)
    return found


def columns_of(
    found: Mapping[str, CrossValidation], given: Mapping[str, Any], pos_label: Any
) -> dict[str, Any]:
    """Return the arguments that stand in place of cross-validations.

    ``given``: what was given beside them, which must be nothing. ``pos_label``: the
    class whose column is taken of two; by default that of the scorers, if they were
    told one, else the last, which is positive if labels tell it, such as 0 and 1.

    Raises
    ------
    TypeError
        If there are columns beside them.
    ValueError
        If predictions of all rows were not kept, a row is tested more than once, or
        there is no such class.
    """
    beside = [name for name, value in given.items() if value is not None]
    if beside:
        why = across_folds(beside[0])
        raise TypeError(f"{beside[0]} cannot be combined with a CrossValidation{why}")
    first = next(iter(found.values()))
    classes = _two_classes(first)
    if pos_label is None:
        pos_label = _told(first)
    columns: dict[str, dict[str, Any]] = {}
    for model, one in found.items():
        for argument, column in _said(one, model, classes, pos_label).items():
            columns.setdefault(argument, {})[model] = column
    is_one = [*found] == [UNNAMED]
    return {
        **{name: each[UNNAMED] if is_one else each for name, each in columns.items()},
        "y_true": first.y,
        "folds": first.fold_ids,
        "sample_weight": first.score_weight,
        "pos_label": pos_label,
    }


def _told(found: CrossValidation) -> Any:
    """Return the positive label that scorers were told, None if not one alone was."""
    labels = (
        one.parameters.get("pos_label") if one.event is None else one.event
        for one in found.scorers.values()
    )
    told = {label for label in labels if label is not None}
    return told.pop() if len(told) == 1 else None


def _two_classes(found: CrossValidation) -> np.ndarray | None:
    """Return the two classes of the target, as columns of models have them."""
    true = as_array(found.y, "y")
    reads_columns = bool(_answers(found).keys() - {"y_pred"})
    if true.ndim != 1 or not (reads_columns or true.dtype.kind in "OU"):
        return None
    classes = np.unique(true) if found.classes is None else np.asarray(found.classes)
    return classes if len(classes) == 2 else None


def _answers(found: CrossValidation) -> dict[str, Any]:
    said = found.predictions
    return {name: said[one] for name, one in _METHODS.items() if one in said}


def _said(
    found: CrossValidation, model: str, classes: np.ndarray | None, pos_label: Any
) -> dict[str, Any]:
    """Return what models said of the rows, of two classes of the positive one."""
    columns = _answers(found)
    if found.fold_ids is None or not columns:
        of = "" if model == UNNAMED else f"{shown(model)}: "
        raise ValueError(
            f"{of}there are no predictions by models that have not seen the row: each "
            "row must be tested once, and return_predictions=True keeps the predictions"
        )
    if classes is not None:
        is_told = pos_label is not None or {*classes.tolist()} in ({0, 1}, {-1, 1})
        place = 1 if pos_label is None else _place(classes, pos_label)
        proba, scores = columns.get("y_proba"), columns.get("y_score")
        # Metrics of both columns need no positive class.
        if proba is not None and proba.ndim == 2 and is_told:
            columns["y_proba"] = proba[:, place]
        if scores is not None and scores.ndim == 1:
            columns["y_score"] = scores if place else -scores
    if columns.get("y_score", np.empty(0)).ndim > 1:
        del columns["y_score"]  # a column per class, which are no probabilities
    return columns


def _place(classes: np.ndarray, pos_label: Any) -> int:
    """Return the column of the positive class."""
    known = classes.tolist()
    if pos_label not in known:
        raise ValueError(
            f"pos_label={shown(pos_label)} is not a valid label. It should be one of "
            f"[{' '.join(map(shown, known))}]"
        )
    return known.index(pos_label)
