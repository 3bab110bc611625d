"""Records of information criteria and of penalties on weights."""

from fastmetrics.metrics.record import other_rows

__all__ = ["OTHERS"]

OTHERS = (
    *other_rows(
        "formula",
        *("aic", "aicc", "bic", "hqic"),
        *("lp_norm", "penalized_loss"),
        reason="a formula, which reads no rows of data",
    ),
    *other_rows(
        "formula",
        "gaussian_log_likelihood",
        reason="a likelihood, of which only differences on the same data mean anything",
    ),
)
