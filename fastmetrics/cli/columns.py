"""What the command line reads: which columns, and what they must hold."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from typing import NamedTuple

import numpy as np

from fastmetrics.cli import names as _cli_names
from fastmetrics.cli import values as _cli_values
from fastmetrics.readers import Columns, DataError, open_columns
from fastmetrics.report.choice import CLUSTERING, LABELS, SCORES

__all__ = ["ALL", "DATA_SETS", "Data", "load"]


class DataSet(NamedTuple):
    """Bundled data: the column of the truth, its task, and what is said of it."""

    truth: str
    task: str
    what: str


DATA_SETS = {
    "breast_cancer": DataSet(
        "y_true",
        SCORES,
        "two models' scores on the Breast Cancer Wisconsin (Diagnostic) data, "
        "1 = malignant",
    ),
    "digits": DataSet(
        "digit",
        LABELS,
        "two models' labels on the Optical Recognition of Handwritten Digits data",
    ),
    "wine": DataSet(
        "cultivar",
        CLUSTERING,
        "two clusterings of the Wine data by 13 standardised measurements",
    ),
}
BUNDLED = "bundled data"
# In place of a column of measurements: all that hold numbers and have no other role.
ALL = "all"
# Columns of one role that a heading names.
MOST_SHOWN = 6


@dataclass
class Data:
    """What is to be judged, checked.

    Attributes
    ----------
    name : str
        The file's name for messages.
    format : str
        Its format.
    truth : ndarray or None
        The true labels; of scores alone, whether a row is positive. None for
        clusterings that are judged by measurements only.
    pos_label : object
        The label that positive rows have in the file; None if there are no such rows.
    scores, labels : dict
        The scores and the predicted labels by model.
    weight, group : ndarray or None
        The other columns.
    features : ndarray of shape (n_rows, n_features) or None
        The measurements that clusterings are judged by.
    task : str or None
        What is to be judged; None: whatever there is.
    heading : str
        One line that says which columns these are.
    columns : dict
        The same for programs: the column names by role; lists of scores and preds.
    notes : list of str
        What was guessed.
    """

    name: str
    format: str
    truth: np.ndarray | None
    pos_label: object
    scores: dict[str, np.ndarray]
    labels: dict[str, np.ndarray]
    weight: np.ndarray | None = None
    group: np.ndarray | None = None
    features: np.ndarray | None = None
    task: str | None = None
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
    features: Sequence[str] = (),
    weight: str | None = None,
    group: str | None = None,
    pos_label: str | None = None,
    threshold: float | None = None,
    task: str | None = None,
    standardize: bool = False,
) -> Data:
    """Read and check the columns of a file; without a file, bundled data.

    Raises
    ------
    DataError
        The file or a column is not what is needed.
    MissingLibraryError
        The file's format needs a library that is not installed.
    """
    data = data or next(k for k, v in DATA_SETS.items() if task in (None, v.task))
    columns = open_columns(_source(file, data))
    notes = list(columns.notes)
    if file is None:
        known = DATA_SETS[data]
        truth = truth or known.truth
        notes.append(f"no FILE is given, so this judges {known.what}")
        if known.task == task == CLUSTERING:
            features, standardize = features or [ALL], True
    named: dict[str, Sequence[str]] = {
        "truth": [truth] if truth is not None else [],
        "scores": scores,
        "preds": preds,
        "weight": [weight] if weight is not None else [],
        "group": [group] if group is not None else [],
        "features": features,
    }
    wanted = _wanted(task, threshold)
    places, guessed = _find(columns, named, wanted, file is None)
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
    if list(features) == [ALL]:
        _drop_text(found["features"], places["features"], notes)
    labels, positive = _targets(found, task, pos_label, threshold is not None)
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
        features=_matrix(found["features"], standardize),
        task=task,
        heading=f"{name} ({columns.format}): {_shown(called)}",
        columns={
            role: who if role in ("scores", "preds", "features") else who[0]
            for role, who in called.items()
        },
        notes=notes,
    )


def _wanted(task: str | None, threshold: float | None) -> list[str]:
    if task == CLUSTERING:
        return ["clusters"]
    without_scores = task == LABELS and threshold is None
    return ["scores"] * (not without_scores) + ["predicted labels"] * (task != SCORES)


def _find(
    columns: Columns,
    named: Mapping[str, Sequence[str]],
    wanted: Sequence[str],
    bundled: bool,
) -> tuple[dict[str, list[int]], list[str]]:
    """Return the columns' positions by role, and what had to be guessed.

    ``wanted``: what there may be of models, out of `_cli_names.MODELS`.
    """
    every = [*named["features"]] == [ALL] and ALL not in columns.names
    places = {
        role: [columns.find(name) for name in names]
        for role, names in named.items()
        if not (every and role == "features")
    }
    for role in ("scores", "preds", "features"):
        if len({*places.get(role, [])}) < len(places.get(role, [])):
            raise DataError(f"a {role[:-1]} column is given twice")
    guessed = []

    def taken() -> set[int]:
        return {i for found in places.values() for i in found}

    if not places["truth"]:
        required = not named["features"]
        places["truth"] = _cli_names.guess_truth(columns, taken(), required)
        guessed += [f"the truth is {columns.label(i)}" for i in places["truth"]]
    if not (places["scores"] or places["preds"]):
        models = _cli_names.guess_models(columns, taken(), wanted, bundled)
        for what, found in models.items():
            places["scores" if what == "scores" else "preds"] = found
            if found:
                shown = ", ".join(repr(columns.names[i]) for i in found)
                guessed.append(f"{what} are {shown}")
    if every:
        rest = set(range(len(columns.names))) - taken()
        places["features"] = sorted(rest)
    words = {"scores": "score", "preds": "prediction", "features": "feature"}
    for role, what in words.items():
        for i in {*places["truth"]} & {*places[role]}:
            raise DataError(f"{columns.label(i)}: is the truth and a {what} at once")
    return places, guessed


def _drop_text(
    found: list[tuple[str, np.ndarray]], places: list[int], notes: list[str]
) -> None:
    """Leave columns out that hold no numbers."""
    text = [i for i, (_, values) in enumerate(found) if values.dtype == object]
    if text:
        notes.append(f"no numbers, so left out: {', '.join(found[i][0] for i in text)}")
    for i in reversed(text):
        del found[i], places[i]
    if not found:
        raise DataError(f"--feature {ALL}: no column of numbers is left")


def _matrix(
    found: Sequence[tuple[str, np.ndarray]], standardize: bool
) -> np.ndarray | None:
    """Return measurements as a matrix, if there are any."""
    if not found:
        return None
    columns = [_cli_values.numbers(values, label) for label, values in found]
    matrix = np.column_stack(columns).astype(np.float64, copy=False)
    if standardize:
        matrix -= matrix.mean(axis=0)
        spread = matrix.std(axis=0)
        matrix /= np.where(spread > 0, spread, 1)
    return matrix


def _targets(
    found: Mapping[str, Sequence[tuple[str, np.ndarray]]],
    task: str | None,
    pos_label: str | None,
    threshold: bool,
) -> tuple[np.ndarray | None, object]:
    """Return the true labels, and which of them is positive (None: none is).

    Of scores alone they become whether a row is positive.
    """
    if task == CLUSTERING:
        for one in (*found["truth"], *found["preds"]):
            _cli_values.check_labels([one])
        return (found["truth"][0][1] if found["truth"] else None), None
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
    parts = []
    for role, who in called.items():
        names = [*map(repr, who)]
        if len(names) > MOST_SHOWN:
            names = [*names[: MOST_SHOWN - 2], "…", names[-1]]
        what = role.removesuffix("s") if len(who) == 1 else role
        many = f"{len(who)} " if len(who) > MOST_SHOWN else ""
        parts.append(f"{many}{what} {', '.join(names)}")
    return "; ".join(parts)


def _source(file: str | None, data: str) -> str | bytes:
    if file is None:
        folder = resources.files("fastmetrics") / "data"
        return (folder / f"{data}.csv").read_bytes()
    if file == "-":
        return sys.stdin.buffer.read()
    return os.fspath(file)
