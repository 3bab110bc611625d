"""Which metrics a report shows, for the families that judge and what the target is."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from fastmetrics import catalog
from fastmetrics._common.names import cut, shown
from fastmetrics.intervals.wanted import is_several, name_of


def metric_names(
    metrics: Any, judging: Collection[str] | None = None
) -> dict[str, str] | None:
    """Return the names of the metrics asked for: the catalog's, with those as given.

    Each is what `name_of` takes: a name, which may have parameters in it, a name with a
    dict of them, a function of the catalog or a ``partial`` of one.

    None for None. ``judging``: the families that judge the data, which tell what a name
    stands for that metrics of several bear.

    Raises
    ------
    TypeError
        If they are no names.
    ValueError
        If a name is none of a metric, a single number per data set.
    """
    if metrics is None:
        return None
    try:
        listed = [*metrics] if is_several(metrics) else [metrics]
    except TypeError:  # an array without a dimension says that it can be listed
        raise TypeError(f"metrics must be names, got {cut(repr(metrics))}") from None
    names: dict[str, str] = {}
    for one in listed:
        name = name_of(one)
        row = row_of(name, judging)  # raises, and says what comes close
        if not any(catalog.are_same(row, catalog.METRICS[other]) for other in names):
            names[row.name] = name
    if not names:
        raise ValueError("metrics is empty; leave it out for all metrics")
    return names


def with_threshold(
    names: Mapping[str, str], threshold: Any
) -> tuple[dict[str, str], bool]:
    """Return names with a threshold in those of metrics that have one for themselves.

    Such as `net_benefit`, unless it was asked for with one. And whether nothing else
    has a use for it: no metric of labels, which are made by it.
    """
    found, tasks = {}, set()
    for name, asked in names.items():
        row = catalog.METRICS[name]
        if "threshold" in row.options and "threshold" not in row.parameters:
            name = asked = catalog.with_parameters(row, {"threshold": threshold}).name
            tasks.add(row.task)
        found[name] = asked
    return found, bool(tasks) and catalog.tasks_of(names) <= tasks


def row_of(name: str, judging: Collection[str] | None) -> catalog.Metric:
    """Return the row that a name stands for, of the data that these families judge."""
    metrics = catalog.metrics_named(name)
    if len(metrics) < 2 or judging is None:
        return metrics[0]
    fitting = [row for row in metrics if row.task in judging]
    if not fitting:
        raise ValueError(catalog.none_fits(name))
    return fitting[0]


def by_family(
    names: Sequence[str] | None, given: Mapping[str, Sequence[str]]
) -> dict[str, list[catalog.Metric]]:
    """Return the metrics by the family that they belong to; by default all in a report.

    ``given``: the families that judge, and what kinds of target the data have; empty
    where a family knows no kinds.

    Raises
    ------
    ValueError
        If a metric is asked for that this data has not got, or that is for data of
        another kind.
    """
    if names is None:
        return {
            family: [
                row
                for row in catalog.scalar(family)
                if any(kind in row.targets and row.reported(kind) for kind in kinds)
                or (not kinds and row.reported())
            ]
            for family, kinds in given.items()
        }
    chosen: dict[str, list[catalog.Metric]] = {family: [] for family in given}
    for name in names:
        row = catalog.METRICS[name]
        check_asked(row, given)
        _check_required(row)
        chosen[row.task].append(row)
    return chosen


def check_asked(row: catalog.Metric, given: Mapping[str, Sequence[str]]) -> None:
    """Raise unless a metric can be asked of what was given."""
    asks_for = catalog.FAMILIES[row.task].asks_for
    if row.task not in given:
        lack = asks_for[""]
        for family in map(catalog.FAMILIES.__getitem__, given):
            if family.instead_of:  # what is missing would not be taken
                lack = (
                    f"is no metric of {family.title.lower()}, its task is {row.task!r}"
                )
        raise ValueError(f"{shown(row.name)} {lack}")
    kinds = given[row.task]
    if kinds and not {*kinds} & {*row.targets}:
        lack = f"is for {' or '.join(row.targets)} labels; these are {kinds[0]}"
        raise ValueError(f"{shown(row.name)} {asks_for.get(row.targets[0], lack)}")


def _check_required(row: catalog.Metric) -> None:
    """Raise if a metric needs a parameter that no setting of its family gives."""
    family = catalog.FAMILIES[row.task]
    if not {*row.required} <= {*family.settings}:
        named = row.required[:1] if row.one_is_enough else row.required
        inside = ", ".join(f"{name}=…" for name in named)
        raise ValueError(
            f"{shown(row.name)} needs {row.needs}: say it in the name, as in "
            f"'{row.name}({inside})'"
        )
