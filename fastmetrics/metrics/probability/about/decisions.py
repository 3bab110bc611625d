"""What there is to say of deciding by a probability."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

SYMBOLS = (
    "t the probability from which a row is treated, tp and fp the treated rows that "
    "are positive and negative, n all rows"
)

ABOUT = {
    "net_benefit": About(
        "What is deciding by a threshold worth, in true positives per row?",
        "tp/n − fp/n · t/(1 − t)",
        r"\frac{\mathrm{tp}}{n} - \frac{\mathrm{fp}}{n} \cdot \frac{t}{1 - t}",
        SYMBOLS,
        "standardized without positive rows: NaN, with a warning",
        given={"threshold": 0.35},
    ),
    "decision_curve": About(
        "At which thresholds is deciding by a model worth more than treating all, or "
        "none?",
        "NB(t) = tp(t)/n − fp(t)/n · t/(1 − t)",
        r"\mathrm{NB}(t) = \frac{\mathrm{tp}(t)}{n} - \frac{\mathrm{fp}(t)}{n}"
        r" \cdot \frac{t}{1 - t}",
        SYMBOLS,
        "standardized without positive rows: NaN, with a warning",
    ),
}
