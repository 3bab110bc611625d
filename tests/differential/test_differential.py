"""Every catalog row on scores against its twin in the reference, on drawn data.

Those on hard labels are in test_labels.py.

Nothing here names a metric that needs no options: a new row of the catalog is found,
paired by its name and tested by itself.
"""

import inspect
import math
import warnings
from dataclasses import replace
from functools import cache
from itertools import product

import numpy as np
import pytest
from differential.strategies import BAD, Case, Column, cases
from helpers.one_case import one_case
from helpers.random_cases import examples
from hypothesis import given, note, settings
from hypothesis import strategies as st

import fastmetrics
from fastmetrics import reference
from fastmetrics.catalog import METRICS, TOPICS

SHARES = st.sampled_from([0.0, 0.1, 0.25, 1 / 3, 0.5, 0.75, 0.9, 1.0])
POSITIVE_SHARES = SHARES.filter(bool)
RANGES = st.sampled_from([(0, 1), (0.0, 0.25), (0.1, 0.6), (1 / 3, 1.0)])
COSTS = st.sampled_from([0.0, 0.25, 1.0, 2, 10])


def agreement(y_true, y_pred, sample_weight=None):
    """Something that changes with every row, its order, prediction and weight."""
    if sample_weight is None:
        sample_weight = [1] * len(y_true)
    rows = zip(y_true, y_pred, sample_weight, strict=True)
    return sum(
        float(w) * (i + 1) * (1 + int(p) + 2 * int(y == y_true[0]))
        for i, (y, p, w) in enumerate(rows)
    )


ONE_STRIP = st.one_of(
    st.fixed_dictionaries({"max_fpr": POSITIVE_SHARES}),
    st.fixed_dictionaries({"min_tpr": SHARES.filter(lambda t: t < 1)}),
    st.fixed_dictionaries({"fpr_range": RANGES}),
)
CRITERION = st.one_of(
    st.fixed_dictionaries({}, optional={"cost_fn": COSTS, "cost_fp": COSTS}),
    st.fixed_dictionaries(
        {"criterion": st.just("f1")},
        optional={"beta": st.sampled_from([0.5, 2.0])},
    ),
    st.sampled_from(
        [{"criterion": k} for k in ("youden", "accuracy", "mcc", "equal_error_rate")]
    ),
    st.fixed_dictionaries(
        {
            "criterion": st.sampled_from(
                [
                    *("precision_at_recall", "recall_at_precision"),
                    *("tpr_at_fpr", "fpr_at_tpr"),
                ]
            ),
            "at": SHARES,
        }
    ),
)
DROP = st.fixed_dictionaries({}, optional={"drop_intermediate": st.booleans()})

# function -> strategy for its options; everything else runs on its defaults
OPTIONS = {
    "roc_curve": DROP,
    "precision_recall_curve": DROP,
    "det_curve": DROP,
    "roc_auc_score": st.fixed_dictionaries({}, optional={"max_fpr": POSITIVE_SHARES}),
    "pr_auc_score": st.sampled_from(
        [{}, *({"interpolation": k} for k in ("linear", "integral", "davis-goadrich"))]
    ),
    "equal_error_rate": st.fixed_dictionaries(
        {}, optional={"convex_hull": st.booleans()}
    ),
    "lift_score": st.fixed_dictionaries({}, optional={"at": POSITIVE_SHARES}),
    "partial_auc_score": st.builds(
        lambda strip, rest: {**strip, **rest},
        ONE_STRIP,
        st.sampled_from([{}, {"standardize": "mcclish"}]),
    ),
    "log_auc_score": st.fixed_dictionaries(
        {},
        optional={
            "fpr_range": RANGES.filter(lambda ends: ends[0] > 0),
            "adjusted": st.booleans(),
        },
    ),
    "expected_cost": st.fixed_dictionaries({}, optional={"x_range": RANGES}),
    "lowest_cost": CRITERION,
    "delong_roc_test": st.fixed_dictionaries(
        {},
        optional={
            "alternative": st.sampled_from(["greater", "less"]),
            "unbiased": st.booleans(),
        },
    ),
    "delong_roc_variance": st.fixed_dictionaries(
        {}, optional={"unbiased": st.booleans()}
    ),
}

# Functions of a data set whose every number is a ratio of two counts, or the counts
# themselves: with whole rows the library has to return the reference's very bits.
EXACT = {
    "roc_curve",
    "precision_recall_curve",
    "det_curve",
    "confusion_matrix_at_thresholds",
    "metric_at_thresholds",
    "cumulative_gain_curve",
    "roc_auc_score",
    "rank_loss",
    "gini_coefficient",
}
# Running float64 sums in the same order, so the same bits with any weights too.
SAME_SUMS = {
    "roc_curve",
    "precision_recall_curve",
    "det_curve",
    "confusion_matrix_at_thresholds",
    "metric_at_thresholds",
}
# The rest sums up to 24 rounded terms, or cancels (2 AUC - 1, the standardised area).
RELATIVE, ABSOLUTE = 1e-12, 1e-13


