"""Areas under risk-coverage curves, certified coverages and bands, simulated.

Confidence is normal, and shifted for correct answers; the truth is that of the
population, by integration. With 1,000 sets the standard error of a coverage of 95 % is
0.7 percentage points; the ranges leave three of them.
"""

import numpy as np
import pytest
from scipy.stats import norm

import fastmetrics as fm

AREAS = ("aurc", "excess_aurc", "augrc")
N_SETS = 1000
# rows, error rate and shift -> the range of the coverage. The last has four errors at
# times, and the excess is known from the few that are more confident than others.
CASES = {
    (60, 0.2, 1.0): (0.92, 0.99),
    (200, 0.05, 1.0): (0.92, 0.99),
    (500, 0.2, 1.0): (0.92, 0.98),
    (1000, 0.02, 1.0): (0.92, 0.99),
    (500, 0.02, 2.0): (0.89, 0.98),
}


def draw(rng, n, p, shift):
    """Return answers and their confidence."""
    correct = rng.random(n) >= p
    return correct, rng.normal(shift * correct)


def risks(p, shift):
    """Return coverages of the population and the errors among all rows at each."""
    at = np.linspace(9 + shift, -9, 100_001)
    errors = p * norm.sf(at)
    return (1 - p) * norm.sf(at - shift) + errors, errors, at


def truths(p, shift):
    coverage, errors, _ = risks(p, shift)
    area = np.trapezoid(errors / coverage, coverage)
    best = p + (1 - p) * np.log(1 - p)
    values = area, area - best, np.trapezoid(errors, coverage)
    return dict(zip(AREAS, values, strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=str)
def test_areas(case):
    rng = np.random.default_rng(1)
    truth, hits = truths(*case[1:]), dict.fromkeys(AREAS, 0)
    for _ in range(N_SETS):
        data = draw(rng, *case)
        for name in AREAS:
            found = fm.confidence_interval(name, *data)
            hits[name] += found.low <= truth[name] <= found.high
    low, high = CASES[case]
    for name in AREAS:
        assert low <= hits[name] / N_SETS <= high, name


@pytest.mark.slow
@pytest.mark.parametrize("name", AREAS)
def test_two_scores_of_one_model_that_are_equally_good(name):
    rng = np.random.default_rng(2)
    rejected = 0
    for k in range(300):
        correct = rng.random(300) >= 0.2
        common = rng.normal(correct)
        models = {one: common + rng.normal(size=300) for one in "ab"}
        found = fm.compare(name, correct, models, n_resamples=499, random_state=k)
        low, high = found.differences["a", "b"].low, found.differences["a", "b"].high
        rejected += not low <= 0 <= high
    assert rejected / 300 <= 0.09  # 0.05 and three standard errors


@pytest.mark.slow
@pytest.mark.parametrize("case", [(300, 0.2, 1.5), (2000, 0.1, 1.0)], ids=str)
def test_certified_risks_are_kept(case):
    rng = np.random.default_rng(3)
    n, p, shift = case
    failures = answers = 0
    for _ in range(2000):
        found = fm.coverage_at_risk(
            *draw(rng, n, p, shift), max_risk=0.08, confidence_level=0.8
        )
        wrong = p * norm.sf(found.threshold)
        right = (1 - p) * norm.sf(found.threshold - shift)
        failures += found.coverage > 0 and wrong > 0.08 * (wrong + right)
        answers += found.coverage > 0
    assert answers > 500
    assert failures / 2000 <= 0.2  # far fewer: Bonferroni's tests are dependent


@pytest.mark.slow
@pytest.mark.parametrize("n", [30, 300])
def test_bands(n):
    rng = np.random.default_rng(4)
    p, shift = 0.2, 1.0
    everywhere, at_half = 0, 0
    for _ in range(1000):
        data = draw(rng, n, p, shift)
        curve = fm.risk_coverage_curve(*data)
        at = curve.thresholds
        wrong = p * norm.sf(at)
        truth = wrong / (wrong + (1 - p) * norm.sf(at - shift))
        everywhere += ((curve.low <= truth) & (truth <= curve.high)).all()
        # The rule that answers above the next lower threshold.
        curve = fm.risk_coverage_curve(*data, band="pointwise")
        k, below = n // 2 - 1, curve.thresholds[n // 2]
        wrong = p * norm.sf(below)
        truth = wrong / (wrong + (1 - p) * norm.sf(below - shift))
        at_half += curve.low[k] <= truth <= curve.high[k]
    assert everywhere / 1000 >= 0.95 - 0.02
    assert at_half / 1000 >= 0.95 - 0.02
