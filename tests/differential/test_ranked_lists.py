"""Ranked lists against their twins, on drawn queries.

The twin makes all orders of equal scores, so that lists are short; lists that are
compared and lists that are sorted are told apart in tests/metrics/retrieval.
"""

import numpy as np
import pytest
from helpers.query_cases import (
    GAIN_OPTIONS,
    HIT_OPTIONS,
    columns_of,
    lists_of,
    options_of,
    value_or_ties,
)
from helpers.random_cases import examples
from hypothesis import given, note, settings
from hypothesis import strategies as st

import fastmetrics as fm
from fastmetrics import reference
from fastmetrics.reference.retrieval.orders import Query

# Scores that are one number in float32, next to each other, or at the ends.
SCORES = [
    [0, 1, 2],
    [0.0, -0.0, 5e-324, -1.0],
    [1.0, 1 + 2**-52, 1 + 2**-30, 1 + 2**-20],
    [-1e308, 1e308, 3.5e38, 1e39, 0.5],
]
GRADES = [[0, 1], [0, 1, 2, 3], [0, 0.5, 1, 1e-300], [0, 1, None], [-1, 0, 1, 2, None]]

NAMES = [*GAIN_OPTIONS, *HIT_OPTIONS]


@st.composite
def queries(draw, *, whole=False):
    """Return queries; ``whole``: all that is judged was returned, and something was."""
    grades = st.sampled_from(draw(st.sampled_from(GRADES[:3] if whole else GRADES)))
    scores = st.sampled_from(draw(st.sampled_from(SCORES)))
    drawn = []
    for _ in range(draw(st.integers(1, 4))):
        n = draw(st.integers(1 if whole else 0, 5))
        drawn.append(
            Query(
                draw(st.lists(grades, min_size=n, max_size=n)),
                draw(st.lists(scores, min_size=n, max_size=n)),
                draw(st.permutations([f"d{i}" for i in range(6)]))[:n],
                [] if whole else draw(st.lists(st.sampled_from([0, 1, 2]), max_size=3)),
            )
        )
    return drawn


# A value for each option of each function.
CHOSEN = st.fixed_dictionaries(
    {
        name: st.fixed_dictionaries(
            {key: st.sampled_from(values) for key, values in options_of(name).items()}
        )
        for name in NAMES
    }
)


def agree(name, ours, twin, **options):
    found = value_or_ties(getattr(fm, name), *ours, **options)
    expected = value_or_ties(getattr(reference, name), *twin, **options)
    if isinstance(expected, str):
        assert found == expected
        return
    # Sums in another order, and logarithms: some units in the last place. Means of
    # log-odds may be nothing but what rounding leaves of some of either sign.
    atol = 1e-14 if name == "smoothed_average_precision" else 1e-300
    np.testing.assert_allclose(found, expected, rtol=1e-13, atol=atol)


# One draw of queries is asked of all functions, with options of each.
@pytest.mark.filterwarnings("ignore::fastmetrics.exceptions.UndefinedMetricWarning")
@settings(max_examples=examples(100, same=8))
@given(data=st.data(), drawn=queries(), chosen=CHOSEN, weighted=st.booleans())
def test_values_are_those_of_the_twin(data, drawn, chosen, weighted):
    lists = lists_of(drawn)
    grades = {g for q in drawn for g in (*q.grades, *q.unreturned)} - {None}
    weights = st.sampled_from([0.25, 0.5, 1, 3])
    some = {"sample_weight": [data.draw(weights) for _ in drawn]} if weighted else {}
    for name, options in chosen.items():
        note(name)
        gain = options.get("gain")
        # Of lists that are judged in part a grade below 0 is that of spam; of others it
        # is refused here, or a gain below 0.
        if "gain" in options and min(grades, default=0) < 0:
            continue
        if not isinstance(gain, dict) or grades <= {*gain}:
            agree(name, [lists], [drawn], **options, **some)


@pytest.mark.filterwarnings("ignore::fastmetrics.exceptions.UndefinedMetricWarning")
@settings(max_examples=examples(60, same=8))
@given(drawn=queries(whole=True), chosen=CHOSEN)
def test_columns_are_those_of_the_twin(drawn, chosen):
    columns = columns_of(drawn)
    rows = columns["y_true"], columns["y_score"]
    for name, options in chosen.items():
        note(name)
        gain = options.get("gain")
        named = {"query_id": columns["query_id"]}
        if "ties" in options:
            named["doc_id"] = columns["doc_id"]
        if not isinstance(gain, dict) or {*columns["y_true"]} <= {*gain}:
            agree(name, rows, rows, **named, **options)


@settings(max_examples=examples(60, same=10))
@given(
    drawn=queries(whole=True),
    other=queries(whole=True),
    k=st.sampled_from([None, 1, 3]),
)
def test_parts_and_bytes(drawn, other, k):
    """Lists that are joined, or were written and read, are the same lists."""
    one, two = lists_of(drawn), lists_of(other)
    values = [
        fm.ndcg_score(lists, k=k, average=None, empty="zero") for lists in (one, two)
    ]
    joined = fm.ndcg_score(one + two, k=k, average=None, empty="zero")
    np.testing.assert_array_equal(joined, np.concatenate(values))
    assert fm.RankedLists.from_bytes((one + two).to_bytes()) == one + two
