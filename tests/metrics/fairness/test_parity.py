"""How far decisions differ between groups, by hand and by Fairlearn."""

import functools
import json
import math
import pickle
import warnings

import numpy as np
import pandas as pd
import pytest

import fastmetrics as fm
from fastmetrics import cli, reference

NAMES = [
    f"{what}_{kind}"
    for what in ("demographic_parity", "equal_opportunity", "equalized_odds")
    for kind in ("difference", "ratio")
]
# Group a: tp 3, fn 1, fp 1, tn 3; group b: tp 1, fn 1, fp 1, tn 1.
TRUE = [1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0]
PREDICTED = [1, 1, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0]
GROUP = ["a"] * 8 + ["b"] * 4


def call(name, *columns, group=GROUP, **options):
    return getattr(fm, name)(*columns, sensitive_features=group, **options)


def test_by_hand():
    for name, options, expected in (
        ("demographic_parity_difference", {}, 0.0),  # both select one half
        ("demographic_parity_ratio", {}, 1.0),
        ("equal_opportunity_difference", {}, 0.25),  # 3/4 and 1/2
        ("equal_opportunity_ratio", {}, 2 / 3),
        ("equalized_odds_difference", {}, 0.25),  # false positive rates 1/4 and 1/2
        ("equalized_odds_difference", {"agg": "mean"}, 0.25),
        ("equalized_odds_ratio", {}, 0.5),
        ("equalized_odds_ratio", {"agg": "mean"}, (2 / 3 + 0.5) / 2),
        # of all rows 4/6: 1/12 from a, 1/6 from b
        ("equal_opportunity_difference", {"method": "to_overall"}, 1 / 6),
        ("equal_opportunity_ratio", {"method": "to_overall"}, 3 / 4),
    ):
        # Quotients of quotients are rounded twice.
        assert call(name, TRUE, PREDICTED, **options) == pytest.approx(
            expected, rel=1e-15
        ), name


def test_selection_rate_is_of_all_rows():
    assert fm.selection_rate(TRUE, PREDICTED) == 0.5
    assert fm.selection_rate(TRUE, PREDICTED, pos_label=0) == 0.5
    assert fm.selection_rate([0, 1], [1, 1], sample_weight=[1, 3]) == 1.0


def test_labels_of_any_kind_and_several_features():
    for name in NAMES:
        words = np.array(["control", "case"])
        y, p = words[TRUE], words[PREDICTED]
        told = call(name, y, p, pos_label="case")
        assert told == call(name, TRUE, PREDICTED), name
        both = {"one": GROUP, "two": [0] * 12}
        assert call(name, TRUE, PREDICTED, group=both) == told, name


def test_a_group_without_positives_is_left_out_with_a_warning():
    y = [1, 1, 0, 0, 0, 0]
    p = [1, 0, 0, 1, 1, 0]
    with pytest.warns(fm.UndefinedMetricWarning, match="1 of 2 groups"):
        found = call("equal_opportunity_difference", y, p, group=[0, 0, 0, 0, 1, 1])
    assert found == 0


def test_what_is_wrong_raises():
    for options, match in (
        ({"method": "all"}, "method"),
        ({"group": [0, 1]}, "inconsistent"),
        ({"group": [None] * 12}, "sensitive_features|by|null|missing"),
        ({"sample_weight": [-1.0] * 12}, "weight"),
    ):
        for name in NAMES:
            with pytest.raises((ValueError, TypeError), match=match):
                call(name, TRUE, PREDICTED, **options)


def test_an_unknown_agg_raises():
    with pytest.raises(ValueError, match="agg"):
        call("equalized_odds_ratio", TRUE, PREDICTED, agg="best")


def test_equals_fairlearn(rng):
    for name in NAMES:
        theirs = pytest.importorskip(
            "fairlearn.metrics", reason="Fairlearn is no dependency"
        )
        for k in range(10):
            y, p = rng.integers(0, 2, (2, 80))
            group = rng.integers(0, 3, 80)
            weights = rng.random(80) if k % 2 else None
            for method in ("between_groups", "to_overall"):
                options = {"method": method, "sample_weight": weights}
                expected = getattr(theirs, name)(
                    y, p, sensitive_features=group, **options
                )
                found = call(name, y, p, group=group, **options)
                # Sums of weights are made in another order.
                assert found == pytest.approx(expected, rel=1e-12) or math.isnan(
                    found
                ), name


