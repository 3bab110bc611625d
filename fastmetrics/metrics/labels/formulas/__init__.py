"""All records of labels, and formulas and undefined cases by name of function."""

from fastmetrics.metrics.how import Formula
from fastmetrics.metrics.labels.formulas import agreement, averages, counts, rates
from fastmetrics.metrics.record import Metric, other_rows

# In the order of a report.
RECORDS: tuple[Metric, ...] = (
    *counts.RECORDS,
    *averages.OF_ONE_CLASS,
    *rates.RATES,
    *agreement.RECORDS,
    *rates.COMBINED,
    *rates.RECORDS,
    *averages.AVERAGED,
    *rates.OTHER_RATES,
    *rates.COUNTS,
    *agreement.COSTS,
)

OF_RATERS = (
    "a number of several raters and no model: {}(ratings).confidence_interval() is its "
    "interval, over units"
)

OTHERS: tuple[Metric, ...] = (
    *other_rows(
        "table",
        "confusion_matrix",
        "multilabel_confusion_matrix",
        "binary_counts",
        "precision_recall_fscore_support",
    ),
    *other_rows("table", "class_likelihood_ratios", how=rates.BOTH),
    *other_rows("table", "classification_report"),
    *other_rows("formula", "pooled_precision_recall_fscore"),
    *other_rows(
        "formula",
        "fleiss_kappa",
        title="Fleiss' kappa",
        aliases=("fleiss",),
        reason=OF_RATERS.format("fleiss_kappa"),
    ),
    *other_rows(
        "formula",
        "krippendorff_alpha",
        title="Krippendorff's alpha",
        aliases=("krippendorff",),
        reason=OF_RATERS.format("krippendorff_alpha"),
    ),
)

FORMULAS: dict[str, Formula] = {
    row.function: row.formula for row in (*RECORDS, *OTHERS) if row.formula is not None
}

# Rows whose absence makes a function undefined.
MISSING: dict[str, str] = {row.function: row.missing for row in RECORDS if row.missing}
