"""Bias, variance and noise, against the reference and what others print."""

import itertools
import math
import pickle
import warnings
from dataclasses import fields

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import reference

DRAWS = [*itertools.product((1, 2, 5), (1, 3), *[(False, True)] * 2, (0, 1))]


def drawn(rng, shape, kind):
    if kind == "numbers":
        return rng.normal(size=shape).round(2)
    return np.array(["no", "yes", "maybe"], object)[rng.integers(0, 3, shape)]


@one_case("models, observations, weighted, optimal, ddof", DRAWS)
@one_case("loss", ["squared", "zero_one"])
def test_is_what_the_reference_says(
    loss, models, observations, weighted, optimal, ddof, rng
):
    n, kind = 6, "numbers" if loss == "squared" else "labels"
    y = drawn(rng, (observations, n) if observations > 1 else n, kind)
    f = drawn(rng, (models, n), kind)
    given = {"loss": loss, "ddof": ddof}
    if weighted:
        given["sample_weight"] = [1, 0, 2.5, 3, 1, 0.25]
    if optimal:
        given["y_optimal"] = drawn(rng, n, kind).tolist()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", fm.UndefinedMetricWarning)
        found = fm.bias_variance_decomposition(y, f, **given)
    expected = reference.bias_variance_decomposition(y.tolist(), f.tolist(), **given)
    for name in expected._fields:
        ours, plain = getattr(found, name), getattr(expected, name)
        if kind == "labels" and name == "main_prediction":
            assert ours.tolist() == plain
        else:
            assert ours == pytest.approx(plain, rel=1e-12, abs=1e-14, nan_ok=True), name
    assert (found.n_models, found.n_observations, found.n_samples) == (
        *(models, observations, n),
    )


def test_example_of_the_literature_is_exact():
    found = fm.bias_variance_decomposition(
        [0, 1, 1, 1], [[0, 1, 1, 0], [0, 1, 0, 0], [0, 0, 1, 1]], loss="zero_one"
    )
    third, twelfth, sixth = 1 / 3, 1 / 12, 1 / 6
    assert found.parts() == {
        "loss": third,
        "bias": 0.25,
        "variance": 0.25,
        "net_variance": twelfth,
        "unbiased_variance": sixth,
        "biased_variance": twelfth,
        "kohavi_wolpert_bias": sixth,
        "kohavi_wolpert_variance": sixth,
        "kohavi_wolpert_noise": 0,
        "noise": 0,
        "residual": 0,
    }


def test_agrees_with_mlxtend():
    # mlxtend 0.25.0, an estimator that predicts these rows in turn:
    # bias_variance_decomp(given, X, y, X, y, loss="0-1_loss", num_rounds=7)
    y = [2, 2, 0, 2, 1, 1, 1, 0, 2, 0, 0, 1]
    f = [
        [1, 1, 0, 0, 0, 0, 0, 2, 0, 1, 2, 0],
        [0, 1, 0, 2, 0, 2, 2, 2, 0, 1, 1, 1],
        [1, 2, 1, 0, 2, 1, 2, 0, 1, 2, 0, 0],
        [1, 2, 0, 2, 1, 0, 1, 2, 2, 2, 0, 0],
        [2, 2, 2, 0, 0, 1, 1, 1, 2, 0, 1, 0],
        [0, 2, 0, 0, 0, 0, 0, 2, 1, 1, 0, 2],
        [2, 0, 0, 0, 0, 2, 1, 1, 0, 1, 2, 0],
    ]
    found = fm.bias_variance_decomposition(y, f, loss="zero_one")
    assert (found.loss, found.bias, found.variance) == pytest.approx(
        (0.6785714285714286, 0.6666666666666666, 0.44047619047619047), rel=1e-14
    )
    # The same with loss="mse", of numbers:
    rng = np.random.default_rng(5)
    rng.integers(0, 3, 12), rng.integers(0, 3, (7, 12))
    numbers, models = rng.normal(size=12).round(2), rng.normal(size=(7, 12)).round(2)
    squared = fm.bias_variance_decomposition(numbers, models)
    assert (squared.loss, squared.bias_squared, squared.variance) == pytest.approx(
        (1.8816130952380952, 1.234338605442177, 0.6472744897959183), rel=1e-14
    )


