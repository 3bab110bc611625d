"""Every function of hard labels against its twin in the reference, on drawn data.

Nothing here names a metric but where its arithmetic is inexact: a function of the
catalog that takes predictions is found, given whatever its parameters can be, and
compared in value, warnings and whether it raises. What scikit-learn has as well is
compared with it in the same way, dtypes included.
"""

import inspect
import math
import warnings

import numpy as np
import pytest
from differential.label_strategies import (
    OPTIONS,
    ROWS,
    LabelCase,
    indicator_cases,
    label_cases,
    options_for,
    parameters_of,
    strategy_for,
)
from differential.strategies import Column
from helpers.one_case import one_case
from helpers.random_cases import examples
from helpers.score_cases import said_by_peers
from hypothesis import given, settings
from hypothesis import strategies as st

import fastmetrics
from fastmetrics import reference
from fastmetrics.catalog import METRICS

sk = pytest.importorskip("sklearn.metrics")

FUNCTIONS = {
    row.function: row.public
    for row in METRICS.values()
    if row.task == "labels"
    and {"y_pred", "y2"} & set(inspect.signature(row.public).parameters)
}
SHARED = sorted(name for name in FUNCTIONS if hasattr(sk, name))

# Counts cross over unrounded, so these must be the reference's to the last bit.
COUNTS = {
    "multilabel_confusion_matrix",
    "binary_counts",
    "true_positives",
    "true_negatives",
    "false_positives",
    "false_negatives",
}
# One quotient of two counts: rounded once, by the division, on both sides.
RATIOS = {
    "accuracy_score",
    "precision_score",
    "recall_score",
    "jaccard_score",
    "f1_score",
    "true_positive_rate",
    "true_negative_rate",
    "specificity_score",
    "false_positive_rate",
    "false_negative_rate",
    "positive_predictive_value",
    "negative_predictive_value",
    "false_discovery_rate",
    "false_omission_rate",
}
# The rest divides and adds several times, or takes roots: a few roundings of terms
# that do not cancel (counts are subtracted as integers, or as exact float64).
RELATIVE, ABSOLUTE = 1e-12, 1e-13


def is_exact(name, case, options):
    if not case.weights.exact:
        return False
    if name in COUNTS or (name == "confusion_matrix" and not options.get("normalize")):
        return True
    if case.sample_weight is not None and not case.weights.ratios:
        return False
    # A mean over classes or rows adds quotients up.
    return name in RATIOS and options.get("average") not in (
        "macro",
        "weighted",
        "samples",
    )


def outcome(function, positional, keywords):
    """Return (value, error or None, categories warned).

    That labels of two columns do not match is left out: only ours says it.
    """
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            value, error = function(*positional, **keywords), None
        except (ValueError, TypeError) as raised:
            value, error = None, raised
    return (
        value,
        error,
        sorted({w.category.__name__ for w in caught if said_by_peers(w)}),
    )


def agree(ours, expected, exact, path="value"):
    """Require equal values; NaN equals NaN, a list may be an array here."""
    if isinstance(expected, dict):
        assert isinstance(ours, dict), path
        assert list(ours) == list(expected), path
        for key, value in expected.items():
            agree(ours[key], value, exact, f"{path}[{key!r}]")
    elif isinstance(expected, tuple):
        assert isinstance(ours, tuple), path
        assert len(ours) == len(expected), path
        for i, (mine, theirs) in enumerate(zip(ours, expected, strict=True)):
            agree(mine, theirs, exact, f"{path}[{i}]")
    elif isinstance(expected, str):
        agree_text(ours, expected)
    elif expected is None:
        assert ours is None, path
    elif isinstance(expected, list | np.ndarray):
        assert isinstance(ours, np.ndarray), path
        assert ours.shape == np.shape(expected), path
        if exact:
            # Python compares whole numbers exactly, whatever their size.
            mine, theirs = ours.tolist(), np.array(expected, object).tolist()
            if mine != theirs:  # or are there NaNs?
                np.testing.assert_equal(mine, theirs, err_msg=path)
        else:
            np.testing.assert_allclose(
                ours.astype(float),
                np.asarray(expected, float),
                rtol=RELATIVE,
                atol=ABSOLUTE,
                err_msg=path,
            )
    elif exact or ours == expected:
        assert ours == expected or (ours != ours and expected != expected), path
    else:
        np.testing.assert_allclose(
            ours, expected, rtol=RELATIVE, atol=ABSOLUTE, err_msg=path
        )


