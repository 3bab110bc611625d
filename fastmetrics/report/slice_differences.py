"""SliceDifferences: how far slices are apart, and models in each slice."""

from __future__ import annotations

import math
from itertools import combinations
from typing import TYPE_CHECKING, Any

from fastmetrics._common.bounds import MOST_SLICES
from fastmetrics._common.interval import Interval, turned
from fastmetrics._common.names import shown
from fastmetrics.report.slice_comparison import (
    Pair,
    SliceComparison,
    from_rest,
    n_of_models,
    of_models,
)
from fastmetrics.report.slice_values import SliceValues

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fastmetrics._common.test_result import TestResult
    from fastmetrics.report.sliced_rows import SlicedData

# Differences by one metric that are shown: a bootstrap takes hundredths of a second.
MOST_WRITTEN = 50


class SliceDifferences(SliceValues):
    """Differences of slices and of models; see `GroupedMetrics`."""

    def __init__(self, rows: SlicedData, **options: Any) -> None:
        super().__init__(rows, **options)
        self._between_models: dict[str, dict[Pair, list[Interval]]] = {}
        self._from_rest: dict[tuple[str, int], list[Interval]] = {}
        self._compared_by: dict[tuple[str, int], SliceComparison] = {}

    def model_differences(
        self, metric: str, pair: tuple[str, str] | None = None
    ) -> dict[Any, Interval]:
        """Return the difference of two models in each slice.

        Parameters
        ----------
        metric : str
            One of ``metrics``.
        pair : tuple of two str, optional
            Two of ``models``, where there are more than two.

        Returns
        -------
        dict of slice to Interval
            The value of the first model minus that of the second on the rows of the
            slice, with bounds that hold for all slices and all pairs of models
            together. Made when first asked for.

        Raises
        ------
        KeyError
            If there is no such metric or pair.
        ValueError
            If there is one model only, or more than 1000 differences.

        Notes
        -----
        Each of m differences has bounds of level (confidence_level)^(1/m). By Šidák's
        inequality [1]_, their joint coverage is at least ``confidence_level``. The
        bounds are computed as in `compare`. If this needs replicates and the interval
        of each model has a closed form, MOVER [2]_ combines the two intervals, with the
        correlation of the replicates.

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
        if n_of_models(self._rows) > MOST_SLICES:
            raise ValueError(f"there are more than {MOST_SLICES} differences")
        pairs = [*combinations(self.models, 2)]
        if pair is None and len(pairs) == 1:
            [pair] = pairs
        is_turned = pair not in pairs
        asked = pair[::-1] if is_turned and isinstance(pair, tuple) else pair
        if asked not in pairs:
            known = ", ".join(map(shown, pairs))
            raise KeyError(f"pair must be one of {known}, got {shown(pair)}")
        if metric not in self._between_models:
            self._between_models[metric] = of_models(
                self._rows,
                metric,
                self._values[metric],
                self.confidence_level,
                self._method,
                self._n_resamples,
            )
        found = self._between_models[metric][asked]
        if is_turned:
            found = [*map(turned, found)]
        return dict(zip(self._keys, found, strict=True))

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
            for all slices together, at the level that `model_differences` has for so
            many; they are MOVER's, of the bounds of both. NaN, with the reason, where
            there are none in closed form.
        """
        metric, k = self._metric(metric), self._model(model)
        if (metric, k) not in self._from_rest:
            self._from_rest[metric, k] = from_rest(
                self._rows,
                metric,
                k,
                self._values[metric][k],
                self.confidence_level,
            )
        return dict(zip(self._keys, self._from_rest[metric, k], strict=True))

    def each_difference(
        self,
    ) -> Iterator[tuple[str, str | None, Mapping[str, Mapping[Any, Interval]]]]:
        """Yield the differences that texts, JSON and CSV have, by metric and slice.

        The pairs are pairs of models, or a model and None for its difference from all
        other rows. They are for more than two slices and for metrics that have such
        bounds. Nothing if there are more than 50 by a metric.
        """
        if 0 < n_of_models(self._rows) <= MOST_WRITTEN:
            for a, b in combinations(self.models, 2):
                yield (
                    a,
                    b,
                    {
                        name: self.model_differences(name, (a, b))
                        for name in self.metrics
                    },
                )
        if self.levels or not 2 < len(self._slices) <= MOST_WRITTEN:
            return
        for model in self.models:
            every = {name: self.against_rest(name, model) for name in self.metrics}
            bounded = {
                name: found
                for name, found in every.items()
                if any(math.isfinite(one.low) for one in found.values())
            }
            if bounded:
                yield model, None, bounded

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
        return self._at_level(control)._comparison(metric, model).equality_test

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

    def shrunken(self, metric: str, model: str | None = None) -> dict[Any, Interval]:
        """Return values of slices drawn towards their common mean.

        With many small slices, extreme values are usually due to chance. These
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
