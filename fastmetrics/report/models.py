"""Which models a report judges: their scores, their labels, labels by a threshold."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from fastmetrics import _inputs
from fastmetrics.metrics.scores.cutting import Cut
from fastmetrics.report.choice import CLUSTERING, LABELS, SCORES, TASKS

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["Models", "by_model", "check_task", "gather", "positive_of"]

# Arguments of evaluate that a task has no use for.
_NOT_FOR = {
    SCORES: {"y_pred", "threshold", "X"},
    LABELS: {"X"},
    CLUSTERING: {
        "y_score", "threshold", "sample_weight", "groups", "stratified", "pos_label",
    },
}  # fmt: skip

# What one model is called that has no name, by what it gives.
ONLY_SCORES, ONLY_LABELS, BOTH = "score", "pred", "model"


class Models(NamedTuple):
    """What each model gives, by its name; a model in both has scores and labels."""

    scores: dict[str, NDArray[Any]]
    labels: dict[str, Any]

    @property
    def names(self) -> list[str]:
        """All models, each once."""
        return list({**self.labels, **self.scores})


def check_task(task: str | None, given: Collection[str]) -> None:
    """Raise unless arguments of these names are what a task needs; None: any.

    Raises
    ------
    TypeError
        If one is missing.
    ValueError
        If there is no such task, or it has no use for one of them.
    """
    if task is not None and task not in TASKS:
        raise ValueError(f"task must be one of {', '.join(TASKS)}; got {task!r}")
    useless = [name for name in given if task and name in _NOT_FOR[task]]
    if task == LABELS and "y_score" in given and "threshold" not in given:
        useless.append("y_score")
    if useless:
        raise ValueError(f"task={task!r} has no use for {min(useless)}")
    if task == CLUSTERING and not {"y_true", "X"} & {*given}:
        raise TypeError("clusterings are judged by y_true, by X or by both: give one")
    if task != CLUSTERING and "y_true" not in given:
        raise TypeError("y_true is None; only clusterings can do without, given X")
    needed = {SCORES: "y_score", CLUSTERING: "y_pred"}.get(task or "")
    if needed and needed not in given:
        raise TypeError(f"task={task!r} needs {needed}")


def gather(
    y_true: ArrayLike,
    y_pred: ArrayLike | Mapping[str, ArrayLike] | None,
    y_score: ArrayLike | Mapping[str, ArrayLike] | None,
    threshold: float | None,
    pos_label: Any,
) -> Models:
    """Return scores and labels by model, labels by a threshold among them.

    Raises
    ------
    TypeError
        If there is nothing to judge, or the threshold is no number.
    ValueError
        If names clash, or the threshold has nothing to stand on.
    """
    if y_pred is None and y_score is None:
        raise TypeError("give y_pred (labels), y_score (scores) or both: nothing is")
    plain = not isinstance(y_pred, Mapping) and not isinstance(y_score, Mapping)
    both = plain and y_pred is not None and y_score is not None
    labels = by_model(y_pred, BOTH if both else ONLY_LABELS)
    scores = _scores_by_model(y_score, BOTH if both else ONLY_SCORES)
    if threshold is not None:
        if not scores:
            raise ValueError("threshold makes labels of y_score, which is not given")
        clash = [name for name in scores if name in labels]
        if clash:
            raise ValueError(
                f"model {clash[0]!r} has labels in y_pred already; threshold would "
                "make others of its scores"
            )
        cut = Cut(y_true, pos_label, threshold)
        for name, column in scores.items():
            only = name in (ONLY_SCORES, BOTH)
            called = "y_score" if only else f"y_score[{name!r}]"
            labels[name] = cut.labels(column, called)
    # In one order, so that a pair of models is the same pair in both.
    names = list({**labels, **scores})
    return Models(
        {name: scores[name] for name in names if name in scores},
        {name: labels[name] for name in names if name in labels},
    )


def by_model(y_pred: Any, name: str = ONLY_LABELS) -> dict[str, Any]:
    """Return labels by model; ``name`` is what one model is called that has no name."""
    if y_pred is None:
        return {}
    if not isinstance(y_pred, Mapping):
        return {name: y_pred}
    return _named(y_pred, "y_pred")


def _scores_by_model(y_score: Any, name: str) -> dict[str, NDArray[Any]]:
    """Return each model's scores as one column, converted once for all that follows."""
    if y_score is None:
        return {}
    if isinstance(y_score, Mapping):
        return {
            name: _inputs.as_column(column, f"y_score[{name!r}]")
            for name, column in _named(y_score, "y_score").items()
        }
    if getattr(y_score, "ndim", 1) != 1:
        raise ValueError(
            f"y_score has shape {tuple(y_score.shape)}; scores of a binary target "
            "have one dimension, those of several models go in a dict"
        )
    return {name: _inputs.as_column(y_score, "y_score")}


def _named(given: Mapping[Any, Any], argument: str) -> dict[str, Any]:
    if not given:
        raise ValueError(f"{argument} has no models: it is an empty mapping")
    named = {str(name): column for name, column in given.items()}
    if len(named) < len(given):
        raise ValueError(f"{argument} has two models of one name: {list(given)}")
    return named


def positive_of(labels: list[Any], pos_label: Any) -> Any:
    """Return the positive one of at most two labels.

    Raises
    ------
    ValueError
        If the labels leave it open, or it is none of them.
    """
    shown = ", ".join(map(repr, labels))
    if pos_label is None:
        if not (set(labels) <= {0, 1} or set(labels) <= {-1, 1}):
            raise ValueError(
                f"labels take value in {{{shown}}} and pos_label is not specified: "
                "either make them take value in {0, 1} or {-1, 1} or pass pos_label"
            )
        return 1
    if len(labels) == 2 and pos_label not in labels:
        raise ValueError(
            f"pos_label={pos_label!r} is not a valid label. It should be one of "
            f"[{shown}]"
        )
    return pos_label
