"""EditPlan: what is special to intervals of measures of speech."""

import math

import numpy as np
import pytest
from helpers.one_case import one_case
from helpers.transcript_cases import drawn_words

import fastmetrics as fm
from fastmetrics import catalog
from fastmetrics._common.interval import EQUAL_REPLICATES
from fastmetrics._kernels import random
from fastmetrics.intervals.engine import make_intervals
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.resampling import refusals
from fastmetrics.resampling.error_plans import EditPlan
from fastmetrics.resampling.plan import Data, Design

SAID, HEARD = drawn_words(1, n_pairs=40)
OTHER = drawn_words(2, n_pairs=40)[1]
GROUPS = np.arange(40) // 4
RATES = (
    "word_error_rate",
    "character_error_rate",
    "match_error_rate",
    "word_information_lost",
    "word_information_preserved",
)


def plan_of(*metrics, design=None, heard=None, said=SAID):
    models = {"a": {"y_pred": HEARD}, "b": {"y_pred": OTHER}}
    if heard is not None:
        models = {"a": {"y_pred": heard}}
    plan = EditPlan(Data({"y_true": said}, models), design or Design(), {})
    asked = [one if isinstance(one, tuple) else (one, {}) for one in metrics]
    rows = [(catalog.find(name), given) for name, given in asked]
    plan.ask([BoundMetric(row, row.with_parameters(given)) for row, given in rows])
    return plan


def drawn(times):
    """Return utterances so often as they are drawn."""
    rows = np.repeat(np.arange(40), times)
    return [SAID[i] for i in rows], [HEARD[i] for i in rows]


# ------------------------------------------------------------------ what is drawn


@one_case("design", [Design(), Design(groups=GROUPS)])
def test_replicates_are_rates_of_utterances_that_are_drawn(design):
    metrics = (*RATES, "sentence_error_rate", ("wer", {"average": "mean"}))
    plan = plan_of(*metrics, design=design)
    found = plan.replicates(range(len(metrics)), 7, 3, None)
    for i in range(3):
        units = 40 if design.groups is None else 10
        times = random.draw_weights(7, i, np.array([units]))
        said, heard = drawn(times if units == 40 else times[GROUPS])
        rates = [getattr(fm, name)(said, heard) for name in RATES]
        rates.append(fm.sentence_error_rate(said, heard))
        rates.append(fm.word_error_rate(said, heard, average="mean"))
        assert found[i, 0] == pytest.approx(rates, rel=1e-13)
    # A report asks for some of them, whose draws are the same.
    alone = plan.replicates([2], 7, 3, None)
    assert np.array_equal(alone[:, :, 0], found[:, :, 2])


@one_case("design", [Design(), Design(groups=GROUPS)])
def test_values_without_each_unit_are_exact(design):
    plan = plan_of(*RATES, ("wer", {"average": "mean"}), design=design)
    found = plan.each_left_out(range(len(RATES))).values
    units = range(40) if design.groups is None else range(10)
    for unit in units:
        groups = range(40) if design.groups is None else GROUPS
        said, heard = drawn([group != unit for group in groups])
        rates = [getattr(fm, name)(said, heard) for name in RATES]
        assert found[unit, 0] == pytest.approx(rates, rel=1e-13)


def test_draws_are_the_same_for_any_number_of_threads():
    plan = plan_of("wer")
    with fm.num_threads(1):
        one = plan.replicates([0], 3, 500, None)
    with fm.num_threads(2):
        two = plan.replicates([0], 3, 500, None)
    assert np.array_equal(one, two)


# ------------------------------------------------------------------ its intervals


def test_intervals_of_the_public_functions():
    found = fm.confidence_interval("wer", SAID, HEARD)
    assert found.method == "jackknife-t-log"
    assert found.estimate == fm.word_error_rate(SAID, HEARD)
    assert found.low < found.estimate < found.high
    drawn = fm.confidence_interval("wer", SAID, HEARD, method="bca", random_state=0)
    assert drawn.method == "bca"
    mean = fm.confidence_interval("wer", SAID, HEARD, metric_params={"average": "mean"})
    assert mean.method == "skew-t"
    assert mean.estimate == fm.word_error_rate(SAID, HEARD, average="mean")
    wrong = sum(a.split() != b.split() for a, b in zip(SAID, HEARD, strict=True))
    share = fm.confidence_interval("ser", SAID, HEARD)
    assert share.method == "wilson"
    expected = fm.proportion_interval(wrong, 40)
    assert (share.low, share.high) == pytest.approx((expected.low, expected.high))


def test_speakers_are_left_out_in_turn():
    ways = {"wer": "jackknife-t-log", "ser": "wilson-effective"}
    heard = [*SAID[:6], *HEARD[6:]]
    for metric, method in ways.items():
        found = fm.confidence_interval(metric, SAID, heard, groups=GROUPS)
        assert found.method == method


def test_what_is_preserved_is_1_less_what_is_lost():
    lost = fm.confidence_interval("word_information_lost", SAID, HEARD)
    kept = fm.confidence_interval("word_information_preserved", SAID, HEARD)
    assert kept.method == "jackknife-t-log-complement"
    assert (kept.low, kept.high) == pytest.approx((1 - lost.high, 1 - lost.low))


