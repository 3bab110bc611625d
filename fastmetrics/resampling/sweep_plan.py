"""SweepPlan: intervals of whatever is read off the scores of two classes."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastmetrics._common import bounds
from fastmetrics._common.interval import Interval, from_jackknife, no_interval
from fastmetrics._common.pair_intervals import PairIntervals
from fastmetrics._common.pair_laws import StudentLaws
from fastmetrics._inputs.columns import convert
from fastmetrics._inputs.labels import Labels
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.how import Reduction, SweepReduction
from fastmetrics.metrics.record import (
    BOOTSTRAP,
    DELONG,
    JACKKNIFE,
    NORMAL_DELONG,
    PROPORTION,
    SKETCHED,
    SMOOTHED,
    UNNAMED,
)
from fastmetrics.metrics.scores.continued_sweep import ContinuedSweep
from fastmetrics.metrics.scores.family import BY_GROUP
from fastmetrics.metrics.scores.placements import (
    DelongResult,
    DelongVariance,
    Placements,
    freedom_of,
    variance_of_area,
)
from fastmetrics.metrics.scores.score_intervals import OFF_WALKS
from fastmetrics.metrics.scores.score_sketch import ScoreSketch
from fastmetrics.metrics.scores.score_sweep import ScoreSweep, SweptScores
from fastmetrics.metrics.scores.sorted_scores import OF_RANKS, SortedScores
from fastmetrics.resampling import (
    area_plans,
    refusals,
    risk_areas,
    score_rows,
    sweep_models,
)
from fastmetrics.resampling.area_plans import ScoreMatrixPlan, is_matrix
from fastmetrics.resampling.plan import (
    MOST_PASSES,
    Data,
    Design,
    Jackknife,
    Of,
    Plan,
    Progress,
    Refusal,
    Smoothed,
    of_models,
)
from fastmetrics.resampling.row_intervals import GROUP_JACKKNIFE, JACKKNIFE_T, suits
from fastmetrics.resampling.sampled_sweeps import PairedSweeps
from fastmetrics.resampling.score_rows import (
    ScoreRows,
    SummariesOnDemand,
    Totals,
    stratum_ranks,
)
from fastmetrics.resampling.sliced_areas import ROUNDING, SlicedAreas
from fastmetrics.resampling.smoothed_models import (
    OPTIMA,
    CountedSteps,
    SmoothedCounts,
    SmoothedModels,
    why_unsuited,
)
from fastmetrics.resampling.sweep_models import (
    CountedScores,
    GroupAreas,
    Reducer,
    SweepModels,
    check_groups,
    method_of,
)

_AUC: Reducer = ("roc_auc",)
# What "auto" is where DeLong's variance does not hold: with weights and with groups.
_BOOTSTRAPPED = "bca"
# The method if scores cannot be smoothed.
_UNSMOOTHED = "bias-corrected"
# With more units than this in each class acceleration cannot be seen in the bounds. It
# falls with the root of their number, and would cost many passes.
_MOST_JACKKNIFED = 100_000

# reducer -> its values with each row left out, where that has a closed form
_LEAVE_ONE_OUT: dict[str, Callable[..., Any]] = {
    "roc_auc": area_plans.leave_one_out_auc,
    "average_precision": area_plans.leave_one_out_average_precision,
    "aurc": risk_areas.leave_one_out_aurc,
    "excess_aurc": risk_areas.leave_one_out_excess_aurc,
    "augrc": risk_areas.leave_one_out_augrc,
}
# The method of the interval of such an area, of one model.
_RISK_INTERVAL = f"{JACKKNIFE_T}-log"


class SweepPlan(Plan):
    """Plan of metrics of binary scores.

    The data have "y_true", and each model "y_score"; or a ScoreSweep, a ScoreSketch or
    a complete ContinuedSweep replaces them. ``options["pos_label"]`` is the positive
    label; without it labels must say which it is, whatever the metric's own function
    would take. Columns are read and sorted once, whatever is asked for.
    """

    def __init__(
        self, data: Data, design: Design, options: Mapping[str, Any] | None = None
    ) -> None:
        options = options or {}
        if design.groups is not None and design.stratified:
            raise ValueError(
                "groups and stratified exclude each other: a cluster of rows may hold "
                "both classes"
            )
        self._design = design
        self._summary: ScoreSweep | ContinuedSweep | ScoreSketch | None = data.summary
        if isinstance(self._summary, ScoreSketch) and self._summary.exact:
            self._summary = self._summary.middle  # the sweep itself
        self._rows: ScoreRows | None = None
        self.names = list(data.models) or [UNNAMED]
        if self._summary is None:
            self._rows = _score_rows(data, design, options.get("pos_label"))
        else:
            _check_summary(design)
            counted = options.get("counted", False)
            self._rows = None if counted else _laid_out(self._summary)
        self._models: SweepModels | CountedScores | PairedSweeps | None = None
        if self._rows is not None:
            self.n_rows = self._rows.n_given
            self._models = SweepModels(
                self._rows, groups=design.groups, stratified=design.stratified
            )
        elif _has_cells(self._summary):
            assert isinstance(self._summary, ScoreSweep | ContinuedSweep)
            self._models = CountedScores(self._summary, stratified=design.stratified)
            self.n_rows = self._models.n_units
        elif isinstance(self._summary, ScoreSketch):
            self.n_rows = self._summary.n_samples
        else:  # the rows were added up; so many are known to have been
            assert self._summary is not None  # or they are laid out
            self.n_rows = len(self._summary)
        self._groups: GroupAreas | None = None
        if design.groups is not None:
            assert self._rows is not None  # a summary takes no groups
            assert isinstance(self._models, SweepModels)
            self._groups = GroupAreas(self._rows, self._models.units, self.n_units)
        self._left_out: tuple[int, NDArray[np.float64]] | None = None
        self._reductions: list[Reduction] = []
        self._variances: dict[Of, DelongVariance] = {}

    @classmethod
    def reads(cls, asked: BoundMetric) -> bool:
        """Whether the metric is reduced from a sweep, with these parameters."""
        return _reduction(asked) is not None

    @classmethod
    def for_columns(
        cls, asked: BoundMetric, columns: Sequence[Any]
    ) -> type[Plan] | None:
        """Return another plan, or none, where scores have several columns."""
        if any(map(is_matrix, columns)):
            return ScoreMatrixPlan if ScoreMatrixPlan.reads(asked) else None
        return super().for_columns(asked, columns)

    def ask(self, asked: Sequence[BoundMetric]) -> None:
        """Say which metrics are wanted; raise where one is not of binary scores."""
        super().ask(asked)
        self._reductions = []
        for one in asked:
            reduction = _reduction(one)
            if reduction is None:
                known = isinstance(one.row.how, SweepReduction)
                raise ValueError(
                    f"{one.row.name!r} is not a metric of binary scores"
                    + (" with these parameters" if known else "")
                )
            if one.row.by_group:
                check_groups(one, self._groups)
            name = reduction.reducer[0]
            if name in OF_RANKS and not self._counts_rows:
                reduction = reduction._replace(reducer=(OF_RANKS[name],))
            self._reductions.append(reduction)
        self._left_out = None
        for name in ("estimates", "_curves"):
            self.__dict__.pop(name, None)

    def prepared(self, metric: int, model: int) -> tuple[Any, ...]:
        """Return sorted scores; for a mean over groups, the groups."""
        if self._groups is not None and self.asked[metric].row.by_group:
            return (self._groups.of_model(model), None, None)
        return super().prepared(metric, model)

    def exact(self, metric: int, model: int, estimate: float) -> float:
        """Return the value as its function has it.

        Metrics that are reduced alone have the function's bits, and are not reduced
        again.
        """
        reduction = self._reductions[metric]
        if (reduction.scale, reduction.offset) == (1.0, 0.0):
            return estimate
        return super().exact(metric, model, estimate)

    # --- what there is

    @property
    def reductions(self) -> Sequence[Reduction]:
        """The metrics as reducers of sweeps."""
        return self._reductions

    @property
    def rows(self) -> ScoreRows | None:
        """The rows of all models, sorted; None of a summary of rows with weights."""
        return self._rows

    @property
    def n_units(self) -> int:
        """How many rows or groups are drawn."""
        return self._models.n_units if self._models is not None else 0

    @property
    def rows_per_replicate(self) -> int:
        """Rows that a replicate reads, for all models, or their equivalent cost."""
        if self._models is None:
            return self.totals.n_samples * len(self.names)
        return self._models.rows_per_replicate

    @property
    def n_cells(self) -> int:
        """Cells that replicates of a model are read off, at most; 0: off all rows."""
        are_cut = self._models is not None and self._models.are_cut
        return 2 * score_rows.shares_of(self.totals.n_samples) if are_cut else 0

    @property
    def draws_cells(self) -> bool:
        """Whether replicates are drawn by cells of neighbouring thresholds."""
        return self.n_cells > 0

    @cached_property
    def totals(self) -> Totals:
        """Rows of each class with a positive weight, and their weights."""
        if self._rows is not None:
            return self._rows.totals
        if isinstance(self._models, CountedScores | PairedSweeps):
            return self._models.totals
        one = self._summary
        assert one is not None
        if isinstance(one, ContinuedSweep | ScoreSketch):
            sizes = one.n_rows
        else:
            positives, negatives = map(np.count_nonzero, (one.positives, one.negatives))
            sizes = int(positives), int(negatives)
        return Totals(self.n_rows, *sizes, one.n_positive, one.n_negative)

    @cached_property
    def summaries(self) -> Mapping[str, Any]:  # type: ignore[override]
        """Sorted scores of each model, which functions take in place of columns."""
        if self._summary is not None:
            return {self.names[0]: self._summary}
        assert self._rows is not None
        return SummariesOnDemand(self.names, self._rows)

    @property
    def advice(self) -> str:
        """What can be done about replicates on which a metric is undefined."""
        return refusals.advice_on_undefined(self._design)

    @cached_property
    def estimates(self) -> NDArray[np.float64]:
        """Values of the data themselves, (models, metrics)."""
        reducers = self._reducers(range(len(self.asked)))
        if self._models is not None:
            values = self._models.observed(reducers)
        else:
            assert self._summary is not None
            ordered = self._summary.sorted_scores()
            values = np.array([[ordered.reduce(*one)[0] for one in reducers]])
        found = self._of_metrics(values, reducers, range(len(self.asked)))
        for metric, (reducer, *_) in enumerate(self._reductions):
            if self._groups is not None and reducer[0] == BY_GROUP:
                found[:, metric] = self._groups.values(reducer[1])
        return found

    def _reducers(self, metrics: Sequence[int]) -> list[Reducer]:
        """Return the reducers of these metrics, each once."""
        reducers = (self._reductions[j].reducer for j in metrics)
        return list(dict.fromkeys(one for one in reducers if one[0] != BY_GROUP))

    def _of_metrics(
        self,
        reduced: NDArray[np.float64],
        reducers: Sequence[Reducer],
        metrics: Sequence[int],
    ) -> NDArray[np.float64]:
        """Convert values of reducers, (…, reducers), into values of metrics.

        NaN for means over groups, which sweeps do not have.
        """
        values = np.full((*reduced.shape[:-1], len(metrics)), np.nan)
        for at, metric in enumerate(metrics):
            reducer, scale, offset = self._reductions[metric]
            if reducer[0] != BY_GROUP:
                column = reduced[..., reducers.index(reducer)]
                values[..., at] = scale * column + offset
        return values

    # --- how intervals are made

    @classmethod
    def sliced(cls, asked: BoundMetric) -> type[SlicedAreas] | None:
        """Return the reader of areas in all slices, if the metric depends on areas."""
        reduction = cls.reads(asked) and asked.row.reduce(asked.parameters)
        areas = reduction and reduction.reducer == ("roc_auc",)
        return SlicedAreas if areas else None

    @classmethod
    def methods(cls) -> frozenset[str]:
        """Return the methods that intervals of some of its metrics are made by."""
        return frozenset((*BOOTSTRAP, SMOOTHED, *DELONG))

    def method(self, metric: int, asked: str, of: Of) -> str | Refusal:
        """Name the way in which the interval of a metric will be made."""
        row = self.asked[metric].row
        if row.by_group:
            return method_of(self.asked[metric], asked)
        if isinstance(self._models, SweepModels) and suits(
            row, asked, self._design, self.n_units
        ):
            return GROUP_JACKKNIFE
        is_auc = self._reductions[metric].reducer == _AUC
        plain = self._design.is_plain and self._counts_alike
        if asked in PROPORTION:
            also = DELONG if is_auc else ()
            return refusals.not_a_share(asked, row.name, also=also)
        if asked not in ("auto", row.interval, *self.methods()):
            return refusals.is_for_others(asked, row.name)
        if asked in DELONG and not is_auc:
            what = "the AUC and its linear functions"
            return refusals.is_for_others(asked, row.name, what=what)
        if asked in DELONG and not plain:
            return refusals.delong_takes_rows_alike(asked)
        if asked in DELONG and not self._knows_placements:
            return refusals.no_placements(asked)
        way = asked if asked != "auto" else row.interval
        if way is None:
            return Refusal(row.reason)
        if way in DELONG and not (plain and is_auc and self._knows_placements):
            way = _BOOTSTRAPPED
        if way == JACKKNIFE[0]:
            alone = plain and self._has_steps and len(of) == 1
            way = _RISK_INTERVAL if alone else _BOOTSTRAPPED
        why = "" if self.sides(metric, of) else self._cannot_be_drawn
        if way in (*BOOTSTRAP, SMOOTHED) and why:
            return refusals.not_drawn(why, asked)
        if way == SMOOTHED:
            return self._smoothing(metric, of, by_name=asked == SMOOTHED)
        return way

    @property
    def _cells_of_ranges(self) -> CountedSteps | None:
        """The cells of rows that were read in ranges, if they were counted."""
        one = self._summary
        if not isinstance(one, ContinuedSweep) or one.cells is None:
            return None
        return CountedSteps(one.cells.positives, one.cells.negatives)

    @property
    def _has_steps(self) -> bool:
        """Whether each threshold of a model is known, or the cells of many."""
        return self._summary is None or _has_cells(self._summary)

    @property
    def _counts_alike(self) -> bool:
        """Whether rows have no weights, given or in a sweep."""
        one = self._summary
        return one is None or not one.weighted

    @property
    def _counts_rows(self) -> bool:
        """Whether rows count alike in the design as well."""
        return self._counts_alike and self._design.sample_weight is None

    @property
    def _knows_placements(self) -> bool:
        """Whether DeLong's sums of rows that count alike are known."""
        one = self._summary
        return not isinstance(one, ContinuedSweep) or one.knows_variance

    @cached_property
    def _cannot_be_drawn(self) -> str:
        """Why rows cannot be drawn; empty: they can."""
        if self._models is None:
            if isinstance(self._summary, ContinuedSweep):
                return refusals.RANGES_HAVE_NO_ROWS
            if isinstance(self._summary, ScoreSketch):
                return refusals.SKETCHES_HAVE_NO_ROWS
            return refusals.WEIGHTS_HAVE_NO_ROWS
        if isinstance(self._models, CountedScores) and not self._models.can_be_drawn:
            return refusals.TOO_MANY_AT_A_SCORE
        return ""

    @cached_property
    def _curves(self) -> list[SweepPlan]:
        """Plans of the lowest and of the highest curve of a sketch, whose rows count.

        Empty where they have weights, or are too many at a score to be drawn.
        """
        one = self._summary
        if not isinstance(one, ScoreSketch) or one.weighted:
            return []
        models: dict[str, dict[str, Any]] = {name: {} for name in self.names}
        made = [
            SweepPlan(Data({}, models, curve), self._design, {"counted": True})
            for curve in (one.pessimistic, one.optimistic)
        ]
        for plan in made:
            plan.ask(self.asked)
        return made if not any(one._cannot_be_drawn for one in made) else []

    def sides(self, metric: int, of: Of) -> Sequence[tuple[Plan, int]]:
        """Return the plans of both curves of a sketch, of what moves with the curve."""
        if self._reductions[metric].reducer[0] in OFF_WALKS:
            return ()
        return [(plan, metric) for plan in self._curves]

    def _smoothing(self, metric: int, of: Of, by_name: bool) -> str | Refusal:
        """Name the way to smooth scores, or what takes its place if it has no name."""
        unsuited = [self._unsuited[k] for k in of if self._unsuited[k]]
        if self._reductions[metric].reducer[0] not in OPTIMA:
            unsuited = [refusals.NOT_OPTIMISED]
        elif min(self.totals[1:3]) < 2:
            unsuited = [self._too_few]
        if not unsuited:
            return SMOOTHED
        if by_name:
            return refusals.cannot_be_smoothed(self.asked[metric].row.name, unsuited[0])
        if refusals.SEPARATED in unsuited:
            return Refusal(refusals.SEPARATED)
        return _UNSMOOTHED

    def kind_of_model(self, metric: int, model: int) -> Hashable:
        """Return whether its value is defined, and its scores can be smoothed."""
        own = super().kind_of_model(metric, model)
        is_optimum = self._reductions[metric].reducer[0] in OPTIMA
        return own, self._unsuited[model] if is_optimum else ""

    @cached_property
    def _unsuited(self) -> list[str]:
        """Why the scores of each model cannot be smoothed; empty: they can."""
        if self._cells_of_ranges is not None:
            return [why_unsuited(self._cells_of_ranges)]
        if self._rows is None:
            return [refusals.NOT_LAID_OUT] * len(self.names)
        return [why_unsuited(model) for model in self._rows.models]

    def replicates(
        self, metrics: Sequence[int], seed: int, n: int, progress: Progress
    ) -> NDArray[np.float64]:
        """Return values of rows or groups drawn anew, (n, models, metrics)."""
        assert self._models is not None  # or `method` has refused
        reducers = self._reducers(metrics)
        drawn = self._models.replicates(reducers, seed, n, progress)
        found = self._of_metrics(drawn, reducers, metrics)
        if self._models.are_cut:  # the loss by the cut was added to all
            rows = [self.asked[metric].row for metric in metrics]
            ranges = [row.lower for row in rows], [row.upper for row in rows]
            np.clip(found, *ranges, out=found)
        return found

    def smoothed(
        self, metrics: Sequence[int], seed: int, n: int, progress: Progress
    ) -> Smoothed:
        """Return values of the smoothed distributions, and of their samples.

        A model whose scores cannot be smoothed is among them, and is not asked for.
        """
        reducers = self._reducers(metrics)
        models: SmoothedModels | SmoothedCounts
        if self._cells_of_ranges is not None:
            models = SmoothedCounts(self._cells_of_ranges)
        else:
            assert self._rows is not None  # or `method` has refused
            assert isinstance(self._models, SweepModels)
            # Asked for once for all metrics, and as large as the scores: not kept.
            models = SmoothedModels(self._rows, self._models)
        drawn = models.replicates(reducers, seed, n, progress)
        return Smoothed(
            self._of_metrics(models.values(reducers), reducers, metrics),
            self._of_metrics(drawn, reducers, metrics),
            models.degrees_of_freedom,
        )

    def jackknife(self, metric: int, models: Of, seed: int) -> Jackknife | None:
        """Return values without each row, or without each of 200 groups of units.

        None where there are so many rows that no interval can tell, or that none is
        laid out.
        """
        assert self._models is not None  # or `method` has refused
        totals = self.totals
        smallest = min(self.n_units, totals.n_positive, totals.n_negative)
        if smallest > _MOST_JACKKNIFED:
            return None
        reducer, scale, offset = self._reductions[metric]
        if self._alone is not None and reducer[0] in _LEAVE_ONE_OUT:
            tps, fps = self._steps_of(0)
            values, counts = _LEAVE_ONE_OUT[reducer[0]](tps, fps)
            return Jackknife((scale * values + offset)[:, None], counts)
        if isinstance(self._models, CountedScores):
            return None
        if self._left_out is None or self._left_out[0] != seed:
            # For all metrics at once: each group is a pass over the rows.
            metrics = range(len(self.asked))
            reducers = self._reducers(metrics)
            left_out = self._models.delete_groups(reducers, seed)
            self._left_out = seed, self._of_metrics(left_out, reducers, metrics)
        return Jackknife(self._left_out[1][:, list(models), metric])

    def each_left_out(self, metrics: Sequence[int]) -> Jackknife | None:
        """Return values without each row or group, in closed form where there is one.

        One is known for rows that count alike, of the areas under both curves.
        """
        if not isinstance(self._models, SweepModels):
            return None
        reducers = self._reducers(metrics)
        forms = [_LEAVE_ONE_OUT.get(name) for name, *_ in reducers]
        are_rows = self.n_units == self.totals.n_samples
        if are_rows and self._design.sample_weight is None and all(forms):
            values = self._by_row(forms)
        elif self.n_units > MOST_PASSES:
            return None
        else:
            values = self._models.leave_each_out(reducers)
        return Jackknife(self._of_metrics(values, reducers, metrics))

    def _by_row(self, forms: Sequence[Any]) -> NDArray[np.float64]:
        """Return values without each row, (rows, models, forms)."""
        assert self._rows is not None
        assert isinstance(self._models, SweepModels)
        models, units = self._rows.models, self._models.units
        found = np.empty((self.totals.n_samples, len(models), len(forms)))
        places = [j for j, form in enumerate(forms) if self._by_placement(form)]
        for j in places:
            self._areas_by_row(found[..., j])
        if len(places) == len(forms):
            return found
        for k, model in enumerate(models):
            ends, positive = model.tie_ends, model.labels.astype(bool)
            steps = self._steps_of(k)
            step = np.searchsorted(ends, np.arange(len(positive)))
            step[~positive] += len(ends)
            rows = units[k]
            for j, form in enumerate(forms):
                if j in places:
                    continue
                values, _ = form(*steps)
                found[slice(None) if rows is None else rows, k, j] = values[step]
        return found

    def _by_placement(self, form: Any) -> bool:
        """Whether values without each row are read off where DeLong's sums place it."""
        assert self._rows is not None
        return (
            form is area_plans.leave_one_out_auc
            and self._rows.labels is not None
            and all(model.order is not None for model in self._rows.models)
            and min(self.totals[1:3]) >= 2
        )

    def _areas_by_row(self, out: NDArray[np.float64]) -> None:
        """Write the areas without each row, (rows, models): no steps are made of ties.

        Equal bit for bit to the areas by steps, as doubled placements are whole
        numbers.
        """
        assert self._rows is not None
        assert self._rows.labels is not None
        rows = [np.flatnonzero(self._rows.labels == label) for label in (1, 0)]
        for k, doubled in enumerate(self._placements.doubled):
            classes = [
                (len(places[k]), places[k] / 2)
                for places in (self._placements.positives, self._placements.negatives)
            ]
            for at, values in zip(
                rows, area_plans.areas_without(doubled / 2, *classes), strict=True
            ):
                out[at, k] = values

    # --- closed forms

    def analytic(self, metric: int, method: str, of: Of, level: float) -> Interval:
        """Make an interval of DeLong's variance, or the exact one of an AUC of 0 or 1.

        Or of a mean over groups, from how much they vary; or of an area under a
        risk-coverage curve, from its values without each row.

        For the difference of two areas it is normal ("delong" and "delong-raw"), or
        Student's t.
        """
        estimate = float(of_models(self.estimates[:, metric], of))
        if method == _RISK_INTERVAL:
            return self._of_risk(metric, estimate, of[0], level)
        if self._groups is not None and self.asked[metric].row.by_group:
            average = self._reductions[metric].reducer[1]
            return self._groups.interval(average, estimate, method, of, level)
        if len(of) == 1:
            return self._of_area(metric, method, estimate, of[0], level)
        variance = self.delong_variance(of)
        if variance is None:
            return no_interval(estimate, level, self._too_few)
        scale = self._reductions[metric].scale
        return area_plans.difference_of_areas(estimate, variance, scale, method, level)

    def _of_risk(self, metric: int, estimate: float, k: int, level: float) -> Interval:
        """Make the interval of an area under a risk-coverage curve.

        Student's t on the logarithmic scale. The smaller class, which is mostly the
        errors, decides how well the standard error is known.
        """
        if min(self.totals[1:3]) < 2:
            return no_interval(estimate, level, self._too_few)
        if not estimate > 0:
            return no_interval(estimate, level, refusals.ends_scale("log"))
        reducer = self._reductions[metric].reducer[0]
        values, counts = _LEAVE_ONE_OUT[reducer](*self._steps_of(k))
        return from_jackknife(
            *(estimate, values, counts, _RISK_INTERVAL, level),
            scale="log",
            freedom=min(self.totals[1:3]) - 1,
        )

    def _steps_of(self, k: int) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the true and the false positives at each threshold of a model.

        At the end of each cell, if rows were read in ranges.
        """
        if self._cells_of_ranges is not None:
            [(_, tps, fps)] = self._cells_of_ranges.steps_in_parts(None)
            return tps, fps
        if self._alone is not None:
            return self._alone.steps()[1:]
        assert self._rows is not None
        model = self._rows.models[k]
        positive = model.labels.astype(bool)
        tps = np.cumsum(positive, dtype=np.float64)
        fps = np.arange(1.0, len(positive) + 1) - tps
        return tps[model.tie_ends], fps[model.tie_ends]

    def analytic_pairs(
        self, metric: int, method: str, pairs: NDArray[np.intp], level: float
    ) -> PairIntervals:
        """Make the intervals of differences of DeLong's variances, as `analytic`."""
        if self.asked[metric].row.by_group:
            return super().analytic_pairs(metric, method, pairs, level)
        values, (first, second) = self.estimates[:, metric], pairs.T
        estimate = values[first] - values[second]
        if self.delong_variance((0, 1)) is None:
            reason = self._too_few
            return PairIntervals.made(estimate, level, "none", reason=reason)
        positives, negatives = self._placements.variances(first, second)
        with np.errstate(invalid="ignore", divide="ignore"):
            total = positives + negatives
            error = abs(self._reductions[metric].scale) * np.sqrt(total)
            freedom = freedom_of(positives, negatives, *self._placements.sizes)
        none = error == 0.0
        if method in NORMAL_DELONG:
            freedom = np.full(len(pairs), np.inf)
        laws = StudentLaws.of(estimate, error, np.where(none, 1.0, freedom))
        return PairIntervals.of_laws(
            estimate, level, method, laws, none=none, why=refusals.NO_VARIANCE
        )

    def _of_area(
        self, metric: int, method: str, estimate: float, k: int, level: float
    ) -> Interval:
        """Make the interval of the AUC, brought to the metric's own scale.

        The interval of a sketch ranges from the low bound of its lowest curve to the
        high bound of its highest curve; the standard error belongs to neither.
        """
        _, scale, offset = self._reductions[metric]
        one = self._summary
        if isinstance(one, ScoreSketch):
            curves = [self._area_of(made) for made in (one.pessimistic, one.optimistic)]
        else:
            curves = [(float(self._areas[k]), self.delong_variance((k,)))]
        found = [self._bounds_of_area(*curve, method, level) for curve in curves]
        for each in found:
            if isinstance(each, str):
                return no_interval(estimate, level, each)
        ends = [each for each in found if not isinstance(each, str)]
        (low, _, how), (_, high, other) = ends[0], ends[-1]
        variance = curves[0][1]
        error = math.nan if variance is None else abs(scale) * variance.standard_error
        if isinstance(one, ScoreSketch):
            how, error = (how if how == other else method) + SKETCHED, math.nan
        low, high = sorted(scale * end + offset for end in (low, high))
        return Interval(estimate, low, high, error, level, how)

    def _bounds_of_area(
        self, auc: float, variance: DelongVariance | None, method: str, level: float
    ) -> tuple[float, float, str] | str:
        """Return bounds of an area and how they were made, or why there are none."""
        if math.isnan(auc):
            return self._too_few
        if auc in (0.0, 1.0):
            sizes = self.totals.n_positive, self.totals.n_negative
            return *bounds.perfect_auc(auc, *sizes, level), "exact"
        if variance is None:
            return self._too_few
        if variance.standard_error < ROUNDING:
            return refusals.NO_VARIANCE
        if method == "delong":
            ends = area_plans.logit_auc(auc, variance.standard_error, level)
        elif method == "delong-raw":
            ends = area_plans.raw_auc(auc, variance.standard_error, level)
        else:
            ends = area_plans.inverted_auc(auc, variance, level)
        return *ends, method

    def _area_of(self, made: ScoreSweep) -> tuple[float, DelongVariance | None]:
        """Return the area under a curve of a sketch, and its variance."""
        if min(self.totals[1:3]) < 2:
            return made.reduce(*_AUC), None
        return made.reduce(*_AUC), variance_of_area(SweptScores(made))

    @property
    def _too_few(self) -> str:
        """Why the area has no variance."""
        if min(self.totals[1:3]) == 0:
            return refusals.ONE_CLASS
        return refusals.ONE_ROW_OF_A_CLASS

    @cached_property
    def _areas(self) -> NDArray[np.float64]:
        """The models' areas under the ROC curve, whatever was asked for."""
        for metric, reduction in enumerate(self._reductions):
            if reduction == Reduction(_AUC):
                return self.estimates[:, metric]
        if self._models is None:
            assert self._summary is not None  # of rows in ranges
            value, *_ = self._summary.sorted_scores().reduce(*_AUC)
            return np.array([value])
        return self._models.observed([_AUC])[:, 0]

    @cached_property
    def _placements(self) -> Placements:
        """Where each model places the rows; of models whose rows were ordered."""
        rows = self._rows
        assert rows is not None
        assert rows.labels is not None
        numbers = stratum_ranks(rows.labels)
        models = []
        for model in rows.models:
            assert model.order is not None
            models.append((model.flags, numbers[model.order]))
        return Placements.of_models(*self.totals[1:3], models)

    def delong_variance(self, of: Of) -> DelongVariance | None:
        """Return DeLong's variance of a model's area, or of the difference of two.

        None where it does not hold (with weights or groups) or is undefined, as a class
        has less than two rows; and of a sketch, which leaves more than one curve open.
        """
        known = self._counts_alike and self._knows_placements
        known = known and not isinstance(self._summary, ScoreSketch)
        if not (self._design.is_plain and known) or min(self.totals[1:3]) < 2:
            return None
        if of not in self._variances:
            alone = self._alone
            if alone is None:
                found = self._placements.variance(*of)
            else:
                found = variance_of_area(alone)
            self._variances[of] = found
        return self._variances[of]

    @property
    def _alone(self) -> SortedScores | None:
        """The one model's scores, where it is alone and its rows count alike."""
        if self._summary is not None:
            return self._summary.sorted_scores()
        assert self._rows is not None
        first = self._rows.models[0]
        return first.packed if first.order is None else None

    def delong_test(self, i: int, j: int) -> DelongResult:
        """Test whether models i and j have the same area under the ROC curve.

        As ``delong_roc_test``, with its warnings; it takes neither weights nor groups.
        """
        assert self._design.is_plain
        return self._placements.compare(i, j)


