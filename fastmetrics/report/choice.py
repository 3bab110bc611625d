"""Which metrics a report shows, for what the models give and what the target is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fastmetrics import catalog

__all__ = ["CLUSTERING", "LABELS", "SCORES", "TASKS", "by_task", "metric_names"]

# Tasks of the catalog.
SCORES, LABELS, CLUSTERING = "binary_scores", "labels", "clustering"
TASKS = (SCORES, LABELS, CLUSTERING)
_ASKS_FOR = {
    SCORES: "is read off scores: give y_score",
    LABELS: "is read off labels: give y_pred, or a threshold on y_score",
    CLUSTERING: "is of clusterings: give X, or task='clustering'",
    # What metrics of clusterings read.
    "agreement": "compares two clusterings: give y_true",
    "geometry": "reads the points: give X",
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


def by_task(
    names: Sequence[str] | None, given: Mapping[str, Sequence[str]]
) -> dict[str, list[str]]:
    """Return the names by the task that they belong to; by default all in a report.

    ``given``: the tasks that there is data for, and what kinds of target it has; empty
    where a task knows no kinds.

    Raises
    ------
    ValueError
        If a metric is asked for that this data has not got, or that is for data of
        another kind.
    """
    chosen: dict[str, list[str]] = {task: [] for task in given}
    if names is None:
        for task, kinds in given.items():
            rows = catalog.scalar(task)
            chosen[task] = [
                row.name
                for row in rows
                if any(kind in row.targets and row.reported(kind) for kind in kinds)
                or (not kinds and row.reported())
            ]
        return chosen
    for name in names:
        row = catalog.METRICS[name]
        if row.task not in given:
            other = f"is no metric of clusterings, its task is {row.task!r}"
            lack = other if CLUSTERING in given else _ASKS_FOR[row.task]
            raise ValueError(f"{name!r} {lack}")
        kinds = given[row.task]
        if kinds and not {*kinds} & {*row.targets}:
            raise ValueError(f"{name!r} {_other_kind(row, kinds)}")
        if row.required:
            raise ValueError(
                f"{name!r} needs {row.needs}, which a report cannot give it; "
                "confidence_interval can"
            )
        chosen[row.task].append(name)
    return chosen


def _other_kind(row: catalog.Metric, kinds: Sequence[str]) -> str:
    if row.task == CLUSTERING:
        return _ASKS_FOR[row.targets[0]]
    return f"is for {' or '.join(row.targets)} labels; these are {kinds[0]}"
