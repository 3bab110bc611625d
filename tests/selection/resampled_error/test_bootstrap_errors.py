"""Bootstrap estimates of error from predictions, against the reference."""

import math
import warnings
from functools import partial

import numpy as np
import pandas as pd
import polars as pl
import pytest
from helpers.one_case import one_case
from sklearn.metrics import log_loss, roc_auc_score

import fastmetrics as fm
from fastmetrics import reference

KINDS = {
    "error_rate": (reference.error_rate, "labels"),
    "zero_one_loss": (reference.zero_one_loss, "labels"),
    "mean_squared_error": (reference.mean_squared_error, "numbers"),
    "mean_absolute_error": (reference.mean_absolute_error, "numbers"),
    "brier_score_loss": (reference.brier_score_loss, "shares"),
}


def resampled(rng, n=12, n_resamples=15):
    """Return how often rows were drawn, and which were not."""
    drawn = rng.integers(0, n, (n_resamples, n))
    counts = np.stack([np.bincount(row, minlength=n) for row in drawn])
    return counts, counts == 0


def drawn(rng, kind, n=12, n_resamples=15):
    if kind == "labels":
        y = rng.integers(0, 3, n)
        models = rng.integers(0, 3, (n_resamples + 1, n))
    elif kind == "numbers":
        y, models = rng.normal(size=n), rng.normal(size=(n_resamples + 1, n))
    else:
        y, models = rng.integers(0, 2, n), rng.random((n_resamples + 1, n))
    return y, models[0], models[1:]


@one_case("metric", KINDS)
def test_is_what_the_reference_says(metric, rng):
    loss, kind = KINDS[metric]
    for _ in range(2):
        y, fitted, models = drawn(rng, kind)
        counts, left = resampled(rng)
        given = models.tolist(), left.tolist()
        for average in ("rows", "resamples"):
            if metric == "brier_score_loss" and average == "resamples":
                continue  # of one class the twin wants to know the other
            found = fm.out_of_bag_score(y, models, left, metric=metric, average=average)
            expected = reference.out_of_bag_score(
                y.tolist(), *given, metric=loss, average=average
            )
            assert found == pytest.approx(expected, rel=1e-13)
        for plus in (True, False):
            found = fm.point632_score(
                y, fitted, models, left, metric=metric, plus=plus, counts=counts
            )
            expected = reference.point632_score(
                *(y.tolist(), fitted.tolist(), *given),
                metric=loss,
                plus=plus,
                counts=counts.tolist(),
            )
            for name in expected._fields:
                ours, plain = getattr(found, name), getattr(expected, name)
                assert ours == pytest.approx(plain, rel=1e-12, nan_ok=True), name


def test_what_was_seen_in_training_is_not_read(rng):
    y, _, models = drawn(rng, "numbers")
    _, left = resampled(rng)
    unread = np.where(left, models, np.nan)
    for metric in ("mse", "r2_score", partial(fm.median_absolute_error)):
        assert fm.out_of_bag_score(
            y, unread, left, metric=metric
        ) == fm.out_of_bag_score(y, models, left, metric=metric)
    labels = np.array(["a", "b"], object)[rng.integers(0, 2, (16, 12))]
    unread = np.where(left, labels[1:], None)
    assert fm.out_of_bag_score(labels[0], unread, left) == fm.out_of_bag_score(
        labels[0], labels[1:], left
    )