def _reduction(asked: BoundMetric) -> Reduction | None:
    """Return how a metric is reduced, which the positive label does not change."""
    parameters = {k: v for k, v in asked.parameters.items() if k != "pos_label"}
    return asked.row.reduce(parameters)


def _score_rows(data: Data, design: Design, pos_label: Any) -> ScoreRows:
    """Read the columns in the way that the design needs.

    Raises
    ------
    ValueError
        If none of two labels or more is the positive one.
    """
    y_true = data.once(
        "y_true as an array", lambda: convert(data.shared["y_true"], "y_true")
    )
    y_scores = [model["y_score"] for model in data.models.values()]
    if len(y_scores) == 1 and design.is_plain:
        made = ScoreRows.from_keys(y_true, y_scores[0], pos_label)
    else:
        weights = design.sample_weight
        made = ScoreRows.from_rows(y_true, y_scores, pos_label, weights)
    if pos_label is not None and made.totals.n_positive == 0:
        Labels(y_true, "y_true").check_known(pos_label)
    return made


def _has_cells(summary: ScoreSweep | ContinuedSweep | ScoreSketch | None) -> bool:
    """Whether rows that count alike are known by their thresholds, or by cells."""
    if isinstance(summary, ContinuedSweep):
        summary = summary.cells
    return isinstance(summary, ScoreSweep) and not summary.weighted


def _laid_out(summary: ScoreSweep | ContinuedSweep | ScoreSketch) -> ScoreRows | None:
    """Lay out the rows of a sweep, if they count alike and are not too many."""
    if not isinstance(summary, ScoreSweep) or summary.weighted:
        return None
    if summary.n_positive + summary.n_negative > sweep_models.MOST_LAID_OUT:
        return None
    return ScoreRows.from_sweep(summary)


def _check_summary(design: Design) -> None:
    """Refuse what belongs to rows."""
    for name in ("groups", "sample_weight"):
        if getattr(design, name) is not None:
            raise TypeError(f"a sweep of scores has no rows that {name} belong to")
