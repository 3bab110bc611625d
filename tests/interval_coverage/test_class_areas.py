"""How often intervals of areas of several classes hold the truth: 1,500 sets each.

Rows have normal logits, those of their own class one higher, and the probabilities
that these make; n = 150. The truth is the area of 400,000 rows, known to about 0.0007
where the intervals are about 0.08 wide. With 1,500 sets the standard error of a
coverage of 95 % is 0.6 percentage points; measured were 94.4 to 96.2 %.
"""

import warnings

import numpy as np
import pytest

import fastmetrics as fm

N_SETS = 1500
N_ROWS = 150
PRIORS = {3: [1, 1, 1], 5: [5, 3, 2, 1, 1]}
# Each variant once; where classes count by their rows, those are of several sizes.
CASES = [("aunu", 3), ("aunp", 5), ("au1u", 5), ("au1p", 5), ("mu", 3)]

pytestmark = pytest.mark.slow


def draw(rng, n, prior):
    share = np.array(prior) / np.sum(prior)
    codes = rng.choice(len(share), n, p=share)
    logits = rng.normal(size=(n, len(share))) + np.log(share)
    logits[np.arange(n), codes] += 1
    proba = np.exp(logits)
    return codes, proba / proba.sum(axis=1, keepdims=True)


@pytest.mark.parametrize(("variant", "k"), CASES)
def test_areas_of_several_classes(variant, k):
    rng = np.random.default_rng(20)
    options = {"variant": variant, "labels": range(k)}
    truth = fm.multiclass_auc_score(*draw(rng, 400_000, PRIORS[k]), **options)
    hits = 0
    for _ in range(N_SETS):
        codes, proba = draw(rng, N_ROWS, PRIORS[k])
        found = fm.confidence_interval(
            "multiclass_auc_score", codes, y_proba=proba, metric_params=options
        )
        hits += found.low <= truth <= found.high
    assert 0.93 <= hits / N_SETS <= 0.97


@pytest.mark.parametrize(("variant", "k"), CASES)
def test_standard_errors_are_those_of_rows_drawn_anew(variant, k):
    """Without the part that rows have in the shares, that of aunp is 12 % short.

    Over 40 sets with 250 draws each the ratio is known to about 1 %.
    """
    rng = np.random.default_rng(21)
    options = {"variant": variant, "labels": range(k)}
    ratios = []
    for _ in range(40):
        codes, proba = draw(rng, N_ROWS, PRIORS[k])
        found = fm.confidence_interval(
            "multiclass_auc_score", codes, y_proba=proba, metric_params=options
        )
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", fm.UndefinedMetricWarning)
            drawn = [
                fm.multiclass_auc_score(codes[rows], proba[rows], **options)
                for rows in rng.integers(0, N_ROWS, (250, N_ROWS))
            ]
        # Where a class went missing there is no area.
        ratios.append(found.standard_error / np.nanstd(drawn))
    assert np.mean(ratios) == pytest.approx(1, abs=0.05)
