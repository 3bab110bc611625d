"""The list of all cases."""

from importlib import import_module

from benchmarks.case import Case
from benchmarks.cases.defaults import default_cases
from fastmetrics.catalog import FAMILIES

# Modules of benchmarks/cases, in the order of the table; what they leave out of the
# catalog has a case by default.
TOPICS = {
    "scores": (
        "sorting ranking curves areas grouped_areas thresholds delong displays parts"
    ),
    "labels": (
        "confusion accuracy agreement fscores rates label_report cost_matrix kinds "
        "raters slices"
    ),
    "clustering": "partitions information silhouettes dispersion separation",
    "probability": (
        "calibration class_scores losses prediction_sets recalibration several_classes"
    ),
    "regression": (
        "errors error_losses agreement correlation scaled_errors decompositions "
        "order_statistics number_forecasts"
    ),
    "retrieval": "discounted_gains judged_runs relevant_documents",
    "recommendation": "lists",
    "items": "means",
    "speech": "transcripts",
    "survival": "censored_times",
    "intervals": "scores labels reports",
    "comparison": (
        "benchmark_runs curves fold_tests given_numbers many_data_sets one_test_set "
        "paired_tests permutations proportion_tests rank_tests sequential series"
    ),
    "selection": (
        "checks decomposition importances parts resampled_error searching shares "
        "splits validation"
    ),
    "leaderboards": "item_pairs item_scores item_variances judges ratings",
}


def all_cases() -> list[Case]:
    """Return the cases of all topics, in the order of the table."""
    names = [f"{family}.{t}" for family, each in TOPICS.items() for t in each.split()]
    cases: list[Case] = []
    for name in [*names, "package"]:
        cases += import_module(f"benchmarks.cases.{name}").CASES
    covered = {case.covers for case in cases}
    for family in FAMILIES.values():
        cases += default_cases(family, covered)
    return cases
