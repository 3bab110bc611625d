"""The detector of changes, against its recursion in fractions."""

import copy
import math
import pickle
import zlib
from fractions import Fraction

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics.reference.comparison import sequential as twin


def batches(rng, n=40, size=30, change=25, rates=(0.9, 0.7)):
    return [(rng.random(size) < rates[i >= change]).astype(int) for i in range(n)]


def watched(seed=3, **options):
    watch = fm.ChangeDetector("accuracy", null=0.85, **options)
    for right in batches(np.random.default_rng(seed)):
        watch.update(np.ones(len(right), int), right)
    return watch


@one_case("alternative", ["less", "greater"])
def test_the_statistic_is_that_of_the_recursion(alternative):
    null, rows = Fraction(7, 8), batches(np.random.default_rng(1), 12, 10, 6)
    watch = fm.ChangeDetector("accuracy", null=float(null), alternative=alternative)
    assert watch.statistic == 0
    wealth, started = [Fraction(0)] * 42, [0] * 42
    share = 1 - null if alternative == "less" else null
    for at, right in enumerate(rows, 1):
        watch.update(np.ones(10, int), right)
        hits = int(right.sum())
        won = 10 - hits if alternative == "less" else hits
        for k, bet in enumerate(twin.SHARES):
            if wealth[k] < 1:
                wealth[k], started[k] = Fraction(1), at
            wealth[k] *= (1 - bet + bet / share) ** won * (1 - bet) ** (10 - won)
        terms = [w * r for w, r in zip(twin.WEIGHTS, wealth, strict=True)]
        # Of logarithms here.
        assert watch.statistic == pytest.approx(float(sum(terms)), rel=1e-11)
        assert watch.changed_at == started[terms.index(max(terms))]


def test_an_alarm_and_when_it_began():
    watch = watched()
    assert 25 < watch.alarm_at < 40
    assert 23 <= watch.changed_at <= 30
    assert (watch.n_updates, watch.n_samples) == (40, 1200)
    assert "fell below 0.85" in watch.summary()
    assert "报警" in watch.summary(language="zh")
    at, since = watch.alarm_at, watch.changed_at
    for _ in range(100):
        watch.update(np.ones(50, int), np.ones(50, int))
    assert (watch.alarm_at, watch.changed_at) == (at, since)
    assert watch.statistic < 1000
    watch.reset()
    assert (watch.alarm_at, watch.changed_at, watch.statistic) == (None, None, 0)


def test_errors_rise():
    watch = fm.ChangeDetector("error_rate", null=0.1, alternative="greater")
    for right in batches(np.random.default_rng(5)):
        watch.update(np.ones(30, int), right)
    assert watch.alarm_at
    assert "rose above 0.1" in str(watch).replace("\n    ", " ")


def test_no_alarm_says_how_far_it_is():
    watch = fm.ChangeDetector(null=0.5, bounds=(0, 1))
    watch.update(values=[0.7, 0.9])
    assert watch.alarm_at is None
    assert watch.summary().startswith("No alarm: after 2 rows in one update")
    assert watch.update(values=[])
    assert watch.n_updates == 1


def test_the_sum_of_an_updates_tests_is_taken():
    direct, by_sum = (fm.ChangeDetector("accuracy", null=0.8) for _ in range(2))
    for day, right in enumerate(batches(np.random.default_rng(9), 6)):
        parts = []
        for piece in np.array_split(right, 3):
            parts.append(fm.SequentialTest("accuracy"))
            parts[-1].update(np.ones(len(piece), int), piece)
        assert by_sum.update(sum(parts), batch_id=day)
        assert not by_sum.update(sum(parts), batch_id=day)
        direct.update(np.ones(len(right), int), right, batch_id=day)
    assert direct == by_sum
    with pytest.raises(ValueError, match="different metric"):
        direct.update(fm.SequentialTest("error_rate"))
    with pytest.raises(TypeError):
        direct + by_sum


def test_updates_are_whole_or_nothing():
    watch = watched()
    before = watch.to_bytes()
    with pytest.raises(ValueError, match="inconsistent"):
        watch.update([1, 1], [1])
    assert watch.to_bytes() == before


def test_bytes_pickles_and_copies():
    for watch in (fm.ChangeDetector(null=0.1, bounds=(0, 1)), watched()):
        data = watch.to_bytes()
        for other in (
            fm.ChangeDetector.from_bytes(data),
            pickle.loads(pickle.dumps(watch)),
            copy.deepcopy(watch),
            watch.copy(),
        ):
            assert other == watch
            assert other.to_bytes() == data
            assert other.log_statistic == watch.log_statistic


