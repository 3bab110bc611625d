"""The catalog, the public names and the reference tell the same story."""

import inspect
import math
import re
import warnings

import numpy as np
import pytest

import fastmetrics
from fastmetrics import reference
from fastmetrics.catalog import METRICS, by_function, find, scalar

SCALARS = {name: row for name, row in METRICS.items() if row.kind == "metric"}
FUNCTIONS = sorted({row.function for row in METRICS.values()})

# Public names that measure nothing by themselves.
NO_METRICS = {
    "Interval",
    "Report",
    "ScoreSweep",
    "UndefinedMetricWarning",
    "__version__",
    "confidence_interval",
    "evaluate",
    "get_num_threads",
    "num_threads",
    "set_num_threads",
}
# What the functions of the reference return and warn.
NO_FUNCTIONS = {"DelongResult", "UndefinedMetricWarning"}


def value_of(row, y_true, y_score, **keywords):
    value = row.public(y_true, y_score, **row.parameters, **keywords)
    # optimal_threshold gives (threshold, value); the value is the metric.
    return value[1] if isinstance(value, tuple) else value


# --------------------------------------------------------------------- names and forms


def test_public_names_the_catalog_and_the_reference_are_one_set():
    public = set(fastmetrics.__all__) - NO_METRICS
    assert public == set(FUNCTIONS)
    assert public == set(reference.__all__) - NO_FUNCTIONS


def test_names_and_aliases_are_unique():
    names = [*SCALARS, *(alias for row in METRICS.values() for alias in row.aliases)]
    assert len(set(names)) == len(names)


def test_an_alias_of_a_metric_comes_before_the_name_of_a_formula():
    """auc, the area under any curve, is also what mlr3measures calls the ROC's."""
    assert find("auc") is METRICS["roc_auc_score"]


@pytest.mark.parametrize("name", METRICS)
def test_a_row_is_found_by_its_name_its_aliases_and_its_function(name):
    row = METRICS[name]
    assert row.name == name
    shadowed = {alias for other in SCALARS.values() for alias in other.aliases}
    keys = {name, *row.aliases} - (shadowed - set(row.aliases))
    assert all(find(key) is row for key in keys)
    assert row.public is getattr(fastmetrics, row.function)
    if row.kind == "metric" and not row.parameters:
        assert by_function()[row.public] is row


def test_an_unknown_name_raises_and_names_what_comes_close():
    with pytest.raises(ValueError, match="roc_auc_score"):
        find("roc_auc_scor")


def test_scalar_rows_are_the_metrics_of_the_task():
    assert {row.name for row in scalar()} == set(SCALARS)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_signatures_are_equal(function):
    ours, plain = (
        inspect.signature(getattr(module, function)).parameters.values()
        for module in (fastmetrics, reference)
    )
    assert [(p.name, p.kind, p.default) for p in ours] == [
        (p.name, p.kind, p.default) for p in plain
    ]


def sections(function):
    """Return the numpydoc headings of a docstring, each with its text."""
    text = inspect.getdoc(function) or ""
    parts = re.split(r"^(\S.*)\n-{3,}$", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], (t.strip() for t in parts[2::2]), strict=True))


@pytest.mark.parametrize("function", FUNCTIONS)
def test_docstring_has_its_sections(function):
    public = getattr(fastmetrics, function)
    found = sections(public)
    assert all(found.values()), "an empty section"
    assert {"Parameters", "Returns", "Examples"} <= set(found)
    assert {"Raises", "Warns"} & set(found)
    assert ">>> " in found["Examples"]
    if any(
        row.function == function and row.kind == "metric" for row in METRICS.values()
    ):
        assert re.search(r"\b(19|20)\d\d\b", found["References"]), "no dated source"
    first = inspect.getdoc(public).splitlines()[0]
    assert first.endswith(".")
    for parameter in inspect.signature(public).parameters:
        assert re.search(rf"\b{parameter}\b", found["Parameters"]), parameter


