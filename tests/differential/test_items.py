"""Means over items, their intervals and variance components, against the reference."""

import math

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import reference
from fastmetrics.metrics.items.item_numbers import all_drawn, any_drawn
from fastmetrics.reference import item_intervals as plain
from fastmetrics.reference.items import of_best, of_mean, of_worst

MEASURES = {
    "mean_score": of_mean,
    "pass_at_k": of_best,
    "pass_hat_k": of_worst,
    "best_of_k": of_best,
    "worst_of_k": of_worst,
}
OF_SHARES = ("pass_at_k", "pass_hat_k")


class Drawn:
    """A table of two models with unequal runs, as ItemScores and for the reference."""

    def __init__(self, rng, *, binary=True, benchmarks=None, clusters=None, least=3):
        n = 12
        self.benchmarks = None if benchmarks is None else np.arange(n) % benchmarks
        self.clusters = None if clusters is None else rng.integers(0, clusters, n)
        runs = rng.integers(least, 6, (n, 2))
        scores = np.full((n, 2, 5), np.nan)
        for item in range(n):
            for model in range(2):
                r = runs[item, model]
                values = rng.random(r) + model / 10
                scores[item, model, :r] = values > 0.5 if binary else values.round(3)
        self.scores = fm.ItemScores.from_arrays(
            scores,
            models=["a", "b"],
            benchmarks=self.benchmarks,
            clusters=self.clusters,
        )
        self.entries = [
            {
                "benchmark": None if benchmarks is None else int(self.benchmarks[item]),
                "cluster": None if clusters is None else int(self.clusters[item]),
                "runs": {
                    name: scores[item, at, : runs[item, at]].tolist()
                    for at, name in enumerate(("a", "b"))
                },
            }
            for item in range(n)
        ]

    def items(self, model, measure, k):
        """(benchmark, unit, number, runs) of each item."""
        for place, entry in enumerate(self.entries):
            cluster = place if entry["cluster"] is None else entry["cluster"]
            runs = entry["runs"][model]
            yield entry["benchmark"], cluster, float(measure(runs, k)), runs

    def strata(self, model, measure, k, weights):
        """The strata of the reference."""
        units = {}
        for benchmark, cluster, number, _ in self.items(model, measure, k):
            of_stratum = units.setdefault(benchmark, {})
            total, n = of_stratum.get(cluster, (0.0, 0))
            of_stratum[cluster] = (total + number, n + 1)
        sizes = {b: sum(n for _, n in of.values()) for b, of in units.items()}
        if weights is None:
            weights = {b: size / len(self.entries) for b, size in sizes.items()}
        return [(weights[b], [*of.values()]) for b, of in units.items()]


def parameters(name, k=2):
    return {} if name == "mean_score" else {"k": k}


@one_case("name", MEASURES)
def test_values_are_those_of_the_twin(name, rng):
    for binary in (True, False)[: 1 if name in OF_SHARES else 2]:
        drawn = Drawn(rng, binary=binary, benchmarks=3)
        for options in (
            {},
            {"average": "benchmarks"},
            {"weights": {0: 1, 1: 0, 2: 5}},
        ):
            for k in (1, 2, 3):
                given = {**parameters(name, k), **options}
                found = getattr(fm, name)(drawn.scores, **given)
                twin = getattr(reference, name)(drawn.entries, **given)
                assert found == pytest.approx(twin, rel=1e-14, abs=1e-15)


@pytest.mark.long
def test_ratios_of_large_numbers_are_exact_to_14_digits(rng):
    n = 10_000
    for c in (1, 9_990, 9_999, *rng.integers(0, n, 4).tolist()):
        for k in (1, 3, 100, 5_000, int(rng.integers(1, n))):
            share = math.comb(c, k) / math.comb(n, k)
            both = np.array([n]), np.array([c])
            assert all_drawn(*both, k)[0] == pytest.approx(share, rel=1e-12, abs=1e-14)
            share = math.comb(n - c, k) / math.comb(n, k)
            assert any_drawn(*both, k)[0] == pytest.approx(1 - share, abs=1e-14)


