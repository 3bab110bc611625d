"""Rows for one value: the twin, pROC's sizes, and the widths of intervals."""

import itertools
import math

import numpy as np
import pytest
from helpers.one_case import one_case
from scipy.special import ndtri

import fastmetrics as fm
from fastmetrics import reference
from fastmetrics._common import bounds

ASKED = [
    {"width": 0.2},
    {"width": 0.25, "alpha": 0.1},
    {"null": 0.75},
    {"null": 0.9, "power": 0.9, "alternative": "greater"},
]
OF_TWO = [
    {"versus": 0.75, "correlation": 0.4},
    {"versus": 0.95, "correlation": 0, "power": 0.9, "alternative": "less"},
    {"versus": 0.8, "correlation": 0.7, "width": 0.2},
]


@one_case("asked", ASKED + OF_TWO)
@one_case("variance", ["binormal", "obuchowski", "hanley-mcneil"])
@one_case("prevalence", [0.5, 0.2])
def test_areas_are_those_of_the_twin(prevalence, variance, asked):
    options = {"prevalence": prevalence, "variance": variance, **asked}
    expected = reference.auc_sample_size(0.85, **options)
    assert fm.auc_sample_size(0.85, **options) == expected


@one_case("asked", ASKED)
@one_case("method", ["wilson", "clopper-pearson"])
def test_shares_are_those_of_the_twin(method, asked):
    expected = reference.proportion_sample_size(0.82, method=method, **asked)
    assert fm.proportion_sample_size(0.82, method=method, **asked) == expected


@one_case("asked", [{"width": 0.06}, {"null": 0.2}])
@one_case(
    "spread",
    [{"design_effect": 2, "tokens_per_unit": 9}, {"coefficient_of_variation": 1.5}],
)
def test_error_rates_are_those_of_the_twin(spread, asked):
    expected = reference.error_rate_sample_size(0.15, **spread, **asked)
    assert fm.error_rate_sample_size(0.15, **spread, **asked) == expected


@one_case(
    "auc, ratio, positives",
    # Of pROC 1.18.0: power.roc.test(auc, kappa = ratio, power = 0.9)$ncases.
    [
        (0.7, 1, 40.21369017),
        (0.85, 1, 11.3792019),
        (0.7, 7 / 3, 29.22464891),
        (0.85, 7 / 3, 8.44999227),
        (0.8, 3.5, 11.17129775),
    ],
)
def test_proc(auc, ratio, positives):
    options = {"null": 0.5, "power": 0.9, "variance": "obuchowski"}
    found = fm.auc_sample_size(auc, prevalence=1 / (1 + ratio), **options)
    assert found == math.ceil(positives * (1 + ratio))


@one_case("method", ["wilson", "clopper-pearson"])
def test_the_interval_is_as_narrow_as_asked_and_one_row_less_is_not(method):
    for share, width in itertools.product([0, 0.03, 0.5, 0.9, 1], [0.01, 0.2]):
        n = fm.proportion_sample_size(share, width=width, method=method)
        widths = []
        for rows in (n, n - 1):
            low, high = bounds.proportion(method, share * rows, rows, 0.95)
            widths.append(high - low)
        assert widths[0] <= width < widths[1]


def test_the_interval_of_drawn_rows_is_as_wide_as_planned(rng):
    shift = 1.4657  # of two normal laws: an area of 0.85
    n = fm.auc_sample_size(0.85, width=0.06, prevalence=0.3)
    widths = []
    for _ in range(30):
        y = np.arange(n) < 0.3 * n
        scores = rng.normal(size=n) + shift * y
        found = fm.confidence_interval("roc_auc_score", y, scores)
        widths.append(found.high - found.low)
    # 30 widths that differ by 5 %; the interval is on another scale, too.
    assert np.mean(widths) == pytest.approx(0.06, rel=0.05)


def test_delong_finds_the_difference_of_two_areas_as_often_as_planned(rng):
    shifts = np.sqrt(2) * ndtri([0.88, 0.8])  # of normal scores
    for together in (0.6, 0.0):
        mix = np.linalg.cholesky([[1, together], [together, 1]])

        def drawn(n, mix=mix):
            y = (np.arange(n) < 0.4 * n).astype(int)
            scores = rng.normal(size=(n, 2)) @ mix.T + y[:, None] * shifts
            return y, scores

        y, scores = drawn(20_000)
        _, variance = fm.delong_roc_variance(y, scores)
        correlation = variance[0, 1] / math.sqrt(variance[0, 0] * variance[1, 1])
        n = fm.auc_sample_size(
            0.88, versus=0.8, correlation=correlation, prevalence=0.4
        )
        found = 0
        for _ in range(400):
            y, scores = drawn(n)
            found += fm.delong_roc_test(y, *scores.T).pvalue <= 0.05
        assert 0.73 < found / 400 < 0.87, (together, n)


def test_what_is_wrong_with_two_areas():
    for asked, message in (
        ({"versus": 0.7}, "versus needs correlation"),
        ({"correlation": 0.5, "null": 0.7}, "give versus"),
        ({"versus": 0.7, "correlation": 1}, r"in \(-1, 1\)"),
        ({"versus": 1.0, "correlation": 0}, "versus must lie"),
        ({"versus": 0.7, "correlation": 0, "null": 0.5}, "got both"),
        ({"versus": 0.8, "correlation": 0}, r"2\*\*63"),
    ):
        with pytest.raises(ValueError, match=message):
            fm.auc_sample_size(0.8, **asked)


BAD = [
    ({}, "neither"),
    ({"width": 0.1, "null": 0.5}, "both"),
    ({"width": 0}, "width"),
    ({"width": math.inf}, "width"),
    ({"null": 1.0}, "null"),
    ({"null": 0.7, "power": 0.05}, "power"),
    ({"null": 0.7, "alpha": 1}, "alpha"),
    ({"null": 0.7, "alternative": "more"}, "alternative"),
    ({"null": 0.8}, "2\\*\\*63"),
]


@one_case("asked, match", BAD)
def test_what_is_refused(asked, match):
    for function in (fm.auc_sample_size, fm.proportion_sample_size):
        with pytest.raises(ValueError, match=match):
            function(0.8, **asked)


def test_what_else_is_refused():
    with pytest.raises(ValueError, match="auc must lie"):
        fm.auc_sample_size(1.0, width=0.1)
    with pytest.raises(ValueError, match=r"2\*\*63 rows are not enough"):
        fm.auc_sample_size(0.8, width=0.1, prevalence=5e-324)
    with pytest.raises(ValueError, match="prevalence"):
        fm.auc_sample_size(0.8, width=0.1, prevalence=0)
    with pytest.raises(ValueError, match="variance"):
        fm.auc_sample_size(0.8, width=0.1, variance="delong")
    with pytest.raises(ValueError, match="proportion must lie"):
        fm.proportion_sample_size(1.1, width=0.1)
    with pytest.raises(ValueError, match="method"):
        fm.proportion_sample_size(0.5, width=0.1, method="wald")
    with pytest.raises(TypeError, match="auc"):
        fm.auc_sample_size("0.8", width=0.1)
    with pytest.raises(ValueError, match="neither"):
        fm.error_rate_sample_size(0.1, width=0.02)
    with pytest.raises(ValueError, match="go together"):
        fm.error_rate_sample_size(0.1, width=0.02, design_effect=2)
    with pytest.raises(ValueError, match="rate must be above 0"):
        fm.error_rate_sample_size(0, width=0.02, coefficient_of_variation=1)
