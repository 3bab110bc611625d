"""The records of probability."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from fastmetrics._common.references import Module, Reference
from fastmetrics.metrics.how import Formula, PseudoValues, RowMean
from fastmetrics.metrics.probability.formulas import losses
from fastmetrics.metrics.record import (
    INFINITY,
    JACKKNIFE,
    SKEWED_T,
    Metric,
    other_rows,
)

__all__ = ["OTHERS", "RECORDS"]

_MEASURING = "fastmetrics.metrics.probability.measuring"
_rows = Module(f"{_MEASURING}.row_losses")
_lines = Module(f"{_MEASURING}.loss_lines")
_distributions = Module(f"{_MEASURING}.distributions")
_classes = Module(f"{_MEASURING}.class_scores")
_gaps = Module(f"{_MEASURING}.squared_gaps")
_recalibrated = Module(f"{_MEASURING}.recalibrated_rows")
_decided = Module(f"{_MEASURING}.decided_rows")
# Areas of several classes are made of those of two.
_places = Reference("fastmetrics.metrics.scores.class_influence.place_classes")


def _mean(
    name: str, title: str, values: Callable[..., Any], *aliases: str, **more: Any
) -> Metric:
    """Return the record of the mean over rows of what ``values`` gives."""
    facts: dict[str, Any] = {
        "interval": SKEWED_T,
        "how": RowMean(values),
        "aliases": aliases,
        "in_report": False,
    }
    return Metric(name, title, **{**facts, **more})


def _share(
    name: str, title: str, share: Any, formula: Callable[..., Any], **more: Any
) -> Metric:
    """Return the record of what is relative to what the base rates lose."""
    how = PseudoValues(
        partial(_rows.share_values, share),
        formula=Formula(formula, "sums", moments=partial(_lines.share_of_sums, share)),
    )
    missing = "rows of a second class in y_true"
    return Metric(name, title, interval=JACKKNIFE[0], how=how, missing=missing, **more)


# --- proper losses, and their shares of what the base rates lose

_LOSSES = (
    Metric(
        "log_loss",
        "Log loss",
        upper=INFINITY,
        greater_is_better=False,
        interval=SKEWED_T,
        how=RowMean(
            _rows.log_losses,
            moments=_rows.log_loss_moments,
            formula=Formula(losses.log_loss, "sums", moments=_lines.log_loss_of_sums),
        ),
        aliases=("logloss", "cross_entropy"),
    ),
    Metric(
        "brier_score_loss",
        "Brier score",
        upper=2.0,
        greater_is_better=False,
        interval=SKEWED_T,
        how=RowMean(
            _rows.brier_losses,
            moments=_rows.brier_moments,
            formula=Formula(
                losses.brier_score_loss, "sums", moments=_lines.brier_of_sums
            ),
        ),
        aliases=("bbrier", "brier_score"),
    ),
    Metric(
        "multiclass_brier_score",
        "Multiclass Brier score",
        upper=2.0,
        greater_is_better=False,
        interval=SKEWED_T,
        how=RowMean(
            partial(_rows.brier_losses, scale_by_half=False),
            formula=Formula(
                losses.multiclass_brier_score,
                "sums",
                moments=partial(_lines.brier_of_sums, scale_by_half=False),
            ),
        ),
        in_report=False,
        aliases=("mbrier",),
    ),
    _share(
        "d2_log_loss_score",
        "D² of the log loss",
        _lines.LOG_SHARE,
        losses.d2_log_loss_score,
        lower=-INFINITY,
        chance=0.0,
    ),
    _share(
        "d2_brier_score",
        "D² of the Brier score",
        _lines.QUADRATIC_SHARE,
        losses.d2_brier_score,
        lower=-INFINITY,
        chance=0.0,
        aliases=("brier_skill_score",),
    ),
    _share(
        "normalized_cross_entropy",
        "Normalized cross-entropy",
        _lines.ENTROPY_RATIO,
        losses.normalized_cross_entropy,
        upper=INFINITY,
        greater_is_better=False,
        chance=1.0,
        in_report=False,
    ),
)

# --- means over rows

_MEANS = (
    _mean(
        "spherical_score",
        "Spherical score",
        _distributions.spherical_scores,
        "spherical",
    ),
    _mean(
        "ranked_probability_score",
        "Ranked probability score",
        _distributions.ranked_scores,
        "rps",
        upper=INFINITY,
        greater_is_better=False,
    ),
    _mean(
        "kl_divergence",
        "Kullback-Leibler divergence",
        _distributions.divergences,
        "kld",
        upper=INFINITY,
        greater_is_better=False,
    ),
    _mean(
        "hinge_loss",
        "Hinge loss",
        _classes.hinge_losses,
        "hinge",
        upper=INFINITY,
        greater_is_better=False,
    ),
    _mean(
        "top_k_accuracy_score",
        "Top-k accuracy",
        _classes.top_k_hits,
        "top_k_accuracy",
        interval="wilson",
        leaves_range=("normalize",),
    ),
    _mean(
        "coverage_error",
        "Coverage error",
        _distributions.coverage_errors,
        upper=INFINITY,
        greater_is_better=False,
    ),
    _mean(
        "label_ranking_loss",
        "Label ranking loss",
        _distributions.ranking_losses,
        "ranking_loss",
        greater_is_better=False,
    ),
    _mean(
        "label_ranking_average_precision_score",
        "Label ranking average precision",
        _distributions.ranking_precisions,
        "lrap",
    ),
)

# --- calibration over bins, and as a whole

_CHANCE = (
    "chance alone makes it larger, so that a resampled one is larger still: at n = 200 "
    "the percentile interval covers the value in the population in 4 % of data sets; "
    "squared_calibration_error has an interval"
)

_BINS = ("CalibrationBins",)
_FITTED = "a line is fitted to all rows: give all rows at once"

_CALIBRATION = (
    Metric(
        "expected_calibration_error",
        "Expected calibration error",
        merges=_BINS,
        greater_is_better=False,
        reason=_CHANCE,
        in_report=False,
        aliases=("ece",),
    ),
    Metric(
        "maximum_calibration_error",
        "Maximum calibration error",
        merges=_BINS,
        greater_is_better=False,
        reason=_CHANCE,
        in_report=False,
        aliases=("mce",),
    ),
    Metric(
        "adaptive_calibration_error",
        "Adaptive calibration error",
        unmerged=(
            "its bins end at quantiles of all rows: give all rows at once, or ask for "
            "expected_calibration_error, whose bins are fixed"
        ),
        greater_is_better=False,
        reason=_CHANCE,
        in_report=False,
        aliases=("ace",),
    ),
    Metric(
        "squared_calibration_error",
        "Squared calibration error, debiased",
        merges=_BINS,
        lower=-1.0,
        greater_is_better=False,
        interval="jackknife",
        approximate=True,
        reason="it covers more than it says: of a calibrated model 97 to 98 %",
        how=PseudoValues(_gaps.squared_gap_values),
    ),
    Metric(
        "calibration_in_the_large",
        "Calibration in the large",
        lower=-1.0,
        greater_is_better=None,
        targets=("binary",),
        interval="skew-t",
        how=RowMean(_recalibrated.in_the_large_values),
    ),
    Metric(
        "expected_observed_ratio",
        "Expected over observed positives",
        merges=_BINS,
        short="expected/observed",
        upper=INFINITY,
        greater_is_better=None,
        targets=("binary",),
        interval="jackknife",
        how=PseudoValues(_recalibrated.ratio_values, "log"),
        missing="positive rows in y_true",
    ),
    Metric(
        # The first of a named tuple, which as a number is its intercept.
        "calibration_intercept",
        "Calibration intercept",
        unmerged=_FITTED,
        lower=-INFINITY,
        upper=INFINITY,
        greater_is_better=None,
        targets=("binary",),
        interval="jackknife",
        how=PseudoValues(_recalibrated.intercept_values),
        missing="rows of both classes in y_true",
    ),
    Metric(
        # The first of a named tuple, which as a number is its slope.
        "calibration_slope",
        "Calibration slope",
        unmerged=_FITTED,
        lower=-INFINITY,
        upper=INFINITY,
        greater_is_better=None,
        targets=("binary",),
        interval="jackknife",
        how=PseudoValues(_recalibrated.slope_values),
        missing="overlap of the forecasts of both classes",
    ),
)

# --- what deciding by a probability is worth

_DECISIONS = (
    Metric(
        "net_benefit",
        "Net benefit",
        lower=-INFINITY,
        targets=("binary",),
        required=("threshold",),
        in_report=False,
        interval="skew-t",
        how=RowMean(_decided.benefit_values),
    ),
)

# --- areas under the ROC curve of several classes


def _variant(letters: str, name: str, title: str, **more: Any) -> Metric:
    return Metric(
        name,
        f"Area under the ROC curve, {title}",
        short=f"AUC, {title}",
        function="multiclass_auc_score",
        chance=0.5,
        targets=("multiclass",),
        # The others of the five differ from these in the last digits only, mostly.
        in_report=letters in ("aunu", "mu"),
        interval=JACKKNIFE[0],
        how=PseudoValues(_places, "logit"),
        unmerged=(
            "rows of each class are ranked by the probabilities of others: give all "
            "rows at once, or take a ScoreSweep of each class against the rest"
        ),
        across_folds="mean",
        aliases=(f"mauc_{letters}",),
        **more,
    )


def _other(letters: str, title: str) -> Metric:
    name = f"multiclass_auc_{letters}"
    return _variant(letters, name, title, parameters={"variant": letters})


_SEVERAL_CLASSES = (
    _variant("aunu", "multiclass_auc_score", "each class against the rest"),
    _other("aunp", "each class against the rest, by their shares"),
    _other("au1u", "each class against each other"),
    _other("au1p", "each class against each other, by their shares"),
    _other("mu", "each class against each other, by differences"),
)

RECORDS: tuple[Metric, ...] = (
    *_LOSSES,
    *_MEANS,
    *_CALIBRATION,
    *_DECISIONS,
    *_SEVERAL_CLASSES,
)

# --- what gives no single number per data set

OTHERS: tuple[Metric, ...] = (
    *other_rows("curve", "calibration_curve"),
    *other_rows("table", "brier_decomposition", reason=_CHANCE),
    *other_rows("test", "hosmer_lemeshow_test"),
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
    *other_rows(
        "curve", "decision_curve", reason="a curve, with bounds at each threshold"
    ),
)
