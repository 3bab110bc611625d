"""GroupedMetrics: metrics of slices of the rows, and how far these are apart."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property, partial
from itertools import combinations
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common.interval import Interval, no_interval
from fastmetrics._common.iso import iso_text
from fastmetrics._common.names import shown, some
from fastmetrics._common.options import is_one_of
from fastmetrics._common.slice_differences import MOST_SLICES, Spread
from fastmetrics._common.test_result import pvalue_said
from fastmetrics.intervals.complete_cases import omitted_text
from fastmetrics.intervals.wanted import meant
from fastmetrics.metrics.record import UNNAMED
from fastmetrics.report import model_slices
from fastmetrics.report.controlled_slices import SlicesOfLevel
from fastmetrics.report.slice_comparison import SliceComparison
from fastmetrics.show.document import Document, Notes
from fastmetrics.show.numbers import count, difference, estimates
from fastmetrics.show.pictures.picture import (
    Intervals,
    Mark,
    Panel,
    Picture,
    Rule,
    Scale,
)
from fastmetrics.show.result import Result
from fastmetrics.show.tables import Table
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fastmetrics._common.slice_differences import Between
    from fastmetrics._common.test_result import TestResult
    from fastmetrics._inputs.missing_rows import Omitted
    from fastmetrics.report.controlled_slices import Control
    from fastmetrics.report.sliced_rows import SlicedData
    from fastmetrics.show.words import Message

# Slices of which a text shows each, with its interval.
MOST_SHOWN = 50
# Columns of tables of slices, besides those that slices are by.
_TAKEN = (
    *("model", "a", "b", "metric", "n_samples", "n_positive", "estimate", "low"),
    *("high", "method", "reason"),
)


class GroupedMetrics(Result):
    """Metrics of each slice of the rows, as made by `by_group`.

    Attributes
    ----------
    metrics : tuple of str
        As they were asked for.
    models : tuple of str
        Empty names where there is one without a name.
    n_samples : dict
        Rows by slice.
    confidence_level : float
    by, control : list of str
        Columns that slices are by, and those of them whose levels stand by themselves.
    omitted : Omitted or None
        The rows that were left out for missing values, if any were.
    levels : dict
        The `GroupedMetrics` of each level of ``control``; empty without.

    See Also
    --------
    by_group : which makes it.
    """

    def __init__(
        self,
        rows: SlicedData,
        *,
        confidence_level: float,
        method: str,
        n_resamples: int | None,
        min_rows: int,
        backend: str,
        control: Control | None = None,
        omitted: Omitted | None = None,
    ) -> None:
        self._rows, self._slices, self._control = rows, rows.slices, control
        self.metrics, self.models = tuple(rows.wanted), tuple(rows.models)
        self.confidence_level = confidence_level
        self._method, self._n_resamples = method, n_resamples
        self._backend, self._min_rows = backend, min_rows
        self._values = {name: rows.values(name, min_rows) for name in self.metrics}
        self.omitted = omitted if omitted is not None and omitted.n else None
        self._made: dict[tuple[int, str, int], Interval] = {}
        self._between_models: dict[str, dict[tuple[str, str], dict[Any, Interval]]] = {}
        self._compared_by: dict[tuple[str, int], SliceComparison] = {}

    # --- values

    @property
    def by(self) -> list[str]:
        """The names of the columns that slices are by, those of control first."""
        return [*self._slices.names]

    @property
    def columns(self) -> list[str]:
        """The same names in tables, where other columns may be called so too."""
        taken = {*_TAKEN, *self.metrics}
        return [f"by {name}" if name in taken else name for name in self.by]

    @property
    def control(self) -> list[str]:
        """The names of the columns whose levels are judged by themselves."""
        return [] if self._control is None else [*self._control.rows.slices.names]

    @cached_property
    def levels(self) -> dict[Any, GroupedMetrics]:
        """The slices of each level of ``control``; empty without."""
        if self._control is None:
            return {}
        control = self._control
        whole = {name: control.rows.values(name) for name in self.metrics}
        return {
            key: GroupedMetrics(
                SlicesOfLevel(self._rows, self._values, control, at, whole),
                confidence_level=self.confidence_level,
                method=self._method,
                n_resamples=self._n_resamples,
                min_rows=self._min_rows,
                backend=self._backend,
            )
            for at, key in enumerate(control.rows.slices.keys())
        }

    @cached_property
    def n_samples(self) -> dict[Any, int]:
        """Rows by slice."""
        return dict(zip(self._keys, self._rows.n_samples.tolist(), strict=True))

    @property
    def n_positive(self) -> dict[Any, int] | None:
        """Rows of the positive class by slice; None without one, and of streams."""
        if self._rows.n_positive is None:
            return None
        return dict(zip(self._keys, self._rows.n_positive.tolist(), strict=True))

    @cached_property
    def _overall(self) -> dict[str, Any]:
        """The values of all rows by metric, of each model."""
        return {name: self._rows.overall(name) for name in self.metrics}

    @cached_property
    def _keys(self) -> list[Any]:
        """The slices, in ascending order: values, or tuples of several columns'."""
        return self._slices.keys()

    @property
    def by_group(self) -> Any:
        """The values: a row for each slice, of several models for each of theirs.

        A data frame of pandas or Polars where one was given, else a dict of columns.
        """
        n = len(self._slices)
        columns: dict[str, Any] = {
            name: np.concatenate([one] * len(self.models))
            for name, one in zip(self.columns, self._slices.values, strict=True)
        }
        if self.models != (UNNAMED,):
            columns = {"model": np.repeat(np.array(self.models, object), n), **columns}
        columns["n_samples"] = np.tile(self._rows.n_samples, len(self.models))
        columns |= {name: one.ravel() for name, one in self._values.items()}
        return _framed(columns, self._backend)

    @property
    def overall(self) -> dict[str, Any]:
        """The value of each metric on all rows; of several models by model.

        With ``control`` such a dict by level.
        """
        if self.levels:
            return {level: one.overall for level, one in self.levels.items()}
        return self._by_model(lambda metric, k: float(self._overall[metric][k]))

    def n_undefined(self, metric: str, model: str | None = None) -> int:
        """Return in how many slices a metric has no value.

        Parameters
        ----------
        metric : str
            One of ``metrics``.
        model : str, optional
            One of ``models``, where there are several.
        """
        values = self._values[self._metric(metric)][self._model(model)]
        return int(np.isnan(values).sum())

    def group_min(self) -> dict[str, Any]:
        """Return the smallest value of each metric, and its slice.

        With ``control`` such a dict by level.
        """
        if self.levels:
            return {level: one.group_min() for level, one in self.levels.items()}
        return self._by_model(lambda metric, k: self._extreme(metric, k, np.nanargmin))

    def group_max(self) -> dict[str, Any]:
        """Return the largest value of each metric, and its slice.

        With ``control`` such a dict by level.
        """
        if self.levels:
            return {level: one.group_max() for level, one in self.levels.items()}
        return self._by_model(lambda metric, k: self._extreme(metric, k, np.nanargmax))

    def _extreme(
        self, metric: str, k: int, place: Callable[..., Any]
    ) -> tuple[float, Any]:
        values = self._values[metric][k]
        if np.isnan(values).all():
            return math.nan, None
        at = int(place(values))
        return float(values[at]), self._slices.key(at)

    def difference(self, method: Between = "between_groups") -> dict[str, Any]:
        """Return how far apart slices are.

        Parameters
        ----------
        method : {"between_groups", "to_overall"}, default="between_groups"
            The largest less the smallest value, or the largest distance of a slice's
            value from that of all rows.

        Returns
        -------
        dict
            By metric; of several models such a dict by model, with ``control`` such
            ones by level. NaN without a value. Slices where the metric is undefined
            are left out.
        """
        if self.levels:
            return {level: one.difference(method) for level, one in self.levels.items()}
        _check_between(method)
        return self._by_model(lambda name, k: self._spread(name, k).difference(method))

    def ratio(self, method: Between = "between_groups") -> dict[str, Any]:
        """Return the smallest by the largest value.

        Parameters
        ----------
        method : {"between_groups", "to_overall"}, default="between_groups"
            With "to_overall" the smallest ratio, at most 1, of a slice's value to that
            of all rows, or of that to the slice's.

        Returns
        -------
        dict
            By metric; of several models such a dict by model, with ``control`` such
            ones by level. In [0, 1]; NaN where a value is negative, or both are 0.
        """
        if self.levels:
            return {level: one.ratio(method) for level, one in self.levels.items()}
        _check_between(method)
        return self._by_model(lambda name, k: self._spread(name, k).ratio(method))

    def _spread(self, metric: str, k: int) -> Spread:
        return Spread(self._values[metric][k], float(self._overall[metric][k]))

    def _by_model(self, found: Callable[[str, int], Any]) -> dict[str, Any]:
        of_models = {
            model: {metric: found(metric, k) for metric in self.metrics}
            for k, model in enumerate(self.models)
        }
        return of_models[UNNAMED] if self.models == (UNNAMED,) else of_models

    # --- intervals

    def interval(self, group: Any, metric: str, model: str | None = None) -> Interval:
        """Return the interval of a metric on the rows of a slice.

        Parameters
        ----------
        group : object
            The slice: its value, or a tuple of values where there are several columns.
        metric : str
            One of ``metrics``.
        model : str, optional
            One of ``models``, where there are several.

        Returns
        -------
        Interval
            As ``confidence_interval`` makes it of these rows, with the level and method
            of the call. Made when first asked for.

        Raises
        ------
        KeyError
            If there is no such slice, metric or model.
        """
        if group not in self.n_samples:
            raise KeyError(f"{shown(group)} is no slice")
        return self._interval(
            self._keys.index(group), self._metric(metric), self._model(model)
        )

    def _interval(self, at: int, metric: str, k: int) -> Interval:
        if (at, metric, k) in self._made:
            return self._made[at, metric, k]
        made = self._new_interval(at, metric, k)
        if len(self._slices) <= MOST_SLICES:
            self._made[at, metric, k] = made
        return made

    def _new_interval(self, at: int, metric: str, k: int) -> Interval:
        value = float(self._values[metric][k, at])
        if math.isnan(value):
            reason = "undefined on these data"
            if self._rows.n_samples[at] < self._min_rows:
                reason = f"fewer than {self._min_rows} rows"
            return no_interval(math.nan, self.confidence_level, reason)
        return self._rows.interval(
            metric, at, k, self.confidence_level, self._method, self._n_resamples
        )

    def intervals(self) -> Iterator[tuple[Any, str, str, Interval]]:
        """Return all intervals one by one: slice, model, metric and `Interval`."""
        for k, model in enumerate(self.models):
            for at, key in enumerate(self._keys):
                for metric in self.metrics:
                    yield key, model, metric, self._interval(at, metric, k)

    def model_differences(
        self, metric: str
    ) -> dict[tuple[str, str], dict[Any, Interval]]:
        """Return how far any two models are apart in each slice.

        Parameters
        ----------
        metric : str
            One of ``metrics``.

        Returns
        -------
        dict
            By pair of models and by slice: the value of the first model minus that of
            the second on the rows of the slice, with bounds that hold for all slices
            and pairs together. Made when first asked for.

        Raises
        ------
        ValueError
            If there is one model only, or more than 1000 differences.

        Notes
        -----
        Of m differences each has bounds of level (confidence_level)^(1/m): by Šidák's
        inequality [1]_ all hold together at least as often as ``confidence_level``
        says. They are made as `compare` makes them; where that would be by replicates,
        and the interval of each model is in closed form, MOVER [2]_ puts these two
        together, with the correlation that the replicates have.

        References
        ----------
        .. [1] Šidák, Z. (1967). Rectangular confidence regions for the means of
           multivariate normal distributions. Journal of the American Statistical
           Association 62, 626-633.
        .. [2] Zou, G. Y., Donner, A. (2008). Construction of confidence limits about
           effect measures: a general approach. Statistics in Medicine 27, 1693-1702.
        """
        metric = self._metric(metric)
        if len(self.models) < 2:
            raise ValueError("a difference is of two models, and there is one")
        if model_slices.n_differences(self._rows) > MOST_SLICES:
            raise ValueError(f"there are more than {MOST_SLICES} differences")
        if metric not in self._between_models:
            made = model_slices.differences_of(
                self._rows,
                metric,
                self._values[metric],
                self.confidence_level,
                self._method,
                self._n_resamples,
            )
            self._between_models[metric] = {
                pair: dict(zip(self._keys, found, strict=True))
                for pair, found in made.items()
            }
        return self._between_models[metric]

    def matching(
        self, where: Mapping[str, str]
    ) -> Iterator[tuple[Any, dict[str, Any]]]:
        """Yield the slices that texts name, with the values of their columns.

        ``where``: a value by column, as ``str`` writes it, or "*" for any.

        Raises
        ------
        KeyError
            If there is no such column, or no such slice.
        """
        for name in where:
            if name not in self.by:
                known = ", ".join(self.by)
                raise KeyError(f"slices are by {known}, not by {shown(name)}")
        found = False
        for key in self._keys:
            values = dict(zip(self.by, map(_named, _parts(key)), strict=True))
            if all(one in ("*", str(values[name])) for name, one in where.items()):
                found = True
                yield key, values
        if not found:
            asked = ", ".join(map("=".join, where.items()))
            known = some([_text(key) for key in self._keys], ", ")
            raise KeyError(f"there is no slice {asked}; there are {known}")

    def difference_interval(
        self, metric: str, model: str | None = None, *, control: Any = None
    ) -> Interval:
        """Return the largest less the smallest value, with bounds.

        Parameters
        ----------
        metric : str
            One of ``metrics``.
        model : str, optional
            One of ``models``, where there are several.
        control : object, optional
            The level of the control columns, where there are any: their value, or a
            tuple of values. Slices of one level are compared.

        Returns
        -------
        Interval
            Bounds that hold for the differences of all pairs of slices together; the
            lower one is 0 where equal slices would not be a surprise. NaN, with the
            reason, where a slice's own interval is not in closed form, or there are
            more than 1000 slices. Slices without a value are left out, and counted in
            ``n_undefined``.

        Notes
        -----
        The level of each slice's interval is such that all differences hold together
        (the studentized range); bounds of two slices become those of their difference
        by MOVER [1]_. No rows are drawn.

        References
        ----------
        .. [1] Zou, G. Y., Donner, A. (2008). Construction of confidence limits about
           effect measures: a general approach. Statistics in Medicine 27, 1693-1702.
        """
        return self._at_level(control)._comparison(metric, model).apart("difference")

    def ratio_interval(
        self, metric: str, model: str | None = None, *, control: Any = None
    ) -> Interval:
        """Return the smallest by the largest value, with bounds.

        Parameters
        ----------
        metric : str
            One of ``metrics``.
        model : str, optional
            One of ``models``, where there are several.
        control : object, optional
            The level of the control columns, where there are any: their value, or a
            tuple of values. Slices of one level are compared.

        Returns
        -------
        Interval
            As `difference_interval`, the bounds in [0, 1]. NaN if a value is negative.

        References
        ----------
        .. [1] Donner, A., Zou, G. Y. (2012). Closed-form confidence intervals for
           functions of the normal mean and standard deviation. Statistical Methods in
           Medical Research 21, 347-359.
        """
        return self._at_level(control)._comparison(metric, model).apart("ratio")

    def equal_groups_test(
        self, metric: str, model: str | None = None, *, control: Any = None
    ) -> TestResult:
        """Return the test that all slices have the same value.

        Parameters
        ----------
        metric : str
            One of ``metrics``.
        model : str, optional
            One of ``models``, where there are several.
        control : object, optional
            The level of the control columns, where there are any: their value, or a
            tuple of values. Slices of one level are compared.

        Returns
        -------
        TestResult
            The p-value is the smallest α at which `difference_interval` excludes 0; NaN
            if that has no bounds. An interval of slices that lie more than 8 standard
            errors apart excludes 0 at every level in floating point; the p-value is
            then an upper bound, and shown as "p < ...".
        """
        return self._at_level(control)._comparison(metric, model).equality_test()

    def heterogeneity_test(
        self, metric: str, model: str | None = None, *, control: Any = None
    ) -> TestResult:
        """Return the χ² test that all slices have the same value.

        It looks at all slices, where `equal_groups_test` looks at the two that differ
        most: many slices that differ a little are found by this one.

        Parameters
        ----------
        metric : str
            One of ``metrics``.
        model : str, optional
            One of ``models``, where there are several.
        control : object, optional
            The level of the control columns, where there are any.

        Returns
        -------
        TestResult
            Pearson's χ² test of shares of rows, such as the accuracy; Cochran's Q of
            other metrics [1]_. With groups of rows Hotelling's F test, with the
            covariance of slices that share groups, for more groups than slices.

        References
        ----------
        .. [1] Cochran, W. G. (1954). The combination of estimates from different
           experiments. Biometrics 10(1), 101-129.
        """
        return self._at_level(control)._comparison(metric, model).heterogeneity_test()

    def farthest_groups(
        self, metric: str, model: str | None = None, *, control: Any = None
    ) -> tuple[Any, Any] | None:
        """Return the slices with the lowest and the highest value.

        Parameters
        ----------
        metric : str
            One of ``metrics``.
        model : str, optional
            One of ``models``, where there are several.
        control : object, optional
            The level of the control columns, where there are any.

        Returns
        -------
        tuple or None
            Both slices, whose difference `difference_interval` is of; None if fewer
            than two slices have a value.
        """
        return self._at_level(control)._comparison(metric, model).farthest

    def against_rest(
        self, metric: str, model: str | None = None
    ) -> dict[Any, Interval]:
        """Return the difference of each slice from all other rows.

        Parameters
        ----------
        metric : str
            One of ``metrics``.
        model : str, optional
            One of ``models``, where there are several.

        Returns
        -------
        dict of slice to Interval
            The slice's value minus the value of all rows outside of it. Bounds hold
            for all slices together (Bonferroni); they are MOVER's, of the bounds of
            both. NaN, with the reason, where there are none in closed form.
        """
        return self._comparison(metric, model).against_rest()

    def shrunken(self, metric: str, model: str | None = None) -> dict[Any, Interval]:
        """Return values of slices drawn towards their common mean.

        Of many small slices the extreme ones are so by chance as a rule. These
        estimates have a smaller mean squared error than the values themselves.

        Parameters
        ----------
        metric : str
            One of ``metrics``.
        model : str, optional
            One of ``models``, where there are several.

        Returns
        -------
        dict of slice to Interval
            Empirical Bayes estimates of a normal model, with the variance between
            slices by Paule and Mandel and bounds by Morris [1]_, each of its own.
            NaN, with the reason, for fewer than 4 slices, or without bounds of each
            slice in closed form.

        References
        ----------
        .. [1] Morris, C. N. (1983). Parametric empirical Bayes inference: theory and
           applications. Journal of the American Statistical Association 78(381),
           47-55.
        """
        return self._comparison(metric, model).shrunken()

    def _comparison(self, metric: str, model: str | None) -> SliceComparison:
        metric, k = self._metric(metric), self._model(model)
        if (metric, k) not in self._compared_by:
            self._compared_by[metric, k] = SliceComparison(
                self._rows,
                metric,
                k,
                self._values[metric][k],
                float(self._overall[metric][k]),
                self.confidence_level,
            )
        return self._compared_by[metric, k]

    def _at_level(self, control: Any) -> GroupedMetrics:
        """Return the slices that are compared: those of a level, where there are."""
        if not self.levels and control is None:
            return self
        if control not in self.levels:
            levels = ", ".join(map(shown, self.levels)) or "None: there are no levels"
            raise KeyError(f"control must be one of {levels}; got {shown(control)}")
        return self.levels[control]

    def _metric(self, metric: str) -> str:
        rows = {name: one.row for name, one in self._rows.wanted.items()}
        with contextlib.suppress(TypeError, ValueError):
            found = meant(metric, rows)
            if found is not None:
                return found
        raise KeyError(
            f"{shown(metric)} was not asked for; the metrics are "
            f"{', '.join(self.metrics)}"
        )

    def _model(self, model: str | None) -> int:
        if model is None and len(self.models) == 1:
            return 0
        if model not in self.models:
            raise KeyError(
                f"model must be one of {', '.join(self.models)}, got {shown(model)}"
            )
        return self.models.index(model)

    # --- how it is shown

    def __repr__(self) -> str:
        by, n = ", ".join(self._slices.names), len(self._slices)
        return f"<GroupedMetrics: {', '.join(self.metrics)} of {n} slices by {by}>"

    def to_frame(self, *, backend: Literal["pandas", "polars"] = "pandas") -> Any:
        """Return a data frame with a row for each slice, model and metric.

        Parameters
        ----------
        backend : {"pandas", "polars"}, default="pandas"
            Whose frame it is.

        Returns
        -------
        pandas.DataFrame or polars.DataFrame
            The slice, "model", "metric", "n_samples", "estimate", "low" and "high".
            All intervals are made.
        """
        rows = self.rows()
        columns = {name: [row[name] for row in rows] for name in rows[0]}
        return _framed(columns, backend)

    def rows(self) -> list[dict[str, Any]]:
        """Return the rows of `to_frame` as dicts."""
        positives = self.n_positive
        return [
            {
                **dict(zip(self.columns, _parts(key), strict=True)),
                "model": model,
                "metric": metric,
                "n_samples": self.n_samples[key],
                **({} if positives is None else {"n_positive": positives[key]}),
                "estimate": one.estimate,
                "low": one.low,
                "high": one.high,
                "method": one.method,
                "reason": one.reason,
            }
            for key, model, metric, one in self.intervals()
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return values and differences, as JSON can hold them.

        And the intervals of slices, where there are at most 1000. With ``control``
        differences and values of all rows are a list of levels.
        """
        positives = self.n_positive
        groups: list[dict[str, Any]] = [
            {
                **dict(zip(self._slices.names, map(_named, _parts(key)), strict=True)),
                "n_samples": n,
                **({} if positives is None else {"n_positive": positives[key]}),
                "values": {
                    model: {
                        metric: _plain(float(self._values[metric][k, at]))
                        for metric in self.metrics
                    }
                    for k, model in enumerate(self.models)
                },
            }
            for at, (key, n) in enumerate(self.n_samples.items())
        ]
        if len(groups) <= MOST_SLICES:
            for at, group in enumerate(groups):
                group["intervals"] = {
                    model: {
                        metric: _bounds(self._interval(at, metric, k))
                        for metric in self.metrics
                    }
                    for k, model in enumerate(self.models)
                }
        found: dict[str, Any] = {
            "by": self._slices.names,
            "confidence_level": self.confidence_level,
            "groups": groups,
        }
        if len(self.models) > 1:
            found["model_differences"] = self.difference_rows()
        if not self.levels:
            return found | self._compared()
        found["levels"] = [
            {
                **dict(zip(self.control, map(_named, _parts(level)), strict=True)),
                **one._compared(),
            }
            for level, one in self.levels.items()
        ]
        return found

    def difference_rows(self) -> list[dict[str, Any]]:
        """Return what `model_differences` says of all metrics, a dict each.

        Empty if there are none, or more than 50 by a metric.
        """
        if not self._writes_differences:
            return []
        return [
            {
                **dict(zip(self.columns, map(_named, _parts(key)), strict=True)),
                "a": a,
                "b": b,
                "metric": metric,
                "estimate": _plain(one.estimate),
                **_bounds(one),
            }
            for metric in self.metrics
            for (a, b), by_slice in self.model_differences(metric).items()
            for key, one in by_slice.items()
        ]

    def _compared(self) -> dict[str, Any]:
        """Return the values of all rows, and how far slices are apart."""
        return {
            "overall": {
                model: {
                    metric: _plain(float(self._overall[metric][k]))
                    for metric in self.metrics
                }
                for k, model in enumerate(self.models)
            },
            "differences": {
                model: {metric: self._as_dict(metric, model) for metric in self.metrics}
                for model in self.models
            },
        }

    def _as_dict(self, metric: str, model: str) -> dict[str, Any]:
        one = self.difference_interval(metric, model)
        ratio = self.ratio_interval(metric, model)
        pair = self.farthest_groups(metric, model)
        return {
            "difference": _plain(one.estimate),
            "low": _plain(one.low),
            "high": _plain(one.high),
            "pvalue": _plain(self.equal_groups_test(metric, model).pvalue),
            "heterogeneity_pvalue": _plain(
                self.heterogeneity_test(metric, model).pvalue
            ),
            "lowest": None if pair is None else _key_named(pair[0]),
            "highest": None if pair is None else _key_named(pair[1]),
            "ratio": _plain(ratio.estimate),
            "ratio_low": _plain(ratio.low),
            "ratio_high": _plain(ratio.high),
            "n_undefined": one.n_undefined,
            "reason": one.reason,
        }

    def _document(
        self, width: int | None = None, *, digits: int | None = None, **options: Any
    ) -> Document:
        tables: list[Table] = []
        for k, model in enumerate(self.models):
            tables += self._tables(k, model, width, digits)
            tables.append(self._differences(model, digits))
        notes = [
            say(
                "Bounds of the largest difference and of the smallest ratio hold for "
                "all pairs of slices together; each slice's interval is its own."
            )
        ]
        if self.omitted is not None:
            notes.insert(0, omitted_text(self.omitted))
        notes += self._reasons()
        if self._writes_differences:
            tables += map(partial(self._models_apart, digits), self._pairs)
            notes.append(
                say(
                    "Bounds of differences of models hold for all slices of a metric "
                    "together."
                )
            )
        elif len(self.models) > 1:
            notes.append(
                say(
                    "Differences of models in so many slices are not shown: "
                    "model_differences makes them."
                )
            )
        n = len(self._slices)
        if n > MOST_SHOWN:
            text = say("The {k} largest of {n} slices are shown.", k=MOST_SHOWN, n=n)
            notes.append(text)
        return Document(
            tables=tables,
            foot=[Notes(say("Notes"), notes)],
            title=say("Metrics by {what}", what=", ".join(self._slices.names)),
        )

    def _pictures(self, **options: Any) -> Sequence[Picture]:
        """Return a panel a metric, with a line a slice and a rule at all rows' value.

        Of several models, and of several levels, there is a picture for each.
        """
        pictures = []
        for level, slices in self._compared_slices.items():
            for k, model in enumerate(self.models):
                one = slices._picture(k, model)
                if level is not None:
                    title = say("{title}, {level}", title=one.title, level=_text(level))
                    one = replace(one, name=f"{one.name} {_text(level)}", title=title)
                pictures.append(one)
        return pictures

    def _picture(self, k: int, model: str) -> Picture:
        places = self._largest
        keys = [_text(self._slices.key(int(at))) for at in places]
        rows = Scale(", ".join(self._slices.names), kind="names", names=keys)
        panels = []
        for metric in self.metrics:
            made = [self._interval(int(at), metric, k) for at in places]
            value, low, high = np.array([tuple(one) for one in made]).T
            marks: list[Mark] = [
                Rule(float(self._overall[metric][k]), label=say("all rows")),
                Intervals(np.arange(len(places)), value, low, high),
            ]
            unit: Literal["share", ""] = "share" if self._percent(metric) else ""
            panels.append(Panel("", Scale(metric, unit=unit), rows, marks))
        what = ", ".join(self._slices.names)
        title = say("Metrics by {what}", what=what)
        if len(self.models) > 1:
            title = say("{model}: metrics by {what}", model=model, what=what)
        return Picture(model if len(self.models) > 1 else "slices", title, panels)

    @cached_property
    def _largest(self) -> np.ndarray:
        """Which slices are shown: those of the most rows, in their order."""
        places = np.argsort(-self._rows.n_samples, kind="stable")[:MOST_SHOWN]
        return np.sort(places)

    def _reasons(self) -> list[Message]:
        """Return why slices of metrics have no bounds of how far they are apart."""
        reasons: dict[str, list[str]] = {}
        for one in self._compared_slices.values():
            for model in self.models:
                for metric in self.metrics:
                    reason = one.difference_interval(metric, model).reason
                    if reason and metric not in reasons.setdefault(reason, []):
                        reasons[reason].append(metric)
        return [
            say("no bounds between slices: {why} ({metrics})", why=why,
                metrics=", ".join(who))
            for why, who in reasons.items()
        ]  # fmt: skip

    @property
    def _compared_slices(self) -> dict[Any, GroupedMetrics]:
        """The slices that are compared with each other, by level; None: by none."""
        return self.levels or {None: self}

    def _tables(
        self, k: int, model: str, width: int | None, digits: int | None
    ) -> list[Table]:
        """Return the values of all metrics side by side; where too wide, apart."""
        table = self._table(k, model, self.metrics, digits)
        if width is None or table.width <= width or len(self.metrics) == 1:
            return [table]
        return [self._table(k, model, [one], digits) for one in self.metrics]

    def _table(
        self, k: int, model: str, metrics: Sequence[str], digits: int | None
    ) -> Table:
        places = self._largest
        columns = [
            estimates(
                [self._interval(int(at), metric, k) for at in places],
                digits,
                percent=self._percent(metric),
            )
            for metric in metrics
        ]
        rows: list[Sequence[Any]] = []
        positives = self._rows.n_positive
        for i, at in enumerate(places):
            key = self._slices.key(int(at))
            row = [_text(key), count(int(self._rows.n_samples[at]))]
            if positives is not None:
                row.append(count(int(positives[at])))
            rows.append([*row, *(column[i] for column in columns)])
        for level, one in self._compared_slices.items():
            whole = [
                column[0].written(float(one._overall[metric][k]))
                for metric, column in zip(metrics, columns, strict=True)
            ]
            total = count(int(one._rows.n_samples.sum()))
            head = say("all rows")
            if level is not None:
                head = say("all rows of {level}", level=_text(level))
            whole_row = [head, total]
            if one._rows.n_positive is not None:
                whole_row.append(count(int(one._rows.n_positive.sum())))
            rows.append([*whole_row, *whole])
        title = say("Value and interval of each slice")
        if len(self.models) > 1:
            title = say("{model}: value and interval of each slice", model=model)
        counts = [say("Rows")] if positives is None else [say("Rows"), say("Positives")]
        headers = [", ".join(self._slices.names), *counts, *metrics]
        return Table(title, headers, rows, frozenset(range(1, 1 + len(counts))))

    def _differences(self, model: str, digits: int | None) -> Table:
        rows: list[Sequence[Any]] = []
        for level, slices in self._compared_slices.items():
            for metric in self.metrics:
                one = slices.difference_interval(metric, model)
                percent = self._percent(metric)
                [ratio] = estimates([slices.ratio_interval(metric, model)], digits)
                rows.append(
                    [
                        *([] if level is None else [_text(level)]),
                        metric,
                        difference(one, digits, percent=percent),
                        _pair_text(slices.farthest_groups(metric, model)),
                        pvalue_said(slices.equal_groups_test(metric, model)),
                        pvalue_said(slices.heterogeneity_test(metric, model)),
                        ratio,
                    ]
                )
        title = say("How far apart slices are")
        if len(self.models) > 1:
            title = say("{model}: how far apart slices are", model=model)
        headers = [
            *([", ".join(self.control)] if self.control else []),
            say("Metric"),
            say("Largest difference"),
            say("Between"),
            say("p-value of equality"),
            say("p-value of χ²"),
            say("Smallest ratio"),
        ]
        of_p = frozenset([len(headers) - 3, len(headers) - 2])
        return Table(title, headers, rows, of_p)

    @property
    def _writes_differences(self) -> bool:
        """Whether texts, JSON and CSV say how far models are apart in each slice."""
        n = model_slices.n_differences(self._rows)
        return 0 < n <= model_slices.MOST_WRITTEN

    @property
    def _pairs(self) -> Iterator[tuple[str, str]]:
        return combinations(self.models, 2)

    def _models_apart(self, digits: int | None, pair: tuple[str, str]) -> Table:
        """Return how far two models are apart: a row a slice, a column a metric."""
        columns = [
            [*self.model_differences(metric)[pair].values()] for metric in self.metrics
        ]
        rows: list[Sequence[Any]] = []
        for at in self._largest.tolist():
            cells = [
                difference(column[at], digits, percent=self._percent(metric))
                for metric, column in zip(self.metrics, columns, strict=True)
            ]
            rows.append([_text(self._slices.key(at)), *cells])
        title = say("{a} minus {b} in each slice", a=pair[0], b=pair[1])
        return Table(title, [", ".join(self.by), *self.metrics], rows, frozenset())

    def _percent(self, metric: str) -> bool:
        row = self._rows.wanted[metric].row
        return row is not None and row.percent


def _check_between(method: str) -> None:
    if not is_one_of(method, ("between_groups", "to_overall")):
        raise ValueError(
            "method must be 'between_groups' or 'to_overall', got " + shown(method)
        )


def _parts(key: Any) -> Sequence[Any]:
    return key if isinstance(key, tuple) else (key,)


def _text(key: Any) -> str:
    return ", ".join(map(iso_text, _parts(key)))


def _pair_text(pair: tuple[Any, Any] | None) -> str:
    """Name the two slices that differ most, the one with the lower value first."""
    return "" if pair is None else f"{_text(pair[0])} – {_text(pair[1])}"


def _named(value: Any) -> Any:
    """Return a slice's value as JSON can hold it."""
    return value if isinstance(value, str | int | float) else iso_text(value)


def _key_named(key: Any) -> Any:
    """Return a slice as JSON can hold it: its value, or a list of values."""
    return [*map(_named, key)] if isinstance(key, tuple) else _named(key)


def _plain(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _bounds(one: Interval) -> dict[str, Any]:
    """Return the bounds of a slice, and how they were made or why there are none."""
    return {
        "low": _plain(one.low),
        "high": _plain(one.high),
        "method": one.method,
        "reason": one.reason,
    }


def _framed(columns: Mapping[str, Any], backend: str) -> Any:
    """Return columns as a frame of that library; "dict": as they are."""
    if backend == "dict":
        return dict(columns)
    from importlib import import_module

    return import_module(backend).DataFrame(dict(columns))