@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_reference_says_what_it_computes(function):
    assert inspect.getdoc(getattr(reference, function))


# ------------------------------------------------------------------- range, direction


@pytest.mark.parametrize("name", SCALARS)
def test_values_lie_in_the_range_and_reach_its_good_end(name, rng):
    row = SCALARS[name]
    weighted = "sample_weight" in inspect.signature(row.public).parameters
    for n in (2, 5, 40):
        for distinct in (2, 1000):
            labels = np.array([0, 1, *rng.integers(0, 2, n - 2)])
            scores = rng.integers(0, distinct, n)
            drawn = [None, rng.integers(1, 4, n) / 2] if weighted else [None]
            for weights in drawn:
                keywords = {} if weights is None else {"sample_weight": weights}
                value = value_of(row, labels, scores, **keywords)
                assert row.lower <= value <= row.upper
    best = row.upper if row.greater_is_better else row.lower
    perfect = value_of(row, np.arange(20) >= 18, np.arange(20.0))
    if math.isinf(best):
        assert perfect > value_of(row, np.arange(20) >= 18, np.zeros(20))
    else:
        assert perfect == pytest.approx(best, rel=1e-12, abs=1e-15)


@pytest.mark.parametrize("name", SCALARS)
def test_the_direction_is_right(name):
    row = SCALARS[name]
    labels = np.array([0] * 12 + [1] * 8)
    scores = np.arange(20.0)
    perfect = value_of(row, labels, scores)
    # Within each class the order means nothing.
    shuffled = scores[[*range(11, -1, -1), *range(19, 11, -1)]]
    assert value_of(row, labels, shuffled) == perfect
    if row.greater_is_better is None:
        return
    swapped = scores.copy()
    swapped[[5, 19]] = swapped[[19, 5]]  # a negative row on top
    constant = value_of(row, labels, np.zeros(20))
    sign = 1 if row.greater_is_better else -1
    worse = value_of(row, labels, swapped)
    assert sign * perfect > sign * worse
    assert sign * worse >= sign * constant
    if name != "ks_statistic":  # the one that cannot tell backwards from forwards
        assert sign * perfect > sign * value_of(row, labels, -scores)


# ------------------------------------------------------------------------- one formula


@pytest.mark.parametrize("name", SCALARS)
def test_the_reduction_is_the_function(name, rng):
    row = SCALARS[name]
    reduction = row.reduce()
    if reduction is None:
        return
    labels = np.array([0, 1, *rng.integers(0, 2, 60)])
    scores = rng.integers(0, 12, 62)
    sweep = fastmetrics.ScoreSweep.from_scores(labels, scores)
    reduced = reduction.scale * sweep.reduce(*reduction.reducer) + reduction.offset
    assert reduced == pytest.approx(value_of(row, labels, scores), rel=1e-13)


# --------------------------------------------------------------------------- intervals

METHODS = {"delong", "percentile", "basic", "bca", "bias-corrected", "normal"}


@pytest.mark.parametrize("name", METRICS)
def test_a_row_says_how_its_interval_is_made_or_why_there_is_none(name):
    row = METRICS[name]
    if row.kind != "metric":
        assert row.interval is None
    if row.interval is None:
        assert row.reason
    else:
        assert row.interval in METHODS
    if row.approximate:
        assert row.reason


def test_every_automatic_interval_has_a_coverage_test():
    from test_coverage import COVERAGE

    wanted = {(row.name, row.interval) for row in SCALARS.values() if row.interval}
    assert wanted <= set(COVERAGE)


@pytest.mark.parametrize("name", SCALARS)
def test_one_class_warns_or_has_a_value(name):
    row = SCALARS[name]
    for labels in (np.zeros(4, int), np.ones(4, int)):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            value = value_of(row, labels, np.arange(4.0))
        undefined = any(
            w.category is fastmetrics.UndefinedMetricWarning for w in caught
        )
        assert undefined == math.isnan(value)
