"""Intervals of means over rows of scores, rankings and distributions."""

import numpy as np
import pytest
from helpers.one_case import one_case
from scipy import sparse

import fastmetrics as fm
from fastmetrics.catalog import METRICS

N = 60


@pytest.fixture
def data(rng):
    scores = rng.random((N, 4))
    classes = np.concatenate([np.arange(4), rng.integers(0, 4, N - 4)])
    return {
        "classes": (classes, scores),
        "labels": ((rng.random((N, 4)) < 0.4).astype(int), scores),
        "proba": (classes, scores / scores.sum(axis=1, keepdims=True)),
        "pairs": tuple(rng.dirichlet(np.ones(4), (2, N))),
    }


WHICH = {
    "hinge_loss": "classes",
    "top_k_accuracy_score": "classes",
    "coverage_error": "labels",
    "label_ranking_loss": "labels",
    "label_ranking_average_precision_score": "labels",
    "spherical_score": "proba",
    "ranked_probability_score": "proba",
    "kl_divergence": "pairs",
    "jensen_shannon_divergence": "pairs",
}


def numbers(interval):
    return interval.estimate, interval.low, interval.high


@one_case("name, which", WHICH.items())
@one_case("weighted", [False, True])
def test_the_interval_is_of_the_value_of_the_function(name, which, weighted, data, rng):
    first, second = data[which]
    weights = rng.random(N) if weighted else None
    value = getattr(fm, name)(first, second, sample_weight=weights)
    found = fm.confidence_interval(name, first, y_proba=second, sample_weight=weights)
    assert found.estimate == pytest.approx(value, rel=1e-13)
    assert found.method == METRICS[name].interval
    assert found.low < value < found.high
    assert found.standard_error > 0


@one_case("name, which", WHICH.items())
def test_rows_give_what_the_function_averages(name, which, data):
    """The mean of what two halves contribute is that of the whole."""
    first, second = data[which]
    options = {"labels": range(4)} if which in ("classes", "proba") else {}
    whole = getattr(fm, name)(first, second, **options)
    parts = [getattr(fm, name)(first[i::2], second[i::2], **options) for i in (0, 1)]
    assert whole == pytest.approx(np.mean(parts), rel=1e-13)


def test_scores_may_be_given_under_their_own_name(data):
    for name in ("hinge_loss", "top_k_accuracy_score", "label_ranking_loss"):
        first, second = data[WHICH[name]]
        ways = [
            fm.confidence_interval(name, first, second),
            fm.confidence_interval(name, first, y_score=second),
            fm.confidence_interval(getattr(fm, name), first, y_proba=second),
        ]
        assert len({numbers(one) for one in ways}) == 1
    with pytest.raises(TypeError, match="spherical_score takes y_true and y_proba"):
        fm.confidence_interval("spherical_score", *data["proba"][:1], y_score=[0.5] * N)


def test_parameters_and_sparse_labels_are_taken(data):
    first, second = data["classes"]
    found = fm.confidence_interval(
        "top_k_accuracy_score", first, y_score=second, metric_params={"k": 3}
    )
    assert found.estimate == fm.top_k_accuracy_score(first, second, k=3)
    labels, scores = data["labels"]
    held = sparse.csr_array(labels)
    dense = fm.confidence_interval("label_ranking_loss", labels, y_score=scores)
    found = fm.confidence_interval("label_ranking_loss", held, y_score=scores)
    assert numbers(found) == numbers(dense)


def test_a_share_takes_the_methods_of_shares(data):
    found = fm.confidence_interval(
        "top_k_accuracy_score",
        data["classes"][0],
        y_score=data["classes"][1],
        method="clopper-pearson",
    )
    hits = round(found.estimate * N)
    scipy_stats = pytest.importorskip("scipy.stats")
    theirs = scipy_stats.binomtest(hits, N).proportion_ci()
    assert found.low == pytest.approx(theirs.low, rel=1e-9)
    assert found.high == pytest.approx(theirs.high, rel=1e-9)


def test_an_infinite_divergence_has_no_interval():
    found = fm.confidence_interval("kl_divergence", [0.5, 0.5], y_proba=[0.0, 0.5])
    assert found.estimate == np.inf
    assert np.isnan(found.low)
    assert np.isnan(found.high)
    assert found.reason