def agree_text(ours, expected):
    """Require the same lines of words, and numbers that differ by a last digit at most.

    Digits are rounded from values that may differ by their last bit; sums of weights
    are shown with all digits.
    """
    mine, theirs = (
        [line.split() for line in text.split("\n")] for text in (ours, expected)
    )
    assert list(map(len, mine)) == list(map(len, theirs)), (ours, expected)
    for one, other in zip(ours.split(), expected.split(), strict=True):
        if one != other:
            digits = len(other.partition(".")[2])
            bound = max(1.1 * 10**-digits, RELATIVE * abs(float(other)))
            assert abs(float(one) - float(other)) < bound, (ours, expected)


def unchanged(case):
    """The library must not write to what it was given."""
    for column in (case.y_true, case.y_pred, case.sample_weight):
        if column is not None and isinstance(column.dressed, np.ndarray):
            assert column.dressed.tolist() == column.plain


def rows_of(case, function, side, weights=None):
    """Return the positional arguments of one side, and its weights as a keyword."""
    keywords = {}
    takes_weights = "sample_weight" in parameters_of(function)
    if case.sample_weight is not None and takes_weights:
        keywords["sample_weight"] = (weights or side)(case.sample_weight)
    return [side(case.y_true), side(case.y_pred)], keywords


def dressed(column):
    return column.dressed


def plain(column):
    return column.plain


def array(column):
    """As scikit-learn gets it: of the same dtype, in the plainest container.

    Numbers held as objects, which it does not take, become numbers.
    """
    dtype = None if column.dtype in ("str", "object") else column.dtype
    return np.array(column.plain, dtype)


def wide(column):
    """Weights as scikit-learn gets them: it adds bool up as bool, uint8 as uint8."""
    array = np.array(column.plain)
    return array.astype(np.int64) if array.dtype == bool else array


def compare(name, case, options):
    function = FUNCTIONS[name]
    positional, keywords = rows_of(case, function, dressed)
    ours, error, warned = outcome(function, positional, {**keywords, **options})
    unchanged(case)
    positional, keywords = rows_of(case, function, plain)
    expected, expected_error, expected_warned = outcome(
        getattr(reference, name), positional, {**keywords, **options}
    )
    assert (error is None) == (expected_error is None), (error, expected_error)
    if error is not None:
        return
    assert warned == expected_warned
    agree(ours, expected, is_exact(name, case, options))


def test_every_parameter_is_drawn():
    """A new one needs a strategy, or it would stay at its default unnoticed."""
    for function in FUNCTIONS.values():
        for parameter in set(inspect.signature(function).parameters) - set(ROWS):
            assert strategy_for(function, parameter)
    assert len(FUNCTIONS) >= 40
    names = {key.rpartition(".")[2] for key in OPTIONS}
    taken = {p for f in FUNCTIONS.values() for p in inspect.signature(f).parameters}
    assert names <= taken


# One draw of rows is asked of all functions, with options of each.
@pytest.mark.long
@settings(max_examples=examples(100, same=8))
@given(data=st.data())
def test_agrees_with_the_reference(data):
    case = data.draw(label_cases(), label="case")
    for name, function in FUNCTIONS.items():
        # Names of labels are text, and a plain False is no 0 where they are shown.
        if name == "classification_report" and case.y_true.dtype != case.y_pred.dtype:
            continue
        compare(name, case, data.draw(options_for(function, case), label=name))


@settings(max_examples=examples(40, same=5))
@given(data=st.data())
def test_reports_agree_with_the_reference(data):
    name = "classification_report"
    case = data.draw(label_cases(mixed=False), label="case")
    options = data.draw(options_for(FUNCTIONS[name], case), label="options")
    compare(name, case, options)


@settings(max_examples=examples(40, same=5))
@given(data=st.data())
def test_multilabel_agrees_with_the_reference(data):
    case = data.draw(indicator_cases(), label="case")
    for name, function in FUNCTIONS.items():
        compare(name, case, data.draw(options_for(function, case), label=name))


NUMPYS = {"RuntimeWarning"}


