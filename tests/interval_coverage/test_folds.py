"""How often intervals of cross-validated values hold the quantity that they name.

The simulation is that of tools/fold_coverage.py, over fewer data sets: of 500 the
standard error of a coverage of 95 % is a percentage point.
"""

import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest

from fastmetrics import roc_auc_score

TOOL = Path(__file__).parents[2] / "tools" / "fold_coverage.py"
if not TOOL.exists():
    pytest.skip("the tools are not beside the tests", allow_module_level=True)


@pytest.fixture(scope="module")
def tool():
    spec = importlib.util.spec_from_file_location("fold_coverage", TOOL)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]


def coverage(tool, *case, **more):
    return tool.coverage([*tool.measure(*case, **more)])


@pytest.mark.slow
@pytest.mark.parametrize("loss", ["error rate", "squared error"])
def test_many_rows_hold_the_models_at_hand(tool, loss):
    found = coverage(tool, loss, 1000, 500)
    for method in ("pooled", "folds"):
        assert 0.93 <= found[method][0] <= 0.97
    assert found["corrected"][1] >= 0.93


@pytest.mark.slow
def test_areas_of_many_rows_hold_the_models_at_hand(tool):
    found = coverage(tool, "AUC", 1000, 200)
    assert 0.93 <= found["folds"][0] <= 0.97


@pytest.mark.slow
@pytest.mark.parametrize("loss", ["error rate", "squared error"])
def test_few_rows_hold_the_expectation(tool, loss):
    found = coverage(tool, loss, 100, 500)
    assert found["corrected"][1] >= 0.93
    assert found["pooled"][0] < 0.94  # why it is not taken there


@pytest.mark.slow
def test_naive_errors_of_repeated_folds_do_not(tool):
    found = coverage(tool, "error rate", 100, 200, n_repeats=10)
    assert 0.3 < found["naive, repeated"][0] < 0.55
    assert found["corrected, repeated"][1] >= 0.9


@pytest.mark.slow
def test_nested_folds_hold_the_expectation(tool):
    found = coverage(tool, "error rate", 100, 200, n_nested=2)
    assert 0.9 <= found["nested"][1] <= 0.98


def test_the_simulation_knows_the_truth(tool):
    rng = np.random.default_rng(0)
    weights = rng.normal(size=tool.N_FEATURES) + 3 * tool.SIGNAL
    features, behind = tool.drawn(rng, 200_000)
    scores = features @ weights
    wrong = tool.losses_of("error rate", scores, behind).mean()
    assert tool.true_performance("error rate", weights) == pytest.approx(
        wrong, abs=0.004
    )
    squares = tool.losses_of("squared error", scores, behind).mean()
    assert tool.true_performance("squared error", weights) == pytest.approx(
        squares, rel=0.02
    )
    area = roc_auc_score(behind > 0, scores)
    assert tool.true_performance("AUC", weights) == pytest.approx(area, abs=0.004)
