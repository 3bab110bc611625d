"""A case for each function of the catalog that no other case covers.

So a further metric has one without being listed; those with a peer of another name,
with a target or with data of their own stand in the files of their topic.
"""

from collections.abc import Callable, Collection
from typing import Any

from benchmarks import rows
from benchmarks.case import READ, Case
from benchmarks.cases.labels.label_case import label_case
from fastmetrics.catalog import Family, Metric

Inputs = Callable[[int], tuple[Any, ...]]


def _of_scores(row: Metric) -> Case:
    return Case(row.function, 10**6, rows.float64, row.public, row.function)


def _of_labels(row: Metric) -> Case:
    return label_case(row.function, inputs=_labels(row.targets))


def _labels(targets: Collection[str]) -> Inputs:
    if not targets or "binary" in targets:
        return rows.binary_labels
    return rows.labels if "multiclass" in targets else rows.indicators


def _of_clusterings(row: Metric) -> Case:
    if row.targets != ("agreement",):
        raise NotImplementedError(f"list a case for {row.function}, with its points")
    return Case(
        row.function,
        10**6,
        rows.labels,
        row.public,
        row.function,
        floor=READ,
        column="labels",
    )


def _of_groups(row: Metric) -> Case:
    def run(y_true: Any, y_pred: Any) -> Any:
        return row.public(y_true, y_pred, sensitive_features=y_true)

    return Case(row.function, 10**6, rows.binary_labels, run, row.function, floor=READ)


_OF_FAMILY = {
    "fairness": _of_groups,
    "binary_scores": _of_scores,
    "labels": _of_labels,
    "clustering": _of_clusterings,
}


def default_cases(family: Family, covered: Collection[str]) -> list[Case]:
    """Return the cases of a family's functions that are not covered otherwise.

    Raises
    ------
    NotImplementedError
        If a function needs more than the family's data: then it has to be listed.
    """
    left = {
        row.function: row
        for row in (*family.metrics, *family.others)
        if row.kind != "formula" and row.function not in covered
    }
    for row in left.values():
        if row.required:
            raise NotImplementedError(f"list a case for {row.function}: {row.needs}")
    return [_OF_FAMILY[family.name](row) for row in left.values()]
