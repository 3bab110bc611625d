"""Numbers near the ends of their range: right values, and no warning of NumPy's.

`filterwarnings = error` makes a RuntimeWarning of an overflow an error here.
"""

import math

import numpy as np
import pyarrow as pa
import pytest

import fastmetrics as fm
from fastmetrics import reference
from fastmetrics._common import bounds

POINTS = np.array([[1.0, 2.0, 4.0], [2.0, 1.0, 3.0], [9.0, 4.0, 1.0], [8.0, 6.0, 2.0]])
CLUSTERS = [0, 0, 1, 1]


def test_an_area_whose_sums_on_the_way_overflow():
    # Width 1e9, mean height 1.25e299.
    assert fm.auc([-5e8, 5e8], [7.5e299, -5e299]) == pytest.approx(1.25e308, rel=1e-15)
    assert fm.auc([-1e308, 1e308], [1.0, 0.0]) == pytest.approx(1e308, rel=1e-15)
    assert fm.auc([0.0, 1e300], [1e300, 1e300]) == math.inf


def test_f_of_weights_near_the_largest_float():
    columns = [1, 0, 1, 0], [1, 1, 1, 0]
    for average in ("binary", "macro", "micro", "weighted", None):
        for beta in (1.0, 1e90):
            huge, small = (
                fm.fbeta_score(
                    *columns, beta=beta, average=average, sample_weight=weights
                )
                for weights in ([8e307, 2e307, 4e307, 2e307], [4.0, 1.0, 2.0, 1.0])
            )
            np.testing.assert_allclose(huge, small, rtol=1e-15, err_msg=f"{average}")


def test_odds_of_cells_of_any_size():
    for size in (2e270, 1e-270, 1.0):
        columns, weights = ([1, 1, 0, 0], [1, 0, 1, 0]), [size, 1.0, 1.0, 1.0]
        for haldane in (False, True):
            options = {"sample_weight": weights, "haldane": haldane}
            found = fm.diagnostic_odds_ratio(*columns, **options)
            twin = reference.diagnostic_odds_ratio(*columns, **options)
            assert found == pytest.approx(twin, rel=1e-15)
            by_hand = (size + 0.5) * 1.5 / 1.5**2 if haldane else size
            assert found == pytest.approx(by_hand, rel=1e-15)


def test_odds_beyond_the_floats_are_infinite():
    options = {"sample_weight": [2e270, 2e270], "haldane": True}
    for module in (fm, reference):
        assert module.diagnostic_odds_ratio([1, 0], [1, 0], **options) == math.inf


def test_distances_that_have_no_scale():
    for metric in ("correlation", "canberra", "braycurtis"):
        expected = fm.silhouette_samples(POINTS, CLUSTERS, metric=metric)
        for power in (1020, -1020):
            points = np.ldexp(POINTS, power)
            found = fm.silhouette_samples(points, CLUSTERS, metric=metric)
            np.testing.assert_array_equal(found, expected, err_msg=metric)


def test_rows_of_which_one_is_huge():
    """Of correlations each row has a size of its own."""
    rows = POINTS.copy()
    rows[0] *= 2.0**1020
    np.testing.assert_array_equal(
        fm.silhouette_samples(rows, CLUSTERS, metric="correlation"),
        fm.silhouette_samples(POINTS, CLUSTERS, metric="correlation"),
    )


def test_points_as_large_as_floats_are():
    X = np.array([[1.7e308], [1.6e308], [-1.7e308], [-1.6e308]])
    found = fm.silhouette_score(X, CLUSTERS)
    assert found == pytest.approx(fm.silhouette_score(X / 2.0**900, CLUSTERS))


def test_means_of_single_precision():
    X = np.array([[0.0], [2.0], [10.0]], np.float32)
    assert fm.centroid_distances(X, [0, 0, 1])[0, 1] == 9


def test_points_whose_covariance_has_no_inverse():
    with pytest.raises(
        ValueError, match="metric='mahalanobis' needs an invertible cov"
    ):
        fm.centroid_distances(np.ones((4, 2)), CLUSTERS, metric="mahalanobis")


def test_lift_of_rows_of_next_to_no_weight():
    # The first row is 1e-600 of all weight, and a share 1e-300 / (3e-300) of positives.
    weights = [1e-300, 1e300, 2e-300]
    _, lift, _ = fm.lift_curve([1, 0, 1], [3.0, 2.0, 1.0], sample_weight=weights)
    assert lift[0] == math.inf
    _, lift, _ = fm.lift_curve([0, 1, 1], [3.0, 2.0, 1.0], sample_weight=weights)
    assert lift.tolist() == [0.0, 1.0, 1.0]


