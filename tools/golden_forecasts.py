"""Print what forecasting packages give for tests/golden/test_forecast_packages.py.

Usage: python tools/golden_forecasts.py, in an environment with properscoring 0.1,
scoringrules 0.10.0, MAPIE 1.6.0, utilsforecast 0.2.17, netcal 1.4.0, pandas and
fastmetrics.
"""

import sys
from pathlib import Path

import numpy as np
import pandas as pd
import properscoring
import scoringrules
from mapie.metrics import regression as mapie
from netcal.metrics import ENCE, QCE, UCE
from utilsforecast import losses

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "golden"))
from test_forecast_packages import LEVELS, MEAN, MEMBERS, QUANTILES, SCALE, Y

COLUMNS = [f"m-q{level}" for level in LEVELS]
FRAME = pd.DataFrame(QUANTILES, columns=COLUMNS).assign(unique_id=0, ds=range(6), y=Y)


def interval(low, high, level):
    """Print the score, coverage and width of an interval between two quantiles."""
    ends = QUANTILES[:, [low, high], None]
    print("MAPIE mwi", level, mapie.regression_mwi_score(Y, ends, level))
    print("MAPIE coverage", mapie.regression_coverage_score(Y, ends))
    print("MAPIE width", mapie.regression_mean_width_score(ends).tolist())
    score = scoringrules.interval_score(Y, *ends[:, :, 0].T, 1 - level)
    print("scoringrules interval_score", score.mean())


def wis():
    """Return the weighted interval score of the median and two intervals."""
    below, above = QUANTILES[:, [1, 0]], QUANTILES[:, [3, 4]]
    shares = np.array([0.5, 0.1])
    return scoringrules.weighted_interval_score(
        Y, QUANTILES[:, 2], below, above, shares
    )


for estimator in ("nrg", "fair"):
    members = scoringrules.crps_ensemble(Y, MEMBERS, estimator=estimator)
    print("scoringrules crps_ensemble", estimator, members.mean())
print("properscoring ensemble", properscoring.crps_ensemble(Y, MEMBERS).mean())
print("properscoring gaussian", properscoring.crps_gaussian(Y, MEAN, SCALE).mean())
print("scoringrules crps_normal", scoringrules.crps_normal(Y, MEAN, SCALE).mean())
print("scoringrules logs_normal", scoringrules.logs_normal(Y, MEAN, SCALE).mean())
for j, alpha in enumerate(LEVELS):
    loss = scoringrules.quantile_score(Y, QUANTILES[:, j], alpha)
    print("scoringrules quantile_score", alpha, loss.mean())
crps = scoringrules.crps_quantile(Y, QUANTILES, LEVELS)
print("scoringrules crps_quantile", crps.mean())
print("scoringrules weighted_interval_score", wis().mean())
print("utilsforecast mqloss", losses.mqloss(FRAME, {"m": COLUMNS}, LEVELS)["m"][0])
share = losses.calibration(FRAME, {"m": COLUMNS[1]})["m"][0]
print("utilsforecast calibration", share)
interval(0, 4, 0.9)
interval(1, 3, 0.5)
for bins in (1, 2, 3):
    print("netcal UCE", bins, UCE(bins).measure((MEAN, SCALE), Y))
    print("netcal ENCE", bins, ENCE(bins).measure((MEAN, SCALE), Y))
off = QCE(marginal=True).measure((MEAN, SCALE), Y, LEVELS, reduction="none")
print("netcal QCE", off.tolist())
