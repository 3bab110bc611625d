"""How intervals were made, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastmetrics.report.numbers import count, has_bounds
from fastmetrics.report.words import say
from fastmetrics.selection.validation.fold_intervals import EXPECTED, OF_MODELS

if TYPE_CHECKING:
    from fastmetrics._common.interval import Interval

__all__ = ["METHOD_TEXTS", "TEST_TEXTS", "way"]

METHOD_TEXTS = {
    "inverted-delong": say("inverted t tests, DeLong's variance"),
    "delong": say("DeLong's variance (logit scale)"),
    "delong-raw": say("DeLong's variance, normal, cut at 0 and 1"),
    "percentile": say("bootstrap, percentile"),
    "basic": say("bootstrap, basic"),
    "bca": say("bootstrap, BCa"),
    "bias-corrected": say("bootstrap, bias-corrected percentile"),
    "smoothed": say("smoothed scores, Student's t"),
    "normal": say("normal, bootstrap standard error"),
    "wilson": say("Wilson's score interval"),
    "clopper-pearson": say("Clopper and Pearson's exact interval"),
    "agresti-coull": say("Agresti and Coull's interval"),
    "jeffreys": say("Jeffreys's interval"),
    "log": say("normal on the log scale, closed form"),
    "jackknife": say("normal, jackknife standard error"),
    "corrected-jackknife": say("normal, jackknife standard error and bias"),
    "skew-t": say("Student's t, transformed by the skewness"),
    "t": say("Student's t"),
    "jackknife-t": say("Student's t, jackknife standard error"),
    "jackknife-t-log": say("Student's t, jackknife standard error (log scale)"),
    "jackknife-t-logit": say("Student's t, jackknife standard error (logit scale)"),
    "jackknife-t-fisher-z": say("Student's t, jackknife standard error (Fisher's z)"),
    "jackknife-t-log-complement": say(
        "Student's t, jackknife standard error (log of 1 − value)"
    ),
    "order-statistics": say("order statistics, interpolated"),
    "pooled": say("Student's t, all out-of-fold rows as one sample"),
    "folds": say("normal, standard errors of single folds"),
    "corrected": say("Student's t over folds, corrected for shared training rows"),
    "nested": say("nested cross-validation"),
    "naive": say("Student's t over folds as if they were independent"),
    "exact": say("exact bound, all positives above all negatives or below"),
}

TARGET_TEXTS = {
    OF_MODELS: say("the mean performance of the models of these folds"),
    EXPECTED: say("the expected performance over training sets"),
}

TEST_TEXTS = {
    "DeLong's test": say("DeLong's test"),
    "paired bootstrap test": say("paired bootstrap test"),
    "paired jackknife test": say("paired jackknife test"),
    "paired t test": say("paired t test"),
    "paired t test, transformed by the skewness": say(
        "paired t test, transformed by the skewness"
    ),
    "corrected resampled t test": say("corrected resampled t test"),
    "paired t test of all out-of-fold rows": say(
        "paired t test of all out-of-fold rows"
    ),
    "z test by the standard errors of folds": say(
        "z test by the standard errors of folds"
    ),
    "paired t test over folds": say("paired t test over folds"),
}


def way(one: Interval) -> str:
    """Say how one interval was made."""
    if not has_bounds(one):
        return say("none (—)")
    text: str = METHOD_TEXTS.get(one.method, one.method)
    if one.n_resamples:
        n = count(one.n_resamples)
        text = say("{method}, {n} replicates", method=text, n=n)
    if one.target:
        target = TARGET_TEXTS.get(one.target, one.target)
        text = say("{method}, for {target}", method=text, target=target)
    return say("{method}, approximate (≈)", method=text) if one.approximate else text
