"""What there is to say of intervals from given numbers."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

ABOUT = {
    "interval_from_replicates": About(
        "Between which bounds does a value lie, by replicates drawn elsewhere?",
        "[Q(α/2), Q(1 − α/2)]",
        r"[Q(\alpha/2),\, Q(1 - \alpha/2)]",
        "Q the quantiles of the replicates, 1 − α the confidence level; this is the "
        "percentile method, the default",
        "more than a tenth of the replicates are NaN: no bounds, with a warning",
    ),
    "proportion_interval": About(
        "Between which bounds does a share lie?",
        "all p with |s/n − p| ≤ z √(p (1 − p) / n)",
        r"\mathrm{all}\ p\ \mathrm{with}\ |s/n - p| \leq z \sqrt{p (1 - p) / n}",
        "s the successes, n the rows, z the normal quantile of the confidence level; "
        "this is Wilson's method, the default",
    ),
}
