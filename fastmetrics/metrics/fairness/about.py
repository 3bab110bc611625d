"""What there is to say of fairness metrics, and of their intervals."""

from fastmetrics.metrics.about import About, Guide, Measured

__all__ = ["GUIDE"]

LETTERS = {
    "s": "s_g the proportion of group g that is predicted positive",
    "t": "t_g the true positive rate of group g",
    "tf": "t_g the true and f_g the false positive rate of group g",
}
ALONE = "no group has the rate, or all rates of a ratio are 0: NaN, with a warning"


def _about(question: str, formula: str, latex: str, where: str) -> About:
    return About(question, formula, latex, LETTERS[where], ALONE)


ABOUT = {
    "demographic_parity_difference": _about(
        "How far apart are the proportions of groups that are predicted positive?",
        "max_g s_g − min_g s_g",
        r"\max_g s_g - \min_g s_g",
        "s",
    ),
    "demographic_parity_ratio": _about(
        "How much less often is the least favoured group predicted positive?",
        "min_g s_g / max_g s_g",
        r"\frac{\min_g s_g}{\max_g s_g}",
        "s",
    ),
    "equal_opportunity_difference": _about(
        "How far apart are the proportions of positive rows that are found in groups?",
        "max_g t_g − min_g t_g",
        r"\max_g t_g - \min_g t_g",
        "t",
    ),
    "equal_opportunity_ratio": _about(
        "How much less often is a positive row found in the least favoured group?",
        "min_g t_g / max_g t_g",
        r"\frac{\min_g t_g}{\max_g t_g}",
        "t",
    ),
    "equalized_odds_difference": _about(
        "How far apart are groups in their true or their false positive rate?",
        "max(max_g t_g − min_g t_g, max_g f_g − min_g f_g)",
        r"\max\left(\max_g t_g - \min_g t_g,\ \max_g f_g - \min_g f_g\right)",
        "tf",
    ),
    "equalized_odds_ratio": _about(
        "What is the smaller ratio of groups' true or false positive rates?",
        "min(min_g t_g / max_g t_g, min_g f_g / max_g f_g)",
        r"\min\left(\frac{\min_g t_g}{\max_g t_g}, "
        r"\frac{\min_g f_g}{\max_g f_g}\right)",
        "tf",
    ),
}

ROWS = {
    "": {
        "y_true": [1, 1, 1, 0, 0, 0, 1, 1, 0, 0],
        "y_pred": [1, 1, 0, 0, 0, 1, 1, 1, 0, 1],
        "sensitive_features": [*"aaaaaabbbb"],
    },
}

GUIDE = Guide(
    ABOUT,
    ROWS,
    measured=(
        Measured(
            "rates of groups apart",
            "mover",
            {"200 and 1,000 rows in two and four groups": "94.3–99.9 %"},
        ),
    ),
)
