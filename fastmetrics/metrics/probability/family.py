"""Probabilities of classes: the records of their metrics, and the family."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from fastmetrics._common.records import Definition, Module, Reference
from fastmetrics.metrics.families import TRUE_LABELS, Argument, Derivation, Family
from fastmetrics.metrics.how import (
    DistanceOfCurve,
    Formula,
    PseudoValues,
    RowMean,
)
from fastmetrics.metrics.probability import formulas
from fastmetrics.metrics.record import (
    BAND,
    INFINITY,
    JACKKNIFE,
    SKEWED_T,
    Metric,
    other_rows,
)

_MEASURING = "fastmetrics.metrics.probability.measuring"
_losses = Module(f"{_MEASURING}.probability_sums")
_scores = Module("fastmetrics.metrics.probability.proper_scores", Definition)
_rankings = Module("fastmetrics.metrics.probability.class_scores", Definition)
_classes = Module(f"{_MEASURING}.class_scores")
_gaps = Module(f"{_MEASURING}.bin_edges")
_spline = Module(f"{_MEASURING}.calibration_spline")
_recalibrated = Module(f"{_MEASURING}.recalibrated_rows")
_decided = Module(f"{_MEASURING}.calibration_bins")
_derived = Module("fastmetrics.metrics.scores.deriving")
# Areas of several classes are averages of areas of two.
_sets = Module("fastmetrics.metrics.probability.prediction_sets")
_places = Reference("fastmetrics.metrics.scores.class_areas.place_classes")


def _record(name: str, *aliases: str, title: str = "", **facts: Any) -> Metric:
    """Return a record; without a title its name is one."""
    title = title or name.replace("_", " ").capitalize()
    return Metric(name, title, aliases=aliases, **facts)


def _mean(name: str, values: Callable[..., Any], *aliases: str, **more: Any) -> Metric:
    """Return the record of the mean over rows of what ``values`` gives."""
    facts = {"interval": SKEWED_T, "how": RowMean(values), "in_report": False}
    return _record(name, *aliases, **{**facts, **more})


def _row_mean(values: Any, *aliases: str, **more: Any) -> Metric:
    """Return the record of the mean over rows of values, by their definition."""
    return _mean(values.__name__, values, *aliases, **more)


def _loss(
    formula: Callable[..., Any],
    values: Callable[..., Any],
    of_sums: Callable[..., Any],
    *aliases: str,
    moments: Callable[..., Any] | None = None,
    **more: Any,
) -> Metric:
    """Return the record of the mean of a loss, which sums tell as well."""
    read = Formula(formula, "sums", moments=of_sums)
    how = RowMean(values, moments=moments, formula=read)
    facts = {"how": how, "greater_is_better": False, "in_report": True}
    return _mean(formula.__name__, values, *aliases, **{**facts, **more})


def _share(
    formula: Callable[..., Any], share: Any, *aliases: str, **more: Any
) -> Metric:
    """Return the record of a score relative to the loss of the base rates."""
    how = PseudoValues(
        partial(_losses.share_values, share),
        formula=Formula(formula, "sums", moments=partial(_losses.share_of_sums, share)),
    )
    facts = {"interval": JACKKNIFE[0], "missing": "rows of a second class in y_true"}
    return _record(formula.__name__, *aliases, how=how, **facts, **more)


# --- proper losses, and losses relative to the base rates

_UNBOUNDED: dict[str, Any] = {"upper": INFINITY, "greater_is_better": False}

_LOSSES = (
    _loss(
        formulas.log_loss,
        _losses.log_losses,
        _losses.log_loss_of_sums,
        *("logloss", "cross_entropy"),
        moments=_losses.log_loss_moments,
        upper=INFINITY,
    ),
    _loss(
        formulas.brier_score_loss,
        _losses.brier_losses,
        _losses.brier_of_sums,
        *("bbrier", "brier_score"),
        title="Brier score",
        moments=_losses.brier_moments,
        upper=2.0,
    ),
    _loss(
        formulas.multiclass_brier_score,
        partial(_losses.brier_losses, scale_by_half=False),
        partial(_losses.brier_of_sums, scale_by_half=False),
        "mbrier",
        title="Multiclass Brier score",
        upper=2.0,
        in_report=False,
    ),
    _share(
        formulas.d2_log_loss_score,
        _losses.LOG_SHARE,
        title="D² of the log loss",
        lower=-INFINITY,
        chance=0.0,
    ),
    _share(
        formulas.d2_brier_score,
        _losses.QUADRATIC_SHARE,
        "brier_skill_score",
        title="D² of the Brier score",
        lower=-INFINITY,
        chance=0.0,
    ),
    _share(
        formulas.normalized_cross_entropy,
        _losses.ENTROPY_RATIO,
        title="Normalized cross-entropy",
        chance=1.0,
        in_report=False,
        **_UNBOUNDED,
    ),
)

# --- means over rows

_MEANS = (
    _row_mean(_scores.spherical_score, "spherical"),
    _row_mean(_scores.ranked_probability_score, "rps", **_UNBOUNDED),
    _row_mean(
        _scores.kl_divergence,
        "kld",
        title="Kullback-Leibler divergence",
        **_UNBOUNDED,
    ),
    _row_mean(
        _scores.jensen_shannon_divergence,
        "jsd",
        title="Jensen-Shannon divergence",
        greater_is_better=False,
        in_report=False,
    ),
    _mean("hinge_loss", _classes.hinge_losses, "hinge", **_UNBOUNDED),
    _mean(
        "top_k_accuracy_score",
        _classes.top_k_hits,
        "top_k_accuracy",
        title="Top-k accuracy",
        interval="wilson",
        leaves_range=("normalize",),
    ),
    _row_mean(_rankings.coverage_error, **_UNBOUNDED),
    _row_mean(
        _rankings.label_ranking_loss,
        "ranking_loss",
        greater_is_better=False,
    ),
    _row_mean(
        _rankings.label_ranking_average_precision_score,
        "lrap",
        title="Label ranking average precision",
    ),
)

# --- prediction sets

_SETS = (
    _mean(
        "set_coverage",
        _sets.hits_of_rows,
        title="Coverage of prediction sets",
        short="Set coverage",
        interval="wilson",
    ),
    _mean(
        "mean_set_size",
        _sets.sizes_of_rows,
        title="Mean size of prediction sets",
        short="Mean set size",
        **_UNBOUNDED,
    ),
)

# --- the k best classes of each row as its predictions


def _of_top(name: str, measure: str, alias: str, title: str) -> Metric:
    """Return the record of a mean over classes."""
    return _record(
        name,
        alias,
        title=title,
        interval=JACKKNIFE[0],
        how=PseudoValues(partial(_classes.top_class_values, measure), "logit"),
        in_report=False,
        unmerged=(
            "classes are counted from their scores: give all rows at once, or add up "
            "top_k_accuracy_score, which is their recall over rows"
        ),
    )


_TOP_CLASSES = (
    _of_top(
        "top_k_precision_score",
        "precision",
        "top_k_precision",
        "Precision of the top k classes",
    ),
    _of_top(
        "top_k_recall_score", "recall", "top_k_recall", "Recall of the top k classes"
    ),
    _of_top("top_k_f1_score", "fscore", "top_k_f1", "F1 of the top k classes"),
)

# --- calibration over bins, and as a whole

_CHANCE = (
    "chance alone makes it larger, and resampling makes it larger still: at n = 200 "
    "the percentile interval covers the value in the population in 4 % of data sets; "
    "squared_calibration_error has an interval"
)
_BINS = ("CalibrationBins",)


def _gap(name: str, *aliases: str, **more: Any) -> Metric:
    """Return the record of a distance over bins, which chance makes larger."""
    facts: dict[str, Any] = {
        "reason": _CHANCE,
        "greater_is_better": False,
        "in_report": False,
    }
    return _record(name, *aliases, **facts, **more)


def _of_column(name: str, values: Callable[..., Any], **more: Any) -> Metric:
    """Return the record of a calibration of P(positive), on neither side better."""
    facts: dict[str, Any] = {
        "targets": ("binary",),
        "lower": -INFINITY,
        "upper": INFINITY,
        "greater_is_better": None,
        "interval": JACKKNIFE[0],
        "how": PseudoValues(values),
    }
    return _record(name, **{**facts, **more})


def _of_line(name: str, values: Callable[..., Any], missing: str) -> Metric:
    """Return the record of a named tuple, which as a number is its first."""
    return _of_column(
        name,
        values,
        how=PseudoValues(values, read=_recalibrated.read_fitted),
        missing=missing,
        unmerged="a line is fitted to all rows: give all rows at once",
    )


def _from_curve(name: str, *aliases: str, **more: Any) -> Metric:
    """Return the record of a distance of forecasts from a smooth calibration curve."""
    return _record(
        name,
        *aliases,
        function="integrated_calibration_index",
        targets=("binary",),
        greater_is_better=False,
        interval=BAND,
        approximate=True,
        reason=("conservative: it covers about 99 % if the model is not calibrated"),
        how=DistanceOfCurve(_spline.measure_distance),
        missing="forecasts of both classes that overlap, distinct ones for all knots",
        in_report=False,
        unmerged="a curve is fitted to all rows: give all rows at once",
        **more,
    )


_CALIBRATION = (
    _gap("expected_calibration_error", "ece", merges=_BINS),
    _gap("maximum_calibration_error", "mce", merges=_BINS),
    _gap(
        "adaptive_calibration_error",
        "ace",
        unmerged=(
            "its bins end at quantiles of all rows: give all rows at once, or ask for "
            "expected_calibration_error, whose bins are fixed"
        ),
    ),
    _record(
        "squared_calibration_error",
        title="Squared calibration error, debiased",
        short="Squared calibration error",
        merges=_BINS,
        lower=-1.0,
        greater_is_better=False,
        interval=JACKKNIFE[0],
        approximate=True,
        reason="conservative: it covers 97–98 % if the model is calibrated",
        how=PseudoValues(_gaps.squared_gap_values),
    ),
    _of_column(
        "calibration_in_the_large",
        _recalibrated.in_the_large_values,
        lower=-1.0,
        upper=1.0,
        interval=SKEWED_T,
        how=RowMean(_recalibrated.in_the_large_values),
    ),
    _of_column(
        "expected_observed_ratio",
        _recalibrated.ratio_values,
        title="Expected over observed positives",
        short="expected/observed",
        merges=_BINS,
        lower=0.0,
        how=PseudoValues(_recalibrated.ratio_values, "log"),
        missing="positive rows in y_true",
    ),
    _of_line(
        "calibration_intercept",
        _recalibrated.intercept_values,
        "rows of both classes in y_true",
    ),
    _of_line(
        "calibration_slope",
        _recalibrated.slope_values,
        "overlap of the forecasts of both classes",
    ),
    _from_curve("integrated_calibration_index", "ici", "eavg"),
    *(
        _from_curve(
            f"calibration_{name}", name, title=title, parameters={"quantile": level}
        )
        for name, title, level in (
            ("e50", "Median distance from the calibration curve", 0.5),
            ("e90", "90 % quantile of the distance from the calibration curve", 0.9),
            ("emax", "Largest distance from the calibration curve", 1.0),
        )
    ),
)

# --- what deciding by a probability is worth

_DECISIONS = (
    _mean(
        "net_benefit",
        _decided.benefit_values,
        lower=-INFINITY,
        targets=("binary",),
        required=("threshold",),
    ),
)

# --- areas under the ROC curve of several classes


_OF_SWEEPS: dict[str, Any] = {"merges": ("ClassSweeps",)}
_OF_PAIRS: dict[str, Any] = {
    "unmerged": (
        "rows of each pair of classes are compared: give all rows at once, or ask for "
        "multiclass_auc_score, of each class against the rest"
    )
}


def _variant(letters: str, name: str, title: str, short: str, **more: Any) -> Metric:
    return Metric(
        name,
        f"Area under the ROC curve, {title}",
        short=short,
        function="multiclass_auc_score",
        chance=0.5,
        targets=("multiclass",),
        # The others of the five differ from these in the last digits only, mostly.
        in_report=letters in ("aunu", "mu"),
        interval=JACKKNIFE[0],
        how=PseudoValues(_places, "logit"),
        **(_OF_SWEEPS if letters in ("aunu", "aunp") else _OF_PAIRS),
        across_folds="mean",
        aliases=(f"mauc_{letters}",),
        **more,
    )


def _other(letters: str, title: str, short: str) -> Metric:
    name = f"multiclass_auc_{letters}"
    return _variant(letters, name, title, short, parameters={"variant": letters})


_SEVERAL_CLASSES = (
    _variant(
        "aunu",
        "multiclass_auc_score",
        "each class against the rest",
        "AUC (one vs. rest)",
    ),
    _other(
        "aunp",
        "each class against the rest, by their shares",
        "AUC (one vs. rest, weighted)",
    ),
    _other("au1u", "each class against each other", "AUC (one vs. one)"),
    _other(
        "au1p",
        "each class against each other, by their shares",
        "AUC (one vs. one, weighted)",
    ),
    _other("mu", "each class against each other, by differences", "AUC-μ"),
)

RECORDS: tuple[Metric, ...] = (
    *_LOSSES,
    *_MEANS,
    *_SETS,
    *_TOP_CLASSES,
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
        "table", "conditional_set_coverage", reason="a table, with bounds in each part"
    ),
    *other_rows(
        "table",
        "worst_slab_coverage",
        reason="bounded by the function itself, on rows that did not choose the slab",
    ),
    *other_rows(
        "curve", "decision_curve", reason="a curve, with bounds at each threshold"
    ),
)


FAMILY = Family(
    name="probabilities",
    title="Probabilities",
    arguments=(
        replace(TRUE_LABELS, other_names=("p_true",)),
        Argument(
            "y_proba",
            "proba",
            "a model's probabilities",
            per_model=True,
            form="columns",
            holds="numbers",
            named_as="y_score",
            other_names=("y_prob", "y_score", "pred_decision", "p_pred", "y_set"),
        ),
    ),
    positional={"": ("y_true", "y_proba")},
    options=("sample_weight", "groups", "order", "folds", "stratified", "pos_label"),
    asks_for={"": "is of probabilities: give y_proba"},
    metrics=RECORDS,
    others=OTHERS,
    derives=(
        Derivation("binary_scores", "", _derived.scores_of),
        Derivation(
            *("labels", "", _derived.labels_of),
            reads=("threshold", "strict"),
            defaults=_derived.default_options,
        ),
    ),
    summaries=(
        "fastmetrics.metrics.probability.measuring.probability_sums.ProbabilitySums",
        "fastmetrics.metrics.probability.measuring.calibration_bins.CalibrationBins",
        "fastmetrics.metrics.scores.class_areas.ClassSweeps",
    ),
    settings=("labels",),
    guide="fastmetrics.metrics.probability",
    claims=("y_proba",),
    is_compared=True,
    all_pairs=Reference("fastmetrics.selection.validation.no_information.of_rows"),
)
