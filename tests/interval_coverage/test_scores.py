"""How often the intervals hold the truth, over 2,000 simulated data sets each.

Scores are binormal, n = 200; the truth is the metric of the population, from its
exact distribution functions on a fine grid. With 2,000 sets the standard error of a
coverage of 95 % is half a percentage point; the ranges leave at least three of them
beside what was measured.
"""

import numpy as np
import pytest
from helpers.binormal import population, shift
from helpers.interval_calls import score_intervals

from fastmetrics import catalog, confidence_interval, roc_auc_by_group

N_SETS = 2000
N_ROWS = 200

GOOD = (0.93, 0.97)
# Areas near 1 are covered more often: 97 % at 0.95. See test_rare_classes.
AREA = (0.93, 0.98)

# (metric, method): range of the coverage; best values over thresholds have a file of
# their own
COVERAGE = {
    ("roc_auc_score", "inverted-delong"): AREA,
    ("gini_coefficient", "inverted-delong"): AREA,
    ("rank_loss", "inverted-delong"): AREA,
    ("average_precision_score", "bca"): GOOD,
    ("pr_auc_score", "bca"): GOOD,
    ("pr_auc_integral", "bca"): GOOD,
    ("break_even_point", "bca"): GOOD,
    ("equal_error_rate", "bca"): GOOD,
    ("partial_auc_standardized", "bca"): GOOD,
    # Of 100 negatives rates from 0.001 to 0.01 are not known: 94 % of 2,000 rows.
    ("log_auc_score", "bca"): (0.84, 0.94),
    ("lift_score", "percentile"): (0.93, 0.98),
}

# Metrics whose units are groups: below.
OF_GROUPS = {("roc_auc_by_group", "skew-t"): GOOD}


def coverage(names, auc, share, method, fixed_share, weigh=None):
    """Share of the sets whose interval holds the population's value, by metric.

    ``weigh``: makes the rows' weights, or groups, from a generator.
    """
    rng = np.random.default_rng(1)
    truth = {name: population(catalog.find(name), auc, share) for name in names}
    hits = dict.fromkeys(names, 0)
    for k in range(N_SETS):
        if fixed_share:
            y_true = np.arange(N_ROWS) < share * N_ROWS
        else:
            y_true = rng.random(N_ROWS) < share
        y_score = rng.normal(y_true * shift(auc))
        found = score_intervals(
            names,
            y_true,
            {"": y_score},
            method=method,
            n_resamples=999,
            random_state=k,
            **(weigh(rng) if weigh else {}),
        ).values[""]
        for name in names:
            hits[name] += found[name].low <= truth[name] <= found[name].high
    return {name: count / N_SETS for name, count in hits.items()}


@pytest.fixture(scope="module", params=[(0.75, 0.5), (0.95, 0.3)], ids=str)
def automatic(request):
    names = [name for name, _ in COVERAGE]
    return coverage(names, *request.param, "auto", fixed_share=False)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "method"), COVERAGE)
def test_automatic_intervals(automatic, name, method):
    assert catalog.find(name).interval == method
    low, high = COVERAGE[name, method]
    assert low <= automatic[name] <= high


@pytest.mark.slow
@pytest.mark.parametrize("method", ["percentile", "delong", "inverted-delong"])
def test_auc_of_three_quarters(method):
    found = coverage(["roc_auc_score"], 0.75, 0.5, method, fixed_share=True)
    assert 0.93 <= found["roc_auc_score"] <= 0.97


@pytest.mark.slow
def test_high_auc_with_few_positives():
    """DeLong on the logit scale holds where the percentile interval falls short."""
    names = ["roc_auc_score"]
    delong = coverage(names, 0.95, 0.3, "delong", fixed_share=True)
    percentile = coverage(names, 0.95, 0.3, "percentile", fixed_share=True)
    assert delong["roc_auc_score"] >= 0.93
    assert percentile["roc_auc_score"] < delong["roc_auc_score"]


WEIGHING = {
    "weights": lambda rng: {"sample_weight": rng.uniform(0.5, 1.5, N_ROWS)},
    "groups": lambda rng: {"groups": rng.permutation(N_ROWS) // 2},
}


@pytest.mark.slow
@pytest.mark.parametrize("weighing", WEIGHING)
def test_auc_with_weights_or_groups(weighing):
    """DeLong takes neither, so "auto" is BCa; neither tells anything of the rows."""
    weigh = WEIGHING[weighing]
    found = coverage(["roc_auc_score"], 0.75, 0.5, "auto", False, weigh)
    assert GOOD[0] <= found["roc_auc_score"] <= GOOD[1]


@pytest.mark.slow
@pytest.mark.parametrize("average", ["rows", "pairs", "macro"])
@pytest.mark.parametrize("n_groups", [50, 200])
def test_areas_inside_groups(average, n_groups):
    """Groups differ in size and in how well their rows are told apart, together."""
    rng = np.random.default_rng(1)

    def draw(n):
        level = rng.exponential(size=n)
        groups = np.repeat(np.arange(n), 2 + rng.poisson(4 + 8 * level))
        y_true = rng.random(len(groups)) < 0.3
        # A shift of the whole group, which pairs inside it do not see.
        moved = 3 * rng.normal(size=n)[groups]
        y_score = rng.normal(size=len(groups)) + y_true * (0.5 + level[groups])
        return y_true, y_score + moved, groups

    truth = roc_auc_by_group(*draw(500_000), average=average).score
    hits = 0
    for _ in range(N_SETS):
        y_true, y_score, groups = draw(n_groups)
        found = confidence_interval(
            "roc_auc_by_group",
            y_true,
            y_score=y_score,
            groups=groups,
            metric_params={"average": average},
        )
        hits += found.low <= truth <= found.high
    low, high = OF_GROUPS["roc_auc_by_group", "skew-t"]
    if average == "pairs" and n_groups < 100:
        low = 0.91  # few groups carry most of the weight: 92.8 % of 4,000 sets
    assert low <= hits / N_SETS <= high
