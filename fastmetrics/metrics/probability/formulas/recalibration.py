"""Records of what recalibration says: curves, parts of scores, lines and tests."""

from fastmetrics._common.references import Module
from fastmetrics.metrics.how import PseudoValues, RowMean
from fastmetrics.metrics.record import INFINITY, Metric, other_rows

__all__ = ["OTHERS", "RECORDS"]

_ROWS = Module("fastmetrics.metrics.probability.measuring.recalibrated_rows")

RECORDS = (
    Metric(
        "calibration_in_the_large",
        "Calibration in the large",
        lower=-1.0,
        greater_is_better=None,
        targets=("binary",),
        interval="skew-t",
        how=RowMean(_ROWS.in_the_large_values),
    ),
    Metric(
        "expected_observed_ratio",
        "Expected over observed positives",
        short="expected/observed",
        upper=INFINITY,
        greater_is_better=None,
        targets=("binary",),
        interval="jackknife",
        how=PseudoValues(_ROWS.ratio_values, "log"),
        missing="positive rows in y_true",
    ),
    Metric(
        # The first of a named tuple, which as a number is its intercept.
        "calibration_intercept",
        "Calibration intercept",
        lower=-INFINITY,
        upper=INFINITY,
        greater_is_better=None,
        targets=("binary",),
        interval="jackknife",
        how=PseudoValues(_ROWS.intercept_values),
        missing="rows of both classes in y_true",
    ),
    Metric(
        # The first of a named tuple, which as a number is its slope.
        "calibration_slope",
        "Calibration slope",
        lower=-INFINITY,
        upper=INFINITY,
        greater_is_better=None,
        targets=("binary",),
        interval="jackknife",
        how=PseudoValues(_ROWS.slope_values),
        missing="overlap of the forecasts of both classes",
    ),
)

OTHERS = (
    *other_rows(
        "curve",
        "reliability_curve",
        reason="a curve, around which the function itself puts bounds",
    ),
    *other_rows(
        "table",
        "score_decomposition",
        reason=(
            "several numbers, of which miscalibration is above 0 by chance alone: "
            "replicates of rows would add to what chance has added already"
        ),
    ),
    *other_rows("test", "spiegelhalter_test"),
)