@one_case("loss", ["squared", "zero_one"])
@one_case("ddof", [0, 1])
def test_parts_add_up_to_the_loss(loss, ddof, rng):
    y = rng.integers(0, 4, (3, 200))
    f = rng.integers(0, 4, (9, 200))
    best = rng.integers(0, 4, 200)
    for y_optimal in (None, best):
        found = fm.bias_variance_decomposition(
            y, f, loss=loss, ddof=ddof, y_optimal=y_optimal
        )
        if loss == "squared":
            wrong = (y[:, None].astype(float) - f[None]) ** 2
            sums = [found.bias_squared + found.variance + found.noise + found.residual]
        else:
            wrong = y[:, None] != f[None]
            sums = [
                found.bias + found.net_variance + found.residual,
                found.kohavi_wolpert_bias
                + found.kohavi_wolpert_variance
                + found.kohavi_wolpert_noise,
            ]
        assert found.loss == pytest.approx(wrong.mean(), rel=1e-14)
        assert sums == pytest.approx([found.loss] * len(sums), rel=1e-13)


@one_case("classes", [2, 3, 5])
def test_net_variance_completes_the_bias_for_any_number_of_classes(classes, rng):
    y, f = rng.integers(0, classes, 300), rng.integers(0, classes, (4, 300))
    found = fm.bias_variance_decomposition(y, f, loss="zero_one")
    assert found.bias + found.net_variance == pytest.approx(found.loss, rel=1e-14)
    difference = found.unbiased_variance - found.biased_variance
    assert (found.net_variance == pytest.approx(difference)) == (classes == 2)
    assert found.unbiased_variance + found.biased_variance == pytest.approx(
        found.variance
    )


def test_residual_of_two_classes_is_that_of_domingos(rng):
    y, f = rng.integers(0, 2, (5, 400)), rng.integers(0, 2, (7, 400))
    best = rng.integers(0, 2, 400)
    found = fm.bias_variance_decomposition(y, f, loss="zero_one", y_optimal=best)
    noise, right = (y != best).mean(axis=0), (f == best).mean(axis=0)
    assert found.residual == pytest.approx((noise * (2 * right - 1)).mean())


def test_large_offsets_lose_no_digits(rng):
    y, f = rng.normal(size=500), rng.normal(size=(50, 500))
    # The same numbers with the offset, and what is left of them without it.
    far_y, far_f = y + 1e8, f + 1e8
    near = fm.bias_variance_decomposition(far_y - 1e8, far_f - 1e8)
    far = fm.bias_variance_decomposition(far_y, far_f)
    assert [*far.parts().values()] == pytest.approx([*near.parts().values()], rel=1e-9)


def test_unbiased_parts_are_right_on_average(rng):
    # The truth: bias² 0.25, variance 1, noise 4; 3 models and 2 observations of a row.
    n = 200_000
    y = rng.normal(scale=2, size=(2, n))
    f = rng.normal(loc=0.5, size=(3, n))
    found = fm.bias_variance_decomposition(y, f, ddof=1)
    parts = found.bias_squared, found.variance, found.noise
    assert parts == pytest.approx((0.25, 1, 4), abs=0.05)
    plain = fm.bias_variance_decomposition(y, f)
    assert plain.bias_squared == pytest.approx(0.25 + 1 / 3 + 4 / 2, abs=0.05)