@cache
def takes(function, parameter):
    return parameter in inspect.signature(function).parameters


ROWS = {
    name: row
    for name, row in METRICS.items()
    if row.task == "binary_scores"
    and takes(row.public, "y_true")
    and not row.by_group  # has groups, and tests with them, of its own
}
FORMULAS = {
    name: row
    for name, row in METRICS.items()
    if row.kind == "formula" and row.task not in ("labels", "regression", *TOPICS)
}


def arguments(case, function, side):
    """Return the positional and keyword arguments of one side for a case."""

    def pick(column):
        return getattr(column, side)

    keywords = {}
    if takes(function, "score_a"):
        positional = [pick(c) for c in (case.y_true, case.y_score, case.extra[0])]
    else:
        positional = [pick(case.y_true), pick(case.y_score)]
    if takes(function, "metric_func"):
        positional.append(agreement)
    if case.pos_label is not None and takes(function, "pos_label"):
        keywords["pos_label"] = case.pos_label
    if case.sample_weight is not None:
        keywords["sample_weight"] = pick(case.sample_weight)
    return positional, keywords


def outcome(function, positional, keywords):
    """Return (value, None) or (None, error), and the categories warned."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            value, error = function(*positional, **keywords), None
        except (ValueError, TypeError) as raised:
            value, error = None, raised
    return value, error, sorted({w.category.__name__ for w in caught})


def both(name, positional, plain, keywords, plain_keywords):
    """Run both sides; require both to raise or neither, and the same warnings."""
    ours, error, warned = outcome(getattr(fastmetrics, name), positional, keywords)
    expected, expected_error, expected_warned = outcome(
        getattr(reference, name), plain, plain_keywords
    )
    assert (error is None) == (expected_error is None), (error, expected_error)
    if error is None:
        assert warned == expected_warned
    return ours, expected, error is not None


def agree(ours, expected, exact):
    """Require equal values (NaN equals NaN), and arrays of equal length."""
    if isinstance(expected, tuple):
        assert len(ours) == len(expected)
        for mine, theirs in zip(ours, expected, strict=True):
            agree(mine, theirs, exact)
        return
    if isinstance(expected, list):
        assert isinstance(ours, np.ndarray)
        if expected and not isinstance(expected[0], list):
            assert len(ours) == len(expected)
            for mine, theirs in zip(ours.tolist(), expected, strict=True):
                agree(mine, theirs, exact)
        else:
            np.testing.assert_allclose(ours, expected, rtol=RELATIVE, atol=ABSOLUTE)
        return
    assert not isinstance(ours, np.ndarray)
    if exact or ours == expected:
        assert ours == expected or (ours != ours and expected != expected)
    else:
        np.testing.assert_allclose(ours, expected, rtol=RELATIVE, atol=ABSOLUTE)


def is_exact(row, case, options):
    if "max_fpr" in options:  # interpolated and rescaled
        return False
    if case.sample_weight is None:
        return row.function in EXACT
    return row.function in SAME_SUMS


def unchanged(case):
    """The library must not write to what it was given."""
    columns = [case.y_true, case.y_score, case.sample_weight, *case.extra]
    for column in columns:
        if column is not None and isinstance(column.dressed, np.ndarray):
            assert column.dressed.tolist() == column.plain


def value_at(case, threshold, criterion="cost", cost_fn=1, cost_fp=1, beta=1, at=None):
    """Return what a threshold attains, from the weight of each cell."""
    cells = {(truth, taken): 0.0 for truth in (0, 1) for taken in (0, 1)}
    weights = case.sample_weight.plain
    positive = 1 if case.pos_label is None else case.pos_label
    for label, score, w in zip(
        case.y_true.plain, case.y_score.plain, weights, strict=True
    ):
        cells[label == positive, score >= threshold] += w
    tp, fn, fp, tn = cells[1, 1], cells[1, 0], cells[0, 1], cells[0, 0]
    return {
        "cost": lambda: (cost_fn * fn + cost_fp * fp) / (tp + fn + fp + tn),
        "f1": lambda: (1 + beta**2) * tp / (tp + fp + beta**2 * (tp + fn)),
        "youden": lambda: tp / (tp + fn) - fp / (fp + tn),
        "accuracy": lambda: (tp + tn) / (tp + fn + fp + tn),
        "precision_at_recall": lambda: tp / (tp + fp),
        "recall_at_precision": lambda: tp / (tp + fn),
        "tpr_at_fpr": lambda: tp / (tp + fn),
        "fpr_at_tpr": lambda: fp / (fp + tn),
        "mcc": lambda: (
            (tp * tn - fp * fn)
            / math.sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn) or 1.0)
        ),
        "equal_error_rate": lambda: (fn / (tp + fn) + fp / (fp + tn)) / 2,
    }[criterion]()


def check_threshold(case, ours, expected, options):
    """The optimal value has to agree, and its threshold has to reach it.

    With whole rows the threshold itself must agree: ties go to the higher one, and
    counts decide them exactly. With weights two candidates may differ by a rounding.
    """
    agree(ours[1], expected[1], exact=False)
    if case.sample_weight is None:
        agree(ours[0], expected[0], exact=True)
        return
    if math.isnan(expected[0]):
        assert math.isnan(ours[0])
        return
    assert ours[0] in {math.inf, *case.y_score.plain}
    agree(ours[1], value_at(case, ours[0], **options), exact=False)


def compare(row, case, options):
    """Run both sides on a case, which fits what the function takes."""
    positional, keywords = arguments(case, row.public, "dressed")
    plain, plain_keywords = arguments(case, row.public, "plain")
    ours, expected, raised = both(
        row.function,
        positional,
        plain,
        {**keywords, **options},
        {**plain_keywords, **options},
    )
    unchanged(case)
    if raised:
        return
    if row.function == "optimal_threshold":
        check_threshold(case, ours, expected, options)
    elif row.function == "cost_curve" and case.rough:
        # Whether three points lie on one line is a matter of rounding here, and so
        # is the number of vertices; the envelope itself is compared instead.
        grid = np.linspace(0, 1, 17)
        agree(
            np.interp(grid, *ours[:2]), np.interp(grid, *expected[:2]).tolist(), False
        )
    else:
        agree(ours, expected, is_exact(row, case, options))


# One draw of rows is asked of all functions, with options of each.
@given(data=st.data())
def test_agrees_with_the_reference(data):
    named, unnamed = (
        data.draw(cases(pos_label=pos_label, models=1), label="case")
        for pos_label in (True, False)
    )
    for name, row in ROWS.items():
        case = named if takes(row.public, "pos_label") else unnamed
        if not takes(row.public, "sample_weight"):
            case = replace(case, sample_weight=None, rough=False)
        options = dict(row.parameters)
        if row.function in OPTIONS and not row.parameters:
            options |= data.draw(OPTIONS[row.function], label="options")
        note(f"{name} with {options}")
        compare(row, case, options)


LENIENT = {
    # The larger label is positive, whatever the two are.
    "roc_auc_score": {"unknown classes", "unknown names"},
    # 1 is the positive label, and one class may go without it.
    "average_precision_score": set(),
    # The metric is handed the labels as they are.
    "metric_at_thresholds": {
        "a continuous label",
        "three classes",
        "unknown classes",
        "unknown names",
    },
}


@one_case("what", BAD)
@one_case("name", ROWS)
def test_both_raise_on_bad_input(name, what):
    row = ROWS[name]
    function = row.public
    changed = BAD[what]
    if "sample_weight" in changed and not takes(function, "sample_weight"):
        return
    given = {"y_true": [0, 1, 0], "y_score": [0.3, 0.7, 0.5], **changed}
    labels, first = given.pop("y_true"), given.pop("y_score")
    positional = [labels, first]
    if takes(function, "score_a"):
        positional.append(first)
    if takes(function, "metric_func"):
        positional.append(agreement)
    keywords = {**given, **row.parameters}
    _, _, raised = both(row.function, positional, positional, keywords, keywords)
    assert raised == (what not in LENIENT.get(row.function, ()))


@given(data=st.data())
def test_several_labels_agree_with_the_reference(data):
    n = data.draw(st.integers(1, 8))
    labels = st.lists(st.integers(0, 1), min_size=3, max_size=3)
    points = st.lists(st.integers(0, 4).map(lambda k: k / 4), min_size=3, max_size=3)
    truth = data.draw(st.lists(labels, min_size=n, max_size=n))
    scores = data.draw(st.lists(points, min_size=n, max_size=n))
    keywords = {}
    if data.draw(st.booleans()):
        keywords["sample_weight"] = data.draw(
            st.lists(st.sampled_from([0.0, 0.25, 1.0, 2.5]), min_size=n, max_size=n)
        )
    columns = [np.array(truth), np.array(scores)], [truth, scores]
    for name in ("average_precision_score", "roc_auc_score"):
        for average in ("macro", "micro", "weighted", "samples", None):
            note(f"{name} with average={average}")
            options = {**keywords, "average": average}
            ours, expected, raised = both(name, *columns, options, options)
            if not raised:
                agree(ours, expected, exact=False)


@given(data=st.data())
def test_several_classes_agree_with_the_reference(data):
    n = data.draw(st.integers(0, 10))
    truth = [0, 1, 2, *data.draw(st.lists(st.integers(0, 2), min_size=n, max_size=n))]
    parts = st.lists(st.integers(1, 5), min_size=3, max_size=3)
    raw = data.draw(st.lists(parts, min_size=n + 3, max_size=n + 3))
    scores = [[part / sum(row) for part in row] for row in raw]
    columns = [np.array(truth), np.array(scores)], [truth, scores]
    for multi_class, average in product(("ovr", "ovo"), ("macro", "weighted")):
        options = {"multi_class": multi_class, "average": average}
        note(str(options))
        ours, expected, raised = both("roc_auc_score", *columns, options, options)
        assert not raised
        agree(ours, expected, exact=False)


@settings(max_examples=examples(100, same=8))
@given(data=st.data())
def test_delong_of_several_models_agrees_with_the_reference(data):
    case = data.draw(cases(weighted=False, models=2))
    models = [column.plain for column in (case.y_score, *case.extra)]
    # One matrix has one dtype; ranks survive the way to float64 for these values only.
    models = [[float(np.float32(min(max(v, -1e30), 1e30))) for v in m] for m in models]
    rows = [list(row) for row in zip(*models, strict=True)]
    keywords = {} if case.pos_label is None else {"pos_label": case.pos_label}
    keywords["unbiased"] = unbiased = data.draw(st.booleans())
    for order in "CF":
        ours, expected, raised = both(
            "delong_roc_variance",
            [case.y_true.dressed, np.array(rows, order=order)],
            [case.y_true.plain, rows],
            keywords,
            keywords,
        )
        assert not raised
        agree(ours, expected, exact=unbiased)  # then of whole sums, rounded once


@given(
    x=st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=10),
    down=st.booleans(),
    ordered=st.booleans(),
    data=st.data(),
)
def test_auc_agrees_with_the_reference(x, down, ordered, data):
    if ordered:
        x = sorted(x, reverse=down)
    y = data.draw(st.lists(st.floats(0, 1e6), min_size=len(x), max_size=len(x)))
    ours, expected, raised = both("auc", [np.array(x), np.array(y)], [x, y], {}, {})
    if not raised:
        # No term is negative here, so the sum keeps its digits.
        agree(ours, expected, exact=False)


# Where p·cost is no more than a denormal, the library's product underflows to 0.
PROBABILITIES = st.floats(0, 1).filter(lambda p: p == 0 or p > 1e-300)


@given(p=PROBABILITIES, fnr=st.floats(0, 1), fpr=st.floats(0, 1), fn=COSTS, fp=COSTS)
def test_cost_formulas_agree_with_the_reference(p, fnr, fpr, fn, fp):
    costs = {"cost_fn": fn, "cost_fp": fp}
    for name, positional, options in [
        ("probability_cost", [p], costs),
        ("normalized_expected_cost", [fnr, fpr], {"p_positive": p, **costs}),
    ]:
        ours, expected, raised = both(name, positional, positional, options, options)
        assert not raised
        agree(ours, expected, exact=False)
        # The same over a column of them.
        several = [[value, value] for value in positional]
        ours, expected, _ = both(name, several, several, options, options)
        agree(ours, expected, exact=False)


def test_every_formula_is_tested_above():
    elsewhere = {"expected_mutual_information"}  # with the partitions
    here = {"auc", "probability_cost", "normalized_expected_cost"}
    assert set(FORMULAS) == here | elsewhere


# Their twins compare all pairs of rows, or are other areas.
SLOW = {"delong_roc_variance", "metric_at_thresholds", "gini_coefficient", "rank_loss"}


@pytest.mark.long
@one_case("name", [n for n in ROWS if not takes(ROWS[n].public, "score_a")])
@one_case("n", [255, 530])
def test_longer_data_agrees_with_the_reference(name, n, rng):
    """Past the sizes at which sorting and sweeping change their ways."""
    row = ROWS[name]
    if n > 255 and row.function in SLOW:
        return
    labels = rng.integers(0, 2, n)
    for distinct in (5, 10**6):
        scores = rng.integers(0, distinct, n) / 8 + labels * distinct / 32
        case = Case(
            Column(labels.tolist(), labels, "int64"),
            Column(scores.tolist(), scores, "float64"),
        )
        if n * distinct > 10**6 and row.function not in EXACT:
            continue  # the reference would take minutes
        positional, keywords = arguments(case, row.public, "dressed")
        plain, _ = arguments(case, row.public, "plain")
        if takes(row.public, "max_fpr") and row.function == "partial_auc_score":
            keywords["max_fpr"] = 0.3
        options = {**keywords, **row.parameters}
        ours, expected, raised = both(row.function, positional, plain, options, options)
        assert not raised
        agree(ours, expected, is_exact(row, case, options))
