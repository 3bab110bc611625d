"""What the command line reads: which columns, and what they must hold."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import resources

import numpy as np

from fastmetrics.readers import Columns, DataError, open_columns

__all__ = ["Data", "load"]

# Column names that say what a column holds, in the spelling of `_normal`.
TRUTH_NAMES = {
    "y_true", "truth", "true", "true_label", "label", "labels", "target", "targets",
    "class", "outcome", "y", "ground_truth", "actual", "y_test",
}  # fmt: skip
SCORE_NAMES = {
    "y_score", "score", "scores", "y_proba", "y_prob", "proba", "prob", "probability",
    "probabilities", "p", "prediction", "predictions", "predicted", "y_hat", "yhat",
    "decision_function", "risk", "confidence",
}  # fmt: skip
SCORE_PARTS = re.compile(
    r"(score|proba|prob|probability|prediction)_.+|.+_(score|proba|prob|probability)"
)
BUNDLED = "bundled data"


@dataclass
class Data:
    """What is to be judged, checked.

    Attributes
    ----------
    name : str
        The file's name for messages.
    format : str
        Its format.
    truth : ndarray of bool
        Whether a row is positive.
    pos_label : object
        The label that positive rows have in the file.
    scores : dict
        The scores by column name.
    weight, group : ndarray or None
        The other columns.
    heading : str
        One line that says which columns these are.
    columns : dict
        The same for programs: the column names by role.
    notes : list of str
        What was guessed.
    """

    name: str
    format: str
    truth: np.ndarray
    pos_label: object
    scores: dict[str, np.ndarray]
    weight: np.ndarray | None = None
    group: np.ndarray | None = None
    heading: str = ""
    columns: dict[str, object] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


def load(
    file: str | None,
    *,
    truth: str | None = None,
    scores: Sequence[str] = (),
    weight: str | None = None,
    group: str | None = None,
    pos_label: str | None = None,
) -> Data:
    """Read and check the columns of a file; without a file, the bundled data.

    Raises
    ------
    DataError
        The file or a column is not what is needed.
    MissingLibraryError
        The file's format needs a library that is not installed.
    """
    columns = open_columns(_source(file))
    notes = list(columns.notes)
    if file is None:
        notes.append(
            "no FILE is given, so two models are judged on the Breast Cancer Wisconsin "
            "(Diagnostic) data, 1 = malignant"
        )
    other = [columns.find(name) for name in (weight, group) if name is not None]
    given = [columns.find(name) for name in scores]
    if len(set(given)) < len(given):
        raise DataError("a score column is given twice")
    guessed = []
    if truth is None:
        place = _guess_truth(columns, {*given, *other})
        guessed.append(f"the truth is {columns.label(place)}")
    else:
        place = columns.find(truth)
    if not given:
        given = _guess_scores(columns, {place, *other}, bundled=file is None)
        shown = ", ".join(repr(columns.names[i]) for i in given)
        guessed.append(f"scores are {shown}")
    if guessed and file is not None:
        notes.append(f"guessed by name: {'; '.join(guessed)}")
    if place in given:
        raise DataError(f"{columns.label(place)}: is the truth and a score at once")

    labels, *rest = columns.read([place, *given, *other])
    positive, label = _positive(labels, columns.label(place), pos_label)
    names = _model_names(columns, given)
    values = [_numbers(rest[k], columns.label(i)) for k, i in enumerate(given)]
    weights = None
    if weight is not None:
        weights = _weights(rest[len(given)], columns.label(other[0]))
    name = BUNDLED if file is None else "standard input" if file == "-" else file
    data = Data(
        name=name,
        format=columns.format,
        truth=positive,
        pos_label=label,
        scores=dict(zip(names, values, strict=True)),
        weight=weights,
        group=rest[-1] if group is not None else None,
        columns={"truth": columns.names[place], "scores": names},
        notes=notes,
    )
    parts = [f"truth {columns.names[place]!r}"]
    parts.append(f"score{'s' * (len(names) > 1)} {', '.join(map(repr, names))}")
    roles = [role for role, k in (("weight", weight), ("group", group)) if k]
    for role, i in zip(roles, other, strict=True):
        data.columns[role] = columns.names[i]
        parts.append(f"{role} {columns.names[i]!r}")
    data.heading = f"{name} ({columns.format}): {'; '.join(parts)}"
    return data


def _source(file: str | None) -> str | bytes:
    if file is None:
        folder = resources.files("fastmetrics") / "data"
        return (folder / "breast_cancer.csv").read_bytes()
    if file == "-":
        return sys.stdin.buffer.read()
    return os.fspath(file)


def _normal(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")


def _guess_truth(columns: Columns, taken: set[int]) -> int:
    free = [i for i in range(len(columns.names)) if i not in taken]
    found = [i for i in free if _normal(columns.names[i]) in TRUTH_NAMES]
    if len(found) == 1:
        return found[0]
    if found:
        several = ", ".join(columns.label(i) for i in found)
        raise DataError(f"which is the truth: {several}? say it with --truth")
    raise DataError(
        "no column's name says that it holds the true labels; give it with --truth "
        f"({columns.listing()})"
    )


def _guess_scores(columns: Columns, taken: set[int], bundled: bool) -> list[int]:
    free = [i for i in range(len(columns.names)) if i not in taken]
    found = [i for i in free if _looks_like_score(columns.names[i])]
    if found:
        return found
    if len(free) == 1 or (bundled and free):
        return free
    raise DataError(
        "no column's name says that it holds scores; give it with --score "
        f"({columns.listing()})"
    )


def _looks_like_score(name: str) -> bool:
    normal = _normal(name)
    return normal in SCORE_NAMES or SCORE_PARTS.fullmatch(normal) is not None


def _model_names(columns: Columns, positions: Sequence[int]) -> list[str]:
    """Return the columns' names, told apart by position where two have the same."""
    names = [columns.names[i] for i in positions]
    return [
        name if names.count(name) == 1 else f"{name} (column {i})"
        for name, i in zip(names, positions, strict=True)
    ]


