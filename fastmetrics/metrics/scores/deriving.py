"""Labels derived from scores by a threshold; labels and scores from probabilities."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import check_flag, number
from fastmetrics._inputs.labels import Labels
from fastmetrics._inputs.probabilities import read_probabilities
from fastmetrics._inputs.scores import finite_matrix, taken_rows
from fastmetrics._kernels.keys import OneOfTwo
from fastmetrics.metrics.record import UNNAMED

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Cut:
    """Turns scores into the two labels of y_true.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels of two classes, or of one class if the other label is clear.
    pos_label : object
        The positive one; None: 1, if that is clear.
    threshold : float
        The lowest score of a row that is taken as positive.
    strict : bool, default=False
        Whether it is the highest score of a row that is not, instead.
    labels : sequence, optional
        Both labels, for rows that have the positive one only.

    Raises
    ------
    TypeError, ValueError
        If the threshold is not a number or NaN, there are more than two labels, or it
        is not clear which label is positive or what the other label is.
    """

    def __init__(
        self,
        y_true: Any,
        pos_label: Any,
        threshold: float,
        strict: bool = False,
        labels: Iterable[Any] | None = None,
    ) -> None:
        check_flag(strict, "strict")
        if math.isnan(number(threshold, "threshold")):
            raise ValueError("threshold is NaN; no score is above it or below")
        self.threshold, self.strict = threshold, bool(strict)
        truth = Labels(y_true, "y_true")
        # These raise if there are more than two labels or it is not clear which of
        # them is the positive one.
        truth.choose(None if pos_label is None else OneOfTwo(pos_label))
        positive_label = 1 if pos_label is None else pos_label
        classes = truth.classes()
        positive = next(
            (label for label in classes if label == positive_label), positive_label
        )
        other = [label for label in classes if label != positive]
        if not other and labels is not None:
            other = [label for label in labels if label != positive]
        if not other:
            if positive not in (0, 1):
                raise ValueError(
                    f"y_true has the one label {shown(positive)}: there is no other "
                    "label for scores below the threshold: pass both as labels"
                )
            other = [1 - positive]
        values = np.array([other[0], positive])
        text = values.dtype.kind not in "biuf"
        self._values = np.array([other[0], positive], object) if text else values

    def labels(self, scores: Any, name: str = "y_score") -> np.ndarray:
        """Return a label per row: positive where the score is at least as high.

        Where it is higher, if the threshold is strict; see `lowest_positive`.
        ``name`` is what messages call the scores.
        """
        scores = finite_matrix(scores, name)
        taken = taken_rows(scores, self.threshold, self.strict)
        return self._values[taken.view(np.uint8)]


def cut_models(
    shared: Mapping[str, Any],
    models: Mapping[str, Mapping[str, Any]],
    options: Mapping[str, Any],
) -> dict[str, dict[str, Any]]:
    """Make ``y_pred`` of the ``y_score`` of each model that has one.

    Raises
    ------
    ValueError
        If none has one, or a model has labels already.
    """
    scores = {
        name: columns["y_score"]
        for name, columns in models.items()
        if "y_score" in columns
    }
    if not scores:
        raise ValueError("threshold makes labels of y_score, which is not given")
    for name in scores:
        if "y_pred" in models[name]:
            raise ValueError(
                f"model {shown(name)} has labels in y_pred already; threshold would "
                "make others of its scores"
            )
    cut = Cut(
        shared["y_true"],
        options.get("pos_label"),
        options["threshold"],
        options.get("strict", False),
        options.get("labels"),
    )
    return {
        name: {
            "y_pred": cut.labels(
                column, "y_score" if name == UNNAMED else f"y_score[{shown(name)}]"
            )
        }
        for name, column in scores.items()
    }


# ----------------------------------------------------------------------------- deriving


# Threshold for the positive class of two classes by default.
THRESHOLD = 0.5

Columns = Mapping[str, Any]
Models = Mapping[str, Columns]


def scores_of(
    shared: Columns, models: Models, options: Columns
) -> dict[str, dict[str, Any]]:
    """Return P(positive) as scores, for each model of two classes.

    Raises
    ------
    ValueError
        If they are not probabilities, or do not match the classes of y_true.
    """
    pos_label = options.get("pos_label")
    return {
        model: {"y_score": _of_positive(shared["y_true"], columns, model, pos_label)}
        for model, columns in models.items()
        if "y_proba" in columns
        and not ("y_score" in columns or _is_of_several(columns))
    }


def labels_of(
    shared: Columns, models: Models, options: Columns
) -> dict[str, dict[str, Any]]:
    """Return predicted labels: the likeliest of several classes, the first of equals.

    For two classes, a row is positive if its probability is at least the threshold, or
    above it if ``strict``. Models with given labels or scores are left out. Without a
    threshold, a matrix needs no positive class: the more likely label is predicted, and
    of equal probabilities the larger label.

    Raises
    ------
    ValueError
        If they are not probabilities, do not match the classes of y_true, or a
        threshold is given where none is needed.
    """
    given, pos_label = options.get("threshold"), options.get("pos_label")
    threshold = THRESHOLD if given is None else given
    y_true = shared["y_true"]
    if getattr(y_true, "ndim", 1) == 2 and y_true.shape[1] > 1:
        return {}  # a column per label: a row may have several
    made: dict[str, NDArray[Any]] = {}
    cuts: dict[Any, Cut] = {}
    for model, columns in models.items():
        if "y_proba" not in columns:
            continue
        if given is not None:
            _check_needed(columns, model)
        if _is_of_several(columns):
            if "y_pred" not in columns:
                found = _read(y_true, columns, model, labels=options.get("labels"))
                classes = _texts_as_objects(found.classes)
                made[model] = classes[found.proba.argmax(axis=1)]
        elif _has_own(columns):
            strict, positive = options.get("strict", False), pos_label
            if positive is None and given is None and not strict:
                positive = _larger(y_true, columns, model)
            if positive not in cuts:
                labels = options.get("labels")
                cuts[positive] = Cut(y_true, positive, threshold, strict, labels)
            column = _of_positive(y_true, columns, model, positive)
            made[model] = cuts[positive].labels(column, _called(model))
    return {model: {"y_pred": labels} for model, labels in made.items()}


def default_options(models: Models, options: Columns) -> dict[str, Any]:
    """Return the default threshold if labels are derived by a threshold."""
    by_threshold = any(
        "y_proba" in columns and not _is_of_several(columns) and _has_own(columns)
        for columns in models.values()
    )
    return {"threshold": THRESHOLD} if by_threshold else {}


def _larger(y_true: Any, columns: Columns, model: str) -> Any:
    """Return the larger of two classes that have a column each; None of one column."""
    found = _read(y_true, columns, model)
    return None if found.is_column else found.classes.tolist()[-1]


def _has_own(columns: Columns) -> bool:
    """Whether labels are to be made of the probabilities, if not of anything else."""
    return not {"y_pred", "y_score"} & {*columns}


def _is_of_several(columns: Columns) -> bool:
    """Whether the probabilities are of more than two classes."""
    shape: tuple[int, ...] = getattr(columns["y_proba"], "shape", ())
    return len(shape) == 2 and shape[1] > 2


def _check_needed(columns: Columns, model: str) -> None:
    """Raise if a threshold that is given makes nothing of a model's probabilities."""
    if _is_of_several(columns):
        raise ValueError(
            f"threshold is for two classes; {_called(model)} has a column for each of "
            f"{columns['y_proba'].shape[1]}, the likeliest of which is the label"
        )
    if "y_pred" in columns:
        raise ValueError(
            f"model {shown(model)} has labels in y_pred already; threshold would make "
            "others of its probabilities"
        )


