"""What `evaluate` reads of a cross-validation: its predictions and its folds."""

from __future__ import annotations

from typing import Any

import numpy as np

from fastmetrics._inputs.columns import as_array
from fastmetrics.selection.validation.result import CrossValidation

__all__ = ["columns_of"]


def columns_of(found: CrossValidation, given: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments that stand in place of a cross-validation.

    ``given``: what was given beside it, which must be nothing.

    Raises
    ------
    TypeError
        If there are columns beside it.
    ValueError
        If predictions of all rows were not kept, or a row is tested more than once.
    """
    beside = [name for name, value in given.items() if value is not None]
    if beside:
        raise TypeError(f"{beside[0]} cannot be given beside a CrossValidation")
    said = found.predictions
    known = {
        "y_pred": said.get("predict"),
        "y_proba": said.get("predict_proba"),
        "y_score": said.get("decision_function"),
    }
    if found.fold_ids is None or all(one is None for one in known.values()):
        raise ValueError(
            "there are no predictions by models that have not seen the row: each row "
            "must be tested once, and return_predictions=True keeps what is predicted"
        )
    columns = {name: one for name, one in known.items() if one is not None}
    proba = columns.get("y_proba")
    if proba is not None and proba.ndim == 2 and proba.shape[1] == 2:
        columns["y_proba"] = proba[:, 1]
    true = as_array(found.y, "y")
    if true.ndim == 1 and true.dtype.kind in "OU":
        classes = np.unique(true)
        if len(classes) == 2:  # as scikit-learn has it: the larger one
            columns["pos_label"] = classes[1]
    if columns.get("y_score", np.empty(0)).ndim > 1:
        del columns["y_score"]  # a column per class, which are no probabilities
    more = {"y_true": found.y, "folds": found.fold_ids}
    return {**columns, **more, "sample_weight": found.score_weight}
