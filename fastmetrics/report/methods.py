"""How intervals were made, and what they lack, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from fastmetrics.metrics.record import CELLS, drawn_plainly
from fastmetrics.resampling.refusals import TWO_UNITS
from fastmetrics.selection.validation.fold_intervals import (
    EXPECTED,
    OF_MODELS,
    TWO_FOLDS,
)
from fastmetrics.show.numbers import count, has_bounds
from fastmetrics.show.words import of_catalog, say

if TYPE_CHECKING:
    from fastmetrics._common.interval import Interval
    from fastmetrics.report.content import Content

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
    "mover": say("bounds of groups' rates, put together by MOVER"),
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
    "long-run-t": say("Student's t, long-run variance"),
    "long-run-t-log": say("Student's t, long-run variance (log scale)"),
    "long-run-t-logit": say("Student's t, long-run variance (logit scale)"),
    "long-run-t-fisher-z": say("Student's t, long-run variance (Fisher's z)"),
    "long-run-t-log-complement": say(
        "Student's t, long-run variance (log of 1 − value)"
    ),
    "order-statistics": say("order statistics, interpolated"),
    "simultaneous-band": say("simultaneous band around the curve"),
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

# What is so of the data, whatever the metric.
OF_ALL = (TWO_UNITS, TWO_FOLDS)

TEST_TEXTS = {
    "DeLong's test": say("DeLong's test"),
    "t test with DeLong's variance": say("t test with DeLong's variance"),
    "paired bootstrap test": say("paired bootstrap test"),
    "paired jackknife test": say("paired jackknife test"),
    "paired t test": say("paired t test"),
    "t test with the long-run variance": say("t test with the long-run variance"),
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
    "test by MOVER bounds": say("test by MOVER bounds"),
    "test by the bands of both curves": say("test by the bands of both curves"),
}


def method_text(one: Interval) -> str:
    """Say how one interval was made."""
    if not has_bounds(one):
        return say("none (—)")
    name = drawn_plainly(one.method)
    text: str = METHOD_TEXTS.get(name, name)
    if one.method.endswith(CELLS):
        text = say("{method}, drawn by cells", method=text)
    elif name != one.method:
        text = say("{method}, drawn in blocks of times", method=text)
    if one.n_resamples:
        n = count(one.n_resamples)
        text = say("{method}, {n} replicates", method=text, n=n)
    if one.target:
        target = TARGET_TEXTS.get(one.target, one.target)
        text = say("{method}, for {target}", method=text, target=target)
    return say("{method}, approximate (≈)", method=text) if one.approximate else text


def shortcomings(report: Content) -> list[str]:
    """Say why intervals are missing or approximate, and what was left out of them."""
    return [*_reasons(report), *_undefined(report)]


def _reasons(report: Content) -> list[str]:
    """Return why intervals are missing or approximate, each reason once."""
    reasons = _by_reason(report.values)
    of_differences = [
        say(
            "{metrics}, differences: {why}",
            metrics=", ".join(map(report.label, who)),
            why=of_catalog(reason),
        )
        for reason, names in _by_reason(report.differences).items()
        if (who := [name for name in names if name not in reasons.get(reason, ())])
        and not (reason in OF_ALL and reason in reasons)
    ]
    of_values = [
        of_catalog(reason)
        if reason in OF_ALL
        else say("≈ {why}", why=of_catalog(reason))
        if all(
            row[name].approximate
            for name in who
            for row in report.values.values()
            if name in row
        )
        else say(
            "{metrics}: {why}",
            metrics=", ".join(map(report.label, who)),
            why=of_catalog(reason),
        )
        for reason, who in reasons.items()
    ]
    return [*of_values, *of_differences]


def _by_reason(
    found: Mapping[Any, Mapping[str, Interval]],
) -> dict[str, list[str]]:
    """Return the metrics whose intervals lack something, by why they do."""
    reasons: dict[str, list[str]] = {}
    for row in found.values():
        for name, one in row.items():
            bare = has_bounds(one) and not one.approximate
            # What was undefined is told by itself.
            if one.reason and not (bare and one.n_undefined):
                who = reasons.setdefault(one.reason, [])
                if name not in who:
                    who.append(name)
    return reasons


def _undefined(report: Content) -> list[str]:
    if report.folds is not None:
        return _undefined_on_folds(report, len(report.folds.names))
    worst = max(
        (one for row in report.values.values() for one in row.values()),
        key=lambda one: one.n_undefined,
        default=None,
    )
    if worst is None or not worst.n_undefined:
        return []
    return [
        say(
            "up to {k} of {n} replicates were undefined and left out",
            k=count(worst.n_undefined),
            n=count(worst.n_resamples),
        )
    ]


def _undefined_on_folds(report: Content, n_folds: int) -> list[str]:
    """Say how many folds intervals do without; one without bounds has its reason."""
    most = max(
        (
            one.n_undefined
            for row in report.values.values()
            for one in row.values()
            if has_bounds(one)
        ),
        default=0,
    )
    if not most:
        return []
    return [
        say(
            "intervals leave out folds without a value, up to {k} of {n}",
            k=count(most),
            n=count(n_folds),
        )
    ]
