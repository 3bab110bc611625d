"""Reports of what was accumulated: every kind of data, with weights, and parameters.

What a summary was made with is its own: it is read without being told again.
"""

import functools

import numpy as np
import pandas as pd
import pytest
from helpers.one_case import one_case
from helpers.shown import full

import fastmetrics as fm
from fastmetrics import Accumulator
from fastmetrics.adapters.sliced_summaries import MOST_MODELS, is_of_pair

RNG = np.random.default_rng(0)
N = 60
TWO, THREE = RNG.integers(0, 2, N), RNG.integers(0, 3, N)
P, Q = RNG.random(N), RNG.dirichlet([1, 1, 1], N)
AMOUNT = RNG.gamma(2, size=N) + 0.1
NEAR = AMOUNT * RNG.uniform(0.5, 1.5, N)
FLAGS = RNG.integers(0, 2, (2, N, 3))
QUANTILES = np.column_stack([NEAR - 1, NEAR, NEAR + 1])
LEVELS = [0.1, 0.5, 0.9]
WEIGHTS = RNG.uniform(0.5, 2, N)

DATA = {
    "labels": {"y_true": TWO, "y_pred": 1 - TWO[::-1]},
    "classes": {"y_true": THREE, "y_pred": THREE[::-1]},
    "flags": {"y_true": FLAGS[0], "y_pred": FLAGS[1]},
    "scores": {"y_true": TWO, "y_score": P},
    "single precision": {"y_true": TWO, "y_score": P.astype(np.float32)},
    "probabilities": {"y_true": TWO, "y_proba": P},
    "of three classes": {"y_true": THREE, "y_proba": Q},
    "of texts": {"y_true": np.array(list("abc"))[THREE], "y_proba": Q},
    "amounts": {"y_true": AMOUNT, "y_pred": NEAR},
    "quantiles": {"y_true": AMOUNT, "y_quantiles": QUANTILES},
    "intervals": {"y_true": AMOUNT, "y_lower": NEAR - 1, "y_upper": NEAR + 1},
    "two models": {"y_true": TWO, "y_pred": {"a": TWO[::-1], "b": 1 - TWO}},
}
OPTIONS = {"quantiles": {"quantiles": LEVELS}, "intervals": {"interval_level": 0.8}}
FORMS = ("to_html", "to_markdown", "to_latex", "to_dict", "to_csv", "to_frame")