def test_metrics_of_rankings_are_averaged_over_resamples_and_mirrored(rng):
    n, y = 60, rng.integers(0, 2, 60)
    counts, left = resampled(rng, n, 20)
    scores = rng.normal(size=(21, n)) + y * rng.random((21, 1))
    scores[0] += y
    found = fm.point632_score(y, scores[0], scores[1:], left, metric="roc_auc_score")
    areas = [roc_auc_score(y[k], s[k]) for s, k in zip(scores[1:], left, strict=True)]
    apparent, outside = roc_auc_score(y, scores[0]), np.mean(areas)
    assert found.no_information == 0.5
    assert found.out_of_bag == pytest.approx(outside)
    overfitting = (apparent - outside) / (apparent - 0.5)
    weight = 0.632 / (1 - 0.368 * overfitting)
    assert found.relative_overfitting == pytest.approx(overfitting)
    assert found.estimate == pytest.approx((1 - weight) * apparent + weight * outside)
    assert math.isnan(found.standard_error)
    # One less the accuracy is the error rate, and their estimates are so too.
    predicted = (scores > 0).astype(int)
    options = {"counts": counts}
    error = fm.point632_score(y, predicted[0], predicted[1:], left, **options)
    share = fm.point632_score(
        y, predicted[0], predicted[1:], left, metric="accuracy", **options
    )
    assert share.estimate == pytest.approx(1 - error.estimate, rel=1e-12)
    assert share.weight == pytest.approx(error.weight)


def test_is_ipreds_estimate():
    # tools/golden_ipred.R, with ipred 0.9-13: the same numbers, resamples and models.
    i = np.arange(30)
    x, y = (i * 7919) % 101 / 20 + i % 2 * 1.6, i % 2
    draws = [(i * i * (b + 3) + 17 * i * b + 5 * b) % 31 % 30 for b in range(12)]

    def of_nearer_mean(rows):
        below, above = (x[rows][y[rows] == label].mean() for label in (0, 1))
        return ((x > (below + above) / 2) == (above > below)).astype(int)

    models = [of_nearer_mean(rows) for rows in draws]
    left = [~np.isin(i, rows) for rows in draws]
    found = fm.point632_score(y, of_nearer_mean(i), models, left)
    assert fm.out_of_bag_score(y, models, left) == found.out_of_bag
    assert found.out_of_bag == pytest.approx(0.351018518518519, rel=1e-12)
    assert found.estimate == pytest.approx(0.344964556720040, rel=1e-12)
    assert found.apparent < found.out_of_bag < found.no_information


def test_probabilities_of_several_classes_know_all_of_them(rng):
    y = np.array(["a", "b", "c"])[rng.integers(0, 3, 12)]
    proba = rng.dirichlet([1, 1, 1], (15, 12))
    _, left = resampled(rng)
    found = fm.out_of_bag_score(y, proba, left, metric="log_loss")
    losses = [
        [log_loss([y[i]], [p[i]], labels=["a", "b", "c"]) for p in proba[left[:, i]]]
        for i in range(12)
    ]
    assert found == pytest.approx(np.mean([np.mean(one) for one in losses]))


def test_containers_make_no_difference(rng):
    y, fitted, models = drawn(rng, "labels")
    _, left = resampled(rng)
    expected = fm.point632_score(y, fitted, models, left)
    for column, matrix in (
        (list, np.ndarray.tolist),
        (pd.Series, pd.DataFrame),
        (pl.Series, pl.DataFrame),
        (np.asarray, np.asfortranarray),
    ):
        found = fm.point632_score(
            column(y), column(fitted), matrix(models), matrix(left)
        )
        assert found == expected or str(found) == str(expected)
    assert str(fm.point632_score(y, fitted, models, left * 1)) == str(expected)


@pytest.mark.slow
@one_case("n_resamples", [60, 300])
def test_standard_error_is_about_the_spread_of_the_estimate(n_resamples):
    """Of the mean as a model, squared errors: 200 data sets of 30 rows."""
    rng, n = np.random.default_rng(1), 30
    found = []
    for _ in range(200):
        y = rng.normal(size=n)
        counts, left = resampled(rng, n, n_resamples)
        models = np.repeat((counts @ y / n)[:, None], n, axis=1)
        one = fm.point632_score(
            *(y, np.full(n, y.mean()), models, left),
            metric="mse",
            plus=False,
            counts=counts,
        )
        found.append((one.estimate, one.standard_error))
    estimates, errors = np.array(found).T
    assert np.mean(errors) == pytest.approx(estimates.std(), rel=0.2)
    assert estimates.mean() == pytest.approx(1 + 1 / n, abs=0.05)


