"""Energy scores and rank histograms of ensembles, against their twins."""

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import reference

N, M, D = 12, 5, 3
RNG = np.random.default_rng(6)
TRUE = RNG.normal(size=(N, D)).round(1)
MEMBERS = RNG.normal(size=(N, M, D)).round(1)
WEIGHTS = RNG.integers(0, 3, N)


def test_an_energy_score_by_hand():
    # (5 + 0) / 2 - 2 · 5 / (2 · 4), and fair: - 2 · 5 / (2 · 2)
    y, members = [[0.0, 0.0]], [[[3.0, 4.0], [0.0, 0.0]]]
    assert fm.energy_score(y, members) == 1.25
    assert fm.energy_score(y, members, fair=True) == 0
    assert reference.energy_score(y, members) == 1.25


def test_an_energy_score_of_numbers_near_the_largest_float():
    # (6 + 0 + 0) / 3 - (6 + 6) / 9 of 2**1020.
    large = 6 * 2.0**1020
    value = fm.energy_score([[0.0, 0.0]], [[[large, 0.0], [0.0, 0.0], [0.0, 0.0]]])
    assert value == pytest.approx(2 / 3 * 2.0**1020, rel=1e-15)  # sums round


def test_an_energy_score_where_the_largest_error_hardly_weighs():
    y, members = [0.0, 0.0, 0.0], [[6e299], [1e149], [3e149]]
    value = fm.energy_score(y, members, sample_weight=[1e-300, 1e300, 1e300])
    assert value == pytest.approx(2e149, rel=1e-15)


@one_case("fair", [False, True])
def test_the_score_is_the_twins(fair):
    for weights in (None, WEIGHTS):
        plain = reference.energy_score(
            TRUE.tolist(), MEMBERS.tolist(), fair=fair, sample_weight=weights
        )
        found = fm.energy_score(TRUE, MEMBERS, fair=fair, sample_weight=weights)
        assert found == pytest.approx(plain, rel=1e-12)
        numbers = fm.energy_score(
            TRUE[:, 0], MEMBERS[..., 0], fair=fair, sample_weight=weights
        )
        same = fm.crps_ensemble(
            TRUE[:, 0], MEMBERS[..., 0], fair=fair, sample_weight=weights
        )
        assert numbers == pytest.approx(same, rel=1e-12)
    for unit in (1e-200, 1e200):
        found = fm.energy_score(unit * TRUE, unit * MEMBERS, fair=fair)
        assert found == pytest.approx(unit * fm.energy_score(TRUE, MEMBERS, fair=fair))


def test_every_door_has_the_score():
    models = {"a": MEMBERS, "b": MEMBERS + 1}
    value = fm.energy_score(TRUE, MEMBERS)
    one = fm.confidence_interval("energy_score", TRUE, y_ensemble=MEMBERS)
    assert one.estimate == pytest.approx(value, rel=1e-14)
    assert one.low < value < one.high
    report = fm.evaluate(TRUE, y_ensemble=models, metrics=["energy_score"])
    assert report["energy_score"]["a"].estimate == pytest.approx(value, rel=1e-14)
    assert report.differences["a", "b"]["energy_score"].estimate < 0
    losses = fm.row_losses("energy_score", TRUE, y_ensemble=MEMBERS)
    assert losses.mean() == pytest.approx(value, rel=1e-14)
    in_time = fm.confidence_interval(
        "energy_score", TRUE, y_ensemble=MEMBERS, order=True
    )
    assert in_time.method == "long-run-t"


@one_case("ranking", ["average", "multivariate"])
def test_ranks_are_the_twins(ranking):
    for seed in range(3):
        counts, ranks = fm.rank_histogram(
            TRUE, MEMBERS, ranking=ranking, random_state=seed
        )
        plain = reference.rank_histogram(
            TRUE.tolist(), MEMBERS.tolist(), ranking=ranking, random_state=seed
        )
        assert (counts.tolist(), ranks.tolist()) == plain
    numbers = fm.rank_histogram(TRUE[:, 0], MEMBERS[..., 0] + 9, ranking=ranking)
    assert numbers[0].tolist() == [N, 0, 0, 0, 0, 0]


def test_calibrated_ensembles_have_all_ranks_equally_often(rng):
    every = rng.normal(size=(6000, M + 1, 2)).round(1)
    for ranking in ("average", "multivariate"):
        counts, ranks = fm.rank_histogram(
            every[:, 0], every[:, 1:], ranking=ranking, random_state=0
        )
        assert counts.sum() == len(ranks) == 6000
        assert np.square((counts - 1000) / 1000**0.5).sum() < 20.5  # χ², 5: 0.999


def test_what_is_refused():
    for columns, says in (
        ((TRUE, MEMBERS[..., :2]), "must have shape"),
        ((TRUE, MEMBERS[:, :, 0]), "must have shape"),
        ((TRUE[:-1], MEMBERS), "y_ensemble"),
        ((TRUE, MEMBERS * np.nan), "NaN"),
        ((TRUE, MEMBERS[:, :0]), "no numbers"),
    ):
        for function in (fm.energy_score, fm.rank_histogram):
            with pytest.raises(ValueError, match=says):
                function(*columns)
    with pytest.raises(ValueError, match="ranking must be one of"):
        fm.rank_histogram(TRUE, MEMBERS, ranking="mean")
    with pytest.raises(TypeError, match="fair"):
        fm.energy_score(TRUE, MEMBERS, fair=1)
    with pytest.warns(fm.UndefinedMetricWarning, match="at least two members"):
        assert np.isnan(fm.energy_score(TRUE, MEMBERS[:, :1], fair=True))


def test_the_unit_of_weights_does_not_matter():
    found = fm.energy_score(TRUE, MEMBERS, sample_weight=WEIGHTS)
    for unit in (2.0**-1040, 2.0**1000):
        same = fm.energy_score(TRUE, MEMBERS, sample_weight=np.array(WEIGHTS) * unit)
        assert same == pytest.approx(found, rel=1e-9)  # tiny weights lose digits