@one_case("name", MEASURES)
@one_case("clusters", [None, 5])
@one_case("benchmarks", [None, 2])
def test_wilson_effective_is_that_of_the_twin(name, clusters, benchmarks, rng):
    drawn = Drawn(rng, benchmarks=benchmarks, clusters=clusters)
    measure, k = MEASURES[name], 1 if name == "mean_score" else 2
    weights = None if benchmarks is None else {0: 0.25, 1: 0.75}
    found = fm.confidence_interval(
        name, drawn.scores, metric_params=parameters(name), weights=weights
    )
    for model, interval in found.items():
        strata = drawn.strata(model, measure, k, weights)
        size = plain.effective_units(strata)
        value = plain.stratified_mean(strata)
        bounds = plain.wilson_effective(value, size, 0.95)
        assert interval.method == "wilson-effective"
        assert [*interval] == pytest.approx([value, *bounds], rel=1e-12)


@one_case("name", ["mean_score", "best_of_k", "worst_of_k"])
@one_case("clusters", [None, 4])
def test_variances_of_benchmarks_add_up(name, clusters, rng):
    drawn = Drawn(rng, binary=False, benchmarks=2, clusters=clusters)
    found = fm.confidence_interval(
        name, drawn.scores, metric_params=parameters(name), average="benchmarks"
    )
    measure, k = MEASURES[name], 1 if name == "mean_score" else 2
    for model, interval in found.items():
        strata = drawn.strata(model, measure, k, {0: 0.5, 1: 0.5})
        variance, freedom = plain.strata_variance(strata)
        assert interval.method == "t"
        assert interval.standard_error == pytest.approx(math.sqrt(variance), rel=1e-12)
        assert interval.law.degrees_of_freedom == pytest.approx(freedom, rel=1e-12)


@one_case("name", MEASURES)
def test_intervals_of_new_runs_are_those_of_the_twin(name, rng):
    measure, k = MEASURES[name], 1 if name == "mean_score" else 2
    for binary in (True, False)[: 1 if name in OF_SHARES else 2]:
        drawn = Drawn(rng, binary=binary, benchmarks=2)
        found = fm.confidence_interval(
            name,
            drawn.scores,
            metric_params=parameters(name),
            target="runs",
            weights={0: 1, 1: 3},
        )
        for model, interval in found.items():
            every = [*drawn.items(model, measure, k)]
            n = {b: sum(one[0] == b for one in every) for b in (0, 1)}
            items = [((1 + 2 * b) / 4 / n[b], runs) for b, _, _, runs in every]
            total, freedom = plain.run_variance(items, measure, k)
            if binary:
                size = plain.effective_runs(interval.estimate, total, items)
                bounds = plain.wilson_effective(interval.estimate, size, 0.95)
                assert [*interval][1:] == pytest.approx(bounds, rel=1e-12)
            else:
                error = interval.standard_error
                assert error == pytest.approx(math.sqrt(total), rel=1e-12)
                df = interval.law.degrees_of_freedom
                assert df == pytest.approx(freedom, rel=1e-12)


@one_case("clusters", [None, 5])
def test_variance_components_are_those_of_the_twin(clusters, rng):
    for binary in (True, False):
        drawn = Drawn(rng, binary=binary, clusters=clusters, least=1)
        found = fm.score_variance(drawn.scores)
        twin = reference.score_variance(drawn.entries)
        for model, one in found.items():
            assert one.n_runs == twin[model].n_runs
            assert one.mean_runs == pytest.approx(twin[model].mean_runs)
            for name, interval in one.parts().items():
                expected = getattr(twin[model], name)
                assert [*interval] == pytest.approx(expected, rel=1e-9, nan_ok=True)


def test_planned_items_are_those_of_the_twin(rng):
    drawn = Drawn(rng, binary=False, least=2)
    plans = [
        {"standard_deviation": 0.4, "within": 0.2, "runs": 3},
        {"standard_deviation": 0.4, "paired": False, "power": 0.9, "alpha": 0.01},
        {
            "standard_deviation": 0.1,
            "within": 0.5,
            "cost_per_item": 7,
            "cost_per_run": 1,
        },
        {"standard_deviation": 0.1, "within": 0.5, "runs": 2, "cost_per_run": 2},
        {"standard_deviation": 0.1, "cost_per_item": 2},
        {"scores": True},
        {"scores": True, "paired": False, "runs": 4},
        {"scores": True, "runs": 2},
    ]
    for given in plans:
        ours, theirs = dict(given), dict(given)
        if "scores" in given:
            ours["scores"], theirs["scores"] = drawn.scores, drawn.entries
        found = fm.item_sample_size(0.05, **ours)
        twin = reference.item_sample_size(0.05, **theirs)
        assert (found.n_items, found.runs) == (twin.n_items, twin.runs)
        assert found.cost == pytest.approx(twin.cost, nan_ok=True)