def halves(data):
    """Return the columns of the first and of the last rows."""
    for part in (slice(None, N // 3), slice(N // 3, None)):
        yield {
            name: {m: c[part] for m, c in one.items()}
            if isinstance(one, dict)
            else one[part]
            for name, one in data.items()
        }


def accumulated(metrics, data, **options):
    made = Accumulator(metrics, **options)
    for part in halves(data):
        made.update(**part)
    return made


def estimates(report):
    return {
        model: {name: one.estimate for name, one in row.items()}
        for model, row in report.values.items()
    }


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
@one_case("kind", DATA)
@one_case("weights", [None, WEIGHTS, np.ones(N), np.full(N, 3)])
def test_every_kind_of_data_with_weights(kind, weights):
    data, options = DATA[kind], OPTIONS.get(kind, {})
    if weights is not None:
        data = {**data, "sample_weight": weights}
    made = accumulated(None, data, **options)
    report = fm.evaluate(made, random_state=0, n_resamples=19)
    whole = fm.evaluate(**data, **options, n_resamples=19)
    for model, row in estimates(report).items():
        right = estimates(whole)[model]
        for name, value in row.items():
            if name in right:
                close = pytest.approx(right[name], rel=1e-9, abs=1e-12, nan_ok=True)
                assert value == close, name
    for one in report.values.values():
        for interval in one.values():
            assert interval.reason or interval.low <= interval.high
    if weights is None or weights is WEIGHTS:
        assert full(report)
        for form in FORMS:
            getattr(report, form)()
    other = Accumulator.from_bytes(made.to_bytes())
    assert estimates(fm.evaluate(other, random_state=0, n_resamples=19)) == estimates(
        report
    )


SAID = ["The Cat", "a dog runs"] * 10
HEARD = ["the cat", "A dog ran"] * 10
SPEECH = {"y_true": SAID, "y_pred": HEARD}
LOWER = functools.partial(fm.word_error_rate, normalize="lower")


@one_case(
    "metric, data, options, function",
    [
        ("wer", SPEECH, {"normalize": ["lower"]}, LOWER),
        ("cer", SPEECH, {"normalize": "lower"}, None),
        ("wer", SPEECH, {"costs": [2, 1, 1]}, None),
        (LOWER, SPEECH, {}, LOWER),
        (("wer", {"costs": [2, 1, 1], "normalize": "lower"}), SPEECH, {}, None),
        ("log_loss", DATA["of three classes"], {}, fm.log_loss),
        (
            ("log_loss", {"labels": [0, 1, 2], "eps": 0.25}),
            DATA["of three classes"],
            {},
            functools.partial(fm.log_loss, labels=[0, 1, 2], eps=0.25),
        ),
        (
            ("top_k_accuracy_score", {"k": 2}),
            DATA["of three classes"],
            {},
            functools.partial(fm.top_k_accuracy_score, k=2),
        ),
        (
            "interval_score",
            DATA["intervals"],
            {"interval_level": 0.8},
            functools.partial(fm.interval_score, confidence_level=0.8),
        ),
        (
            "mean_quantile_loss",
            DATA["quantiles"],
            {"quantiles": LEVELS},
            functools.partial(fm.mean_quantile_loss, quantiles=LEVELS),
        ),
    ],
)
def test_what_a_summary_was_made_with_is_not_told_again(
    metric, data, options, function
):
    task = {"task": "speech"} if data is SPEECH else {}
    made = Accumulator(metric, **task, **options)
    rows = len(data["y_true"])
    for part in (slice(None, 7), slice(7, rows)):
        made.update(**{name: one[part] for name, one in data.items()})
    [name] = made.names
    right = fm.evaluate(**data, **task, **options, metrics=[metric])
    [right] = next(iter(right.values.values())).values()
    if function is not None:
        plain = function(*data.values())
        assert right.estimate == pytest.approx(plain, rel=1e-12)
    again = Accumulator.from_bytes(made.to_bytes())
    assert again == made
    for one in (made, again, made + Accumulator(metric, **task, **options)):
        assert one.compute(name) == pytest.approx(right.estimate, rel=1e-12)
        found = fm.confidence_interval(name, one)
        assert found.estimate == pytest.approx(right.estimate, rel=1e-12)
        [found] = next(iter(fm.evaluate(one).values.values())).values()
        assert found.estimate == pytest.approx(right.estimate, rel=1e-12)


@one_case("options", [{"normalize": "lower"}, {"costs": [2, 1, 1]}])
def test_all_of_speech(options):
    made = Accumulator(None, task="speech", **options)
    made.update(SAID, HEARD)
    report = fm.evaluate(SAID, y_pred=HEARD, task="speech", **options)
    right = {name: one.estimate for name, one in report.values["model"].items()}
    for name, value in made.compute().items():
        assert value == pytest.approx(right[name], rel=1e-12)
    assert fm.evaluate(made)["word_error_rate"].estimate == made.compute("wer")


def test_what_was_decided_is_compared():
    lower = Accumulator("wer", normalize="lower")
    upper = Accumulator("wer")
    for one in (lower, upper):
        one.update(SAID, HEARD)
    with pytest.raises(ValueError, match="accumulators of different settings do not"):
        lower + upper


def test_a_required_setting_is_asked_for_at_once():
    with pytest.raises(TypeError, match="needs the parameter 'quantiles'"):
        Accumulator("mean_quantile_loss")


FRAMES = {
    "intervals": (
        {"y": AMOUNT, "lo": NEAR - 1, "hi": NEAR + 1},
        {"y_true": "y", "y_lower": "lo", "y_upper": "hi"},
    ),
    "quantiles": (
        {"y": AMOUNT, "a": QUANTILES[:, 0], "b": QUANTILES[:, 1], "c": QUANTILES[:, 2]},
        {"y_true": "y", "y_quantiles": ["a", "b", "c"]},
    ),
    "of three classes": (
        {"y": THREE, "a": Q[:, 0], "b": Q[:, 1], "c": Q[:, 2]},
        {"y_true": "y", "y_proba": ["a", "b", "c"]},
    ),
    "speech": ({"said": SAID, "heard": HEARD}, {"y_true": "said", "y_pred": "heard"}),
}


@pytest.mark.filterwarnings("ignore")
@one_case("kind", FRAMES)
def test_files_in_passes_have_the_values_of_files_in_memory(kind, tmp_path):
    columns, named = FRAMES[kind]
    options = OPTIONS.get(kind, {})
    if kind == "speech":
        options = {"task": "speech", "normalize": ["lower"]}
    path = tmp_path / "rows.csv"
    pd.concat([pd.DataFrame(columns)] * 40).to_csv(path, index=False)
    asked = {**named, **options, "n_resamples": 19}
    whole = fm.evaluate_files(path, **asked, memory="1G")
    passes = fm.evaluate_files(path, **asked, memory=40_000)
    assert passes.notes != whole.notes
    right = estimates(whole)["model"]
    found = estimates(passes)["model"]
    assert {*found} <= {*right}
    for name, value in found.items():
        assert value == pytest.approx(right[name], rel=1e-9), name


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
@one_case("order", ["sorted", "mixed", "by class"])
@one_case("weighted", [False, True])
def test_slices_of_scores_that_outgrow_memory(order, weighted, tmp_path):
    n = 12_000
    rng = np.random.default_rng(0)
    y, by = rng.integers(0, 2, n), rng.choice(list("abbb"), n)
    frame = pd.DataFrame({"y": y, "s": (0.5 * y + rng.random(n)).round(5), "g": by})
    frame["w"] = rng.integers(1, 4, n)
    if order != "mixed":
        frame = frame.sort_values("g" if order == "sorted" else "y")
    path = tmp_path / "rows.parquet"
    frame.to_parquet(path, row_group_size=1000)
    asked = {"y_true": "y", "y_score": "s", "by": "g", "metrics": ["roc_auc"]}
    if weighted:
        asked["sample_weight"] = "w"
    whole = fm.evaluate_files(path, **asked, memory="1G").slices
    parts = fm.evaluate_files(path, **asked, memory=60_000).slices
    tight = {"rel": 1e-12 * weighted, "abs": 0}
    assert parts.n_samples == whole.n_samples
    assert parts.by_group["roc_auc"] == pytest.approx(
        whole.by_group["roc_auc"], **tight
    )


TOP = ("expected_calibration_error", "maximum_calibration_error")


@one_case("kind", ["of three classes", "of texts", "probabilities"])
def test_calibration_of_the_top_label(kind):
    data = DATA[kind]
    for name in TOP:
        for given in ({"n_bins": 5}, {"n_bins": 5, "mode": "top-label"}):
            function = getattr(fm, name)
            right = pytest.approx(function(**data, **given), rel=1e-12)
            made = accumulated((name, given), data)
            assert made.compute(made.names[0]) == right
            assert fm.evaluate(made)[made.names[0]].estimate == right
    if kind == "probabilities":
        return
    with pytest.raises(ValueError, match="mode='classwise' cannot be accumulated"):
        accumulated(("expected_calibration_error", {"mode": "classwise"}), data)
    with pytest.raises(ValueError, match="y_proba must be a"):
        accumulated("expected_observed_ratio", data)


RIGHT, THIRD = RNG.random((2, N)) < 0.7
PAIRED = {
    "labels": (
        ["accuracy_score", "f1_score"],
        {"y_true": TWO, "y_pred": {"a": TWO ^ ~RIGHT, "b": P > 0.5, "c": TWO ^ ~THIRD}},
    ),
    "classes": (
        ["accuracy_score", "f1_macro", "cohen_kappa_score"],
        {
            "y_true": np.array([*"xyz"])[THREE],
            "y_pred": {
                "a": np.array([*"xyz"])[np.where(RIGHT, THREE, 0)],
                "b": np.array([*"xyzw"])[np.where(THIRD, THREE, 3)],
            },
        },
    ),
    "probabilities": (
        ["log_loss", "brier_score_loss"],
        {"y_true": TWO, "y_proba": {"a": P, "b": P[::-1]}},
    ),
    "of three classes": (
        ["log_loss", "ranked_probability_score"],
        {"y_true": THREE, "y_proba": {"a": Q, "b": Q[::-1]}},
    ),
    "amounts": (
        ["mean_squared_error", "mean_absolute_percentage_error"],
        {"y_true": AMOUNT, "y_pred": {"a": NEAR, "b": NEAR[::-1]}},
    ),
    "weighted amounts": (
        ["mean_absolute_error", "mean_squared_log_error"],
        {
            "y_true": AMOUNT,
            "y_pred": {"a": NEAR, "b": NEAR[::-1]},
            "sample_weight": WEIGHTS,
        },
    ),
}


def same_difference(one, other):
    found, wanted = (
        (i.estimate, i.low, i.high, i.standard_error) for i in (one, other)
    )
    assert found == pytest.approx(wanted, rel=1e-7, abs=1e-12)
    assert one.method == other.method


@one_case("metrics,data", PAIRED.values())
def test_differences_of_models_are_those_of_all_rows(metrics, data):
    asked = {"random_state": 1, "n_resamples": 99}
    wanted = fm.evaluate(**data, metrics=metrics, **asked)
    seen = accumulated(metrics, data)
    parts = [accumulated(metrics, one) for one in halves(data)]
    read = Accumulator.from_bytes(seen.to_bytes())
    assert read == seen
    for made in (seen, read, parts[0] + parts[1]):
        report = fm.evaluate(made, **asked)
        assert report.differences.keys() == wanted.differences.keys()
        for pair, row in wanted.differences.items():
            assert row.keys() == report.differences[pair].keys()
            if len(wanted.models) == 2:  # of more, all are drawn together
                for metric, one in row.items():
                    same_difference(report.differences[pair][metric], one)
                    p = report.p_value(pair, metric)
                    assert p == pytest.approx(wanted.p_value(pair, metric), rel=1e-6)
            else:
                for metric, one in row.items():
                    made_of = report.differences[pair][metric]
                    assert made_of.estimate == pytest.approx(one.estimate)
                    assert abs(made_of.low - one.low) < 0.1
                    assert made_of.method == one.method


def test_differences_in_a_window_are_those_of_its_rows():
    metrics, data = PAIRED["amounts"]
    seen = Accumulator(metrics, window=1)
    for part in halves(data):
        seen.update(**part)
    report = fm.evaluate(seen)
    whole = fm.evaluate(**part, metrics=metrics)
    for metric, one in whole.differences["a", "b"].items():
        same_difference(report.differences["a", "b"][metric], one)


def test_differences_that_need_the_rows_say_so():
    for metrics, data in (
        (["roc_auc_score"], {"y_true": TWO, "y_score": {"a": P, "b": P[::-1]}}),
        (
            ["r2_score", "root_mean_squared_error"],
            {"y_true": AMOUNT, "y_pred": {"a": NEAR, "b": AMOUNT}},
        ),
        (["accuracy_score"], {**PAIRED["labels"][1], "sample_weight": WEIGHTS}),
    ):
        report = fm.evaluate(accumulated(metrics, data), random_state=0)
        for one in report.differences["a", "b"].values():
            assert "use compare on all rows" in one.reason
            assert np.isnan(one.low)
        assert "use compare on all rows" in " ".join(full(report).split())


def test_pairs_of_many_models_are_not_kept():
    models = {f"m{i}": NEAR[::-1] if i % 2 else NEAR for i in range(MOST_MODELS + 1)}
    data = {"y_true": AMOUNT, "y_pred": models}
    seen = accumulated(["mean_absolute_error"], data)
    kinds = [k for state in seen._held.states() for own in state.values() for k in own]
    assert kinds
    assert not any(map(is_of_pair, kinds))
    [one, *_] = fm.evaluate(seen).differences.values()
    assert "use compare on all rows" in one["mean_absolute_error"].reason


def test_bytes_without_pairs_go_on(rng):
    """What was written before models were paired is read, and adds up."""
    metrics, data = PAIRED["labels"]
    seen = accumulated(metrics, data)
    for state in seen._held.states():
        for kinds in state.values():
            for kind in [one for one in kinds if is_of_pair(one)]:
                del kinds[kind]
    old = Accumulator.from_bytes(seen.to_bytes())
    both = old + accumulated(metrics, data)
    old.update(**data)
    for made in (both, old, Accumulator.from_bytes(old.to_bytes())):
        assert made.compute("accuracy_score") == seen.compute("accuracy_score")
        [*rows] = fm.evaluate(made).differences.values()
        assert all("use compare" in i.reason for row in rows for i in row.values())


def test_files_that_do_not_fit_have_the_same_differences(tmp_path):
    frame = pd.DataFrame({"y": AMOUNT, "a": NEAR, "b": NEAR[::-1]})
    frame.to_csv(tmp_path / "rows.csv", index=False)
    named = {"y_true": "y", "y_pred": {"a": "a", "b": "b"}}
    asked = {"metrics": ["mean_absolute_error"], "task": "regression"}
    made = [
        fm.evaluate_files(tmp_path / "rows.csv", **named, **asked, memory=memory)
        for memory in ("1G", 1000)
    ]
    same_difference(*(one.differences["a", "b"]["mean_absolute_error"] for one in made))
