"""What there is to say of bands around curves, and of curves above each other."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

ONE_CLASS = "y_true has one class only: ValueError"

ABOUT = {
    "roc_band": About(
        "Where does the true ROC curve lie?",
        "(x, y) with |x − FPR(t)| ≤ d₀ and |y − TPR(t)| ≤ d₁ for some t",
        r"(x, y):\ |x - \mathrm{FPR}(t)| \leq d_0,"
        r"\ |y - \mathrm{TPR}(t)| \leq d_1 \text{ with and for some } t",
        "d₀ and d₁ the quantiles of Kolmogorov's distance of so many negatives and "
        "positives at the root of the level; other methods by name",
        ONE_CLASS,
    ),
    "precision_recall_band": About(
        "What precision may a scorer really have at each recall?",
        "π r / (π r + (1 − π) f(r))",
        r"\frac{\pi r}{\pi r + (1 - \pi) f(r)}",
        "r the recall, π the share of positives and f(r) the false positive rate at "
        "that recall, of rows drawn anew; other methods by name",
        ONE_CLASS,
    ),
    "curve_dominance": About(
        "Is one scorer's curve nowhere below the other's?",
        "TPR_a(f) − TPR_b(f) for f from 0 to 1",
        r"\mathrm{TPR}_a(f) - \mathrm{TPR}_b(f) \text{ for f from 0 to 1}",
        "f the false positive rate; or precisions at each recall",
        ONE_CLASS,
    ),
}