WAYS = {
    "lists": lambda x: x.tolist(),
    "float32": lambda x: x.astype(np.float32),
    "int8": lambda x: x.astype(np.int8),
    "int64": lambda x: x.astype(np.int64),
    "bool": lambda x: x.astype(bool),
    "half": lambda x: x.astype(np.float16),
    "long doubles": lambda x: x.astype(np.longdouble),
    "objects": lambda x: x.astype(int).astype(object),
    "Fortran order": np.asfortranarray,
    "strided": lambda x: np.repeat(x, 2, axis=-1)[..., ::2],
    "read-only": lambda x: np.frombuffer(x.tobytes()).reshape(x.shape),
    "big-endian": lambda x: x.astype(">f8"),
    "pandas": lambda x: (pd.Series if x.ndim == 1 else pd.DataFrame)(x),
    "Polars": lambda x: (pl.Series if x.ndim == 1 else pl.DataFrame)(x),
    "Arrow": lambda x: (
        pa.array(x)
        if x.ndim == 1
        else pa.table([pa.array(c) for c in x.T], names=[*map(str, range(x.shape[1]))])
    ),
}


@one_case("way", WAYS)
@one_case("loss", ["squared", "zero_one"])
def test_takes_every_container(loss, way, rng):
    y, f = (rng.integers(0, 2, shape).astype(float) for shape in (30, (5, 30)))
    expected = fm.bias_variance_decomposition(y, f, loss=loss).parts()
    given = WAYS[way](y), WAYS[way](f)
    kept = [pickle.dumps(one) for one in given] if way != "strided" else []
    found = fm.bias_variance_decomposition(*given, loss=loss)
    assert found.parts() == expected
    assert [pickle.dumps(one) for one in given[: len(kept)]] == kept


def test_labels_of_every_kind(rng):
    codes, models = rng.integers(0, 3, 40), rng.integers(0, 3, (6, 40))
    expected = fm.bias_variance_decomposition(codes, models, loss="zero_one")
    for names in (
        np.array(["a", "b", "c"]),
        np.array(["a", "b", "c"], object),
        np.array([-7, 0, 10**12]),
        np.array(["2020-01-01", "2020-01-02", "2021-01-01"], "M8[D]"),
        np.array([0.0, 1.0, 5.0]),
    ):
        found = fm.bias_variance_decomposition(
            names[codes], names[models], loss="zero_one"
        )
        assert found.parts() == expected.parts()
        assert (
            found.main_prediction.tolist() == names[expected.main_prediction].tolist()
        )


def test_many_models_in_several_pieces(rng):
    y, f = rng.integers(0, 3, 40_000), rng.integers(0, 5, (40, 40_000))
    f[:20] %= 3  # the last classes come late
    found = fm.bias_variance_decomposition(y, f, loss="zero_one")
    counts = np.stack([(f == c).sum(axis=0) for c in range(5)])
    main = counts.argmax(axis=0)
    assert found.loss == pytest.approx((f != y).mean(), rel=1e-14)
    assert found.bias == (main != y).mean()
    assert found.variance == pytest.approx((f != main).mean(), rel=1e-14)
    assert np.array_equal(found.main_prediction, main)