def test_differences_are_on_no_scale():
    made = make_intervals(
        plan_of("wer"), confidence_level=0.95, method="auto", n_resamples=99, seed=0
    )
    one = made.differences["a", "b"]["word_error_rate"]
    assert one.method == "jackknife-t"
    without = plan_of("wer").jackknife(0, (0, 1), 0).values
    error = math.sqrt(39**2 / 40 * np.var(without[:, 0] - without[:, 1], ddof=1))
    assert one.standard_error == pytest.approx(error, rel=1e-10)
    assert one.high - one.low == pytest.approx(2 * 2.0226909 * error, rel=1e-7)


def test_the_jackknife_is_on_the_scale_of_the_logarithm():
    found = fm.confidence_interval("wer", SAID, HEARD, method="jackknife")
    assert found.method == "jackknife-t-log"
    rate = found.estimate
    assert found.low * found.high == pytest.approx(rate * rate)
    plan = plan_of("wer")
    without = plan.jackknife(0, (0,), 0).values[:, 0]
    error = math.sqrt(39 / 40 * np.sum((without - without.mean()) ** 2))
    assert found.standard_error == pytest.approx(error, rel=1e-10)


def test_the_difference_of_two_systems_is_of_the_same_utterances():
    same = plan_of("wer")
    made = make_intervals(
        same, confidence_level=0.95, method="percentile", n_resamples=199, seed=1
    )
    values = same.replicates([0], 1, 199, None)[:, :, 0]
    one = made.differences["a", "b"]["word_error_rate"]
    low, high = np.quantile(values[:, 0] - values[:, 1], [0.025, 0.975])
    assert one.low == pytest.approx(low, abs=0.02)
    assert one.high == pytest.approx(high, abs=0.02)
    assert np.array_equal(
        np.sort(one.distribution), np.sort(values[:, 0] - values[:, 1])
    )


@one_case(
    "how",
    [{"costs": "sclite"}, {"delimiter": "a"}, {"normalize": lambda text: text.upper()}],
)
def test_parameters_reach_the_counts(how):
    found = fm.confidence_interval(
        "wer", SAID, HEARD, metric_params=how, n_resamples=99
    )
    assert found.estimate == fm.word_error_rate(SAID, HEARD, **how)


def test_sequences_of_tokens():
    said = [[*map(ord, text.split())] for text in SAID]
    heard = [[*map(ord, text.split())] for text in HEARD]
    found = fm.confidence_interval("token_error_rate", said, heard, n_resamples=99)
    assert found.estimate == fm.word_error_rate(SAID, HEARD)
    with pytest.raises(ValueError, match="y_true is one sequence of tokens"):
        fm.confidence_interval("token_error_rate", said[1] * 2, heard[1] * 2)


# ------------------------------------------------------------------ no intervals


def test_a_single_pair_has_no_interval():
    found = fm.confidence_interval("wer", "a b", "a c")
    assert found.estimate == 0.5
    assert math.isnan(found.low)
    assert found.reason == refusals.ALONE


def test_without_an_error_there_is_no_interval():
    found = fm.confidence_interval("wer", SAID, SAID, n_resamples=99)
    assert found.estimate == 0
    assert found.reason == refusals.ends_scale("log")
    drawn = fm.confidence_interval("wer", SAID, SAID, method="bca", n_resamples=99)
    assert drawn.reason == EQUAL_REPLICATES


def test_undefined_rates_are_nan():
    empty = {"metric_params": {"empty": "nan"}, "n_resamples": 99}
    found = fm.confidence_interval("wer", ["", ""], ["a", "b"], **empty)
    assert math.isnan(found.estimate)
    with pytest.raises(ValueError, match="reference has no words"):
        fm.confidence_interval(
            "wer", ["", ""], ["a", "b"], metric_params={"empty": "error"}
        )


def test_one_rate_per_utterance_has_no_interval():
    with pytest.raises(ValueError, match="average must be 'corpus' or 'mean'"):
        fm.confidence_interval("wer", SAID, HEARD, metric_params={"average": None})


def test_summaries():
    counts = fm.EditCounts.from_pairs(SAID, HEARD)
    rate = fm.confidence_interval("wer", counts)
    assert rate.estimate == fm.word_error_rate(SAID, HEARD)
    assert rate.reason == refusals.SUMS_HAVE_NO_ROWS
    share = fm.confidence_interval("ser", counts)
    assert repr(share) == repr(fm.confidence_interval("ser", SAID, HEARD))
    each = fm.EditCounts.from_pairs(SAID, HEARD, by_pair=True)
    given = {"n_resamples": 99, "random_state": 0}
    assert repr(fm.confidence_interval("wer", each, **given)) == repr(
        fm.confidence_interval("wer", SAID, HEARD, **given)
    )
    with pytest.raises(ValueError, match="of words"):
        fm.confidence_interval("cer", counts)
    for metric, method in (("wer", "jackknife"), ("wer", "bca"), ("ser", "t")):
        with pytest.raises(ValueError, match=f"method='{method}' needs rows"):
            fm.confidence_interval(metric, counts, method=method)
