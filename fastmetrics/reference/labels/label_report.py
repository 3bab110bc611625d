"""The table of precision, recall and F1 of every label, with their averages."""

import warnings
from collections.abc import Sequence
from typing import Any

from fastmetrics.reference.labels.confusion_counts import read_targets
from fastmetrics.reference.labels.precision_recall import (
    precision_recall_fscore_support,
)

__all__ = ["classification_report"]

Column = Sequence[Any]

HEADERS = ("precision", "recall", "f1-score", "support")


def classification_report(
    y_true: Column,
    y_pred: Column,
    *,
    labels: Column | None = None,
    target_names: Sequence[str] | None = None,
    sample_weight: Column | None = None,
    digits: int = 2,
    output_dict: bool = False,
    zero_division: Any = "warn",
) -> str | dict[str, Any]:
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
