"""Content: the data of a report, from which everything that shows it is made."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from fastmetrics import catalog
from fastmetrics._common.names import Name, distinct, shown, some
from fastmetrics._common.pair_intervals import Pair, PairTable
from fastmetrics.comparison.comparing import test_of
from fastmetrics.comparison.model_differences import TooManyGroups
from fastmetrics.intervals.resolve import meant, name_of
from fastmetrics.report.sections import sections
from fastmetrics.show.words import of_catalog

if TYPE_CHECKING:
    from fastmetrics._common.annotations import Asked
    from fastmetrics._common.interval import Interval
    from fastmetrics._inputs.rows import Omitted
    from fastmetrics.comparison.comparing import Comparison
    from fastmetrics.metrics.record import Metric
    from fastmetrics.report.across_folds import FoldValues
    from fastmetrics.report.grouped_metrics import GroupedMetrics
    from fastmetrics.report.sections import Section

_Of = TypeVar("_Of")


class ByMetric(dict[str, _Of]):
    """What is known by metric, which every name of a metric leads to."""

    def __missing__(self, metric: Any) -> _Of:
        try:
            found = meant(metric, {name: catalog.METRICS[name] for name in self})
        except (TypeError, ValueError) as error:
            raise KeyError(str(error)) from error
        if found is None:
            raise KeyError(f"{shown(metric)} is not among {', '.join(self)}")
        return self[found]


class PairRows(Mapping[Pair, ByMetric["Interval"]]):
    """Intervals of all families by pair of models, made when a pair is asked for.

    Parameters
    ----------
    pairs : iterable of (str, str)
        Pairs of models in order; without any metric they are left out.
    tables : sequence of PairTable
        The intervals of each family.
    """

    def __init__(self, pairs: Iterable[Pair], tables: Sequence[PairTable]) -> None:
        tables = [one for one in tables if one.by_metric]
        known = set[Pair]().union(*(one.pairs for one in tables))
        self._pairs = [pair for pair in pairs if pair in known]
        self._places = dict(zip(self._pairs, range(len(self._pairs)), strict=True))
        self._tables = tables
        self._made: dict[Pair, ByMetric[Interval]] = {}

    def __getitem__(self, pair: Pair) -> ByMetric[Interval]:
        if pair not in self._made:
            if pair not in self._places:
                raise KeyError(pair)
            rows = [one[pair] for one in self._tables if pair in one]
            self._made[pair] = ByMetric(
                {name: one for row in rows for name, one in row.items()}
            )
        return self._made[pair]

    def __iter__(self) -> Iterator[Pair]:
        return iter(self._pairs)

    def __len__(self) -> int:
        return len(self._pairs)

    def __contains__(self, pair: object) -> bool:
        return pair in self._places

    def examples(self) -> list[tuple[str, Interval]]:
        """Return an interval of each metric for each way and quality that there is.

        The order is that of the pairs; see `PairTable.examples`.
        """
        every = [
            (self._places[pair], name, one)
            for table in self._tables
            for pair, name, one in table.examples()
        ]
        every.sort(key=lambda one: one[0])
        return [(name, one) for _, name, one in every]


@dataclass(frozen=True, eq=False)
class Content:
    """What was found of all models, with a section for each family.

    Attributes
    ----------
    values : dict
        ``values[model][metric]`` is the `Interval` around the metric's value.
    differences : mapping
        ``differences[a, b][metric]`` is the `Interval` around a's value minus b's, of
        the same rows.
    sections : dict
        ``sections[family]`` is what there is to say of one family beside these.
    n_rows : int
        Rows in all.
    confidence_level : float
        The probability with which intervals are made to cover.
    method : str
        The method asked for; each `Interval` says which one it was made by.
    n_resamples : int
        How many replicates were asked for.
    seed : int
        ``random_state=seed`` makes the same report.
    notes : tuple of str
        What a reader should know to read the numbers rightly.
    comparisons : dict of str to Comparison
        By metric, of two models or more: what `compare` returns for the same rows.
    folds : FoldValues or None
        Of out-of-fold predictions: what each fold shows.
    slices : GroupedMetrics or None
        Where rows were sliced: metrics of each slice, and how far slices are apart.
    omitted : Omitted or None
        Rows that were left out for missing values, if any were.
    asked : dict
        What metrics were called by whoever asked for them, by the catalog's names.
    digits : int or None
        Decimals of values; None: as many as their intervals say are known.
    """

    values: Mapping[str, Mapping[str, Interval]]
    differences: PairRows
    sections: Mapping[str, Section]
    n_rows: int
    confidence_level: float
    method: str
    n_resamples: int
    seed: int
    notes: tuple[str, ...] = ()
    comparisons: Mapping[str, Comparison] = field(default_factory=dict, repr=False)
    folds: FoldValues | None = None
    slices: GroupedMetrics | None = None
    omitted: Omitted | None = None
    # What metrics were called by whoever asked for them, by the catalog's names.
    asked: Mapping[str, str] = field(default_factory=dict, repr=False)
    digits: int | None = None

    def __post_init__(self) -> None:
        values = {one: ByMetric(row) for one, row in self.values.items()}
        object.__setattr__(self, "values", values)
        object.__setattr__(self, "comparisons", ByMetric(self.comparisons))

    @property
    def models(self) -> list[str]:
        """The models' names, in the order given."""
        return list(self.values)

    @property
    def names(self) -> dict[str, Name]:
        """The display name of each model: shortened, and unique."""
        return distinct(self.models)

    @property
    def metrics(self) -> list[str]:
        """Names of the metrics; a model has the metrics of its outputs."""
        return [*self._rows]

    @cached_property
    def _rows(self) -> dict[str, Metric]:
        """The catalog's record of each metric."""
        names = dict.fromkeys(name for row in self.values.values() for name in row)
        return {name: catalog.METRICS[name] for name in names}

    def label(self, metric: str) -> str:
        """Return the display name of a metric of the report."""
        return self.asked.get(metric, metric)

    def own_name(self, metric: Asked) -> str:
        """Return the report's name of a metric; the catalog's if it lacks it."""
        found = meant(metric, self._rows)
        return found or catalog.metrics_named(name_of(metric))[0].name

    def said(self, metric: str) -> str:
        """Return what sentences call a metric: its title, or the name asked for."""
        row = self._rows[metric]
        return row.called(self.label(metric), of_catalog(row.short))

    @property
    def tasks(self) -> list[str]:
        """The families that were evaluated, by name."""
        return list(self.sections)

    def pair(self, a: str, b: str) -> tuple[str, str]:
        """Return two models in the order in which their differences are known."""
        return (a, b) if (a, b) in self.differences else (b, a)

    def p_value(
        self, pair: tuple[str, str], metric: Asked, *, adjusted: bool = False
    ) -> float | None:
        """Return the two-sided p-value of a difference, None if there is none.

        It is the least α whose interval leaves 0 out, of the level 1 − α and made by
        the same method: at most 1 - confidence_level exactly where the interval of the
        difference leaves 0 out.

        Parameters
        ----------
        pair : tuple of str
            Two models, in either order.
        metric : str or callable
            A metric of the report, by any of its names, or as `evaluate` takes it.
        adjusted : bool, default=False
            Adjust it for how many pairs of models there are, as `compare` does by
            default: `letters` and `rank_intervals` follow from it.
        """
        found = self.comparisons.get(self.own_name(metric))
        if found is None or not {*pair} <= {*found.models}:
            return None
        one = found[pair]
        value = one.adjusted_pvalue if adjusted else one.pvalue
        return None if math.isnan(value) else value

    def test(self, metric: Asked) -> str:
        """Return which test a metric's intervals invert; empty: there are none."""
        return self._tests.get(self.own_name(metric), "")

    @cached_property
    def _tests(self) -> dict[str, str]:
        """The test of each metric."""
        compared = self.comparisons.items()
        return {name: test_of(one.differences) for name, one in compared}

    def ranking(self, metric: Asked) -> list[str]:
        """Return the models that have a metric, the best first; undefined ones last."""
        name = self.own_name(metric)
        sign = 1 if catalog.METRICS[name].greater_is_better is False else -1
        values = {
            model: sign * row[name].estimate
            for model, row in self.values.items()
            if name in row
        }
        return sorted(values, key=lambda one: (values[one] != values[one], values[one]))

    def letters(self, metric: Asked) -> dict[str, str]:
        """Return letters for each model, the best first.

        Two models share a letter if they do not differ significantly: if the adjusted
        p-value of their difference is not at most 1 - confidence_level. Empty without
        tests, and where there are more letters than anybody reads.
        """
        if not self.test(metric):
            return {}
        try:
            return self.comparisons[self.own_name(metric)].letters()
        except TooManyGroups:
            return {}

    def rank_intervals(self, metric: Asked) -> dict[str, tuple[int, int]]:
        """Return between which ranks each model is, 1 being the best.

        For models that differ significantly, see `letters`, the better one is known.
        All statements hold together with the confidence level. Empty without tests.
        """
        if not self.test(metric):
            return {}
        ranks = self.comparisons[self.own_name(metric)].rank_intervals
        return {model: ranks[model] for model in self.ranking(metric)}

    def told(self, metric: Asked) -> list[tuple[str, str]]:
        """Return the pairs that differ significantly, the better model first."""
        found = self.comparisons.get(self.own_name(metric))
        return [] if found is None else found.told_apart()

    def __getitem__(self, metric: Asked) -> Interval | dict[str, Interval]:
        """Return a metric's interval, by model if there are several models.

        Type checkers know more of what `interval` and `by_model` return.

        Raises
        ------
        KeyError
            If the report does not have it.
        """
        found = self.by_model(metric)
        return found if len(self.values) > 1 else next(iter(found.values()))

    def interval(self, metric: Asked, model: str | None = None) -> Interval:
        """Return a metric's interval for one model.

        Parameters
        ----------
        metric : str or callable
            A metric of the report, by any of its names, or as `evaluate` takes it.
        model : str, optional
            The model's name; not needed where there is one model.

        Raises
        ------
        KeyError
            If the report does not have the metric or the model, or if several models
            have it and none is named.
        """
        found = self.by_model(metric)
        if model is None and len(self.values) == 1:
            (model,) = found
        if model not in found:
            wrong = "no model is named" if model is None else f"{shown(model)} lacks it"
            raise KeyError(f"{wrong}; {metric!r} is of {some([*found], ', ')}")
        return found[model]

    def by_model(self, metric: Asked) -> dict[str, Interval]:
        """Return a metric's intervals by model, also where there is one model.

        Raises
        ------
        KeyError
            If the report does not have it.
        """
        try:
            name = self.own_name(metric)
        except (TypeError, ValueError) as error:
            raise KeyError(str(error)) from error
        found = {model: row[name] for model, row in self.values.items() if name in row}
        if not found:
            raise KeyError(f"{name!r} is not in this report: {', '.join(self.metrics)}")
        return found

    def __getattr__(self, name: str) -> Any:
        """Answer what one of the sections has; called where there is no such field."""
        # A copy that is being made asks before it has any fields.
        for section in self.__dict__.get("sections", {}).values():
            if name in section.attributes:
                return getattr(section, name)
        message = f"{type(self).__name__!r} object has no attribute {name!r}"
        if not name.startswith("_"):
            families = [
                one.family for one in sections().values() if name in one.attributes
            ]
            if families:
                message = (
                    f"a report of {' and '.join(self.tasks)} has no {name!r}; one of "
                    f"{' or '.join(families)} has"
                )
        raise AttributeError(message)

    def __dir__(self) -> list[str]:
        """Return what `Content` has, and what its sections answer."""
        offered = (name for one in self.sections.values() for name in one.attributes)
        return sorted({*super().__dir__(), *offered})
