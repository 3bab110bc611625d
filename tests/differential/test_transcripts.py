"""Edits between texts against their twins, on drawn pairs.

Counts are whole numbers, equal to the last one.
"""

import warnings

import numpy as np
import pandas
import polars
import pyarrow
from helpers.random_cases import examples
from hypothesis import given, note, settings
from hypothesis import strategies as st

import fastmetrics as fm
from fastmetrics import reference

# One, two and four bytes a character; white space of all kinds; accents apart.
LETTERS = [
    "ab",
    "abc ",
    "aé \t",
    "aβ \u00a0",
    "a😀b ",
    "a\u0301 e",
    "ab\u2028 ",
    "a\n\r ",
]
COSTS = ["levenshtein", "sclite", (1, 1, 1), (2, 1, 3), (5, 2, 2)]
RATES = [
    "word_error_rate",
    "character_error_rate",
    "match_error_rate",
    "word_information_preserved",
    "word_information_lost",
]
COUNTS = ("hits", "substitutions", "deletions", "insertions")


@st.composite
def columns(draw, most=20):
    """Return texts and what was heard in their place, much of it the same."""
    letters = draw(st.sampled_from(LETTERS))
    text = st.text(letters, max_size=most)
    ours = draw(st.lists(text, min_size=1, max_size=6))
    theirs = []
    for one in ours:
        if draw(st.booleans()):
            theirs.append(draw(text))
            continue
        at = draw(st.integers(0, len(one)))
        theirs.append(one[:at] + draw(st.text(letters, max_size=3)) + one[at + 2 :])
    return ours, theirs


def quietly(function, *args, **kwargs):
    """Return the value, or that there is an error."""
    try:
        return function(*args, **kwargs)
    except ValueError:
        return "an error"


@settings(max_examples=examples(300, same=10))
@given(
    drawn=columns(),
    unit=st.sampled_from(["word", "code_point"]),
    costs=st.sampled_from(COSTS),
    delimiter=st.sampled_from([None, None, " ", "b"]),
)
def test_counts_are_those_of_the_twin(drawn, unit, costs, delimiter):
    options = {"unit": unit, "costs": costs}
    if unit == "word":
        options["delimiter"] = delimiter
    found = fm.edit_counts(*drawn, **options, average=None)
    expected = reference.edit_counts(*drawn, **options, average=None)
    for name in COUNTS:
        np.testing.assert_array_equal(getattr(found, name), getattr(expected, name))
    distances = fm.edit_distance(*drawn, **options, average=None)
    np.testing.assert_array_equal(
        distances, reference.edit_distance(*drawn, **options, average=None)
    )


@settings(max_examples=examples(40, same=10))
@given(
    drawn=columns(most=400),
    unit=st.sampled_from(["word", "code_point"]),
    costs=st.sampled_from(COSTS),
)
def test_long_texts(drawn, unit, costs):
    """Those that take more than one machine word."""
    options = {"unit": unit, "costs": costs, "average": None}
    found = fm.edit_counts(*drawn, **options)
    expected = reference.edit_counts(*drawn, **options)
    for name in COUNTS:
        np.testing.assert_array_equal(getattr(found, name), getattr(expected, name))


@settings(max_examples=examples(80, same=10))
@given(
    drawn=columns(),
    average=st.sampled_from(["corpus", "mean", None]),
    costs=st.sampled_from(COSTS),
    empty=st.sampled_from(["insertions", "nan", "error"]),
    normalize=st.sampled_from([None, "lower", ["nfkc", "punctuation"]]),
)
def test_rates_are_those_of_the_twin(drawn, average, costs, empty, normalize):
    options = {"average": average, "costs": costs, "empty": empty}
    options["normalize"] = normalize
    for name in RATES:
        note(name)
        found = quietly(getattr(fm, name), *drawn, **options)
        expected = quietly(getattr(reference, name), *drawn, **options)
        if isinstance(expected, str):
            assert found == expected
            continue
        # Products of two quotients are rounded more than once; a mean once for each.
        np.testing.assert_allclose(found, expected, rtol=1e-14, atol=4e-16)


@settings(max_examples=examples(100, same=10))
@given(drawn=columns(), costs=st.sampled_from(COSTS[:2]))
def test_alignments_are_those_of_the_twin(drawn, costs):
    for ours, theirs in zip(*drawn, strict=True):
        found = fm.align(ours, theirs, costs=costs)
        assert list(found.steps) == reference.align(ours, theirs, costs=costs)


@settings(max_examples=examples(100, same=10))
@given(
    token=st.sampled_from(
        [
            st.integers(-2, 2),
            st.sampled_from([2**63 - 1, -(2**63), 2**64, 0]),
            st.sampled_from(["a", "b", ""]),
            st.sampled_from(["1", 1, 1.0, True, ("a",)]),
        ]
    ),
    data=st.data(),
)
def test_tokens_are_told_apart_as_python_does(token, data):
    rows = st.lists(token, max_size=8)
    n = data.draw(st.integers(1, 5))
    ours, theirs = (data.draw(st.lists(rows, min_size=n, max_size=n)) for _ in "ab")
    assert fm.token_error_rate(ours, theirs) == reference.token_error_rate(ours, theirs)


@settings(max_examples=examples(60, same=10))
@given(drawn=columns())
def test_columns_of_all_libraries(drawn):
    expected = fm.edit_counts(*drawn)
    for column in (
        np.array,
        lambda x: np.array(x, object),
        pandas.Series,
        lambda x: pandas.Series(x, dtype="category"),
        polars.Series,
        pyarrow.array,
        lambda x: pyarrow.array(x, pyarrow.large_string()),
        lambda x: pyarrow.chunked_array([x[:1], x[1:]], pyarrow.string()),
        lambda x: pyarrow.array(["-", *x, "-"])[1:-1],
    ):
        assert fm.edit_counts(*map(column, drawn)) == expected


@settings(max_examples=examples(100, same=10))
@given(drawn=columns(), more=st.data())
def test_the_test_by_segments_is_the_twins(drawn, more):
    ours, one = drawn
    two = [more.draw(st.sampled_from([x, y, ""])) for x, y in zip(*drawn, strict=True)]
    least = more.draw(st.integers(1, 3))
    given_texts = ours, one, two
    name = "matched_pair_sentence_segment_test"
    found, expected = (
        quietly_tested(getattr(module, name), *given_texts, min_boundary=least)
        for module in (fm, reference)
    )
    if isinstance(expected, str):
        assert found == expected
        return
    assert found.n_segments == expected.n_segments
    np.testing.assert_allclose(found.statistic, expected.statistic, rtol=1e-12)
    # The twin's is 1 less a share near 1.
    np.testing.assert_allclose(found.pvalue, expected.pvalue, rtol=1e-12, atol=1e-15)


def quietly_tested(function, *texts, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return quietly(function, *texts, **options)


def test_segments_that_differ_alike_have_no_statistic():
    for other in ("b", "b b"):
        texts = ["a", "a"], ["a", "a"], [other, other]
        found, expected = (
            quietly_tested(module.matched_pair_sentence_segment_test, *texts)
            for module in (fm, reference)
        )
        assert found.n_segments == expected.n_segments == 2
        np.testing.assert_equal(found.statistic, expected.statistic)
        np.testing.assert_equal(found.pvalue, expected.pvalue)
        assert np.isnan(found.pvalue)
