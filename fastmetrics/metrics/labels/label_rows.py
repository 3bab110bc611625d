"""Rows of the catalog for hard labels: all are formulas on counts of label pairs."""

from __future__ import annotations

from functools import partial
from typing import Any

from fastmetrics.metrics.record import INFINITY, Metric, other_rows

BINARY = ("binary",)
SINGLE = ("binary", "multiclass")
SEVERAL = ("multiclass", "multilabel-indicator")
MULTILABEL = ("multilabel-indicator",)
ANY = ("binary", "multiclass", "multilabel-indicator")

_metric: Any = partial(Metric, interval="bca")
_share: Any = partial(Metric, interval="wilson")


def _rate(
    name: str, title: str, aliases: tuple[str, ...], better: bool, **more: Any
) -> Metric:
    of_predicted = name.startswith(("false_disc", "false_om", "positive", "negative"))
    return _share(
        name,
        title,
        "predictive_values" if of_predicted else "rates",
        name,
        targets=BINARY,
        greater_is_better=better,
        aliases=aliases,
        **{"in_report": False, **more},
    )


def _count(name: str, title: str, alias: str, better: bool) -> Metric:
    return _metric(
        name,
        title,
        "cell_counts",
        name,
        targets=BINARY,
        upper=INFINITY,
        greater_is_better=better,
        in_report=False,
        aliases=(alias,),
    )


def _averages(name: str, title: str, in_report: bool) -> tuple[Metric, ...]:
    """Return the variants of a function of the F family by average."""

    def variant(average: str, words: str, **more: Any) -> Metric:
        # A share of rows where a row has one label.
        is_share = average == "micro" and name in ("precision", "recall")
        return (_share if is_share else _metric)(
            f"{name}_{average}",
            f"{title}, {words}",
            "fscores" if name in ("f1", "jaccard") else "precision_recall",
            f"{name}_score",
            parameters={"average": average},
            in_report=in_report,
            **more,
        )

    return (
        variant("macro", "macro average", targets=ANY, reported_for=SEVERAL),
        # On one label per row it is the accuracy; that of several labels is no share of
        # independent trials.
        variant("micro", "micro average", targets=ANY, reported_for=MULTILABEL),
        variant("weighted", "weighted average", targets=ANY, reported_for=SEVERAL),
        variant("samples", "average over rows", targets=MULTILABEL),
    )


