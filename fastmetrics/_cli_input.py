"""What the command line reads: which columns, and what they must hold."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources

import numpy as np

from fastmetrics import _cli_names, _cli_values
from fastmetrics.readers import Columns, DataError, open_columns

__all__ = ["DATA_SETS", "Data", "load"]

# name -> file, the truth's column, and what is said of it
DATA_SETS = {
    "breast_cancer": (
        "breast_cancer.csv",
        "y_true",
        "two models' scores on the Breast Cancer Wisconsin (Diagnostic) data, "
        "1 = malignant",
    ),
    "digits": (
        "digits.csv",
        "digit",
        "two models' labels on the Optical Recognition of Handwritten Digits data",
    ),
}
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
    truth : ndarray
        The true labels; of scores alone, whether a row is positive.
    pos_label : object
        The label that positive rows have in the file; None if there are no such rows.
    scores, labels : dict
        The scores and the predicted labels by model.
    weight, group : ndarray or None
        The other columns.
    heading : str
        One line that says which columns these are.
    columns : dict
        The same for programs: the column names by role; lists of scores and preds.
    notes : list of str
        What was guessed.
    """

    name: str
    format: str
    truth: np.ndarray
    pos_label: object
    scores: dict[str, np.ndarray]
    labels: dict[str, np.ndarray]
    weight: np.ndarray | None = None
    group: np.ndarray | None = None
    heading: str = ""
    columns: dict[str, object] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


def load(
    file: str | None,
    *,
    data: str | None = None,
    truth: str | None = None,
    scores: Sequence[str] = (),
    preds: Sequence[str] = (),
    weight: str | None = None,
    group: str | None = None,
    pos_label: str | None = None,
    threshold: float | None = None,
) -> Data:
    """Read and check the columns of a file; without a file, bundled data.

    Raises
    ------
    DataError
        The file or a column is not what is needed.
    MissingLibraryError
        The file's format needs a library that is not installed.
    """
    data = data or next(iter(DATA_SETS))
    columns = open_columns(_source(file, data))
    notes = list(columns.notes)
    if file is None:
        _, known, what = DATA_SETS[data]
        truth = known if truth is None else truth
        notes.append(f"no FILE is given, so this judges {what}")
    places, guessed = _find(columns, truth, scores, preds, weight, group, file is None)
    if guessed and file is not None:
        notes.append(f"guessed by name: {'; '.join(guessed)}")
    if threshold is not None and not places["scores"]:
        raise DataError("--threshold makes labels of scores; give them with --score")
    read = iter(columns.read([i for role in places.values() for i in role]))
    # For each role what its columns are called in messages, and their values.
    found = {
        role: [(columns.label(i), next(read)) for i in at]
        for role, at in places.items()
    }
    labels, positive = _targets(found, pos_label, threshold is not None)
    names = _cli_names.model_names(columns, places["scores"], places["preds"])
    weights = [_cli_values.weights(v, label) for label, v in found["weight"]]
    groups = [values for _, values in found["group"]]
    name = BUNDLED if file is None else "standard input" if file == "-" else file
    called = {
        role: [_cli_names.told_apart(columns, i, at) for i in at]
        for role, at in places.items()
        if at
    }
    return Data(
        name=name,
        format=columns.format,
        truth=labels,
        pos_label=positive,
        scores={
            model: _cli_values.numbers(values, label)
            for model, (label, values) in zip(names[0], found["scores"], strict=True)
        },
        labels={
            model: values
            for model, (_, values) in zip(names[1], found["preds"], strict=True)
        },
        weight=weights[0] if weights else None,
        group=groups[0] if groups else None,
        heading=f"{name} ({columns.format}): {_shown(called)}",
        columns={
            role: who if role in ("scores", "preds") else who[0]
            for role, who in called.items()
        },
        notes=notes,
    )


def _find(
    columns: Columns,
    truth: str | None,
    scores: Sequence[str],
    preds: Sequence[str],
    weight: str | None,
    group: str | None,
    bundled: bool,
) -> tuple[dict[str, list[int]], list[str]]:
    """Return the columns' positions by role, and what had to be guessed."""
    other = {
        role: [columns.find(name)] if name is not None else []
        for role, name in (("weight", weight), ("group", group))
    }
    models = {
        role: [columns.find(name) for name in wanted]
        for role, wanted in (("scores", scores), ("preds", preds))
    }
    for role, places in models.items():
        if len(set(places)) < len(places):
            raise DataError(f"a {role[:-1]} column is given twice")
    taken = {i for places in (*other.values(), *models.values()) for i in places}
    guessed = []
    if truth is None:
        place = _cli_names.guess_truth(columns, taken)
        guessed.append(f"the truth is {columns.label(place)}")
    else:
        place = columns.find(truth)
    if not any(models.values()):
        models = _cli_names.guess_models(columns, {place, *taken}, bundled)
        for role, what in (("scores", "scores"), ("preds", "predicted labels")):
            if models[role]:
                shown = ", ".join(repr(columns.names[i]) for i in models[role])
                guessed.append(f"{what} are {shown}")
    for role, places in models.items():
        if place in places:
            what = "score" if role == "scores" else "prediction"
            raise DataError(
                f"{columns.label(place)}: is the truth and a {what} at once"
            )
    return {"truth": [place], **models, **other}, guessed


def _targets(
    found: Mapping[str, Sequence[tuple[str, np.ndarray]]],
    pos_label: str | None,
    threshold: bool,
) -> tuple[np.ndarray, object]:
    """Return the true labels, and which of them is positive (None: none is).

    Of scores alone they become whether a row is positive.
    """
    [(label, values)] = found["truth"]
    if not found["preds"] and not threshold:
        return _cli_values.positive(values, label, pos_label)
    labels = [*found["truth"], *found["preds"]]
    _cli_values.check_labels(labels)
    if found["scores"]:
        return values, _cli_values.positive(values, label, pos_label)[1]
    return values, _cli_values.positive_label(labels, pos_label)


def _shown(called: Mapping[str, Sequence[str]]) -> str:
    """Say which columns are what, in one line."""
    return "; ".join(
        (role.removesuffix("s") if len(who) == 1 else role)
        + f" {', '.join(map(repr, who))}"
        for role, who in called.items()
    )


def _source(file: str | None, data: str) -> str | bytes:
    if file is None:
        folder = resources.files("fastmetrics") / "data"
        return (folder / DATA_SETS[data][0]).read_bytes()
    if file == "-":
        return sys.stdin.buffer.read()
    return os.fspath(file)
