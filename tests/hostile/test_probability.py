"""Functions of probabilities on what people pass by mistake."""

import re
from functools import partial

import numpy as np
from helpers.one_case import one_case
from helpers.score_cases import outcome
from hostile.checks import call, check_refused, differs, failures
from hostile.probability_cases import (
    BAD_COLUMNS,
    BAD_MATRICES,
    CLASSES,
    HELD,
    WEIGHTS,
    P,
    Q,
    Y,
)

import fastmetrics as fm

NAMES = ("y_true", "y_proba", "y_prob", "labels")
LOSSES = {
    "log_loss": fm.log_loss,
    "brier_score_loss": fm.brier_score_loss,
    "multiclass_brier_score": fm.multiclass_brier_score,
    "d2_log_loss_score": fm.d2_log_loss_score,
    "d2_brier_score": fm.d2_brier_score,
    "normalized_cross_entropy": fm.normalized_cross_entropy,
    "expected_calibration_error": fm.expected_calibration_error,
    "maximum_calibration_error": fm.maximum_calibration_error,
    "adaptive_calibration_error": fm.adaptive_calibration_error,
    "squared_calibration_error": fm.squared_calibration_error,
    "ProbabilitySums.from_proba": fm.ProbabilitySums.from_proba,
}
OF_COLUMNS = {
    **LOSSES,
    "brier_decomposition": fm.brier_decomposition,
    "reliability_curve": partial(fm.reliability_curve, band=None),
    "score_decomposition": fm.score_decomposition,
    "calibration_in_the_large": fm.calibration_in_the_large,
    "expected_observed_ratio": fm.expected_observed_ratio,
    "calibration_intercept": fm.calibration_intercept,
    "intercept(logistic)": partial(fm.calibration_intercept, method="logistic"),
    "calibration_slope": fm.calibration_slope,
    "integrated_calibration_index": fm.integrated_calibration_index,
    "CalibrationBins.from_proba": fm.CalibrationBins.from_proba,
}
WITHOUT_WEIGHTS = {
    "calibration_curve": fm.calibration_curve,
    "hosmer_lemeshow_test": fm.hosmer_lemeshow_test,
    "spiegelhalter_test": fm.spiegelhalter_test,
}
OF_MATRICES = {
    **LOSSES,
    "spherical_score": fm.spherical_score,
    "ranked_probability_score": fm.ranked_probability_score,
    "multiclass_auc_score": fm.multiclass_auc_score,
}


def values(found):
    """Return an outcome, of a summary its arrays."""
    value, error, warned = found
    if isinstance(value, fm.ProbabilitySums | fm.CalibrationBins):
        value = tuple(np.asarray(part) for part in (value.counts, value.sums))
    return value, error, warned


def test_columns_refused():
    def check(case, _, function):
        return check_refused(call(function, *BAD_COLUMNS[case]), NAMES)

    assert failures(BAD_COLUMNS, {**OF_COLUMNS, **WITHOUT_WEIGHTS}, check) == {}


def test_matrices_refused():
    def check(case, _, function):
        return check_refused(call(function, *BAD_MATRICES[case]), NAMES)

    assert failures(BAD_MATRICES, OF_MATRICES, check) == {}


def test_weights_refused():
    def refuse(columns, case, _, function):
        found = call(function, *columns, sample_weight=WEIGHTS[case])
        return check_refused(found, ("sample_weight",))

    assert failures(WEIGHTS, OF_COLUMNS, partial(refuse, (Y, P))) == {}
    assert failures(WEIGHTS, OF_MATRICES, partial(refuse, (CLASSES, Q))) == {}


CLIPPED = re.compile("log|entropy|Sums|calibration_(slope|intercept)")


@one_case(
    ("functions", "truth", "proba"),
    [({**OF_COLUMNS, **WITHOUT_WEIGHTS}, Y, P), (OF_MATRICES, CLASSES, Q)],
)
def test_what_holds_them_changes_nothing(functions, truth, proba):
    plain = {
        name: values(outcome(function, truth, np.array(proba)))
        for name, function in functions.items()
    }

    def check(held, name, function):
        if held == "float32" and CLIPPED.search(name):
            return ""  # by the precision of the dtype
        found = values(call(function, truth, HELD[held](proba)))
        return differs(found, plain[name], rtol=1e-14)

    assert failures(HELD, functions, check) == {}
