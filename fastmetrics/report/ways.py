"""How intervals were made, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastmetrics.report.tables import NONE, count, has_bounds

if TYPE_CHECKING:
    from fastmetrics._common.interval import Interval

__all__ = ["METHOD_TEXTS", "way"]

METHOD_TEXTS = {
    "inverted-delong": "inverted t tests, DeLong's variance",
    "delong": "DeLong's variance (logit scale)",
    "percentile": "bootstrap, percentile",
    "basic": "bootstrap, basic",
    "bca": "bootstrap, BCa",
    "bias-corrected": "bootstrap, bias-corrected percentile",
    "smoothed": "smoothed scores, Student's t",
    "normal": "normal, bootstrap standard error",
    "wilson": "Wilson's score interval",
    "clopper-pearson": "Clopper and Pearson's exact interval",
    "agresti-coull": "Agresti and Coull's interval",
    "jeffreys": "Jeffreys's interval",
    "log": "normal on the log scale, closed form",
    "jackknife": "normal, jackknife standard error",
    "corrected-jackknife": "normal, jackknife standard error and bias",
    "exact": "exact bound, all positives above all negatives or below",
}


def way(one: Interval) -> str:
    """Say how one interval was made."""
    if not has_bounds(one):
        return f"none ({NONE})"
    text = METHOD_TEXTS.get(one.method, one.method)
    if one.n_resamples:
        text += f", {count(one.n_resamples)} replicates"
    return text + (", approximate (≈)" if one.approximate else "")