METRICS: tuple[Metric, ...] = (
    # --- shares of rows
    _share(
        "accuracy_score",
        "Accuracy",
        "accuracy",
        "accuracy_score",
        targets=ANY,
        aliases=("accuracy", "acc"),
    ),
    _share(
        "error_rate",
        "Error rate",
        "accuracy",
        "error_rate",
        targets=ANY,
        greater_is_better=False,
        in_report=False,
        aliases=("ce",),
    ),
    _share(
        "zero_one_loss",
        "Zero-one loss",
        "accuracy",
        "zero_one_loss",
        targets=ANY,
        greater_is_better=False,
        in_report=False,
    ),
    _share(
        "hamming_loss",
        "Hamming loss",
        "accuracy",
        "hamming_loss",
        targets=ANY,
        greater_is_better=False,
        reported_for=MULTILABEL,
    ),
    _metric(
        "balanced_accuracy_score",
        "Balanced accuracy",
        "accuracy",
        "balanced_accuracy_score",
        targets=SINGLE,
        aliases=("balanced_accuracy", "bacc"),
    ),
    # --- one class against the others
    _share(
        "precision_score",
        "Precision",
        "precision_recall",
        "precision_score",
        targets=BINARY,
        aliases=("precision",),
    ),
    _share(
        "recall_score",
        "Recall",
        "precision_recall",
        "recall_score",
        targets=BINARY,
        aliases=("recall",),
    ),
    _rate("specificity_score", "Specificity", ("specificity",), True, in_report=True),
    _rate(
        "negative_predictive_value",
        "Negative predictive value",
        ("npv",),
        True,
        in_report=True,
    ),
    _metric("f1_score", "F1", "fscores", "f1_score", targets=BINARY, aliases=("f1",)),
    _metric(
        "f2",
        "F2",
        "fscores",
        "fbeta_score",
        targets=BINARY,
        parameters={"beta": 2.0},
        in_report=False,
    ),
    _metric(
        "fbeta_score",
        "F of any β",
        "fscores",
        "fbeta_score",
        targets=BINARY,
        required=("beta",),
        in_report=False,
        aliases=("fbeta",),
    ),
    _share(
        "jaccard_score",
        "Jaccard index",
        "fscores",
        "jaccard_score",
        targets=BINARY,
        in_report=False,
        aliases=("jaccard",),
    ),
    # --- agreement beyond chance
    _metric(
        "matthews_corrcoef",
        "Matthews correlation coefficient",
        "agreement",
        "matthews_corrcoef",
        targets=SINGLE,
        lower=-1.0,
        aliases=("mcc",),
    ),
    _metric(
        "cohen_kappa_score",
        "Cohen's kappa",
        "agreement",
        "cohen_kappa_score",
        targets=SINGLE,
        lower=-1.0,
        aliases=("kappa",),
    ),
    _metric(
        "informedness",
        "Informedness (Youden's J)",
        "combined_rates",
        "informedness",
        targets=BINARY,
        lower=-1.0,
        aliases=("youden_j",),
    ),
    _metric(
        "markedness",
        "Markedness",
        "combined_rates",
        "markedness",
        targets=BINARY,
        lower=-1.0,
        in_report=False,
    ),
    _metric(
        "geometric_mean_score",
        "Geometric mean of recall and specificity",
        "combined_rates",
        "geometric_mean_score",
        targets=BINARY,
        in_report=False,
        aliases=("gmean",),
    ),
    _metric(
        "precision_recall_geometric_mean",
        "Geometric mean of precision and recall",
        "combined_rates",
        "precision_recall_geometric_mean",
        targets=BINARY,
        in_report=False,
        aliases=("gpr",),
    ),
    _metric(
        "diagnostic_odds_ratio",
        "Diagnostic odds ratio",
        "combined_rates",
        "diagnostic_odds_ratio",
        targets=BINARY,
        upper=INFINITY,
        in_report=False,
        aliases=("dor",),
    ),
    # --- averages over classes or labels
    *_averages("precision", "Precision", True),
    *_averages("recall", "Recall", True),
    *_averages("f1", "F1", True),
    *_averages("jaccard", "Jaccard index", False),
    _metric(
        "macro_f1_of_averages",
        "F1 of macro precision and macro recall",
        "fscores",
        "macro_f1_of_averages",
        targets=ANY,
        in_report=False,
    ),
    # --- rates and counts of a binary target under their own names
    _rate("true_positive_rate", "True positive rate", ("tpr", "sensitivity"), True),
    _rate("true_negative_rate", "True negative rate", ("tnr",), True),
    _rate("false_positive_rate", "False positive rate", ("fpr",), False),
    _rate("false_negative_rate", "False negative rate", ("fnr",), False),
    _rate("positive_predictive_value", "Positive predictive value", ("ppv",), True),
    _rate("false_discovery_rate", "False discovery rate", ("fdr",), False),
    _rate("false_omission_rate", "False omission rate", ("fomr",), False),
    _count("true_positives", "True positives", "tp", True),
    _count("true_negatives", "True negatives", "tn", True),
    _count("false_positives", "False positives", "fp", False),
    _count("false_negatives", "False negatives", "fn", False),
    # --- costs
    _metric(
        "cost_sensitive_error",
        "Mean cost of a row",
        "cost_matrix",
        "cost_sensitive_error",
        targets=SINGLE,
        lower=-INFINITY,
        upper=INFINITY,
        greater_is_better=False,
        required=("cost_matrix",),
        in_report=False,
        aliases=("costs",),
    ),
    _metric(
        "total_cost",
        "Total cost",
        "cost_matrix",
        "total_cost",
        targets=SINGLE,
        lower=-INFINITY,
        upper=INFINITY,
        greater_is_better=False,
        required=("cost_matrix",),
        in_report=False,
    ),
    _metric(
        "cost_sensitive_accuracy",
        "Share of the worst cost that is saved",
        "cost_matrix",
        "cost_sensitive_accuracy",
        targets=SINGLE,
        lower=-INFINITY,
        upper=INFINITY,
        required=("cost_matrix",),
        in_report=False,
    ),
)

OTHERS: tuple[Metric, ...] = (
    *other_rows(
        "table",
        "confusion",
        "confusion_matrix",
        "multilabel_confusion_matrix",
        "binary_counts",
    ),
    *other_rows("table", "precision_recall", "precision_recall_fscore_support"),
    *other_rows("table", "combined_rates", "class_likelihood_ratios"),
    *other_rows("table", "label_report", "classification_report"),
    *other_rows("formula", "fscores", "pooled_precision_recall_fscore"),
)
