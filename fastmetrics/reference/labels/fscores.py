"""Precision, recall, F-scores and the Jaccard index, with their averages."""

import math
import warnings
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from fastmetrics.reference.inputs import (
    check_beta,
    check_choice,
    check_zero_division,
    named_after,
    warn_undefined,
)
from fastmetrics.reference.labels.confusion import (
    BinaryCounts,
    count_labels,
    count_rows,
    read_targets,
)

Column = Sequence[Any]
Number = Fraction | float

AVERAGES = [None, "binary", "micro", "macro", "weighted", "samples"]

# ------------------------------------------------------------------------- the counts


def counts_to_average(y_true, y_pred, labels, pos_label, average, sample_weight):
    """Return the counts whose ratios are averaged: of labels, of rows, or of one."""
    check_choice("average", average, AVERAGES)
    targets = read_targets(y_true, y_pred, sample_weight)
    if average == "binary":
        if targets.kind != "binary":
            raise ValueError(f"the target is {targets.kind}, not binary")
        if pos_label not in targets.labels and len(targets.labels) == 2:
            raise ValueError(f"pos_label={pos_label!r} is not one of {targets.labels}")
        return count_labels(targets, [pos_label])
    if pos_label not in (None, 1):
        warnings.warn("pos_label is for average='binary'", UserWarning, stacklevel=4)
    if labels is None:
        labels = targets.labels
    if average == "samples":
        return count_rows(targets, labels)
    counted = count_labels(targets, labels)
    return [summed(counted)] if average == "micro" else counted


def summed(counted: Sequence[BinaryCounts]) -> BinaryCounts:
    """Return the sums of counts, cell by cell."""
    return BinaryCounts(*(sum(cells) for cells in zip(*counted, strict=True)))


# ----------------------------------------------------------------- ratios and averages


def ratios(name, pairs, zero_division, *, warn=True):
    """Return numerator / denominator of each pair, `zero_division` where that is 0/0.

    "warn" means 0, and a warning for all of them together.
    """
    undefined = check_zero_division(zero_division)
    if warn and zero_division == "warn" and any(below == 0 for _, below in pairs):
        warn_undefined(name, "a label or row has nothing to divide by; taken as 0")
    return [Fraction(above) / below if below else undefined for above, below in pairs]


def precision_pair(four: BinaryCounts) -> tuple[Any, Any]:
    """Return what precision divides: right among those predicted."""
    return four.tp, four.tp + four.fp


def recall_pair(four: BinaryCounts) -> tuple[Any, Any]:
    """Return what recall divides: right among those true."""
    return four.tp, four.tp + four.fn


def fscore_pair(four: BinaryCounts, square: Any) -> tuple[Any, Any]:
    """Return what F divides, the weighted harmonic mean of precision and recall.

    (1 + β²) tp / (β² (tp + fn) + tp + fp); it is undefined only where all three of
    tp, fp and fn are 0.
    """
    return (
        (1 + square) * four.tp,
        square * (four.tp + four.fn) + four.tp + four.fp,
    )


def jaccard_pair(four: BinaryCounts) -> tuple[Any, Any]:
    """Return what Jaccard's index divides: intersection and union."""
    return four.tp, four.tp + four.fp + four.fn


def mean(values: Sequence[Number], weights: Sequence[Any] | None = None) -> float:
    """Return the mean of the values that are not NaN; of none it is NaN.

    Weights that are all zero are as good as none.
    """
    if weights is None:
        weights = [1] * len(values)
    pairs = [(v, w) for v, w in zip(values, weights, strict=True) if not math.isnan(v)]
    if not pairs:
        return math.nan
    if sum(w for _, w in pairs) == 0:
        pairs = [(v, 1) for v, _ in pairs]
    weighted = sum(Fraction(v) * w for v, w in pairs)
    return float(weighted / sum(w for _, w in pairs))


def averaged(values, counted, average, sample_weight):
    """Return the values as floats, or their average.

    `weighted` weighs a label by its true rows; `samples` weighs a row by its weight.
    """
    if average is None:
        return [float(value) for value in values]
    if average == "weighted":
        return mean(values, [four.tp + four.fn for four in counted])
    if average == "samples" and sample_weight is not None:
        return mean(values, [Fraction(weight) for weight in sample_weight])
    return mean(values)


# ------------------------------------------------------------------ scikit-learn's six


