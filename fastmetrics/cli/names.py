"""What column names say: which is the truth, which are scores or labels of whom."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fastmetrics.readers import Columns, DataError

__all__ = ["MODELS", "guess_models", "guess_truth", "model_names", "told_apart"]

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
LABEL_NAMES = {
    "y_pred", "pred", "preds", "label_pred", "pred_label", "predicted_label",
    "predicted_class", "class_pred", "pred_class", "prediction_label",
}  # fmt: skip
LABEL_PARTS = re.compile(r"(pred|y_pred|predicted_label|predicted_class)_.+|.+_pred")
CLUSTERS = re.compile("clusters?|cluster_.+|.+_cluster")
# Parts of a name that say what a column holds, not whose it is.
ROLE_WORDS = {
    "y", "score", "scores", "proba", "prob", "probability", "pred", "preds",
    "prediction", "predicted", "label", "class", "hat",
}  # fmt: skip


# What columns hold of models, and how they are given.
MODELS = {"scores": "--score", "predicted labels": "--pred", "clusters": "--pred"}


def _normal(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")


def guess_truth(columns: Columns, taken: set[int], required: bool) -> list[int]:
    """Return the one column of the true labels, or none if none is required."""
    free = [i for i in range(len(columns.names)) if i not in taken]
    found = [i for i in free if _normal(columns.names[i]) in TRUTH_NAMES]
    if len(found) > 1:
        several = ", ".join(columns.label(i) for i in found)
        raise DataError(f"which is the truth: {several}? say it with --truth")
    if found or not required:
        return found
    raise DataError(
        "no column's name says that it holds the true labels; give it with --truth "
        f"({columns.listing()})"
    )


def guess_models(
    columns: Columns, taken: set[int], wanted: Sequence[str], bundled: bool
) -> dict[str, list[int]]:
    """Return the columns by what they hold of models; ``wanted`` is out of `MODELS`."""
    free = [i for i in range(len(columns.names)) if i not in taken]
    found = {
        what: [i for i in free if _speaks_of(what, columns.names[i])] for what in wanted
    }
    if any(found.values()):
        return found
    if "scores" in wanted and (len(free) == 1 or (bundled and free)):
        return {**found, "scores": free}
    ways = " or ".join(MODELS[what] for what in wanted)
    raise DataError(
        f"no column's name says that it holds {' or '.join(wanted)}; give it with "
        f"{ways} ({columns.listing()})"
    )


def _speaks_of(what: str, name: str) -> bool:
    """Return whether a column's name says that it holds this."""
    normal = _normal(name)
    if what == "clusters" and CLUSTERS.fullmatch(normal):
        return True
    is_label = normal in LABEL_NAMES
    # First, because of such as pred_proba.
    if not is_label and (normal in SCORE_NAMES or SCORE_PARTS.fullmatch(normal)):
        return what == "scores"
    return what != "scores" and (is_label or bool(LABEL_PARTS.fullmatch(normal)))


def model_names(
    columns: Columns, scores: Sequence[int], preds: Sequence[int]
) -> tuple[list[str], list[str]]:
    """Return the names of the models that these columns of scores and labels are of.

    A column gives its model its name. Scores and labels are of one model if their
    columns' names are the same but for words such as "score" and "pred", or if there
    is one column of either.
    """
    names = {i: told_apart(columns, i, [*scores, *preds]) for i in (*scores, *preds)}
    stems = {i: _stem(columns.names[i]) for i in names}
    own = list(stems.values())
    for i in scores:
        same = [j for j in preds if stems[j] == stems[i] and j != i]
        if len(same) == 1 and own.count(stems[i]) == 2:
            names[i] = names[same[0]] = stems[i] or "model"
    if len(scores) == len(preds) == 1 and names[scores[0]] != names[preds[0]]:
        names[scores[0]] = names[preds[0]] = f"{names[scores[0]]}, {names[preds[0]]}"
    return [names[i] for i in scores], [names[i] for i in preds]


def told_apart(columns: Columns, position: int, among: Sequence[int]) -> str:
    """Return a column's name, with the position where another has the same."""
    name = columns.names[position]
    same = {i for i in among if columns.names[i] == name}
    return name if len(same) == 1 else f"{name} (column {position})"


def _stem(name: str) -> str:
    words = [word for word in _normal(name).split("_") if word not in ROLE_WORDS]
    return "_".join(words)