BAD = {
    "no row": (([], [[]]), {}, ValueError, "y_true"),
    "no model": (([1, 2], np.empty((0, 2))), {}, ValueError, "predictions"),
    "turned": (([1, 2, 3], np.ones((3, 2))), {}, ValueError, "Transpose"),
    "cube": (([1, 2], np.ones((1, 2, 2))), {}, ValueError, "predictions"),
    "NaN": (([1, 2], [[1, math.nan]]), {}, ValueError, "predictions contains NaN"),
    "inf": (([1, math.inf], [[1, 2]]), {}, ValueError, "y_true contains inf"),
    "far apart": (([0.0], [[1e200], [-1e200]]), {}, ValueError, "too far apart"),
    "far from truth": (([1e200], [[0.0], [1.0]]), {}, ValueError, "too far apart"),
    "text": ((["a"], [["a"]]), {}, ValueError, "y_true must hold numbers"),
    "loss": (([1], [[1]]), {"loss": "log"}, ValueError, "loss must be 'squared'"),
    "loss array": (([1], [[1]]), {"loss": np.ones(2)}, ValueError, "loss must"),
    "ddof": (([1], [[1]]), {"ddof": 2}, ValueError, "ddof must be 0 or 1"),
    "ddof list": (([1], [[1]]), {"ddof": [0, 1]}, ValueError, "ddof must be 0 or 1"),
    "ddof array": (([1], [[1]]), {"ddof": np.ones(2)}, ValueError, "ddof must be 0"),
    "optimal": (([1, 2], [[1, 2]]), {"y_optimal": [1]}, ValueError, "y_optimal has 1"),
    "weights": (([1], [[1]]), {"sample_weight": [-1]}, ValueError, "sample_weight"),
    "labels of numbers": (([1], [[1]]), {"labels": [1]}, ValueError, "labels must be"),
}
BAD_LABELS = {
    "fraction": (([1, 0], [[0.5, 1]]), {}, ValueError, "predictions: continuous"),
    "mixed": (([1, 0], [["a", "b"]]), {}, TypeError, "predictions and y_true"),
    "null": ((["a", "b"], [["a", None]]), {}, ValueError, "predictions contains"),
    "unknown": (([0], [[1]]), {"labels": [0]}, ValueError, "predictions contains 1"),
    "unknown truth": (([2], [[0]]), {"labels": [0]}, ValueError, "y_true contains 2"),
    "twice": (([0], [[0]]), {"labels": [0, 0]}, ValueError, "labels must all be"),
    "best": (([0], [[0]]), {"y_optimal": [0.5]}, ValueError, "y_optimal: continuous"),
    "short": (([0, 1], [[0]]), {}, ValueError, "n_samples = 2"),
}


@one_case("given, options, error, says", BAD.values())
def test_bad_input_raises(given, options, error, says):
    with pytest.raises(error, match=says):
        fm.bias_variance_decomposition(*given, **options)


@one_case("given, options, error, says", BAD_LABELS.values())
def test_bad_labels_raise(given, options, error, says):
    with pytest.raises(error, match=says):
        fm.bias_variance_decomposition(*given, loss="zero_one", **options)


@one_case("loss", ["squared", "zero_one"])
def test_one_model_warns_of_unbiased_variance(loss):
    with pytest.warns(fm.UndefinedMetricWarning, match="one model"):
        found = fm.bias_variance_decomposition([1, 0], [[1, 1]], loss=loss, ddof=1)
    names = (
        ("variance", "bias_squared")
        if loss == "squared"
        else ("kohavi_wolpert_variance", "kohavi_wolpert_bias")
    )
    assert all(math.isnan(getattr(found, name)) for name in names)
    assert found.loss == 0.5


def test_results_show_what_was_found():
    squared = fm.bias_variance_decomposition([[0, 2, 4]] * 2, [[1, 2, 2], [1, 3, 4]])
    said = " ".join(str(squared).split())
    assert "2 models on 3 rows, each observed 2 times: mean squared error" in said
    assert "bias² 0.7500 64.3 % (mean prediction − best prediction)²" in said
    assert "Noise cannot be told" not in said
    shown = squared._repr_mimebundle_()
    assert "bias²" in shown["text/html"]
    assert "bias²" in shown["text/plain"]
    frame = squared.to_frame()
    assert frame.loc["variance", "value"] == squared.variance
    assert frame.loc["loss", "share"] == 1
    assert squared.to_frame(backend="polars")["part"].to_list() == [*squared.parts()]
    found = squared.to_dict()
    assert found["main_prediction"] == [1, 2.5, 3]
    assert {field.name for field in fields(squared)} == set(found)


def test_only_parts_that_are_known_are_drawn():
    y = [1.0, 2, 3]
    models = [[1.0, 2, 4], [0.0, 2, 3]]
    names = {1: ["bias²", "variance", "loss"], 2: ["bias²", "variance", "noise"]}
    for observed, given in ((1, y), (2, [y, [2.0, 2, 3]])):
        [made] = fm.bias_variance_decomposition(given, models)._pictures()
        assert [*made.panels[0].y.names][:3] == names[observed]