def test_bytes_that_are_damaged_raise():
    data = watched().to_bytes()
    for wrong in (b"", data[:-1], data[: len(data) // 2], data + b"0", b"x" * 99):
        with pytest.raises(ValueError, match="ChangeDetector"):
            fm.ChangeDetector.from_bytes(wrong)
    body = bytearray(data[:-4])
    for at in range(8, len(body), 3):
        flip = (0x01, 0x80)[at % 2]
        body[at] ^= flip
        forged = bytes(body) + zlib.crc32(body).to_bytes(4, "little")
        try:
            found = fm.ChangeDetector.from_bytes(forged)
        except ValueError:
            found = None
        if found is not None:  # what cannot be told from the truth
            assert found.statistic >= 0
            found.summary()
        body[at] ^= flip


def test_a_picture_of_any_number_of_updates():
    watch = fm.ChangeDetector("accuracy", null=0.5)
    assert len(watch.to_bytes()) < 2000
    with pytest.raises(ValueError, match="no picture"):
        watch.plot()
    for _ in range(1000):
        watch.update([1, 1], [1, 0])
    assert len(watch._state.kept) <= 256
    assert len(watch.to_bytes()) < 7 * 1024
    for language in ("en", "zh"):
        assert watch.to_svg(language=language).startswith("<svg")
        assert watched().to_svg(language=language).startswith("<svg")


@one_case(
    "options, message",
    [
        ({"null": None}, "null must be given"),
        ({"null": 1.0}, "inside"),
        ({"alternative": "two-sided"}, "alternative"),
        ({"average_run_length": 1}, "average_run_length"),
        ({"average_run_length": math.inf}, "average_run_length"),
    ],
)
def test_options_that_cannot_be(options, message):
    with pytest.raises(ValueError, match=message):
        fm.ChangeDetector("accuracy", **{"null": 0.9, **options})


DIRECTIONS = {
    "accuracy": "less",
    "error_rate": "greater",
    "brier_score_loss": "greater",
    "roc_auc": "less",
    "f1": "less",
    "log_loss": "greater",
    "mean_squared_error": "greater",
    "r2_score": "less",
}


@one_case("metric", DIRECTIONS)
def test_the_alarm_is_on_the_side_on_which_a_metric_is_worse(metric):
    watch = fm.ChangeDetector(metric, null=0.5)
    assert watch.to_dict()["alternative"] == DIRECTIONS[metric]
    other = fm.ChangeDetector(metric, null=0.5, alternative="less")
    assert other.to_dict()["alternative"] == "less"


def test_a_metric_without_a_direction_needs_a_side():
    with pytest.raises(ValueError, match="no direction in which it is worse"):
        fm.ChangeDetector("mean_error", null=0.0)
    fm.ChangeDetector("mean_error", null=0.0, alternative="greater")
    assert fm.ChangeDetector(null=0.5, bounds=(0, 1)).to_dict()["alternative"] == "less"


def scored(rng, lift, n=120):
    y = (rng.random(n) < 0.4).astype(int)
    return y, y * lift + rng.normal(size=n)


def test_windows_are_bets_on_their_estimates():
    rng = np.random.default_rng(2)
    watch = fm.ChangeDetector("roc_auc", null=0.7)
    wealth = np.zeros(42)
    weights = np.array([float(one) for one in twin.WEIGHTS])
    shares = np.array([float(one) for one in twin.SHARES])
    for day in range(8):
        y, score = scored(rng, 1.0 if day < 4 else 0.1)
        watch.update(y, y_score=score)
        one = fm.confidence_interval("roc_auc", y, y_score=score)
        z = (0.7 - one.estimate) / one.standard_error
        wealth = np.maximum(wealth, 1) * np.exp(shares * z - shares**2 / 2)
        assert watch.statistic == pytest.approx(weights @ wealth, rel=1e-9)
    assert watch.n_samples == 8 * 120
    assert fm.ChangeDetector.from_bytes(watch.to_bytes()) == watch
    assert "Area under the ROC curve" in watch.summary()


def test_windows_as_summaries_that_add_up():
    rng = np.random.default_rng(2)
    y, score = scored(rng, 1.0)
    label = (score > 0.5).astype(int)
    for metric, columns, made in (
        ("roc_auc", (y, score), fm.ScoreSweep.from_scores),
        ("f1", (y, label), fm.ConfusionCounts.from_labels),
    ):
        whole, parts = (fm.ChangeDetector(metric, null=0.6) for _ in "ab")
        whole.update(*columns)
        halves = [made(*(one[at] for one in columns))
                  for at in (slice(50), slice(50, None))]  # fmt: skip
        parts.update(halves[0] + halves[1])
        assert parts.log_statistic == pytest.approx(whole.log_statistic, rel=0.1)
        assert parts.n_samples == whole.n_samples == len(y)


def test_windows_that_cannot_be_judged():
    watch = fm.ChangeDetector("roc_auc", null=0.7)
    y, score = scored(np.random.default_rng(0), 1.0)
    before = watch.copy()
    for columns, error, says in (
        ({"y_true": y}, TypeError, "one of y_pred, y_score and y_proba"),
        ({"y_true": y[:2], "y_pred": [1, 0]}, ValueError, "windows of more rows"),
        ({"y_true": y, "y_pred": y, "y_score": score}, TypeError, "give one of"),
        ({"y_true": y, "y_pred": y, "counts": y}, TypeError, "neither counts"),
    ):
        with pytest.raises(error, match=says):
            watch.update(**columns)
        assert watch == before
    with pytest.raises(ValueError, match="null must lie inside"):
        fm.ChangeDetector("roc_auc", null=1.5)
    with pytest.raises(ValueError, match="take no bounds"):
        fm.ChangeDetector("roc_auc", null=0.5, bounds=(0, 1))


@pytest.mark.slow
def test_windows_without_a_change_rarely_alarm():
    rng, n_alarms = np.random.default_rng(0), 0
    for _ in range(100):
        watch = fm.ChangeDetector("roc_auc", null=0.7602499, average_run_length=200)
        for _ in range(40):
            watch.update(*scored(rng, 1.0))
        n_alarms += watch.alarm_at is not None
    assert n_alarms <= 20  # 40 / 200 of 100 streams at most