def precision_recall_fscore_support(
    y_true,
    y_pred,
    *,
    beta=1.0,
    labels=None,
    pos_label=1,
    average=None,
    warn_for=("precision", "recall", "f-score"),
    sample_weight=None,
    zero_division="warn",
):
    """Return (precision, recall, F_β, support); averages have no support."""
    square = check_beta(beta)
    check_zero_division(zero_division)
    counted = counts_to_average(
        y_true, y_pred, labels, pos_label, average, sample_weight
    )

    def divide(name: str, pairs: list[tuple[Any, Any]]) -> list[Number]:
        return ratios(name, pairs, zero_division, warn=name in warn_for)

    precision = divide("precision", [precision_pair(four) for four in counted])
    recall = divide("recall", [recall_pair(four) for four in counted])
    if square == 0:
        fscore = precision
    elif math.isinf(square):
        fscore = recall
    else:
        fscore = divide("f-score", [fscore_pair(four, square) for four in counted])
    support = None
    if average is None:
        number = int if sample_weight is None else float
        support = [number(four.tp + four.fn) for four in counted]
    p, r, f = (
        averaged(values, counted, average, sample_weight)
        for values in (precision, recall, fscore)
    )
    return p, r, f, support


def _averaged_ratio(name: str, nan: bool = True) -> Any:
    """Make a metric of labels from the ratio of the four cells of each."""

    def decorate(pair: Callable[[BinaryCounts], tuple[Any, Any]]) -> Any:
        def metric(
            y_true,
            y_pred,
            *,
            labels=None,
            pos_label=1,
            average="binary",
            sample_weight=None,
            zero_division="warn",
        ):
            check_zero_division(zero_division, nan=nan)
            counted = counts_to_average(
                y_true, y_pred, labels, pos_label, average, sample_weight
            )
            values = ratios(name, [pair(four) for four in counted], zero_division)
            return averaged(values, counted, average, sample_weight)

        return named_after(pair, metric)

    return decorate


@_averaged_ratio("precision")
def precision_score(four):
    """Tp / (tp + fp): right among those predicted."""
    return precision_pair(four)


@_averaged_ratio("recall")
def recall_score(four):
    """Tp / (tp + fn): right among those true."""
    return recall_pair(four)


@_averaged_ratio("jaccard", nan=False)
def jaccard_score(four):
    """Tp / (tp + fp + fn): intersection over union of true and predicted rows."""
    return jaccard_pair(four)


def fbeta_score(
    y_true,
    y_pred,
    *,
    beta,
    labels=None,
    pos_label=1,
    average="binary",
    sample_weight=None,
    zero_division="warn",
):
    """Harmonic mean of precision and recall, recall weighing β² times as much."""
    return precision_recall_fscore_support(
        y_true,
        y_pred,
        beta=beta,
        labels=labels,
        pos_label=pos_label,
        average=average,
        warn_for=["f-score"],
        sample_weight=sample_weight,
        zero_division=zero_division,
    )[2]


def f1_score(
    y_true,
    y_pred,
    *,
    labels=None,
    pos_label=1,
    average="binary",
    sample_weight=None,
    zero_division="warn",
):
    """2 tp / (2 tp + fp + fn); with "macro", the mean of the labels' F1."""
    return fbeta_score(
        y_true,
        y_pred,
        beta=1,
        labels=labels,
        pos_label=pos_label,
        average=average,
        sample_weight=sample_weight,
        zero_division=zero_division,
    )


# ---------------------------------------------------------------- averages before F


def fscore_of(precision: float, recall: float, square: Any) -> float:
    """Return F_β of a precision and a recall; of two zeros it is 0."""
    if square == 0 or math.isinf(square):
        return precision if square == 0 else recall
    if math.isnan(precision) or math.isnan(recall):
        return math.nan
    p, r = Fraction(precision), Fraction(recall)
    return float((1 + square) * p * r / (square * p + r)) if p + r else 0.0


def macro_f1_of_averages(
    y_true, y_pred, *, beta=1.0, labels=None, sample_weight=None, zero_division="warn"
):
    """F_β of the macro-averaged precision and recall (Zhou 2016, eq. 2.12 to 2.14).

    It is not the mean of the labels' F (`f1_score` with "macro"), and never less for
    β = 1.
    """
    precision, recall, _, _ = precision_recall_fscore_support(
        y_true,
        y_pred,
        labels=labels,
        average="macro",
        warn_for=["precision", "recall"],
        sample_weight=sample_weight,
        zero_division=zero_division,
    )
    return fscore_of(precision, recall, check_beta(beta))