def test_the_positive_label_is_one_of_the_labels():
    for known in ({}, {"pos_label": "cas"}):
        for name in NAMES:
            words = np.array(["control", "case"])
            # Of a label that no row has every group selects none: they seem alike.
            with pytest.raises(ValueError, match="is not a valid label"):
                call(name, words[TRUE], words[PREDICTED], **known)


def test_a_label_that_some_groups_lack_is_known():
    y_true, y_pred = [1, 0, 0, 0], [1, 1, 0, 0]
    found = call("demographic_parity_difference", y_true, y_pred, group=[*"aabb"])
    assert found == 1.0


def test_equals_the_twin(rng):
    for name in NAMES:
        for k in range(4):
            y, p, group = rng.integers(0, 2, (3, 40))
            group += rng.integers(0, 2, 40)
            weights = rng.integers(1, 4, 40) if k % 2 else None
            for method in ("between_groups", "to_overall"):
                options = {"method": method, "sample_weight": weights}
                lists = {**options, "sensitive_features": group.tolist()}
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore", reference.UndefinedMetricWarning)
                    warnings.simplefilter("ignore", fm.UndefinedMetricWarning)
                    expected = getattr(reference, name)(y.tolist(), p.tolist(), **lists)
                    found = call(name, y, p, group=group, **options)
                # Quotients are rounded twice.
                assert found == pytest.approx(expected, rel=1e-12, nan_ok=True), name


def doors(name, y, models, by):
    """Ask every function of one model the same question: the interval of "a"."""
    function, told = getattr(fm, name), {"sensitive_features": by}
    yield fm.confidence_interval(name, y, models["a"], **told)
    yield fm.confidence_interval(function, y, models["a"], metric_params=told)
    yield fm.confidence_interval(functools.partial(function, **told), y, models["a"])
    yield fm.confidence_interval((function, told), y, models["a"])
    yield fm.evaluate(y, models["a"], metrics=[name], **told)[name]
    yield fm.evaluate(y, models["a"], metrics=[name, "accuracy"], by=by)[name]
    whole = fm.by_group(name, y, models["a"], by=np.zeros(len(y), int), **told)
    yield whole.interval(0, name)


def doors_that_take_long(name, y, models, by, tmp_path):
    """Ask what also finds p-values, and the command line of either kind of file."""
    told = {"sensitive_features": by}
    yield fm.compare(name, y, models, metric_params=told).values["a"]
    yield fm.evaluate(y, models, metrics=[name], **told)[name]["a"]
    frame = pd.DataFrame({"y": y, "by": by, **{f"p_{k}": v for k, v in models.items()}})
    for path in (tmp_path / "rows.csv", tmp_path / "rows.parquet"):
        getattr(frame, f"to_{path.suffix[1:]}")(path, index=False)
        call = ["evaluate", str(path), "--truth", "y", "--pred", "p_a", "--by", "by"]
        report = tmp_path / "report.json"
        assert not cli.main([*call, "--metrics", name, "--output", str(report)])
        found = json.loads(report.read_text())["models"]["p_a"][name]
        yield found["estimate"], found["low"], found["high"]


@pytest.mark.long
def test_all_doors_say_the_same(rng, tmp_path):
    y, by = rng.integers(0, 2, 300), rng.choice(["f", "m", "x"], 300)
    wrong = rng.random(300) < np.where(by == "f", 0.4, 0.2)
    models = {
        "a": np.where(wrong, 1 - y, y),
        "b": np.where(rng.random(300) < 0.3, 0, y),
    }
    for name in NAMES:
        found = [tuple(one) for one in doors(name, y, models, by)]
        if name in ("equal_opportunity_difference", "equalized_odds_ratio"):
            more = doors_that_take_long(name, y, models, by, tmp_path)
            found += map(tuple, more)
        assert len({*found}) == 1, (name, found)
        value, low, high = found[0]
        assert 0 <= low <= value <= high <= 1
        assert value == call(name, y, models["a"], group=by)


