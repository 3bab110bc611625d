"""Ask each family's plan, and put together what they answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, TypeVar

from fastmetrics.comparison.comparing import verdicts
from fastmetrics.intervals.engine import make_intervals
from fastmetrics.intervals.options import reporting
from fastmetrics.report.across_folds import across, together
from fastmetrics.report.budget import Resamples
from fastmetrics.report.choice import by_family
from fastmetrics.report.content import Content
from fastmetrics.report.fold_tables import fold_notes
from fastmetrics.report.sections import section_of
from fastmetrics.resampling import plan_of
from fastmetrics.show.words import of_catalog, say

if TYPE_CHECKING:
    from fastmetrics._common.interval import Interval
    from fastmetrics.comparison.comparing import Verdicts
    from fastmetrics.intervals.engine import Intervals
    from fastmetrics.metrics.record import Metric
    from fastmetrics.report.across_folds import Folding
    from fastmetrics.report.families import Told
    from fastmetrics.report.models import Gathered
    from fastmetrics.report.sections.section import Section, Setting
    from fastmetrics.resampling.plan import Data, Plan

__all__ = ["judge"]

Row = Mapping[str, "Interval"]
_Key = TypeVar("_Key")  # a model, or a pair of models


def judge(
    gathered: Gathered,
    setting: Setting,
    *,
    n_resamples: int | None,
    progress: Any,
    folding: Folding | None = None,
) -> Content:
    """Return what was found of all models, by all families that judge.

    ``folding``: the folds of the rows, where each was predicted by the model of one.
    """
    told: dict[str, Verdicts] = {}
    with reporting(progress) as report:
        plans = _plans(gathered.data, setting, report)
        resamples = Resamples(n_resamples, plans.values())
        made, found, by_fold = {}, [], []
        for family, plan in plans.items():
            intervals = make_intervals(
                plan,
                confidence_level=setting.confidence_level,
                method=setting.method,
                n_resamples=resamples.of(plan),
                seed=setting.options["seed"],
                progress=report,
            )
            data = gathered.data[family]
            if folding is not None:
                intervals, shown = across(plan, intervals, data, setting, folding)
                by_fold.append(shown)
            told |= _verdicts(plan, intervals)
            made[family] = section_of(family)(plan, intervals, data, setting)
            found.append(intervals)
    values = _together(setting.models, [one.values for one in found])
    folds = together(by_fold) if by_fold else None
    differences = _together(
        combinations(setting.models, 2), [one.differences for one in found]
    )
    return Content(
        values=values,
        differences={pair: row for pair, row in differences.items() if row},
        sections=made,
        n_rows=next(iter(made.values())).n_rows,
        confidence_level=setting.confidence_level,
        method=setting.method if folding is None else folding.method,
        n_resamples=resamples.stated(values),
        seed=setting.options["seed"],
        notes=(
            *_notes(made.values(), resamples, setting, gathered.told),
            *(() if folds is None else fold_notes(folds)),
        ),
        verdicts=told,
        folds=folds,
    )


def _verdicts(plan: Plan, made: Intervals) -> dict[str, Verdicts]:
    """Return what intervals say of any two models, by metric."""
    if len(plan.names) < 2:
        return {}
    return {
        one.row.name: verdicts(plan, metric, made)
        for metric, one in enumerate(plan.asked)
    }


def _plans(
    data: Mapping[str, Data], setting: Setting, progress: Any
) -> dict[str, Plan]:
    """Return the plan of each family, with the metrics asked that it will show."""
    options = {**setting.options, "progress": progress}
    plans: dict[str, Plan] = {
        family: plan_of(family)(
            one, setting.design, section_of(family).prepare(one, options)
        )
        for family, one in data.items()
    }
    kinds = {family: plan.kinds for family, plan in plans.items()}
    chosen = by_family(setting.asked, kinds)
    if setting.asked is not None:
        plans = {family: plan for family, plan in plans.items() if chosen[family]}
    for family, plan in plans.items():
        section = section_of(family)
        rows: Sequence[Metric] = chosen[family]
        if setting.asked is None:
            rows = section.shown(rows, plan)
        plan.ask(section.ask(rows, plan, options))
    return plans


def _together(
    keys: Iterable[_Key], found: Sequence[Mapping[_Key, Row]]
) -> dict[_Key, Row]:
    """Return the intervals of all families by model, or by pair of models."""
    rows: dict[_Key, Row] = {}
    for key in keys:
        of_all = (one.get(key, {}) for one in found)
        rows[key] = {name: one for row in of_all for name, one in row.items()}
    return rows


def _notes(
    made: Iterable[Section], resamples: Resamples, setting: Setting, told: Told | None
) -> Iterator[str]:
    if told is not None and told.why:
        why, task = of_catalog(told.why), of_catalog(told.family.title)
        yield say("{task}: {why} (task= names another)", task=task, why=why)
    for section in made:
        yield from section.notes
    if resamples.note:
        yield resamples.note
    if setting.design.stratified:
        yield say("replicates keep the size of each class (stratified)")
    if setting.design.groups is not None:
        yield say("replicates draw whole groups of rows (cluster bootstrap)")