def test_a_cost_curve_of_classes_far_apart_in_weight():
    columns = [0, 1, 1, 0], [4.0, 3.0, 2.0, 1.0]
    found = fm.cost_curve(*columns, sample_weight=[1e300, 1e-300, 1e-300, 1e300])
    for one, expected in zip(found, fm.cost_curve(*columns), strict=True):
        np.testing.assert_allclose(one, expected, rtol=1e-15)


def of_half_precision(values):
    try:
        return pa.array(np.array(values, np.float16)).dictionary_encode()
    except pa.ArrowNotImplementedError:
        pytest.skip("this PyArrow has no dictionaries of half precision")


def test_labels_of_half_precision():
    column = of_half_precision([0, 1, 1])
    assert fm.accuracy_score([0, 1, 1], column) == 1


def test_intervals_of_huge_costs():
    columns = [0, 1, 1, 0, 1, 0, 1, 1], [0, 1, 0, 0, 1, 1, 1, 0]

    def interval(size):
        return fm.confidence_interval(
            "total_cost", *columns, random_state=0, n_resamples=99, method="bca",
            metric_params={"cost_matrix": [[0, 1 * size], [5 * size, 0]]},
        )  # fmt: skip

    huge, plain = interval(2.0**1000), interval(1.0)
    for name in ("estimate", "low", "high", "standard_error"):
        assert getattr(huge, name) == getattr(plain, name) * 2.0**1000


def test_an_interval_of_infinite_costs():
    columns = [0, 1, 1, 0, 1, 0, 1, 1], [0, 1, 0, 0, 1, 1, 1, 0]
    params = {"cost_matrix": [[0, 1e308], [1e308, 0]]}
    for method in ("auto", "percentile", "bca", "normal"):
        found = fm.confidence_interval(
            "total_cost", *columns, metric_params=params, method=method, n_resamples=9
        )
        assert found.estimate == math.inf


def test_sweeps_that_weigh_more_than_a_float_holds():
    one = fm.ScoreSweep([1.0], [1e308], [1.0])
    with pytest.raises(OverflowError, match="exceeds the largest float"):
        one + one


def test_a_positive_label_beyond_half_precision():
    column = of_half_precision([3, 0])
    with pytest.warns(fm.UndefinedMetricWarning, match="No positive samples in y_true"):
        fm.roc_curve(column, [0.5, 1.0], pos_label=2**62)


def test_options_of_single_precision():
    beta = {"beta": np.float32(0.5)}
    options = {"metric_params": beta, "n_resamples": 9, "random_state": 0}
    labels = [0, 1, 1] * 20, [0, 1, 0] * 20  # so many that no replicate lacks any
    found = fm.confidence_interval("fbeta_score", *labels, **options)
    assert found.estimate == pytest.approx(5 / 6)
    table = fm.contingency_matrix([0, 1], [0, 1], eps=1.7e308, dtype=np.float32)
    assert np.isinf(table).all()


def test_a_jackknife_of_huge_values():
    # The index of two clusters goes with the inverse square of their spread.
    labels = [0] * 6 + [1] * 6

    def error(spread):
        near = spread * np.array([0.0, 1.0, 3.0, 4.0, 6.0, 7.0])
        X = np.concatenate([near, np.ones(6)])[:, None]
        found = fm.confidence_interval("calinski_harabasz_score", X=X, y_pred=labels)
        return found.standard_error

    assert error(2.0**-300) == pytest.approx(error(2.0**-100) * 2.0**400, rel=1e-9)


def test_a_threshold_beyond_half_precision():
    scores = np.array([0.5, 1.0, 0.25, 2.0], np.float16)
    one = {"metrics": ["accuracy_score"], "n_resamples": 9, "random_state": 0}
    report = fm.evaluate([0, 1, 0, 1], y_score=scores, threshold=1e6, **one)
    assert report["accuracy_score"].estimate == 0.5


def test_acceleration_has_no_scale():
    values = np.array([1.0, 2.0, 6.0])
    for power in (1000, -1000):
        found = bounds.acceleration(np.ldexp(values, power))
        assert found == bounds.acceleration(values)


def test_an_index_that_no_float_holds():
    X = np.array([[1e150], [1e150], [0.0], [1e-6]])
    assert fm.calinski_harabasz_score(X, [0, 0, 1, 1]) == np.inf