def pooled_precision_recall_fscore(
    matrices, *, beta=1.0, average="macro", zero_division="warn"
):
    """Return (precision, recall, F_β) of several tables [[tn, fp], [fn, tp]].

    "macro" averages their precisions and recalls and takes F of the two averages;
    "micro" averages the tables and takes all three of that one (Zhou 2016, eq.
    2.12 to 2.17).
    """
    square = check_beta(beta)
    check_zero_division(zero_division)
    check_choice("average", average, ["macro", "micro"])
    counted = [check_table(table) for table in matrices]
    if not counted:
        raise ValueError("no matrices")
    if average == "micro":
        # Ratios of the means of the cells are ratios of their sums.
        counted = [summed(counted)]
    precision = mean(
        ratios("precision", [precision_pair(four) for four in counted], zero_division)
    )
    recall = mean(
        ratios("recall", [recall_pair(four) for four in counted], zero_division)
    )
    if average == "macro" or square == 0 or math.isinf(square):
        return precision, recall, fscore_of(precision, recall, square)
    pairs = [fscore_pair(four, square) for four in counted]
    return precision, recall, mean(ratios("f-score", pairs, zero_division))


def check_table(table: Sequence[Column]) -> BinaryCounts:
    """Return the cells of [[tn, fp], [fn, tp]], exact; they are finite and >= 0."""
    if len(table) != 2 or any(len(row) != 2 for row in table):
        raise ValueError(f"{table!r} is not 2 × 2")
    cells = [cell for row in table for cell in row]
    if any(not math.isfinite(cell) or cell < 0 for cell in cells):
        raise ValueError(f"{table!r} has a cell that is not finite and >= 0")
    return BinaryCounts(*(Fraction(cell) for cell in cells))


HEADERS = ("precision", "recall", "f1-score", "support")


def classification_report(
    y_true,
    y_pred,
    *,
    labels=None,
    target_names=None,
    sample_weight=None,
    digits=2,
    output_dict=False,
    zero_division="warn",
):
    """Return a text with a line per label and per average, or the same as a dict.

    The micro average is called accuracy where it is that: one label per row, and all
    labels that occur are in the report.
    """
    if digits < 0 or digits != int(digits):
        raise ValueError(f"digits={digits!r}")
    targets = read_targets(y_true, y_pred, sample_weight)
    shown = list(targets.labels if labels is None else labels)
    names = [str(label) for label in shown] if target_names is None else target_names
    if len(names) != len(shown):
        what = f"{len(shown)} labels and {len(names)} target_names"
        if labels is None:
            raise ValueError(what)
        warnings.warn(what, UserWarning, stacklevel=2)

    def measured(average: str | None) -> tuple[Any, Any, Any, Any]:
        return precision_recall_fscore_support(
            y_true,
            y_pred,
            labels=shown,
            average=average,
            sample_weight=sample_weight,
            zero_division=zero_division,
        )

    precision, recall, fscore, support = measured(None)
    # Names that are too few leave out lines, but the averages are over all labels.
    lines = list(zip(names, precision, recall, fscore, support, strict=False))
    averages = ["micro", "macro", "weighted", *["samples"] * targets.multilabel]
    accuracy = not targets.multilabel and set(shown) >= set(targets.labels)
    ends = []
    for average in averages:
        name = f"{average} avg"
        if average == "micro" and accuracy:
            name = "accuracy"
        ends.append((name, *measured(average)[:3], sum(support)))
    if output_dict:
        return as_dict(lines, ends)
    width = max(len("weighted avg"), digits, *(len(name) for name in names))
    return as_text(lines, ends, width, digits)


def as_dict(lines: Sequence[Any], ends: Sequence[Any]) -> dict[str, Any]:
    """Return {name: {column: value}}, and the accuracy as one number."""
    report: dict[str, Any] = {
        name: dict(zip(HEADERS, map(float, values), strict=True))
        for name, *values in [*lines, *ends]
    }
    if ends[0][0] == "accuracy":
        report["accuracy"] = float(ends[0][3])
    return report


def as_text(lines: Sequence[Any], ends: Sequence[Any], width: int, digits: int) -> str:
    """Return the table as text: names to the right, columns of nine characters."""

    def line(name: str, *cells: Any) -> str:
        written = [
            f"{cell:>9.{digits}f}" if i < 3 and cell != "" else f"{cell:>9}"
            for i, cell in enumerate(cells)
        ]
        return f"{name:>{width}}  " + " ".join(written) + "\n"

    text = [f"{'':>{width}}  " + " ".join(f"{head:>9}" for head in HEADERS) + "\n\n"]
    text += [line(*one) for one in lines]
    text += ["\n"]
    for name, p, r, f, support in ends:
        if name == "accuracy":
            p = r = ""  # they are the same number
        text += [line(name, p, r, f, support)]
    return "".join(text)
