"""Which metrics a report shows, for what the models give and what the target is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fastmetrics import catalog

__all__ = ["LABELS", "SCORES", "metric_names", "of_task"]

# Tasks of the catalog.
SCORES, LABELS = "binary_scores", "labels"
_ASKS_FOR = {
    SCORES: "is read off scores: give y_score",
    LABELS: "is read off labels: give y_pred, or a threshold on y_score",
}


def metric_names(metrics: Sequence[str] | None) -> list[str] | None:
    """Return the catalog's names for the metrics asked for, each once; None for None.

    Raises
    ------
    ValueError
        If a name is none of a metric, a single number per data set.
    """
    if metrics is None:
        return None
    names = []
    for name in [metrics] if isinstance(metrics, str) else metrics:
        row = catalog.find(name)  # raises, and says what comes close
        if row.kind != "metric":
            raise ValueError(f"{name!r} is {row.reason}")
        names.append(row.name)
    if not names:
        raise ValueError("metrics is empty; leave it out for all metrics")
    return list(dict.fromkeys(names))


def of_task(
    names: Iterable[str] | None, task: str, kind: str | None, given: bool
) -> list[str]:
    """Return those of the names that belong to a task; by default all in a report.

    ``kind``: what the labels are, where the task is theirs. ``given``: whether any
    model gives what the task reads.

    Raises
    ------
    ValueError
        If a metric is asked for that this data has not got, or that is for labels of
        another kind.
    """
    rows = catalog.scalar(task, kind) if given else []
    if names is None:
        return [row.name for row in rows if row.reported(kind)]
    known = {row.name for row in rows}
    chosen = [catalog.METRICS[name] for name in names]
    chosen = [row for row in chosen if row.task == task]
    for row in chosen:
        if not given:
            raise ValueError(f"{row.name!r} {_ASKS_FOR[task]}")
        if row.name not in known:
            kinds = " or ".join(row.targets)
            raise ValueError(f"{row.name!r} is for {kinds} labels; these are {kind}")
        if row.required:
            raise ValueError(
                f"{row.name!r} needs {' and '.join(row.required)}, which a report "
                "cannot give it; confidence_interval can"
            )
    return [row.name for row in chosen]