def _numbers(values: np.ndarray, label: str) -> np.ndarray:
    """Return a column of finite numbers; numbers in a column of text are read."""
    if values.dtype == object:
        try:
            values = values.astype(np.float64)
        except ValueError:
            row, text = next(
                (row, v) for row, v in enumerate(values, 1) if not _is_number(v)
            )
            raise DataError(
                f"{label}: {text[:40]!r} in row {row} is not a number"
            ) from None
    if values.dtype.kind == "f":
        finite = np.isfinite(values)
        if not finite.all():
            row = int(finite.argmin())
            count = int(len(finite) - finite.sum())
            raise DataError(
                f"{label}: {count:,} of {len(finite):,} values are not finite, the "
                f"first in row {row + 1} ({values[row]})"
            )
    return values


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _weights(values: np.ndarray, label: str) -> np.ndarray:
    values = _numbers(values, label)
    if (values < 0).any():
        row = int((values < 0).argmax())
        raise DataError(f"{label}: row {row + 1} has the negative weight {values[row]}")
    if not values.any():
        raise DataError(f"{label}: all weights are zero")
    return values


def _positive(
    labels: np.ndarray, label: str, pos_label: str | None
) -> tuple[np.ndarray, object]:
    """Return which rows are positive, and the label that they have.

    Without `pos_label` it is the larger of 0 and 1, −1 and 1, False and True; other
    labels do not say which of them is positive.
    """
    low, high = _two_classes(labels, label)
    if pos_label is not None:
        match = [v for v in (low, high) if _means(pos_label, v)]
        if not match:
            raise DataError(
                f"{label}: --pos-label {pos_label!r} is none of its values, which are "
                f"{low!r} and {high!r}"
            )
        return labels == match[0], match[0]
    if isinstance(low, str) or (low, high) not in ((0, 1), (-1, 1)):
        raise DataError(
            f"{label}: its values are {low!r} and {high!r}; say which is the positive "
            "class with --pos-label"
        )
    return labels == high, high


def _two_classes(labels: np.ndarray, label: str) -> tuple[object, object]:
    if labels.dtype == object:
        values = sorted(set(labels.tolist()), key=lambda v: (str(type(v)), v))
        _need_two(len(values), values, label)
        return values[0], values[1]
    _numbers(labels, label)
    low, high = labels.min(), labels.max()
    if low == high:
        _need_two(1, [low.item()], label)
    # Two comparisons: counting distinct values would sort them.
    if not ((labels == low) | (labels == high)).all():
        values = np.unique(labels).tolist()
        _need_two(len(values), values, label)
    return low.item(), high.item()


def _need_two(n: int, values: Sequence[object], label: str) -> None:
    if n == 1:
        raise DataError(
            f"{label}: has one class only, {values[0]!r}; there is nothing to tell "
            "apart without a row of the other"
        )
    if n > 2:
        shown = ", ".join(repr(v) for v in values[:4])
        raise DataError(
            f"{label}: has {n:,} different values ({shown}, …); two classes are needed"
        )


def _means(text: str, value: object) -> bool:
    """Return whether a word from the command line stands for this label."""
    if isinstance(value, str):
        return text == value
    if isinstance(value, bool):
        return text.lower() in (("true", "1") if value else ("false", "0"))
    try:
        return float(text) == value
    except ValueError:
        return False