def same_as_theirs(name, case, options):
    """Compare with scikit-learn: also the types of numbers and arrays."""
    function = FUNCTIONS[name]
    positional, keywords = rows_of(case, function, dressed)
    ours, error, warned = outcome(function, positional, {**keywords, **options})
    positional, keywords = rows_of(case, function, array, wide)
    with np.errstate(all="ignore"):
        theirs, their_error, their_warned = outcome(
            getattr(sk, name), positional, {**keywords, **options}
        )
    assert (error is None) == (their_error is None), (error, their_error)
    if error is not None:
        return
    # What NumPy warns of inside scikit-learn is not for us to repeat.
    assert set(warned) - NUMPYS == set(their_warned) - NUMPYS
    agree(ours, theirs, exact=False)
    # Where no row is right, theirs are floats by accident.
    if isinstance(theirs, np.ndarray) and case.any_right:
        assert ours.dtype == theirs.dtype


@pytest.mark.long
@settings(max_examples=examples(100, same=8))
@given(data=st.data())
def test_agrees_with_scikit_learn(data):
    case = data.draw(label_cases(modest=True), label="case")
    for name in SHARED:
        options = data.draw(options_for(FUNCTIONS[name], case), label=name)
        same_as_theirs(name, case, options)


@settings(max_examples=examples(40, same=5))
@given(data=st.data())
def test_multilabel_agrees_with_scikit_learn(data):
    case = data.draw(indicator_cases(modest=True), label="case")
    for name in SHARED:
        options = data.draw(options_for(FUNCTIONS[name], case), label=name)
        same_as_theirs(name, case, options)


@pytest.mark.long
@one_case("name", FUNCTIONS)
@one_case("n, k", [(300, 2), (1000, 10), (400, 260)])
def test_longer_data_agrees_with_the_reference(name, n, k, rng):
    """Past the sizes at which counting changes its ways."""
    function = FUNCTIONS[name]
    parameters = inspect.signature(function).parameters
    labels = rng.integers(0, k, n)
    guesses = np.where(rng.random(n) < 0.8, labels, rng.integers(0, k, n))
    options = {}
    if "cost_matrix" in parameters:
        if k == 260 and name != "total_cost":
            return  # shares of that
        known = len(np.unique([labels, guesses]))
        options["cost_matrix"] = rng.integers(0, 9, (known, known)).tolist()
    if parameters.get("beta") and parameters["beta"].default is inspect.Parameter.empty:
        options["beta"] = 2.0
    if "average" in parameters:
        options["average"] = "macro"
    for dtype in ("int64", "uint16", "str") if k == 10 else ("int64",):
        columns = [
            Column(values.tolist(), values, dtype)
            for values in (labels.astype(dtype), guesses.astype(dtype))
        ]
        case = LabelCase(*columns, np.unique(labels.astype(dtype)).tolist(), None)
        compare(name, case, options)


@settings(max_examples=examples(100, same=10))
@given(data=st.data())
def test_pooled_matrices_agree_with_the_reference(data):
    count = data.draw(st.sampled_from([st.integers(0, 5), st.integers(0, 2**60)]))
    table = st.lists(st.lists(count, min_size=2, max_size=2), min_size=2, max_size=2)
    matrices = data.draw(st.lists(table, min_size=1, max_size=4))
    options = {
        name: data.draw(strategy)
        for name, strategy in {
            "beta": st.sampled_from([0.5, 1.0, 2]),
            "average": st.sampled_from(["macro", "micro"]),
            "zero_division": st.sampled_from([0, 1.0, math.nan, "warn"]),
        }.items()
        if data.draw(st.booleans())
    }
    ours, expected = (
        outcome(module.pooled_precision_recall_fscore, [given_], options)
        for module, given_ in (
            (fastmetrics, np.array(matrices)),
            (reference, matrices),
        )
    )
    assert (ours[1] is None) == (expected[1] is None), (ours[1], expected[1])
    if ours[1] is None:
        assert ours[2] == expected[2]
        agree(ours[0], expected[0], exact=False)


def test_every_function_of_labels_is_tested_above():
    """What takes no rows of predictions has a test of its own."""
    labels = {row.function for row in METRICS.values() if row.task == "labels"}
    others = {"pooled_precision_recall_fscore", "fleiss_kappa", "krippendorff_alpha"}
    assert labels - set(FUNCTIONS) == others