def test_rows_that_were_always_drawn_are_left_out_and_counted():
    with pytest.warns(fm.UndefinedMetricWarning, match="1 of 3 rows"):
        found = fm.out_of_bag_score([1, 0, 1], [[1, 1, 0]], [[True, True, False]])
    assert found == 0.5
    with pytest.warns(fm.UndefinedMetricWarning, match="3 of 3 rows"):
        assert math.isnan(fm.out_of_bag_score([1, 0, 1], [[1, 1, 0]], [[False] * 3]))
    with pytest.warns(fm.UndefinedMetricWarning, match="1 of 2 resamples"):
        found = fm.out_of_bag_score(
            *([0, 1, 1], [[0.1, 0.2, 0.3]] * 2, [[True, True, False], [False] * 3]),
            metric="roc_auc_score",
        )
    assert found == 1


BASE = {
    "y_true": [0, 1],
    "y_pred": [0, 1],
    "predictions": [[0, 1]],
    "out_of_bag": [[True, True]],
}
BAD = {
    "no rows": ({"y_true": []}, ValueError, "y_true is empty"),
    "other rows": ({"predictions": [[0, 1, 1]]}, ValueError, "n_samples = 2"),
    "no models": ({"predictions": np.empty((0, 2))}, ValueError, "predictions must"),
    "column": ({"predictions": [0, 1]}, ValueError, "predictions must be of shape"),
    "flags": ({"out_of_bag": [[True]]}, ValueError, "out_of_bag must be of the shape"),
    "numbers": ({"out_of_bag": [[2, 1]]}, ValueError, "out_of_bag must be True"),
    "texts": ({"out_of_bag": [["a", "b"]]}, ValueError, "out_of_bag must be True"),
    "metric": ({"metric": "nonsense"}, ValueError, "nonsense"),
    "no metric": ({"metric": 3}, TypeError, "metric, which comes first, must be"),
    "no direction": ({"metric": "mean_error"}, ValueError, "neither is better"),
    "own": ({"metric": lambda a, b: 1.0}, TypeError, "no closed form"),
    "plus": ({"plus": 1}, TypeError, "plus must be"),
    "counts": ({"counts": [[1, 0]]}, ValueError, "counts must be 0 where"),
    "negative": ({"counts": [[-1, 0]]}, ValueError, "counts must be whole"),
    "shape": ({"counts": [1, 0]}, ValueError, "counts must be of the shape"),
}


@one_case("options, error, says", BAD.values())
def test_bad_input_raises(options, error, says):
    with pytest.raises(error, match=says):
        fm.point632_score(**{**BASE, **options})


def test_bad_averages_raise():
    with pytest.raises(ValueError, match="average must be one of"):
        fm.out_of_bag_score([0, 1], [[0, 1]], [[1, 1]], average="mean")
    with pytest.raises(ValueError, match="average='rows' is for means over rows"):
        fm.out_of_bag_score(
            [0, 1], [[0, 1]], [[1, 1]], metric="f1_score", average="rows"
        )


def test_a_function_of_ones_own_will_do_without_plus():
    found = fm.point632_score(**BASE, metric=lambda a, b: 2.0, plus=False)
    assert found.estimate == 2
    assert math.isnan(found.no_information)


def test_the_estimate_shows_what_it_is_made_of():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = fm.point632_score(
            *([1, 0, 1, 0], [1, 0, 1, 0], [[1, 0, 1, 1], [1, 0, 1, 0]]),
            [[True, False, False, True], [True, True, True, False]],
            counts=[[0, 2, 2, 0], [0, 0, 0, 4]],
        )
    assert str(found).splitlines()[0] == (
        "error_rate by the .632+ bootstrap: 2 resamples of 4 rows"
    )
    assert "out of bag" in found._repr_mimebundle_()["text/html"]
    low, high = found.confidence_interval()
    assert (low + high) / 2 == pytest.approx(found.estimate)
    assert found.to_dict()["estimate"] == found.estimate
    assert found.standard_error > 0