@pytest.mark.long
def test_differences_of_models_have_p_values(rng):
    y, by = rng.integers(0, 2, 2000), rng.integers(0, 2, 2000)
    wrong = rng.random(2000) < np.where(by == 1, 0.3, 0.15)
    models = {"fair": np.where(rng.random(2000) < 0.2, 1 - y, y)}
    models |= {"unfair": np.where(wrong, 1 - y, y), "same": models["fair"]}
    found = fm.compare("equalized_odds_difference", y, models, metric_params={
        "sensitive_features": by})  # fmt: skip
    assert found.greater_is_better is False
    assert found.ranking[-1] == "unfair"
    assert "unfair" not in found.best_set
    one = found["unfair", "fair"]
    assert 0 < one.low < one.estimate < one.high
    assert one.pvalue < 0.05
    assert found["fair", "same"].pvalue == 1
    # The p-value is the least level at which the interval excludes 0.
    level = 1 - one.pvalue
    for shift, excludes in ((-1e-9, True), (1e-9, False)):
        again = fm.compare(
            "equalized_odds_difference",
            y,
            models,
            metric_params={"sensitive_features": by},
            confidence_level=level + shift,
        )
        assert (again["unfair", "fair"].low > 0) == excludes
    pickle.loads(pickle.dumps(found))


def test_a_report_shows_the_rates_of_each_group():
    report = fm.evaluate(TRUE, PREDICTED, sensitive_features=GROUP)
    assert set(NAMES) <= {*report.values["model"]}
    assert [row["group"] for row in report.group_rates["model"]] == ["a", "b"]
    assert report.group_rates["model"][0]["true_positive_rate"].estimate == 0.75
    for language in ("en", "zh"):
        assert "0.75" in report.to_text(full=True, language=language)
    # Slices are what the metric compares: there are none of it.
    only = fm.evaluate(TRUE, PREDICTED, by=GROUP, metrics=["equalized_odds_ratio"])
    assert only.slices is None
    both = ["equalized_odds_ratio", "accuracy"]
    assert fm.evaluate(TRUE, PREDICTED, by=GROUP, metrics=both).slices.metrics == (
        "accuracy",
    )


def test_weights_whose_squares_no_float_has():
    for weight in (1e300, 1e-300):
        weights = np.full(12, weight)
        for name in NAMES:
            given = {"sensitive_features": GROUP}
            alike = fm.confidence_interval(name, TRUE, PREDICTED, **given)
            found = fm.confidence_interval(
                name, TRUE, PREDICTED, sample_weight=weights, **given
            )
            # Sums of weights round.
            ours, plain = (found.low, found.high), (alike.low, alike.high)
            assert ours == pytest.approx(plain, rel=1e-12)


def test_what_is_refused():
    one = "equal_opportunity_ratio"
    held = functools.partial(getattr(fm, one), sensitive_features=GROUP)
    for given, error, match in (
        ({"metrics": [one]}, ValueError, "give sensitive_features, or by"),
        ({"metrics": [held]}, ValueError, "inside of the metric"),
    ):
        with pytest.raises(error, match=match):
            fm.evaluate(TRUE, PREDICTED, **given)
    for given, match in (
        ({"method": "bca"}, "its methods are auto, mover"),
        ({}, "sensitive_features"),
    ):
        told = {"sensitive_features": GROUP} if given else {}
        with pytest.raises((ValueError, TypeError), match=match):
            fm.confidence_interval(one, TRUE, PREDICTED, **told, **given)
    alone = fm.confidence_interval(one, TRUE, PREDICTED, sensitive_features=[0] * 12)
    assert math.isnan(alone.low)
    assert "two groups" in alone.reason
    with pytest.raises(ValueError, match="at most two classes"):
        call(one, [0, 1, 2] * 4, [0, 1, 2] * 4)
