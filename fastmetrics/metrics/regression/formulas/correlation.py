"""Records of the measures of correlation and of order."""

from __future__ import annotations

from typing import Any

from fastmetrics.metrics.record import Metric
from fastmetrics.metrics.regression.formulas.records import error_record

__all__ = ["RECORDS"]


def _correlation(
    name: str, title: str, values: str, *aliases: str, **more: Any
) -> Metric:
    facts: dict[str, Any] = {
        "lower": -1.0,
        "upper": 1.0,
        "greater_is_better": True,
        "chance": 0.0,
        "interval": "jackknife",
        "scale": "fisher-z",
        "row_values": values,
    }
    return error_record(name, title, *aliases, **{**facts, **more})


def _tau(variant: str, **more: Any) -> Metric:
    return _correlation(
        f"kendall_tau_{variant}",
        f"Kendall's tau-{variant}",
        "pairs.kendall_values",
        f"tau_{variant}",
        function="kendall_tau",
        parameters={"variant": variant},
        **more,
    )


RECORDS: tuple[Metric, ...] = (
    _correlation(
        "pearson_r",
        "Pearson's r",
        "deviations.pearson_values",
        *("pcc", "pearson", "pearsonr", "pearson_corr", "cor"),
        light_tails=True,
        in_report=True,
    ),
    _correlation(
        "spearman_rho",
        "Spearman's rho",
        "ranks.spearman_values",
        *("srho", "spearman", "spearmanr", "spearman_corr"),
        in_report=True,
    ),
    _correlation(
        "kendall_tau",
        "Kendall's tau",
        "pairs.kendall_values",
        *("ktau", "kendall", "kendalltau", "kendall_corr", "tau_b"),
    ),
    _tau("a"),
    _tau("c"),
    _correlation("somers_d", "Somers' D", "pairs.somers_values", "somersd"),
    _correlation(
        "goodman_kruskal_gamma",
        "Goodman and Kruskal's gamma",
        "pairs.gamma_values",
        *("gamma", "gk_gamma"),
    ),
    _correlation(
        "concordance_index",
        "Concordance index",
        "pairs.concordance_values",
        *("cindex", "c_index", "ci", "harrell_c"),
        lower=0.0,
        chance=0.5,
        # The logit of C is twice Fisher's z of 2 C - 1.
        scale="logit",
    ),
)
