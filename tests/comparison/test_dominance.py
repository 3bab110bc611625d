"""Curves above each other: against the twin, what must hold, and hostile input."""

import numpy as np
import pytest
from helpers.one_case import one_case
from hypothesis import given
from hypothesis import strategies as st

import fastmetrics as fm
from fastmetrics import reference as ref

ROWS = st.lists(
    st.tuples(st.booleans(), st.integers(0, 4), st.integers(0, 4), st.integers(1, 3)),
    min_size=2,
    max_size=12,
).filter(lambda rows: len({row[0] for row in rows}) == 2)
FORMS = st.sampled_from(
    [{}, {"hull": True}, {"curve": "precision_recall"}, {"curve": "roc", "hull": False}]
)


@given(ROWS, FORMS, st.booleans())
def test_as_the_twin(rows, form, weighted):
    y, a, b, w = map(list, zip(*rows, strict=True))
    weights = {"sample_weight": w} if weighted else {}
    found = fm.curve_dominance(y, a, b, **form, **weights)
    expected = ref.curve_dominance(y, a, b, **form, **weights)
    assert found.verdict == expected.verdict
    # The twin has fractions.
    assert found[1:4] == pytest.approx(expected[1:4], abs=1e-12)
    assert found.crossings == pytest.approx(expected.crossings, abs=1e-12)
    for gap, other in zip(found[5:], expected[5:], strict=True):
        assert gap.size == pytest.approx(other.size, abs=1e-12)
        if gap.size and not weighted:
            assert gap.at in (pytest.approx(other.at), pytest.approx(gap.at))


@given(ROWS, FORMS)
def test_exchanging_the_scorers_exchanges_the_answer(rows, form):
    y, a, b, _ = map(list, zip(*rows, strict=True))
    found, turned = (fm.curve_dominance(y, *pair, **form) for pair in ((a, b), (b, a)))
    names = {"a": "b", "b": "a", "equal": "equal", "cross": "cross"}
    assert names[found.verdict] == turned.verdict
    assert (found.share_a, found.share_b) == (turned.share_b, turned.share_a)
    assert found.crossings == pytest.approx(turned.crossings)
    assert fm.curve_dominance(y, a, a, **form).verdict == "equal"


def test_what_dominates_has_the_larger_area():
    rng = np.random.default_rng(3)
    y = rng.integers(0, 2, 200)
    good = y + rng.normal(size=200)
    worse = np.where(rng.random(200) < 0.5, good.min() - 1, good)  # half thrown away
    found = fm.curve_dominance(y, good, worse)
    gap = fm.roc_auc_score(y, good) - fm.roc_auc_score(y, worse)
    assert (found.verdict == "a") == (found.share_b == 0)
    assert gap > 0
    assert found.share_a + found.share_b + found.share_equal == pytest.approx(1)
    fpr, tpr, _ = fm.roc_curve(y, good, drop_intermediate=False)
    other = np.interp(fpr, *fm.roc_curve(y, worse, drop_intermediate=False)[:2])
    assert found.largest_gap_a.size >= (tpr - other)[1:-1].max() - 1e-12


@one_case(
    "arguments, options, message",
    [
        (([1, 1], [1, 2], [1, 2]), {}, "y_true must have rows of both classes"),
        (([0, 1], [1, np.nan], [1, 2]), {}, "score_a"),
        (([0, 1], [1, 2], [1, np.inf]), {}, "score_b"),
        (([0, 1], [1, 2], [1, 2, 3]), {}, "score_b"),
        (([0, 1], [1, 2], [1, 2]), {"curve": "pr"}, "curve must be one of"),
        (([0, 1], [1, 2], [1, 2]), {"hull": True, "curve": "precision_recall"},
         "hull=True is of ROC curves"),
        (([0, 1], [1, 2], [1, 2]), {"sample_weight": [1, 0]}, "of weight above 0"),
        ((list("ab"), [1, 2], [1, 2]), {}, "pos_label"),
    ],
)  # fmt: skip
def test_hostile(arguments, options, message):
    with pytest.raises(ValueError, match=message):
        fm.curve_dominance(*arguments, **options)


def test_weights_summed_in_another_order_make_no_difference():
    # Runs of 50 rows of one class: their order within a run does not change the curve,
    # but the last digits of the sums of their weights, and so where it rises.
    rng = np.random.default_rng(0)
    run, weight = np.arange(20_000) // 50, rng.random(20_000)
    a, b = (run + 0.9 * rng.random(20_000) for _ in range(2))
    found = fm.curve_dominance(run % 2, a, b, sample_weight=weight)
    assert found.verdict == "equal"
    assert found.largest_gap_a.size == found.largest_gap_b.size == 0