def _called(model: str) -> str:
    return "y_proba" if model == UNNAMED else f"y_proba[{shown(model)}]"


def _read(
    y_true: Any,
    columns: Columns,
    model: str,
    pos_label: Any = None,
    labels: Any = None,
) -> Any:
    """Return a model's probabilities; its plan warns if rows do not sum to one."""
    name = _called(model)
    found = read_probabilities(
        y_true,
        columns["y_proba"],
        labels=labels,
        pos_label=pos_label,
        proba_name=name,
        check=False,
    )
    if not (found.proba.min() >= 0 and found.proba.max() <= 1):
        found.raise_out_of_range()
    return found


def _of_positive(
    y_true: Any, columns: Columns, model: str, pos_label: Any
) -> NDArray[Any]:
    """Return the probability of the positive one of two classes, as it came in."""
    found = _read(y_true, columns, model, pos_label)
    if found.is_column:
        return found.given_proba
    classes = found.classes.tolist()
    positive = 1 if pos_label is None else pos_label
    if positive not in classes:
        known = ", ".join(map(shown, classes))
        if pos_label is None:
            raise ValueError(
                f"y_true takes value in {{{known}}} and pos_label is not specified: "
                "either make y_true take value in {0, 1} or {-1, 1} or pass pos_label"
            )
        raise ValueError(
            f"pos_label={shown(pos_label)} is not a valid label. It should be one of "
            f"[{known}]"
        )
    return found.given_proba[:, classes.index(positive)]


def _texts_as_objects(classes: NDArray[Any]) -> NDArray[Any]:
    """Return classes such that rows of text are not filled up to one width."""
    return classes if classes.dtype.kind in "biuf" else classes.astype(object)
