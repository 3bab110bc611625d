"""Labels made of scores by a threshold."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import check_flag, number
from fastmetrics._inputs.labels import Labels
from fastmetrics._inputs.scores import finite_matrix, taken_rows
from fastmetrics._kernels.keys import OneOfTwo
from fastmetrics.metrics.record import UNNAMED


class Cut:
    """Turns scores into the two labels that y_true has.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,)
        True labels: of two classes, or of one if the other can be told from it.
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
        If the threshold is no number or NaN, there are more than two labels, or it is
        not clear which of them is positive or what the other one is.
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
                    "for the scores below the threshold; name both by labels"
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
