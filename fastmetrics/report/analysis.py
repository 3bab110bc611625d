"""Models judged: their intervals, at how many replicates, and their differences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from fastmetrics._common.pair_intervals import PairTable
from fastmetrics.catalog import tasks_of
from fastmetrics.comparison.comparing import all_pairs
from fastmetrics.intervals.engine import Intervals, make_intervals
from fastmetrics.intervals.resolve import DEFAULT_RESAMPLES, reporting
from fastmetrics.report.across_folds import Folding, across, together
from fastmetrics.report.content import Content, PairRows
from fastmetrics.report.fold_tables import fold_notes
from fastmetrics.report.models import Gathered, by_family
from fastmetrics.report.sections import section_of
from fastmetrics.report.slices import Slicing, report_slices
from fastmetrics.resampling import plan_of
from fastmetrics.resampling.in_time import planned
from fastmetrics.show.words import Message, of_catalog, say

if TYPE_CHECKING:
    from fastmetrics._common.interval import Interval
    from fastmetrics.comparison.comparing import Comparison
    from fastmetrics.metrics.record import Metric
    from fastmetrics.report.grouped_metrics import GroupedMetrics
    from fastmetrics.report.models import Told
    from fastmetrics.report.sections import Section, Setting
    from fastmetrics.resampling.plan import Data, Plan

Row = Mapping[str, "Interval"]


def analyse(
    gathered: Gathered,
    setting: Setting,
    *,
    n_resamples: int | None,
    progress: Any,
    folding: Folding | None = None,
    slicing: Slicing | None = None,
) -> Content:
    """Return what was found of all models, by all families that judge.

    ``folding``: the folds of the rows, where each was predicted by the model of one;
    ``slicing``: the slices of the rows, where they are to be judged apart too.
    """
    comparisons: dict[str, Comparison] = {}
    with reporting(progress) as report:
        plans = make_plans(gathered.data, setting, report)
        slices: GroupedMetrics | None = None
        left_out: list[Message] = []
        if slicing is not None:
            leading = {
                family: section_of(family, gathered.data[family].summary).leading
                for family in plans
            }
            slices, left_out = report_slices(slicing, gathered, plans, leading, setting)
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
                pairs=None if plan.knows_pairs else plan.known_pairs,
            )
            data = gathered.data[family]
            if folding is not None:
                intervals, shown = across(plan, intervals, data, setting, folding)
                by_fold.append(shown)
            comparisons |= _comparisons(plan, intervals, setting, resamples.of(plan))
            section = section_of(family, data.summary)
            made[family] = section(plan.of_rows, intervals, data, setting)
            found.append(intervals)
    values = _together(setting.models, [one.values for one in found])
    folds = together(by_fold) if by_fold else None
    differences = PairRows(
        combinations(setting.models, 2),
        [PairTable.of(one.differences) for one in found],
    )
    return Content(
        values=values,
        differences=differences,
        sections=made,
        n_rows=next(iter(made.values())).n_rows,
        confidence_level=setting.confidence_level,
        method=setting.method if folding is None else folding.method,
        n_resamples=resamples.stated(values),
        seed=setting.options["seed"],
        notes=(
            *_notes(
                made.values(),
                [
                    *(one for row in values.values() for one in row.values()),
                    *(one for _, one in differences.examples()),
                ],
                resamples,
                setting,
                gathered.told,
            ),
            *(() if folds is None else fold_notes(folds)),
            *left_out,
        ),
        comparisons=comparisons,
        folds=folds,
        slices=slices,
    )


def _comparisons(
    plan: Plan, made: Intervals, setting: Setting, n_resamples: int | None
) -> dict[str, Comparison]:
    """Return what `compare` says of the models, by metric."""
    if len(plan.names) < 2 or not (plan.knows_pairs or plan.known_pairs):
        return {}
    seed = setting.options["seed"]
    return {
        one.row.name: all_pairs(plan, metric, made, setting.design, seed, n_resamples)
        for metric, one in enumerate(plan.asked)
    }


def make_plans(
    data: Mapping[str, Data], setting: Setting, progress: Any
) -> dict[str, Plan]:
    """Return the plan of each family, with the metrics asked that it will show."""
    options = {**setting.options, "progress": progress}
    # Columns of which nothing is asked need no positive label.
    tasks = {*data} if setting.asked is None else tasks_of(setting.asked)
    judging = {family: one for family, one in data.items() if family in tasks}
    plans = plans_unasked(judging, setting, progress)
    kinds = {family: plan.kinds for family, plan in plans.items()}
    chosen = by_family(setting.asked, {**dict.fromkeys(data, ()), **kinds})
    if setting.asked is not None:
        plans = {family: plan for family, plan in plans.items() if chosen[family]}
    for family, plan in plans.items():
        section = section_of(family, data[family].summary)
        rows: Sequence[Metric] = chosen[family]
        if setting.asked is None:
            rows = section.shown(rows, plan.of_rows)
        plan.ask(section.ask(rows, plan.of_rows, options))
    return plans


def plans_unasked(
    data: Mapping[str, Data], setting: Setting, progress: Any
) -> dict[str, Plan]:
    """Return the plan of each family, of which no metric has been asked."""
    options = {**setting.options, "progress": progress}
    return {
        family: planned(
            plan_of(family, one.summary),
            one,
            setting.design,
            section_of(family, one.summary).prepare(one, options),
        )
        for family, one in data.items()
    }


def _together(
    models: Iterable[str], found: Sequence[Mapping[str, Row]]
) -> dict[str, Row]:
    """Return the intervals of all families by model."""
    rows: dict[str, Row] = {}
    for model in models:
        of_all = (one.get(model, {}) for one in found)
        rows[model] = {name: one for row in of_all for name, one in row.items()}
    return rows


def _notes(
    made: Iterable[Section],
    intervals: Sequence[Interval],
    resamples: Resamples,
    setting: Setting,
    told: Told | None,
) -> Iterator[str]:
    if told is not None and told.why:
        why, task = of_catalog(told.why), of_catalog(told.family.title)
        yield say("{task}: {why} (task= names another)", task=task, why=why)
    for section in made:
        yield from section.notes
    are_drawn = any(one.n_resamples for one in intervals)
    if are_drawn and resamples.note:
        yield resamples.note
    if are_drawn and setting.design.stratified:
        yield say("replicates keep the size of each class (stratified)")
    has_groups = setting.design.groups is not None
    if has_groups and are_drawn:
        yield say("replicates draw whole groups of rows (cluster bootstrap)")
    if has_groups and any("jackknife" in one.method for one in intervals):
        yield say(
            "standard errors leave out whole groups of rows in turn (cluster jackknife)"
        )
    if setting.design.order is not None:
        yield say(
            "rows are in order of time (horizon {h}): intervals and tests allow for "
            "errors of neighbouring rows that depend on each other",
            h=setting.design.order.horizon,
        )


# Replicates times rows times models that a report makes when nobody says how many: some
# 12 ns each for all metrics together, so half a minute on one thread.
LEAST_RESAMPLES, ROW_BUDGET = 199, 5_000_000_000
MOST_RESAMPLES = DEFAULT_RESAMPLES


def default_resamples(rows: int, n_models: int) -> int:
    """Return how many replicates a report makes when nobody says how many.

    >>> default_resamples(1000, 1), default_resamples(10**6, 3)
    (1999, 1599)
    >>> default_resamples(10**7, 1)
    399
    """
    affordable = ROW_BUDGET // max(rows * n_models, 1)
    # k·200 − 1 replicates: the 95 % bounds are then replicates, not between two.
    return min(max(affordable // 200 * 200 - 1, LEAST_RESAMPLES), MOST_RESAMPLES)


class Resamples:
    """How many replicates are made of each plan; `note` says if they are few."""

    def __init__(self, asked: int | None, plans: Iterable[Plan]) -> None:
        self._asked, self._affordable, self.note = asked, asked, ""
        most_rows = max(plan.rows_per_replicate for plan in plans)
        if asked is None and most_rows:
            affordable = default_resamples(most_rows, 1)
            if affordable < MOST_RESAMPLES:
                self.note = say(
                    "{k} replicates in place of {n}, to keep rows × models × "
                    "replicates near 5·10⁹; n_resamples asks for more",
                    k=affordable,
                    n=MOST_RESAMPLES,
                )
            self._affordable = affordable

    def of(self, plan: Plan) -> int | None:
        """Return how many a plan makes; None: as many as are usual for its data."""
        return self._affordable if plan.rows_per_replicate else self._asked

    def stated(self, values: Mapping[str, Mapping[str, Interval]]) -> int:
        """Return the number that the report states: the largest that was made."""
        made = [one.n_resamples for row in values.values() for one in row.values()]
        return self._affordable or max(made, default=0)
